"""References in prose: where one begins and ends, clause by clause (SPEC 3.2 to 3.4)."""

import pytest
from scanning import scanned

from dpmlc.scan.parse import Malformed, parse

BEGINS = [
    ("请看@file://a.md", ["@file://a.md"]),
    ("자세히@!thought://a 를", ["@!thought://a"]),
    ("これ@?file://b.csv です", ["@?file://b.csv"]),
    ("é@file://a.md", ["@file://a.md"]),
    ("(@a://x)", ["@a://x"]),
    ("-@a://x =@b://y", ["@a://x", "@b://y"]),
    ("a@b://x a9@b://y a_@b://z", []),
    ("./@b://x a.@b://y \\@b://z @@b://w", []),
    ("@mention: @media: print, @scope/pkg://x", []),
    ("@协议名://x", []),
    ("@param name:type @pytest.mark", []),
    ("@a:b://x @a:@!b://x @?a:b:c://x", ["@a:b://x", "@a:@!b://x", "@?a:b:c://x"]),
    ("@a-b_c9://x", ["@a-b_c9://x"]),
    ("@a: @b://x", ["@b://x"]),
    ("@a:@b: and @c://x", ["@c://x"]),
    ("@A://x", ["@A://x"]),
    ("＠！thought：／／x", []),
]

CHARACTERS = [
    ("见@file://a/说明，", ["@file://a/说明"]),
    ("@a://x。@b://y、@c://z", ["@a://x", "@b://y", "@c://z"]),
    ("@a://x……@b://y——@c://z“", ["@a://x", "@b://y", "@c://z"]),
    ("@a://x（注）", ["@a://x"]),
    ("@a://x🤖", ["@a://x"]),
    ("@a://xＡ @b://ｱ/x.md", ["@a://x"]),
    ("@a://cafe\u0301/é.md now", ["@a://cafe\u0301/é.md"]),
    ("@a://x`y` @b://x\\y @c://x|y", ["@a://x", "@b://x", "@c://x"]),
    ("@a://x'y @b://x\"y @c://x>y", ["@a://x", "@b://x", "@c://x"]),
    ("@a://x\u3000y", ["@a://x"]),
    ("@a://x+y=z&w;v#u$t%s^r~q", ["@a://x+y=z&w;v#u$t%s^r~q"]),
    ("@a://x@b://y", ["@a://x@b://y"]),
    ("@ssh://user@host/path", ["@ssh://user@host/path"]),
    ("@a://x@!b://y", ["@a://x@!b://y"]),
    ("@!a://x,@b://y", ["@!a://x", "@b://y"]),
    ("@a://资料@b://y", ["@b://y"]),
]

CJK = [
    ("打开@file://a.md的内容", ["@file://a.md"]),
    ("열기 @file://a.md를 보라", ["@file://a.md"]),
    ("開く@file://a.mdの内容", ["@file://a.md"]),
    ("见@file://a.mdㄅ吧", ["@file://a.md"]),
    ("见@file://a.tar.gz的内容", ["@file://a.tar.gz"]),
    ("见@file://a.mp4的内容", ["@file://a.mp4"]),
    ("见@file://a.md的b.md", ["@file://a.md"]),
    ("见@file://a.md和b/c", ["@file://a.md"]),
    ("@!a://x和@!b://y", ["@!a://x", "@!b://y"]),
    ("@!a://x와 @!b://y", ["@!a://x", "@!b://y"]),
    ("用@!a://xを使う", ["@!a://x"]),
    ("见@file://a(1)的", ["@file://a(1)"]),
    ("先@file://资料/说明.md吧", ["@file://资料/说明.md"]),
    ("先@file://report报告.md吧", ["@file://report报告.md"]),
    ("先@file://v1.2版本/x.md吧", ["@file://v1.2版本/x.md"]),
    ("先@!thought://core-规则 吧", ["@!thought://core-规则"]),
    ("先@file://docs/한국어.md 보라", ["@file://docs/한국어.md"]),
    ("先@!a://x/计划", ["@!a://x/计划"]),
    ("先@file://a.md?section=简介 吧", ["@file://a.md?section=简介"]),
    ("先@file://a.md?line=5的", ["@file://a.md?line=5"]),
    ("先@file://a.md?section=intro와 ", ["@file://a.md?section=intro"]),
    ("先@file://a.md?line=5&section=简介，", ["@file://a.md?line=5&section=简介"]),
    # Many write half-width punctuation between Chinese words, without a space.
    ("先看@file://a.md,然后回答", ["@file://a.md"]),
    ("先看@file://a.md;再看b/c", ["@file://a.md"]),
    ("用@!thought://calm:冷静", ["@!thought://calm"]),
    ("见@!a://x.그리고", ["@!a://x"]),
    ("见@file://a.md?line=5,然后", ["@file://a.md?line=5"]),
    ("- **@!thought://calm**:冷静", ["@!thought://calm"]),
    ("先@file://说明.zh.最终.md吧", ["@file://说明.zh.最终.md"]),
    ("先@file://v1,终稿/x.md吧", ["@file://v1,终稿/x.md"]),
    ("见@file://说明.md#第一 节", ["@file://说明.md#第一"]),
]

