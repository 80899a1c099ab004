"""A package of three languages whose site has a page of every kind, and the addresses of these pages."""

from types import MappingProxyType

CONFIGURATION = """\
[package]
name = "night-market"
[site]
title = "夜市 Night market"
description = "Stalls, 摊位, 노점."
url = "https://example.org/sub/path/"
edit = "https://example.org/edit/{path}"
"""
README = """\
# 夜市 Night market

Who sells what, 谁在卖什么, 누가 무엇을 파는가. Start with [the rules](guides/rules.md).

| stall | 卖什么 | how much of it there is left on an evening with rain |
|---|---|---:|
| 豆花 | tofu pudding | 12 |
| 호떡 | pancakes_with_a_name_that_no_line_breaks_and_that_goes_on_and_on_and_on | 3 |
"""
RULES = """\
---
title: 规矩 House rules
---
# 规矩 House rules

> [!WARNING]
> 油很烫。 The oil is hot.

1. First wash your hands. 먼저 손을 씻으세요.
2. - [x] count the money
   - [ ] sweep the floor

## 火 Fire

```python
def price(stall: str, cups: int) -> float:
    \"\"\"What a guest pays.\"\"\"
    return {"豆花": 1.5}.get(stall, 2.0) * cups  # 便宜, and a comment that is long enough to leave a narrow window
```

### Long words

`a/very/long/path/that/no/line/can/break/because/it/has/no/space/in/it/at/all.md` and $a^2$, ~~old~~, a note[^1].

[^1]: 备注。

""" + "\n\n".join(
    f"## Part {number} 第{number}节\n\n{'Wash, count, sweep. 洗、数、扫。씻고 세고 쓸어요. ' * 12}"
    for number in range(1, 9)
)
ROLE = """\
# 摊主 Stall keeper

Sells tofu pudding until midnight.

<role id="keeper">
  <personality>
    Loud and kind. 嗓门大，心肠好。

    @!thought://haggle
  </personality>
  <principle>
    # How to sell

    Call out the price. 값을 크게 외쳐요: @stall://doufu. 豆花 is kept cold.

    ```sh
    echo "豆花 < 호떡 & more"
    ```

    The rest stands in @?file://data/prices.csv.
  </principle>
  <knowledge>
    Rules: @?file://guides/rules.md
  </knowledge>
</role>
"""
HAGGLE = """\
<thought>
  <exploration>
    How much would they give? 얼마까지 낼까?
  </exploration>
  <reasoning>
    Half of it is too little. 一半太少。
  </reasoning>
</thought>
"""
STALLS = """\
# Stalls 摊位

`stall://` names a stall.

<resource protocol="stall">
  <location>
    ```ebnf
    location ::= stall://{name}
    name ::= letter (letter | '-')*
    letter ::= [a-z]
    ```
  </location>
  <params>
    | name | type | description | example |
    |---|---|---|---|
    | line | range | some lines | `line=1-2` |
  </params>
  <registry>
    | name | text |
    |---|---|
    | doufu | @file://stalls/doufu.md |
    | haggle-first | @file://role/keeper/thought/haggle.thought.md |
    | haggle-again | @file://role/keeper/thought/haggle.thought.md |
    | haggle-once-more | @file://role/keeper/thought/haggle.thought.md |
    | hotteok | @file://stalls/hotteok-is-a-pancake-with-sugar-inside.md |
  </registry>
</resource>
"""
RECEIPT = """\
# receipt

What a guest takes home. 小票。

```ebnf
receipt_element ::= '<receipt' attributes? '>' (line_element)+ total_element? '</receipt>'
line_element ::= '<line>' markdown_content '</line>'
total_element ::= '<total>' markdown_content '</total>'
attributes ::= (' ' attribute)+
```
"""
ATTRIBUTES = """\
# Attributes

| name | type | applies to | meaning |
|---|---|---|---|
| paid | enum(yes, no) | receipt | 是否付清 (whether it is paid) |
| seats | integer 1-9 | * | how many can sit |
"""
WORDS = """\
<terminologies>
  <terminology>
    <zh>豆花</zh>
    <en>tofu pudding</en>
    <definition>
      Soft tofu in a bowl, sweet or salty; #豆花 is eaten at any time of the day.
    </definition>
    <examples>
      <example>豆花一碗。</example>
    </examples>
  </terminology>
</terminologies>
"""
TOOL = """\
module.exports = {
  getMetadata() { return { name: 'change', description: '找零 counts the change', version: '1.0.0' }; },
  getSchema() {
    return { type: 'object', properties: { paid: { type: 'number', description: '付了多少' } }, required: ['paid'] };
  },
  async execute({ paid }) { return { change: paid - 2 }; },
};
"""
BROKEN = """\
<thought>
  <plan>
    @!thought://hagle and @!nowhere://x
  </plan>
  <receipt seats="99"><total>1</total></receipt>
</thought>
"""
EVENINGS = "# 晚上 Evenings\n\n" + "\n".join(f"- 第{number}晚 @stall://doufu" for number in range(1, 61)) + "\n"
FILES = MappingProxyType(
    {
        "dpml.toml": CONFIGURATION,
        "README.md": README,
        "guides/rules.md": RULES,
        "guides/all-the-evenings-of-a-summer/每个晚上都有人来买豆花所以这个名字很长.md": EVENINGS,
        "role/keeper/keeper.role.md": ROLE,
        "role/keeper/thought/haggle.thought.md": HAGGLE,
        "role/keeper/thought/broken.thought.md": BROKEN,
        "protocols/stall.resource.md": STALLS,
        "protocols/receipt.protocol.md": RECEIPT,
        "market.attributes.md": ATTRIBUTES,
        "words.terms.md": WORDS,
        "stalls/doufu.md": "# 豆花 Doufu\n\nSweet, 糖水, 달콤한.\n",
        "stalls/hotteok-is-a-pancake-with-sugar-inside.md": "# 호떡 Hotteok\n\n설탕이 든 부침.\n",
        "receipts/monday.md": '# Monday\n\n<receipt paid="yes">\n  <line>\n    豆花 × 2\n  </line>\n</receipt>\n',
        "data/prices.csv": "stall,price\n豆花,1.5\n",
        "tool/change/change.tool.js": TOOL,
    }
)
PAGES = MappingProxyType(
    {
        "first": "index.html",
        "section": "prompts/index.html",
        "guide": "guides/rules.html",
        "prompt": "prompts/keeper.html",
        "resource": "resources/role/keeper/thought/haggle.thought.html",
        "protocol": "protocols/stall.html",
        "element": "elements/receipt.html",
        "attributes": "attributes.html",
        "glossary": "glossary.html",
        "health": "health.html",
        "graph": "graph.html",
        "missing": "404.html",
        "tool": "tools/change.html",
        "uses": "used-by/protocols/stall/1.html",
    }
)
