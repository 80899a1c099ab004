"""Edges run between nodes, never across one that they do not end at."""

import re
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from dpmlc.pages.graph.graph import package_graph
from dpmlc.pages.graph.node import Edge, Node

SVG = "{http://www.w3.org/2000/svg}"
IDS = [f"n{at}" for at in range(14)]
GROUPS = st.sampled_from(["", "역할/가", "역할/나", "자료", "자료/깊이/더"])

NODES = st.builds(
    Node, st.sampled_from(IDS), st.sampled_from(["차", "tea room", "요리 순서"]), st.just(""), st.just(""), GROUPS
)
EDGES = st.builds(Edge, st.sampled_from(IDS), st.sampled_from(IDS), st.sampled_from(["hot", "lazy"]))


def points(path: str) -> list[tuple[float, float]]:
    """A hundred points of each bow of a path, and the ends of its level pieces."""
    found: list[tuple[float, float]] = []
    x, y = 0.0, 0.0
    for command, numbers in re.findall(r"([MCH])([-\d ]+)", path):
        given_ = [float(each) for each in numbers.split()]
        if command == "H":
            found += [(x + (given_[0] - x) * step / 100, y) for step in range(101)]
            x = given_[0]
            continue
        if command == "C":
            x1, y1, x2, y2, x3, y3 = given_
            for step in range(101):
                t, s = step / 100, 1 - step / 100
                found.append((
                    s**3 * x + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t**3 * x3,
                    s**3 * y + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t**3 * y3,
                ))  # fmt: skip
        x, y = given_[-2:]
    return found


def crossings(svg: ElementTree.Element) -> list[str]:
    """Edges that touch a node which is not an end of theirs, or the heading of a group."""
    nodes = [(node.findtext(SVG + "title", ""), *box(node)) for node in svg.iter(SVG + "a")]
    groups = [each for each in svg.iter(SVG + "g") if each.get("class") == "gr-group"]
    headings = [(f"heading {each.findtext(SVG + 'text')}", *box(each)[:3], 18) for each in groups]
    found = []
    for edge in svg.iter(SVG + "g"):
        line = edge.find(SVG + "path")
        if edge.get("data-from") is None or line is None:
            continue
        ends = {int(edge.get("data-from", "")), int(edge.get("data-to", ""))}
        boxes = [each for at, each in enumerate(nodes) if at not in ends] + headings
        found += [
            f"{sorted(ends)} {name}"
            for name, left, top, wide, high in boxes
            if any(left < x < left + wide and top < y < top + high for x, y in points(line.get("d", "")))
        ]
    return found


def box(drawn: ElementTree.Element) -> tuple[int, int, int, int]:
    rect = drawn.find(SVG + "rect")
    assert rect is not None
    x, y, wide, high = (int(rect.get(side, "")) for side in ("x", "y", "width", "height"))
    return x, y, wide, high


def test_a_level_edge_runs_beside_the_node_between() -> None:
    nodes = [Node(each, each, "", "", "자료") for each in "abc"]
    edges = [Edge("a", "b", ""), Edge("b", "c", ""), Edge("a", "c", "")]
    svg = ElementTree.fromstring(package_graph(nodes, edges, "g"))
    assert crossings(svg) == []


@settings(max_examples=100, deadline=None)
@given(st.lists(NODES, max_size=20), st.lists(EDGES, max_size=30))
def test_no_edge_crosses_a_node_or_a_heading(nodes: list[Node], edges: list[Edge]) -> None:
    assert crossings(ElementTree.fromstring(package_graph(nodes, edges, "g"))) == []


def second_column(count: int) -> int:
    """Where the second of two columns begins that have `count` edges between them."""
    nodes = [Node(each, each[0], each, "") for each in (f"{side}{at}" for side in "ab" for at in range(20))]
    edges = [Edge(f"a{at % 20}", f"b{at // 20}", "hot") for at in range(count)]
    svg = ElementTree.fromstring(package_graph(nodes, edges, "g"))
    return next(box(node)[0] for node in svg.iter(SVG + "a") if node.get("class") == "gr-node gr-kind-b0")


def test_many_edges_have_more_room() -> None:
    few = second_column(20)
    # From the 25th edge on one unit each, up to twice the usual room.
    assert [second_column(count) - few for count in (24, 100, 400)] == [0, 76, 192]