ALONE = [
    ("@!thought://AI产品经理", ["@!thought://AI产品经理"]),
    ("  @!thought://AI产品经理  \nx", ["@!thought://AI产品经理"]),
    ("- @!thought://AI产品经理\n", ["@!thought://AI产品经理"]),
    ("2. @!thought://AI产品经理\n", ["@!thought://AI产品经理"]),
    ("> - @!thought://AI产品经理\n", ["@!thought://AI产品经理"]),
    ("- [x] @!thought://产品经理\n", ["@!thought://产品经理"]),
    ("| a | b |\n|---|---|\n| x | @!thought://AI产品经理 |", ["@!thought://AI产品经理"]),
    ("| a | b |\n|---|---|\n| @!thought://产品경험 | y |", ["@!thought://产品경험"]),
    ("<plan>@!thought://AI产品经理</plan>", ["@!thought://AI产品经理"]),
    ("<plan>\n  @!thought://产品经理\n</plan>", ["@!thought://产品经理"]),
    ("**@!thought://AI产品经理**\n", ["@!thought://AI产品经理"]),
    ("## @!thought://AI产品经理\n", ["@!thought://AI产品经理"]),
    ("#@!thought://AI产品经理\n", ["@!thought://AI"]),
    ("x @!thought://AI产品经理", ["@!thought://AI"]),
    ("- 用 @!thought://AI产品经理\n", ["@!thought://AI"]),
    ("@!thought://AI产品经理 吧", ["@!thought://AI"]),
    ("- @!thought://产品经理 吧\n", []),
    ("| 用 @!thought://产品经理 | y |", []),
    ("<plan>用@!thought://产品经理</plan>", []),
]

QUERIES = [
    ("见@file://a.md?", ["@file://a.md"]),
    ("见@file://a.md?1=2", ["@file://a.md"]),
    ("见@file://a.md?？", ["@file://a.md"]),
    ("见@file://a.md?请 x", ["@file://a.md"]),
    ("see @file://a.md?line=5.", ["@file://a.md?line=5"]),
    ("see @file://a.md?line=5?", ["@file://a.md?line=5"]),
    ("see (@file://a.md?line=5)", ["@file://a.md?line=5"]),
    ('see @file://"a b.md"?section="c, d".', ['@file://"a b.md"?section="c, d"']),
    ("see **@file://a.md?line=5**", ["@file://a.md?line=5"]),
    ("see @https://a.org/?q, then", ["@https://a.org/?q"]),
    ("see @https://a.org/b?c=%20&d&e=1?2.", ["@https://a.org/b?c=%20&d&e=1?2"]),
]

BRACKETS = [
    ("(see @file://a.md)", ["@file://a.md"]),
    ("[x](@file://a(1).md)", ["@file://a(1).md"]),
    ("(@file://a(1)", ["@file://a(1)"]),
    ("[@a://x] {@b://y}", ["@a://x", "@b://y"]),
    ("@a://x) @b://y(", ["@a://x", "@b://y"]),
    ("@a://x([ @b://y]z", ["@a://x", "@b://y"]),
    ("@a://x(]y)", ["@a://x"]),
]

QUOTES = [
    ('用@!thought://"创造 思维"吧', ['@!thought://"创造 思维"']),
    ('"@file://a.md" and \'@file://b.md\'', ["@file://a.md", "@file://b.md"]),
    ('src="@file://"', []),
    ("“@file://a.md”", ["@file://a.md"]),
    ("「@!thought://a」『@b://c』", ["@!thought://a", "@b://c"]),
]

