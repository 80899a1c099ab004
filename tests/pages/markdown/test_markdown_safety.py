"""Hostile Markdown in, harmless HTML out, and every word of it still there."""

import lxml.html
import pytest
from reading import read

from dpmlc.pages.markdown.render import MarkdownOptions, render

PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<svg onload="alert(1)"></svg>',
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    '<b style="position:fixed">x</b>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#x0A;script&colon;alert(1)">x</a>',
    "<a href=' &#1; javascript:alert(1)'>x</a>",
    '"><script>alert(1)</script>',
    "' onmouseover='alert(1)",
    '" onmouseover="alert(1)',
    "</code></pre><script>alert(1)</script>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
    "<form action=javascript:alert(1)><input type=submit></form>",
    "<base href='//evil.org/'>",
    "<meta http-equiv=refresh content='0;url=//evil.org'>",
    "<details open ontoggle=alert(1)>",
    "<b/onclick=alert(1)>x</b>",
    "<b\nonclick=alert(1)>x</b>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "</p></div></main><h1>",
    "<table><tr><td></table></td>",
    "{{ 7 * 7 }} ${7*7} <%= 7 %>",
]
CONTEXTS = [
    "{}",
    "# {}",
    "a {} b",
    "**{}**",
    "- {}",
    "> {}",
    "a|b\n-|-\n{}|2",
    "```{}\ncode\n```",
    "```js {}\ncode\n```",
    "```\n{}\n```",
    "```mermaid\n{}\n```",
    "`{}`",
    "[{}](a.md)",
    "[a]({})",
    "[a](<{}>)",
    '[a](b.md "{}")',
    "[a](b.md '{}')",
    "![{}](a.png)",
    "![a]({})",
    "[a]\n\n[a]: {}",
    "[^a]\n\n[^a]: {}",
    "[^{}]: a",
    "${}$",
    "$$\n{}\n$$",
    "!!! note {}\n    a",
    "> [!NOTE] {}\n> a",
    "词\n: {}",
    "<div>{}</div>",
    '<a title="{}">x</a>',
    "<img alt='{}' src=a.png>",
    "<details><summary>{}</summary>\n\na\n\n</details>",
    "https://a.org/{}",
    "<https://a.org/{}>",
]


@pytest.mark.parametrize("context", CONTEXTS)
def test_nothing_active_in(context: str) -> None:
    for payload in PAYLOADS:
        for text in (payload, payload.replace("\n", " ")):
            html = render(context.replace("{}", text)).html
            reading = read(html)
            assert reading.faults == [], (text, html)
            for element in lxml.html.fragment_fromstring(html, create_parent="div").iter():
                assert element.tag not in {"script", "svg", "iframe", "form", "base", "meta", "math"}
                assert not [name for name in element.attrib if name.startswith("on") or name == "style"]


DESTINATIONS = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java&#115;cript:alert(1)",
    "javascript&colon;alert(1)",
    "&#x6a;avascript:alert(1)",
    "javascript%3Aalert(1)",
    "javascript%253Aalert(1)",
    "java%0Ascript:alert(1)",
    "%01javascript:alert(1)",
    "\u200bjavascript:alert(1)",
    "data:text/html,x",
    "data:image/png;base64,AAAA",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://a.org/x",
    "c:\\windows",
    "ms-settings:x",
]


@pytest.mark.parametrize("url", DESTINATIONS)
@pytest.mark.parametrize("form", ["[词]({})", "[词](<{}>)", "[词]\n\n[词]: {}", '<a href="{}">词</a>', "![词]({})"])
def test_refused_destination_is_shown(url: str, form: str) -> None:
    made = render(form.replace("{}", url))
    reading = read(made.html)
    assert reading.hrefs == []
    assert "<img" not in made.html
    assert "词" in "".join(reading.words)
    assert [each.href if hasattr(each, "href") else each.src for each in (*made.links, *made.images)] == [None]


@pytest.mark.parametrize(
    ("url", "href"),
    [
        ("//a.org/x", "https://a.org/x"),
        ("/\\a.org", "/%5Ca.org"),
        ("https://me:word@a.org/", "https://a.org/"),
        ("https://bank.org@a.org/", "https://a.org/"),
        ("mailto:a@b.org", "mailto:a@b.org"),
        ("a:b/c", None),
        ("文件:说明.md", "%E6%96%87%E4%BB%B6:%E8%AF%B4%E6%98%8E.md"),
        ("?q=1&r=2", "?q=1&amp;r=2"),
        ("#节", "#%E8%8A%82"),
        ("a%20b.md", "a%20b.md"),
        ("a%2Fb", "a%2Fb"),
    ],
)
def test_destination(url: str, href: str | None) -> None:
    html = render(f"[a](<{url}>)").html
    assert (f'href="{href}"' in html) if href else ("href" not in html)


