"""An SVG as a renderer made it -> a drawing: nothing in it but shapes, words and their looks; and its size."""

import re
from dataclasses import dataclass
from math import ceil, isfinite

from lxml import etree

_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES = frozenset(
    {
        "svg", "g", "defs", "marker", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
        "tspan", "textPath", "title", "desc", "style", "linearGradient", "radialGradient", "stop", "clipPath", "mask",
        "pattern", "filter", "feDropShadow", "feGaussianBlur", "feOffset", "feFlood", "feComposite", "feMerge",
        "feMergeNode", "feColorMatrix", "feBlend",
    }
)  # fmt: skip
_LARGEST = 100_000
_ELSEWHERE = re.compile(r"""url\(\s*["']?(?!["'#])|@import|\\|[<]""", re.IGNORECASE)
_NODES = frozenset(
    {"node", "mindmap-node", "section-node", "timeline-node", "actor-top", "task", "pieCircle", "person"}
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A diagram. `svg` is safe to open by itself; `width` and `height` are in CSS pixels.

    `title` is what its author called it (or ""), `nodes` how many things it shows (0 where that is not known).
    """

    svg: str
    width: int
    height: int
    title: str = ""
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Undrawn:
    """Why a diagram cannot be drawn, as its renderer says it."""

    reason: str


def drawing(svg: str) -> Drawing | None:
    """What is left of `svg` without scripts, links, HTML and anything from elsewhere; None where it is no SVG.

    Its size stands in it, so that it is shown neither larger nor smaller than it was drawn.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(svg.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None
    size = _size(root.get("viewBox", ""))
    if root.tag != f"{_SVG}svg" or root.getroottree().docinfo.internalDTD or size is None:
        return None
    _clean(root)
    root.attrib.pop("style", "")
    root.set("width", str(size[0]))
    root.set("height", str(size[1]))
    title = root.findtext(f"{_SVG}title") or ""
    return Drawing(etree.tostring(root, encoding="unicode"), *size, " ".join(title.split()), _nodes(root))


def _size(box: str) -> tuple[int, int] | None:
    try:
        _, _, width, height = map(float, box.replace(",", " ").split())
    except ValueError:
        return None
    fits = all(isfinite(each) and 0 < each <= _LARGEST for each in (width, height))
    return (ceil(width), ceil(height)) if fits else None


def _clean(root: etree._Element) -> None:
    for element in list(root.iter()):
        if element.tag == f"{_SVG}a":
            element.tag = f"{_SVG}g"
        known = isinstance(element.tag, str) and element.tag.startswith(_SVG) and element.tag[len(_SVG) :] in _SHAPES
        above = element.getparent()
        if not known or (element.tag == f"{_SVG}style" and _ELSEWHERE.search(element.text or "")):
            if above is not None:
                above.remove(element)
            continue
        for name, value in element.attrib.items():
            if not _harmless(str(name), str(value)):
                del element.attrib[name]


def _harmless(name: str, value: str) -> bool:
    plain = name.rsplit("}", 1)[-1].lower()
    if plain == "href":
        return value.startswith("#")
    if plain.startswith(("on", "data-merman")) or plain in {"target", "base", "src"}:
        return False
    return plain.startswith(("aria-", "d")) or not _ELSEWHERE.search(value)


def _nodes(root: etree._Element) -> int:
    return sum(not _NODES.isdisjoint(element.get("class", "").split()) for element in root.iter(f"{_SVG}*"))