TRIMMING = [
    ("see @file://a.md...", ["@file://a.md"]),
    ("see @file://a.md!?!;:,", ["@file://a.md"]),
    ("see @file://a(.", ["@file://a"]),
    ("(see @file://a.md.)", ["@file://a.md"]),
    ("**see @file://a.md.**", ["@file://a.md"]),
    ("**see @file://a.md**.", ["@file://a.md"]),
    ("__x @a://x__ _x @b://y_ ~~@c://z~~ _@d://w_", ["@a://x", "@b://y", "@c://z"]),
    ("***@a://x***", ["@a://x"]),
    ("**a *b @a://x***", ["@a://x"]),
    ("***重点** 看 @a://x*", ["@a://x"]),
    ("***重点* 看 @a://x**，再看 @b://y*", ["@a://x", "@b://y*"]),
    ("**必读 @!thought://a**和", ["@!thought://a"]),
    ("**必读@!thought://a**，然后@b://c**", ["@!thought://a", "@b://c**"]),
    ("see @a://x_ and @b://y*", ["@a://x_", "@b://y*"]),
    ("**a\n\n@a://x**", ["@a://x**"]),
    ("**a\nb @a://x**", ["@a://x"]),
    ("- **a\n- @a://x**", ["@a://x**"]),
    ("`**` @a://x**", ["@a://x**"]),
    ("\\** @a://x**", ["@a://x**"]),
    ("*a* @a://x*", ["@a://x*"]),
]

GLOBS = [
    ("see @file://src/**", ["@file://src/**"]),
    ("**all of @file://src/**", ["@file://src/**"]),
    ("see @file://src/*.{md,txt}.", ["@file://src/*.{md,txt}"]),
    ("see @file://src/a[bc].md, @file://*", ["@file://src/a[bc].md", "@file://*"]),
    ("见@file://src/**/*.md的", ["@file://src/**/*.md"]),
]


@pytest.mark.parametrize(
    ("text", "found"), [*BEGINS, *CHARACTERS, *CJK, *ALONE, *QUERIES, *BRACKETS, *QUOTES, *TRIMMING, *GLOBS]
)
def test_references(text: str, found: list[str]) -> None:
    assert [each.text for each in scanned(text).references] == found


MARKUP = [
    ("see @file://a<br>b", ["@file://a"], []),
    ("see @file://a<b", ["@file://a"], []),
    ("see @file://a<b c>d", ["@file://a"], []),
    ("see @file://doc<ument>.txt", [], ["reference-syntax 15"]),
    ("see @file://doc<ument>", ["@file://doc"], []),
    ("见@!a://x<文档>y", [], ["reference-syntax 8"]),
]

SYNTAX = [
    ("see @://document.txt", [], ["reference-syntax 5"]),
    ("见@!://x", [], ["reference-syntax 3"]),
    ("see @a:@://x", [], ["reference-syntax 8"]),
    ("see @file://code.py?lines:10-20 now", [], ["reference-syntax 25"]),
    ("see @file://a.md?line=", [], ["reference-syntax 22"]),
    ("see @file://a.md?line=1&", [], ["reference-syntax 24"]),
    ('see @file://"open\nx"', [], ["reference-syntax 12"]),
    ('see @file://a.md?section="open\nx', [], ["reference-syntax 25"]),
]

WITHOUT_A_PATH = [
    ("use @!thought:// for", [], ["reference-without-a-path 4"]),
    ("用@!thought://来想", [], ["reference-without-a-path 1"]),
    ("代码通过@tool://协议访问", [], ["reference-without-a-path 4"]),
    ("코드는 @tool://프로토콜 로", [], ["reference-without-a-path 4"]),
    ("三个斜杠：@file:///。", [], ["reference-without-a-path 5"]),
    ("@file://... and @file://.", [], ["reference-without-a-path 0", "reference-without-a-path 16"]),
    ("用@tool://协议.md 吧", ["@tool://协议.md"], []),
    ("用@tool://协议/访问 吧", ["@tool://协议/访问"], []),
    ('用@tool://"协议" 吧', ['@tool://"协议"'], []),
]

PLACEHOLDERS = [
    ("在@user://.promptx/toolbox/{toolId}", [], ["reference-placeholder 1"]),
    ("see @file://roles/{name}.md", [], ["reference-placeholder 4"]),
    ("see @file://[name]/x", [], ["reference-placeholder 4"]),
    ("see @file://x.{md,txt}", ["@file://x.{md,txt}"], []),
    ("see @file://x[ab].md", ["@file://x[ab].md"], []),
]

