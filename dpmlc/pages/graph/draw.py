"""Placed nodes and edges -> SVG text: no styles, no scripts; `themes/default/static/graph.js` documents the markup."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from dpmlc.pages.graph.curve import curve
from dpmlc.pages.graph.lane import Column, columns
from dpmlc.pages.graph.node import Edge
from dpmlc.pages.graph.place import HEADING_LEFT, HEADING_SIZE, LEFT, SIZE, Frame, Place, Placed
from dpmlc.pages.graph.size import HEIGHT
from dpmlc.report.width import visible

_NO_CLASS = re.compile(r"[^a-z0-9]+")


def svg(scene: Placed, edges: Iterable[Edge], prefix: str, title: str, description: str) -> str:
    """One `<svg>` in one line. `prefix` begins each id. Edges between places that are not there are not drawn."""
    numbers = {place.node.id: number for number, place in enumerate(scene.places)}
    pairs = [
        (edge, numbers[edge.source], numbers[edge.target])
        for edge in edges
        if edge.source in numbers and edge.target in numbers
    ]
    lanes = columns(scene)
    return "".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" class="gr" role="group" aria-labelledby="{escape(prefix)}-title" '
        f'aria-describedby="{escape(prefix)}-desc" viewBox="0 0 {scene.width} {scene.height}" '
        f'width="{scene.width}" height="{scene.height}" fill="none" stroke="currentColor" '
        f'font-family="sans-serif" font-size="{SIZE}">',
        f'<title id="{escape(prefix)}-title">{escape(visible(title))}</title>',
        f'<desc id="{escape(prefix)}-desc">{escape(visible(description))}</desc>',
        *(_frame(frame) for frame in scene.frames if frame.name),
        '<g class="gr-edges">',
        *(_edge(edge, source, target, scene.places, lanes) for edge, source, target in pairs),
        '</g><g class="gr-nodes">',
        *(_node(place, number) for number, place in enumerate(scene.places)),
        "</g></svg>",
    ))  # fmt: skip


def css_word(kind: str) -> str:
    """`kind` as a part of a class name: lower-case ASCII letters, digits and single `-`; `other` where none is left."""
    return _NO_CLASS.sub("-", kind.lower()).strip("-") or "other"


def _frame(frame: Frame) -> str:
    whole = visible(frame.name)
    title = f"<title>{escape(whole)}</title>" if whole != frame.shown else ""
    return (
        f'<g class="gr-group">{title}'
        f'<rect x="{frame.x}" y="{frame.y}" width="{frame.width}" height="{frame.height}" rx="6"/>'
        f'<text x="{frame.x + HEADING_LEFT}" y="{frame.y + 14}" font-size="{HEADING_SIZE}" '
        f'fill="currentColor" stroke="none">{escape(frame.shown)}</text></g>'
    )


def _edge(edge: Edge, source: int, target: int, places: Sequence[Place], lanes: Sequence[Column]) -> str:
    line, head = curve(places[source], places[target], lanes)
    dashes = ' stroke-dasharray="4 3"' if edge.kind == "lazy" else ""
    weight = f" gr-weight-{len(str(edge.count))}" if edge.count > 1 else ""
    count = f"<title>{edge.count}</title>" if edge.count > 1 else ""
    return (
        f'<g class="gr-edge gr-{css_word(edge.kind)}{weight}" data-from="{source}" data-to="{target}">{count}'
        f'<path d="{line}"{dashes}/><path class="gr-head" d="{head}" fill="currentColor" stroke="none"/></g>'
    )


def _node(place: Place, number: int) -> str:
    node = place.node
    title = ", ".join(visible(each) for each in (node.label, node.called, node.group) if each)
    href = f' href="{escape(node.url)}"' if node.url else ""
    return (
        f'<a class="gr-node gr-kind-{css_word(node.kind)}"{href} data-node="{number}"><title>{escape(title)}</title>'
        f'<rect x="{place.x}" y="{place.y}" width="{place.width}" height="{HEIGHT}" rx="4"/>'
        f'<path class="gr-strip" d="M{place.x + 3} {place.y + 4}v{HEIGHT - 8}"/>'
        f'<text x="{place.x + LEFT}" y="{place.y + 16}" fill="currentColor" stroke="none">'
        f"{escape(place.shown)}</text></a>"
    )
