"""Block tokens of mistune -> HTML, into an `Output`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dpmlc.pages.markdown.admonitions import KINDS
from dpmlc.pages.markdown.characters import escaped
from dpmlc.pages.markdown.highlight import highlighted
from dpmlc.pages.markdown.html import write_html
from dpmlc.pages.markdown.inlines import attributes, plain, titled, write_inlines
from dpmlc.pages.markdown.output import Output
from dpmlc.pages.markdown.slugs import slug
from dpmlc.pages.markdown.values import Block, Heading

Token = dict[str, Any]


def write(tokens: Iterable[Token], output: Output) -> None:
    """Write all of a text."""
    _write_blocks(tokens, output)
    output.leave(0)


def _write_blocks(tokens: Iterable[Token], output: Output) -> None:
    for token in tokens:
        _WRITERS[token["type"]](token, output)


def _leaf(start: str, end: str) -> Callable[[Token, Output], None]:
    """A writer for an element that holds inline tokens and is a block for the search."""

    def write_leaf(token: Token, output: Output) -> None:
        output.pieces.append(start)
        write_inlines(token["children"], output)
        output.pieces.append(end)
        output.end_block()

    return write_leaf


def _container(start: str, end: str) -> Callable[[Token, Output], None]:
    """A writer for an element that holds blocks."""

    def write_container(token: Token, output: Output) -> None:
        output.pieces.append(start)
        _contents(token, output)
        output.pieces.append(end)

    return write_container


def _contents(token: Token, output: Output) -> None:
    before = output.enter()
    _write_blocks(token["children"], output)
    output.leave(before)


def _heading(token: Token, output: Output) -> None:
    children = token["children"]
    level = max(1, min(6, token["attrs"]["level"] + output.options.heading_shift))
    text = " ".join(output.marked.written(titled(children)).split())
    if not text and all(each["type"] == "text" for each in children):
        return  # `#` alone: a heading without a word would be a place in the contents that nobody can read.
    name = output.ids.unique(slug(" ".join(output.marked.written(plain(children)).split()) if "<" in text else text))
    output.pieces.append(f'<h{level} id="{escaped(name)}">')
    write_inlines(children, output)
    output.pieces.append(f"</h{level}>\n")
    output.slug = name
    shown = output.end_block("heading")
    output.headings.append(Heading(level, text or shown, name))


def _code(token: Token, output: Output) -> None:
    code = output.marked.written(token["raw"])
    marked = (token.get("attrs") or {}).get("info", "")
    info = output.marked.written(marked)
    language = info.split(None, 1)[0].strip("{}").lstrip(".") if info.strip() else ""
    if language.lower() == "mermaid":
        _diagram(code, output.marked.place_of(marked), output)
        return
    label = output.options.labels.get("code", "Code")
    named = f' data-language="{escaped(language)}"' if language else ""
    output.pieces.append(
        f'<pre class="highlight" tabindex="0" role="region" aria-label="{escaped(f"{label} {language}".strip())}"'
        f"{named}><code>{highlighted(language.lower(), code)}</code></pre>\n"
    )
    _code_block(code, output)


def _diagram(code: str, offset: int, output: Output) -> None:
    drawn = output.options.diagram(code, offset) if output.options.diagram else None
    if drawn is None:
        label = escaped(output.options.labels.get("code", "Code"))
        drawn = (
            f'<pre class="mermaid-source" tabindex="0" role="region" aria-label="{label} mermaid"'
            f' data-language="mermaid"><code>{escaped(code)}</code></pre>'
        )
    output.pieces.append(drawn + "\n")
    _code_block(code, output)


def _code_block(code: str, output: Output) -> None:
    if code.strip():
        output.blocks.append(Block("code", code.strip("\n"), output.slug))


def _list(token: Token, output: Output) -> None:
    attrs = token["attrs"]
    tasks = ' class="task-list"' if any(item["type"] == "task_list_item" for item in token["children"]) else ""
    name, start = ("ol", attrs.get("start")) if attrs["ordered"] else ("ul", None)
    output.pieces.append(f"<{name}{tasks}>\n" if start is None else f'<{name}{tasks} start="{int(start)}">\n')
    _write_blocks(token["children"], output)
    output.pieces.append(f"</{name}>\n")


def _task(token: Token, output: Output) -> None:
    checked = " checked" if token["attrs"]["checked"] else ""
    box = f'<input type="checkbox" disabled{checked}> '
    output.pieces.append('<li class="task">')
    first, rest = token["children"][0], token["children"][1:]
    before = output.enter()
    start, end = ("<p>", "</p>\n") if first["type"] == "paragraph" else ("", "")
    output.pieces.append(f"{start}<label>{box}")
    write_inlines(first["children"], output)
    output.pieces.append(f"</label>{end}")
    output.end_block()
    _write_blocks(rest, output)
    output.leave(before)
    output.pieces.append("</li>\n")


def _table(token: Token, output: Output) -> None:
    label = escaped(output.options.labels.get("table", "Table"))
    output.pieces.append(f'<div class="table" tabindex="0" role="region" aria-label="{label}"><table>\n')
    for part in token["children"]:
        if part["type"] == "table_head":
            output.pieces.append("<thead>\n")
            _row(part, output)
            output.pieces.append("</thead>\n")
        else:
            output.pieces.append("<tbody>\n")
            for row in part["children"]:
                _row(row, output)
            output.pieces.append("</tbody>\n")
    output.pieces.append("</table></div>\n")


def _row(row: Token, output: Output) -> None:
    output.pieces.append("<tr>")
    for cell in row["children"]:
        name = "th" if cell["attrs"]["head"] else "td"
        align = cell["attrs"]["align"]
        scope = ' scope="col"' if name == "th" else ""
        if cell["attrs"].get("span", 1) > 1:
            scope = f' colspan="{cell["attrs"]["span"]}"'
        output.pieces.append(f'<{name}{scope} class="align-{align}">' if align else f"<{name}{scope}>")
        write_inlines(cell["children"], output)
        output.pieces.append(f"</{name}>")
        output.words.append(" ")
    output.pieces.append("</tr>\n")
    output.end_block()


def _formula(token: Token, output: Output) -> None:
    text = output.marked.written(token["raw"])
    output.pieces.append(f'<div class="math display">$$\n{escaped(text)}\n$$</div>\n')
    output.words.append(text)
    output.end_block()


def _box(token: Token, output: Output) -> None:
    attrs = token["attrs"]
    look = KINDS[attrs["kind"]]
    folded = attrs["folded"]
    title, *rest = token["children"]
    if folded:
        shown = " open" if folded == "open" else ""
        output.pieces.append(f'<details class="admonition {look}"{shown}><summary class="admonition-title">')
    else:
        output.pieces.append(f'<div class="admonition {look}" role="note"><p class="admonition-title">')
    if title["type"] == "box_title":
        write_inlines(title["children"], output)
    else:
        name = output.options.labels.get(attrs["kind"], attrs["kind"].capitalize())
        output.pieces.append(escaped(name))
        output.words.append(name)
    output.end_block()
    output.pieces.append("</summary>\n" if folded else "</p>\n")
    _contents({"children": rest}, output)
    output.pieces.append("</details>\n" if folded else "</div>\n")


def _notes(token: Token, output: Output) -> None:
    label = escaped(output.options.labels.get("footnotes", "Footnotes"))
    output.pieces.append(f'<section class="footnotes" aria-label="{label}">\n<ol>\n')
    for note in token["children"]:
        _note(note, output)
    output.pieces.append("</ol>\n</section>\n")


def _note(token: Token, output: Output) -> None:
    number, times = token["attrs"]["number"], token["attrs"]["times"]
    prefix = output.options.prefix
    name = f"fn-{prefix}{number}"
    output.pieces.append(f"<li{attributes(id=name)}>" if output.ids.claim(name) else "<li>")
    _contents(token, output)
    ends = "</p>\n" if output.pieces[-1].endswith("</p>\n") else ""
    output.pieces[-1] = output.pieces[-1].removesuffix(ends)
    label = output.options.labels.get("back", "Back")
    for time in range(1, times + 1):
        mention = f"fnref-{prefix}{number}" + (f"-{time}" if time > 1 else "")
        back = attributes(href="#" + mention, aria_label=f"{label} {number}" + (f"-{time}" if time > 1 else ""))
        output.pieces.append(f' <a class="footnote-back"{back}>↩</a>')
    output.pieces.append(f"{ends}</li>\n")


def _rule(_: Token, output: Output) -> None:
    output.pieces.append("<hr>\n")


def _nothing(_: Token, __: Output) -> None:
    """Blank lines need no HTML."""


def _block_html(token: Token, output: Output) -> None:
    write_html(token["raw"], output)
    output.pieces.append("\n")
    output.end_block()


_WRITERS: Mapping[str, Callable[[Token, Output], None]] = {
    "paragraph": _leaf("<p>", "</p>\n"),
    "block_text": _leaf("", "\n"),
    "def_list_head": _leaf("<dt>", "</dt>\n"),
    "heading": _heading,
    "block_code": _code,
    "block_quote": _container("<blockquote>\n", "</blockquote>\n"),
    "list": _list,
    "list_item": _container("<li>", "</li>\n"),
    "task_list_item": _task,
    "def_list": _container("<dl>\n", "</dl>\n"),
    "def_list_item": _container("<dd>", "</dd>\n"),
    "thematic_break": _rule,
    "blank_line": _nothing,
    "table": _table,
    "block_formula": _formula,
    "box": _box,
    "notes": _notes,
    "block_html": _block_html,
}
