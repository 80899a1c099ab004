"""Markdown in, HTML out: what authors write and readers see."""

import pytest

from dpmlc.pages.markdown.render import MarkdownOptions, render

EXTERNAL = 'class="external" rel="noopener noreferrer"'

CASES = {
    "emphasis": ("a *b* **c** ~~d~~", "<p>a <em>b</em> <strong>c</strong> <del>d</del></p>"),
    "emphasis in three": ("***a** b*", "<p><em><strong>a</strong> b</em></p>"),
    "rule of three": ("*a**b*", "<p><em>a**b</em></p>"),
    "underscores within a word": ("load_user_name 和 a_b", "<p>load_user_name 和 a_b</p>"),
    "emphasis beside Chinese marks": ("**中文**，后", "<p><strong>中文</strong>，后</p>"),
    "emphasis that ends with a Chinese mark": ("**注意：**正文", "<p><strong>注意：</strong>正文</p>"),
    "emphasis of a bracket": ("中文**（注）**中文", "<p>中文<strong>（注）</strong>中文</p>"),
    "emphasis of a quotation": ("他说**“好”**了", "<p>他说<strong>“好”</strong>了</p>"),
    "emphasis beside Korean": ("**결과(값)**는", "<p><strong>결과(값)</strong>는</p>"),
    "code beside Chinese": ("用**`x`**吧", "<p>用<strong><code>x</code></strong>吧</p>"),
    "escaped marks": (r"\*a\* \_b\_", "<p>*a* _b_</p>"),
    "Chinese lines": ("第一行\n第二行", "<p>第一行第二行</p>"),
    "Chinese lines with marks": ("第一行，\n**第二行**", "<p>第一行，<strong>第二行</strong></p>"),
    "Japanese lines": ("これは\nペンです", "<p>これはペンです</p>"),
    "Korean lines": ("첫째 줄\n둘째 줄", "<p>첫째 줄\n둘째 줄</p>"),
    "Latin lines": ("one\ntwo", "<p>one\ntwo</p>"),
    "mixed lines": ("使用 Git\n提交", "<p>使用 Git\n提交</p>"),
    "hard break": ("一  \n二", "<p>一<br>\n二</p>"),
    "entity": ("&copy; &#x4e2d; &nope; &amp;lt;", "<p>© 中 &amp;nope; &amp;lt;</p>"),
    "escaped entity": (r"\&copy;", "<p>&amp;copy;</p>"),
    "entity of no character": ("&#xfdd0;", "<p>&amp;#xfdd0;</p>"),
    "indented heading": ("    ## 标题", '<h2 id="标题">标题</h2>'),
    "indented text is no code": ("a\n\n    b", "<p>a</p>\n<p>b</p>"),
    "setext": ("标题\n===", '<h1 id="标题">标题</h1>'),
    "rule": ("a\n\n---", "<p>a</p>\n<hr>"),
    "list": ("- a\n- b", "<ul>\n<li>a\n</li>\n<li>b\n</li>\n</ul>"),
    "numbered from three": ("3. a", '<ol start="3">\n<li>a\n</li>\n</ol>'),
    "quote": ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
    "math": ("若 $a*b*c$ 则", '<p>若 <span class="math">$a*b*c$</span> 则</p>'),
    "display math in a line": ("$$a_b_$$", '<div class="math display">$$\na_b_\n$$</div>'),
    "block math": ("$$\na*b*\n$$", '<div class="math display">$$\na*b*\n$$</div>'),
    "money": ("costs $5 or $10", "<p>costs $5 or $10</p>"),
    "variables": ("echo $HOME and $PATH", "<p>echo $HOME and $PATH</p>"),
    "definition list": ("词\n: 义", "<dl>\n<dt>词</dt>\n<dd>义\n</dd>\n</dl>"),
    "autolink": ("<https://a.org/b>", f'<p><a {EXTERNAL} href="https://a.org/b">https://a.org/b</a></p>'),
    "bare address": ("见https://a.org/b。", f'<p>见<a {EXTERNAL} href="https://a.org/b">https://a.org/b</a>。</p>'),
    "bare address in brackets": (
        "(https://a.org/b_(c))",
        f'<p>(<a {EXTERNAL} href="https://a.org/b_(c)">https://a.org/b_(c)</a>)</p>',
    ),
    "bare address within a link": (
        "[https://a.org](b.md)",
        '<p><a href="b.md">https://a.org</a></p>',
    ),
    "password in an address": (
        "https://me:secret@a.org/",
        f'<p><a {EXTERNAL} href="https://a.org/">https://me:******@a.org/</a></p>',
    ),
    "reference link": ("[a]\n\n[a]: b.md 'c'", '<p><a href="b.md" title="c">a</a></p>'),
    "namespaced tag": ("the <zh:text> tag", "<p>the &lt;zh:text&gt; tag</p>"),
    "Chinese destination": ("[a](文档.md)", '<p><a href="%E6%96%87%E6%A1%A3.md">a</a></p>'),
    "no destination": ("[a]()", '<p><span class="missing-link" title="">a</span></p>'),
    "image": ("![图](a.png)", '<p><img src="a.png" alt="图" loading="lazy"></p>'),
    "remote image": ("![图](https://a.org/b.png)", f'<p><a {EXTERNAL} href="https://a.org/b.png">图</a></p>'),
    "badge": (
        "[![图](https://a.org/b.svg)](https://c.org)",
        f'<p><a {EXTERNAL} href="https://c.org">'
        '<span class="missing-image" title="https://a.org/b.svg">图</span></a></p>',
    ),
    "an option in code": (
        "`차 --no-site <a-b>`",
        "<p><code>차 <span>--no-site</span> &lt;a-b&gt;</code></p>",
    ),
    "no option in code": ("`a-b a - b`", "<p><code>a-b a - b</code></p>"),
    "code span": ("`` a`b <c> ``", "<p><code>a`b &lt;c&gt;</code></p>"),
}