AS_WRITTEN = '<pre class="as-written" tabindex="0">{}</pre>'
HTML = {
    "known elements": ("按 <kbd>Ctrl</kbd>，H<sub>2</sub>O<br>", "<p>按 <kbd>Ctrl</kbd>，H<sub>2</sub>O<br></p>"),
    "unknown element": ("a <x-y>b</x-y>", "<p>a &lt;x-y&gt;b&lt;/x-y&gt;</p>"),
    "refused attribute": ("a <b onclick=x>b</b>", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt;</p>"),
    "a look that the page decides": ('a <b class="big">b</b>', "<p>a <b>b</b></p>"),
    "left open": ("a <b>b", "<p>a &lt;b&gt;b</p>"),
    "closed twice": ("a <b>b</b></b>", "<p>a <b>b</b>&lt;/b&gt;</p>"),
    "crossed": ("<b>a<i>b</b>c</i>", "<p><b>a&lt;i&gt;b</b>c&lt;/i&gt;</p>"),
    "open in emphasis": ("**a <b>c** d</b>", "<p><strong>a &lt;b&gt;c</strong> d&lt;/b&gt;</p>"),
    "block within a line": ("a <div>b</div>", "<p>a &lt;div&gt;b&lt;/div&gt;</p>"),
    "centred": ('<p align="center">a</p>', '<div class="align-center">a</div>'),
    "comment": ("a<!-- 注释 -->b", "<p>ab</p>"),
    "comment left open": ("a <!-- b", "<p>a &lt;!-- b</p>"),
    "folded": (
        "<details>\n<summary>更多</summary>\n\n**字**\n\n</details>",
        "<details>\n<summary>更多</summary>\n\n<p><strong>字</strong></p>\n</details>",
    ),
    "summary outside": (
        "<summary>a</summary>",
        '<pre class="as-written" tabindex="0">&lt;summary&gt;a&lt;/summary&gt;</pre>',
    ),
    "script": (
        "<script>\nx\n</script>",
        '<pre class="as-written" tabindex="0">&lt;script&gt;\nx\n&lt;/script&gt;</pre>',
    ),
    "table": (
        "<table><tr><td>a<td>b<tr><td>c</table>",
        "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
    ),
    "cell without table": ("<td>a</td>", AS_WRITTEN.format("&lt;td&gt;a&lt;/td&gt;")),
    "list without ends": ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
    "Markdown after a tag that is none": (
        "<位置>\n- **a**",
        "<p>&lt;位置&gt;</p>\n<ul>\n<li><strong>a</strong>\n</li>\n</ul>",
    ),
    "Markdown after an unknown tag": ("<location>\n- a", "<p>&lt;location&gt;</p>\n<ul>\n<li>a\n</li>\n</ul>"),
    "picture": ('<img src="a.png" width="40" alt="图">', '<p><img src="a.png" alt="图" width="40" loading="lazy"></p>'),
    "heading": ("<h2>a</h2>", "<h2>a</h2>"),
    "size with a unit": ('<img src="a.png" width="40em" alt="图">', '<p><img src="a.png" alt="图" loading="lazy"></p>'),
    "side": ('<p align="Right">a</p>', '<div class="align-right">a</div>'),
    "side and more": ('<p align="left x">a</p>', "<div>a</div>"),
    "middle": ("<center>a</center>", '<div class="align-center">a</div>'),
    "direction": ('<p dir="rtl" lang="he">a</p>', '<div dir="rtl" lang="he">a</div>'),
    "direction and more": ('<p dir="rtl x">a</p>', "<div>a</div>"),
    "name of two words": ('<p id="a b">c</p>', "<div>c</div>"),
    "open": ("<details open><summary>a</summary>b</details>", "<details open><summary>a</summary>b</details>"),
    "reversed": ('<ol reversed start="3"><li>a</ol>', '<ol reversed start="3"><li>a</li></ol>'),
}


@pytest.mark.parametrize("name", HTML)
def test_html_of_authors(name: str) -> None:
    text, html = HTML[name]
    assert render(text).html.strip() == html
    assert read(html).faults == []


def test_an_id_of_the_author_is_one_only_where_it_is_free() -> None:
    made = render('<a id="a"></a><a id="a"></a><a id="b"></a>', MarkdownOptions(slugs={"b"}))
    assert made.html == '<p><a id="a"></a><a></a><a></a></p>\n'
    assert made.ids == ("a",)
