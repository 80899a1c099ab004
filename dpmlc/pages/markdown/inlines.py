"""Inline tokens of mistune -> HTML, into an `Output`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dpmlc.pages.markdown.anchors import attributes, write_image, write_link
from dpmlc.pages.markdown.characters import escaped, unescaped
from dpmlc.pages.markdown.elements import PHRASING, tags
from dpmlc.pages.markdown.html import write_inline_html
from dpmlc.pages.markdown.output import Output
from dpmlc.text.regular import regular

__all__ = ["attributes", "plain", "titled", "write_inlines"]

Token = dict[str, Any]

_OPTION = regular(r"(?<!\S)-\S{1,30}(?!\S)")


def write_inlines(tokens: Iterable[Token], output: Output) -> None:
    """Write the content of one element; the author's tags in it end with it."""
    before, output.base = output.base, len(output.open)
    pieces, words = output.pieces, output.words
    for token in tokens:
        kind = token["type"]
        if kind == "text":
            text = token["raw"]
            if "&" in text:
                text = unescaped(text)
            words.append(text)
            # What the caller puts into a text may hold a link, and links do not nest.
            pieces.append(escaped(output.marked.written(text) if output.anchors else text))
        else:
            _WRITERS[kind](token, output)
    if len(output.open) > output.base:
        output.leave(before)
    else:
        output.base = before


def plain(tokens: Iterable[Token]) -> str:
    """What a reader reads of inline tokens but for the author's tags, marks still in it."""
    return _plain(tokens, lambda _name: True)


def titled(tokens: Iterable[Token]) -> str:
    """The same with the tags that a page shows as text."""
    return _plain(tokens, PHRASING.__contains__)


def _plain(tokens: Iterable[Token], hidden: Callable[[str], bool]) -> str:
    """`hidden` says of which elements the tags are left out."""
    pieces: list[str] = []
    waiting = list(tokens)[::-1]
    while waiting:
        token = waiting.pop()
        match token["type"]:
            case "text":
                pieces.append(unescaped(token["raw"]))
            case "codespan" | "formula" | "display_formula":
                pieces.append(token["raw"])
            case "inline_html":
                for each in tags(token["raw"]):
                    if isinstance(each, str):
                        pieces.append(each)
                    elif not hidden(each.name):
                        pieces.append(each.written)
            case "softbreak" | "linebreak":
                pieces.append(" ")
        waiting.extend(reversed(token.get("children", ())))
    return "".join(pieces)


def _element(name: str) -> Callable[[Token, Output], None]:
    start, end = f"<{name}>", f"</{name}>"

    def write_element(token: Token, output: Output) -> None:
        output.pieces.append(start)
        write_inlines(token["children"], output)
        output.pieces.append(end)

    return write_element


def _code(token: Token, output: Output) -> None:
    text = output.marked.written(token["raw"])
    shown = escaped(text)
    if "-" in text:  # A line could end behind each hyphen, and `--` alone says nothing.
        shown = _OPTION.sub(r"<span>\g<0></span>", shown)
    output.pieces.append(f"<code>{shown}</code>")
    output.words.append(text)


def _formula(token: Token, output: Output) -> None:
    display = token["type"] == "display_formula"
    dollars, name = ("$$", "math display") if display else ("$", "math")
    text = output.marked.written(token["raw"])
    output.pieces.append(f'<span class="{name}">{dollars}{escaped(text)}{dollars}</span>')
    output.words.append(text)


def _link(token: Token, output: Output) -> None:
    write_link(token, plain(token["children"]), write_inlines, output)


def _image(token: Token, output: Output) -> None:
    attrs = token["attrs"]
    write_image(attrs["url"], plain(token["children"]), attrs.get("title") or "", output)


def _mention(token: Token, output: Output) -> None:
    number, time = token["attrs"]["number"], token["attrs"]["time"]
    prefix = output.options.prefix
    name = f"fnref-{prefix}{number}" + (f"-{time}" if time > 1 else "")
    place = attributes(id=name) if output.ids.claim(name) else ""
    link = f'<a href="#fn-{escaped(prefix)}{number}">{number}</a>' if not output.anchors else str(number)
    output.pieces.append(f'<sup class="footnote-ref"{place}>{link}</sup>')


def _softbreak(_: Token, output: Output) -> None:
    output.pieces.append("\n")
    output.words.append(" ")


def _linebreak(_: Token, output: Output) -> None:
    output.pieces.append("<br>\n")
    output.words.append(" ")


def _join(_: Token, __: Output) -> None:
    """Chinese and Japanese lines go on without a space."""


def _html(token: Token, output: Output) -> None:
    write_inline_html(token["raw"], output)


_WRITERS: Mapping[str, Callable[[Token, Output], None]] = {
    "emphasis": _element("em"),
    "strong": _element("strong"),
    "strikethrough": _element("del"),
    "codespan": _code,
    "formula": _formula,
    "display_formula": _formula,
    "block_formula": _formula,
    "link": _link,
    "image": _image,
    "note_mention": _mention,
    "softbreak": _softbreak,
    "linebreak": _linebreak,
    "join": _join,
    "inline_html": _html,
}
