"""An SVG as a renderer made it -> a drawing: nothing in it but shapes, words and their looks; and its size."""

import re
from dataclasses import dataclass, field
from html import escape, unescape
from math import ceil, isfinite
from xml.parsers.expat import ExpatError, ParserCreate

from dpmlc.pages.renderer import Drawing

_NAMESPACE = "http://www.w3.org/2000/svg"
_SHAPES = frozenset(
    {
        "svg", "g", "a", "defs", "marker", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
        "tspan", "textPath", "title", "desc", "style", "linearGradient", "radialGradient", "stop", "clipPath", "mask",
        "pattern", "filter", "feDropShadow", "feGaussianBlur", "feOffset", "feFlood", "feComposite", "feMerge",
        "feMergeNode", "feColorMatrix", "feBlend",
    }
)  # fmt: skip
_LEFT_OUT = re.compile(r"on|xmlns|href|src|target|data-merman|.*:(?!space\Z)", re.IGNORECASE)
_FREE_TEXT = re.compile(r"d\Z|aria-|data-")
_ELSEWHERE = re.compile(r"""url\(\s*(?:"(?!#)|'(?!#)|(?!["'#]))|@import|image-set|\\""", re.IGNORECASE)
_NODES = frozenset({"node", "mindmap-node", "timeline-node", "actor-top", "task", "pieCircle"})
_LARGEST = 100_000


def drawing(svg: str) -> Drawing | None:
    """What is left of `svg` without scripts, links, HTML and anything from elsewhere; None where it is no SVG.

    Its size stands in it, so that it is shown neither larger nor smaller than it was drawn.
    """
    rest = _Rest()
    parser = ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = rest.start
    parser.EndElementHandler = rest.end
    parser.CharacterDataHandler = rest.words
    parser.StartDoctypeDeclHandler = rest.doctype
    try:
        parser.Parse(svg.encode("utf-8", "replace"), True)
    except (ExpatError, _ForeignError):
        return None
    title = " ".join(unescape(rest.title).split())
    return Drawing("".join(rest.pieces), *rest.size, title, rest.nodes)


class _ForeignError(Exception):
    """What was read is no SVG that can be shown."""


@dataclass(slots=True)
class _Rest:
    """What is left, element for element. `_names` are the elements around; "" stands for one that is left out."""

    pieces: list[str] = field(default_factory=list)
    size: tuple[int, int] = (0, 0)
    title: str = ""
    nodes: int = 0
    _names: list[str] = field(default_factory=list)
    _looks: str = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._names:
            attributes = self._root(name, attributes)
        if name not in _SHAPES or (self._names and not self._names[-1]):
            self._names.append("")
            return
        self.nodes += not _NODES.isdisjoint(attributes.get("class", "").split())
        name = "g" if name == "a" else name
        self._names.append(name)
        kept = "".join(f' {each}="{escape(value)}"' for each, value in attributes.items() if _harmless(each, value))
        namespace = f' xmlns="{_NAMESPACE}"' if len(self._names) == 1 else ""
        self.pieces.append(f"<{name}{namespace}{kept}>")

    def end(self, _: str) -> None:
        name = self._names.pop()
        if name == "style":
            looks, self._looks = self._looks, ""
            self.pieces.append("" if _ELSEWHERE.search(looks) else escape(looks, quote=False))
        if name:
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

    def doctype(self, *_: object) -> None:
        """Entities could make much of little."""
        raise _ForeignError

    def _root(self, name: str, attributes: dict[str, str]) -> dict[str, str]:
        size = _size(attributes.get("viewBox", ""))
        if name != "svg" or attributes.get("xmlns") != _NAMESPACE or size is None:
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


def _harmless(name: str, value: str) -> bool:
    if _LEFT_OUT.match(name):
        return False
    return bool(_FREE_TEXT.match(name)) or not _ELSEWHERE.search(value)
