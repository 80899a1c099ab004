"""An SVG, of a renderer or of an author -> one with nothing in it but shapes, words and their looks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape, unescape
from math import ceil, isfinite
from xml.parsers.expat import ExpatError, ParserCreate

from dpmlc.pages.figures.copies import Copies
from dpmlc.pages.figures.renderer import Drawing
from dpmlc.text.frozen import frozen

_NAMESPACE = "http://www.w3.org/2000/svg"
_SHAPES = frozenset(
    {
        "svg", "g", "a", "defs", "marker", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
        "tspan", "textPath", "title", "desc", "style", "linearGradient", "radialGradient", "stop", "clipPath", "mask",
        "pattern", "filter", "feDropShadow", "feGaussianBlur", "feOffset", "feFlood", "feComposite", "feMerge",
        "feMergeNode", "feColorMatrix", "feBlend", "symbol", "use",
    }
)  # fmt: skip
_LEFT_OUT = re.compile(r"on|xmlns|href|src|target|data-merman|.*:(?!space\Z)", re.IGNORECASE)
_LOCAL = re.compile(r"#[^\s\"'<>]+")
_FREE_TEXT = re.compile(r"d\Z|aria-|data-")
_ELSEWHERE = re.compile(r"""url\(\s*(?:"(?!#)|'(?!#)|(?!["'#]))|@import|image-set|\\""", re.IGNORECASE)
_UNSEEN = frozenset({"script", "metadata", "view"})
_NODES = frozenset({"node", "mindmap-node", "timeline-node", "actor-top", "task", "pieCircle"})
_LARGEST = 100_000


def drawing(svg: str) -> Drawing | None:
    """What is left of `svg` without scripts, links, HTML and anything from elsewhere; None where it is no SVG.

    Its size stands in it, so that it is shown neither larger nor smaller than it was drawn.
    """
    rest = _Rest()
    if not _read(svg.encode("utf-8", "replace"), rest):
        return None
    title = " ".join(unescape(rest.title).split())
    return Drawing("".join(rest.pieces), *rest.size, title, rest.nodes)


@frozen
class Picture:
    """A picture that an author drew. `svg` is safe to open by itself, `without` names elements that are not in it."""

    svg: str
    without: tuple[str, ...]


def picture(content: bytes) -> Picture | None:
    """What is left in the same way of a picture, in its own size; None where it is no SVG."""
    rest = _Rest(drawn=False)
    return Picture("".join(rest.pieces), tuple(sorted(rest.without))) if _read(content, rest) else None


def _read(content: bytes, rest: "_Rest") -> bool:
    parser = ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = rest.start
    parser.EndElementHandler = rest.end
    parser.CharacterDataHandler = rest.words
    parser.StartDoctypeDeclHandler = rest.doctype
    try:
        parser.Parse(content, True)
    except (ExpatError, _ForeignError, LookupError, ValueError):  # The last two for encodings that it does not know.
        return False
    rest.without_endless_copies()
    return True


class _ForeignError(Exception):
    """What was read is no SVG that can be shown."""


@dataclass(slots=True)
class _Rest:
    """What is left, element for element. `_names` are the elements around; "" stands for one that is left out.

    `drawn` by a renderer, its size is that of its view. `without` are names of elements left out that one may miss.
    `_used` are the pieces that copy others.
    """

    drawn: bool = True
    without: set[str] = field(default_factory=set)
    pieces: list[str] = field(default_factory=list)
    size: tuple[int, int] = (0, 0)
    title: str = ""
    nodes: int = 0
    _names: list[str] = field(default_factory=list)
    _copies: Copies = field(default_factory=Copies)
    _used: list[int] = field(default_factory=list)
    _looks: str = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._names:
            attributes = self._root(name, attributes)
        leads = "" if self.drawn else _leads(attributes)
        inside = not self._names or bool(self._names[-1])  # What stands in something left out is left out with it.
        if name not in _SHAPES or not inside or (name == "use" and not leads):
            if ":" not in name and name not in _UNSEEN and inside:
                self.without.add(name)
            self._names.append("")
            return
        self.nodes += not _NODES.isdisjoint(attributes.get("class", "").split())
        name = "g" if name == "a" else name
        kept = "".join(f' {each}="{escape(value)}"' for each, value in attributes.items() if _harmless(each, value))
        if leads and name != "g":
            kept += f' href="{escape(leads)}"'
        if name == "use":
            self._copies.start(attributes.get("id", ""))
            self._copies.copy(leads[1:])
            self._copies.end()
            self._used.append(len(self.pieces))
            self.pieces.append(f"<use{kept}/>")
            self._names.append("")
            return
        self._copies.start(attributes.get("id", ""))
        self._names.append(name)
        namespace = f' xmlns="{_NAMESPACE}"' if len(self._names) == 1 else ""
        self.pieces.append(f"<{name}{namespace}{kept}>")

    def end(self, _: str) -> None:
        name = self._names.pop()
        if name == "style":
            looks, self._looks = self._looks, ""
            self.pieces.append("" if _ELSEWHERE.search(looks) else escape(looks, quote=False))
        if name:
            self._copies.end()
            self.pieces.append(f"</{name}>")

    def words(self, text: str) -> None:
        inside = self._names[-1]
        if not inside:
            return
        if inside == "style":  # It comes in pieces of any length, and is judged as a whole.
            self._looks += text
            return
        if self._names == ["svg", "title"]:
            self.title += text
        self.pieces.append(escape(text, quote=False))

    def doctype(self, _name: str, _system: object, _public: object, declares: int) -> None:
        """Entities could make much of little."""
        if declares:
            raise _ForeignError

    def without_endless_copies(self) -> None:
        """Copies of copies that come to too much are left out, all of them."""
        if self._used and not self._copies.fit():
            self.without.add("use")
            for each in self._used:
                self.pieces[each] = ""

    def _root(self, name: str, attributes: dict[str, str]) -> dict[str, str]:
        if name != "svg" or attributes.get("xmlns") != _NAMESPACE:
            raise _ForeignError
        if not self.drawn:
            return attributes
        size = _size(attributes.get("viewBox", ""))
        if size is None:
            raise _ForeignError
        self.size = size
        kept = {each: value for each, value in attributes.items() if each not in {"style", "width", "height"}}
        return {"width": str(size[0]), "height": str(size[1]), **kept}


def _size(box: str) -> tuple[int, int] | None:
    try:
        _, _, width, height = map(float, box.replace(",", " ").split())
    except ValueError:
        return None
    fits = all(isfinite(each) and 0 < each <= _LARGEST for each in (width, height))
    return (ceil(width), ceil(height)) if fits else None


def _leads(attributes: Mapping[str, str]) -> str:
    """Which part of the picture itself an element refers to: `#id`, or ""."""
    found = (attributes[each] for each in ("href", "xlink:href") if each in attributes)
    return next((each for each in found if _LOCAL.fullmatch(each)), "")


def _harmless(name: str, value: str) -> bool:
    if _LEFT_OUT.match(name):
        return False
    return bool(_FREE_TEXT.match(name)) or not _ELSEWHERE.search(value)