LOOK_ALIKES = [
    ("＠！thought：／／x", [], ["reference-look-alike 0"]),
    ("请看 ＠file：//a.md", [], ["reference-look-alike 3"]),
    ("@！thought://x", [], ["reference-look-alike 0"]),
    ("mail a@file://x", [], ["reference-glued 6"]),
    ("看@file://a.md?line=5–10。", ["@file://a.md?line=5"], ["range-cut-short 1"]),
    ("@file://a.md?line=5－10", ["@file://a.md?line=5"], ["range-cut-short 0"]),
    ("@file://a.md?section=a&line=5～10", ["@file://a.md?section=a&line=5"], ["range-cut-short 0"]),
    ("@file://a.md?line=5 – 10 天", ["@file://a.md?line=5"], []),
    ("@file://a.md?line=5——见下", ["@file://a.md?line=5"], []),
    ("@file://a.md?line=5-7–10", ["@file://a.md?line=5-7"], []),
    ("@file://a.md?section=5–10", ["@file://a.md?section=5"], []),
    ("lodash@^4.17 a@b.com", [], []),
    ("`a@file://x`", [], []),
    ("a@b://", [], []),
]


@pytest.mark.parametrize(
    ("text", "found", "said"), [*MARKUP, *SYNTAX, *WITHOUT_A_PATH, *PLACEHOLDERS, *LOOK_ALIKES]
)
def test_what_is_said(text: str, found: list[str], said: list[str]) -> None:
    scan = scanned(text)
    assert [each.text for each in scan.references] == found
    places = [(each.code, each.span.start) for each in scan.diagnostics if each.span]
    assert [f"{code} {place}" for code, place in places if code.startswith(("reference", "range"))] == said


@pytest.mark.parametrize(
    "text", ["@file://a.md?line=5–10", '看@file://a.md?line="5"–10。', '@file://"a b.md"?line="5"－10']
)
def test_what_mends_a_range_that_is_cut_short_makes_a_range(text: str) -> None:
    (fault,) = scanned(text).diagnostics
    assert fault.fix
    span = fault.fix.span
    mended = text[: span.start] + fault.fix.text + text[span.end :]
    (reference,) = scanned(mended).references
    assert [(each.name, each.value) for each in reference.parameters] == [("line", "5-10")]
    assert f"`{reference.text}`" in fault.help[0]


@pytest.mark.parametrize(
    ("text", "divided"),
    [
        ("@!file://..\\차.md", True),
        ("看 @file://.\\role\\a.md", True),
        ("@file://\\\\server\\a.md", True),
        ("use @!thought:// for", False),
        ('"@!thought://\\n下一行"', False),
        ("@!thought://..", False),
    ],
)
def test_what_helps_where_a_path_begins_with_a_backslash(text: str, divided: bool) -> None:
    (fault,) = scanned(text).diagnostics
    assert fault.code == "reference-without-a-path"
    assert fault.help[0].startswith("folders are divided by `/`" if divided else "where the protocol itself is meant")


@pytest.mark.parametrize(
    ("text", "helped"),
    [
        ("读@file://“我的 笔记.md”", "a path stands in straight double quotes"),
        ("@file://'my notes.md'", "a path stands in straight double quotes"),
        ("@!thought://「茶」", "a path stands in straight double quotes"),
        ("'@!thought://' 是协议", "where the protocol itself is meant"),
        ("“@!thought://”是协议", "where the protocol itself is meant"),
        ("@!thought://ｔｅａ", "full-width letters and digits end a path"),
        ("@!thought://，再看", "where the protocol itself is meant"),
    ],
)
def test_what_helps_where_a_path_begins_with_what_ends_it(text: str, helped: str) -> None:
    (fault,) = scanned(text).diagnostics
    assert fault.code == "reference-without-a-path"
    assert fault.help[0].startswith(helped)


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        (r"@file://role\a.md", "folders are divided by `/`, not by a backslash: `./folder/file.md`"),
        ("@file://role a.md", 'put a path or a value that holds it in quotes: `@file://"my notes.md"`'),
    ],
)
def test_what_helps_where_a_reference_is_parsed_whole(text: str, help_: str) -> None:
    found = parse(text, "command line", 0)
    assert isinstance(found, Malformed)
    assert found.diagnostic.help[0] == help_
