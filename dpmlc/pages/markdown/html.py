"""HTML that an author writes -> what a page shows of it, balanced, into an `Output`; what is refused is text."""

import re
from collections.abc import Mapping

from dpmlc.pages.markdown import elements
from dpmlc.pages.markdown.anchors import attributes, link_attributes, write_image
from dpmlc.pages.markdown.characters import escaped, unescaped
from dpmlc.pages.markdown.elements import Tag
from dpmlc.pages.markdown.output import Open, Output
from dpmlc.pages.markdown.urls import readable, target
from dpmlc.pages.markdown.values import Link

_ANYWHERE = elements.PHRASING | elements.KNOWN_BLOCKS | {"pre"}
_CELLS = frozenset({"td", "th"})
_HEADING = re.compile("h[1-6]")
# The start of one ends the other, as browsers have it.
_ENDS: Mapping[str, frozenset[str]] = {
    "li": frozenset({"li"}), "p": frozenset({"p"}), "dt": frozenset({"dt", "dd"}), "dd": frozenset({"dt", "dd"}),
    "td": _CELLS, "th": _CELLS, "tr": _CELLS | {"tr"}, "rt": frozenset({"rt", "rp"}), "rp": frozenset({"rt", "rp"}),
    "tbody": _CELLS | {"tr", "thead", "tbody", "caption", "colgroup"}, "tfoot": _CELLS | {"tr", "thead", "tbody"},
    "thead": frozenset({"caption", "colgroup"}),
}  # fmt: skip
# `<p>` may not hold what Markdown makes of its content once a blank line follows.
_ELEMENTS: Mapping[str, str] = {"p": "div", "center": "div"}


def write_html(html: str, output: Output) -> None:
    """A block of HTML. Where no tag of it is shown it stands as it is written."""
    start = len(output.pieces)
    accepted = False
    for piece in elements.tags(html):
        if isinstance(piece, str):
            _text(unescaped(piece), output)
        else:
            accepted |= _write_tag(piece, output, _ANYWHERE)
    shown = "".join(output.pieces[start:])
    if not accepted and shown.strip():
        output.pieces[start:] = [f'<pre class="as-written" tabindex="0">{shown.rstrip()}</pre>']


def write_inline_html(html: str, output: Output) -> None:
    """One tag, comment or the like within a line: elements of phrasing content only."""
    for piece in elements.tags(html):
        if isinstance(piece, str):
            _text(piece, output)
        else:
            _write_tag(piece, output, elements.PHRASING)


def _text(text: str, output: Output) -> None:
    output.pieces.append(escaped(output.marked.written(text) if output.anchors else text))
    output.words.append(text)


def _write_tag(tag: Tag, output: Output, allowed: frozenset[str]) -> bool:
    """Write it, as a tag (True) or as text."""
    if _shown(tag, output, allowed):
        return True
    _text(output.marked.written(tag.written), output)
    return False


def _shown(tag: Tag, output: Output, allowed: frozenset[str]) -> bool:
    if tag.name not in allowed:
        return False
    if tag.closing:
        return output.close(tag.name)
    found = elements.kept(tag)
    if found is None:
        return False
    _end_before(tag.name, output)
    if not _fits(tag.name, output):
        return False
    match tag.name:
        case "img":
            size = attributes(width=found.get("width"), height=found.get("height"))
            encoded = found.get("src", "")
            write_image(
                output.marked.encoded_marks(encoded), found.get("alt", ""), found.get("title", ""), output, size
            )
            return True
        case "a" if "href" in found:
            return _anchor(tag, found, output)
        case _:
            shown, name = _common(found, tag.name, output)
            _open(tag, _element(tag.name, output), shown, output, name)
            return True


def _end_before(name: str, output: Output) -> None:
    ends = _ENDS.get(name, frozenset())
    while len(output.open) > output.base and output.open[-1].name in ends:
        output.close(output.open[-1].name)


def _fits(name: str, output: Output) -> bool:
    """Whether a browser leaves it where it stands."""
    within = output.open[-1].name if len(output.open) > output.base else ""
    parents = elements.PARENTS.get(name)
    if parents is not None:
        return within in parents
    return not (_HEADING.fullmatch(name) and _HEADING.fullmatch(within))


def _anchor(tag: Tag, found: Mapping[str, str], output: Output) -> bool:
    encoded, offset = output.marked.destination(output.marked.encoded_marks(found["href"]))
    url = readable(encoded)
    leads = target(url, output.options.resolve)
    linked = leads.kind in {"external", "local"} and not output.anchors
    output.links.append(Link(url, "", leads.href if linked else None, *output.place(offset)))
    if not linked:
        return False
    output.anchors += 1
    others = {name: value for name, value in found.items() if name != "href"}
    shown, name = _common(others, "a", output)
    _open(tag, "a", link_attributes(leads) + shown, output, name, len(output.links) - 1)
    return True


def _common(found: Mapping[str, str], name: str, output: Output) -> tuple[str, str]:
    """HTML of attributes that need no more checks, and the id; it is one only where the page has no other like it."""
    shown: list[str] = []
    claimed = ""
    for key, value in found.items():
        written = output.marked.written(value)
        match key:
            case "id" | "name":
                if not claimed and output.ids.claim(written):
                    claimed = written
                    shown.append(attributes(id=written))
            case "align":
                shown.append(attributes(class_=f"align-{written.lower()}"))
            case "open" | "reversed":
                shown.append(f" {key}")
            case _:
                shown.append(f' {key}="{escaped(written)}"')
    if name == "center" and "align" not in found:
        shown.append(attributes(class_="align-center"))
    return "".join(shown), claimed


def _element(name: str, output: Output) -> str:
    if _HEADING.fullmatch(name):
        return f"h{max(1, min(6, int(name[1]) + output.options.heading_shift))}"
    return _ELEMENTS.get(name, name)


def _open(tag: Tag, element: str, shown: str, output: Output, name: str, link: int = -1) -> None:
    output.pieces.append(f"<{element}{shown}>")
    if tag.name in elements.VOID:
        output.words.append(" ")
        return
    output.push(Open(tag.name, len(output.pieces) - 1, tag.written, f"</{element}>", link, name))