@pytest.mark.parametrize("name", CASES)
def test_html(name: str) -> None:
    text, html = CASES[name]
    assert render(text).html.strip() == html


TABLE = '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n<thead>\n<tr>'
ROWS = {
    "aligned": (
        "|a|b|\n|:-:|--:|\n|1|2|",
        '<th scope="col" class="align-center">a</th><th scope="col" class="align-right">b</th></tr>\n</thead>\n'
        "<tbody>\n"
        '<tr><td class="align-center">1</td><td class="align-right">2</td></tr>\n</tbody>',
    ),
    "a pipe in code": ("a|b\n-|-\n`x\\|y`|2", "<td><code>x|y</code></td><td>2</td>"),
    "a short row": ("a|b|c\n-|-|-\n1", '<td>1</td><td colspan="2"></td>'),
    "a long row keeps its words": ("a|b\n-|-\n1|2|3", "<td>1</td><td>2 | 3</td>"),
    "in a list": ("- x\n\n  a|b\n  -|-\n  1|2", "<td>1</td><td>2</td>"),
    "in a quote": ("> a|b\n> -|-\n> 1|2", "<td>1</td><td>2</td>"),
    "below a line of text": ("以下：\n| a |\n|---|\n| 1 |", "<td>1</td>"),
}


@pytest.mark.parametrize("name", ROWS)
def test_table(name: str) -> None:
    text, part = ROWS[name]
    html = render(text).html
    assert TABLE in html
    assert part in html


@pytest.mark.parametrize("text", ["a|b\n-|-|-", "a|b\nc|d", "a\n|-|", "a|b\n-|x"])
def test_no_table(text: str) -> None:
    assert "<table" not in render(text).html


BOXES = {
    "> [!NOTE]\n> 内容": ("note", "Note"),
    "> [!warning] 小心\n> 内容": ("warning", "小心"),
    '!!! tip "窍门"\n    内容': ("tip", "窍门"),
    "!!! danger\n\n    内容": ("danger", "Danger"),
    ":::{important} 标题\n内容\n:::": ("important", "标题"),
    "::: caution\n内容\n:::": ("caution", "Caution"),
    "```{error} 标题\n内容\n```": ("danger", "标题"),
    "- a\n\n  :::info\n  内容\n  :::": ("note", "Info"),
}


@pytest.mark.parametrize("text", BOXES)
def test_admonition(text: str) -> None:
    look, title = BOXES[text]
    html = render(text).html
    assert f'<div class="admonition {look}" role="note"><p class="admonition-title">{title}</p>\n<p>内容</p>' in html


@pytest.mark.parametrize(
    "text", ["!!! 注意\n    x", "!!! nonsense\n    x", ":::python\nx\n:::", "> [!x]\n> y", "```{r}\nx\n```"]
)
def test_no_admonition(text: str) -> None:
    assert "admonition" not in render(text).html


def test_folded_admonition() -> None:
    html = render("??? note\n    a\n\n???+ tip\n    b").html
    assert '<details class="admonition note"><summary class="admonition-title">Note</summary>\n<p>a</p>' in html
    assert '<details class="admonition tip" open>' in html


def test_titles_follow_the_language() -> None:
    options = MarkdownOptions(labels={"note": "注", "code": "代码"})
    assert ">注</p>" in render("> [!NOTE]\n> a", options).html
    assert 'aria-label="代码 py"' in render("```py\n1\n```", options).html


def test_tasks() -> None:
    html = render("- [x] 完成\n- [ ] 未完\n  - 子项").html
    assert '<ul class="task-list">' in html
    assert '<label><input type="checkbox" disabled checked> 完成</label>' in html
    assert '<label><input type="checkbox" disabled> 未完</label><ul>' in html


@pytest.mark.parametrize(
    "box",
    ["```{note} 맛보기 전\nLIST\n```", ":::{note}\nLIST\n:::", "> [!NOTE]\n> LIST", "- 一\n  ```{tip}\n  LIST\n  ```"],
)
def test_tasks_in_boxes_are_tasks(box: str) -> None:
    html = render(box.replace("LIST", "- [x] 漱口")).html
    assert "[x]" not in html
    assert '<li class="task">' in html
