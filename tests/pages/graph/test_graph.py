"""Graphs as SVG: what is drawn, where it stands, what is left out; the same for the same graph."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmlc.pages.graph.adjacency import Tie, adjacency
from dpmlc.pages.graph.draw import css_word
from dpmlc.pages.graph.graph import MOST_CLUSTERS, MOST_EDGES, MOST_NEIGHBOURS, MOST_NODES, neighbourhood, package_graph
from dpmlc.pages.graph.height import heights
from dpmlc.pages.graph.layer import MOST_LAYERS, layers
from dpmlc.pages.graph.measure import width
from dpmlc.pages.graph.node import KOREAN, Edge, Node
from dpmlc.pages.graph.order import Group

SVG = "{http://www.w3.org/2000/svg}"


def nodes(names: str, group: str = "") -> list[Node]:
    return [Node(name, f"차 {name}", "role", f"./{name}.html", group) for name in names.split()]


def edges(pairs: str) -> list[Edge]:
    """`a>b` loads by default, `a!b` hot, `a?b` lazily."""
    kinds = {">": "default", "!": "hot", "?": "lazy"}
    return [Edge(each[0], each[2], kinds[each[1]]) for each in pairs.split()]


def drawn(names: str, pairs: str) -> ElementTree.Element:
    return ElementTree.fromstring(package_graph(nodes(names), edges(pairs), "g"))


def labels(svg: ElementTree.Element) -> list[str]:
    return [each.findtext(SVG + "text", "") for each in svg.iter(SVG + "a")]


def lines(svg: ElementTree.Element) -> list[str]:
    """`from class to` of each edge, by label."""
    shown = labels(svg)
    found = (each for each in svg.iter(SVG + "g") if each.get("data-from"))
    return [
        f"{shown[int(each.get('data-from', ''))]} {each.get('class', '').removeprefix('gr-edge ')} "
        f"{shown[int(each.get('data-to', ''))]}"
        for each in found
    ]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ("", ["a0 b0 c0 d0"]),
        ("a>b b>c c>d", ["a0 b1 c2 d3"]),
        ("a>d b>d a>b", ["a0 b1 c0 d2"]),
        ("a>b b>a", ["a0 b1 c0 d0"]),
        ("a>a", ["a0 b0 c0 d0"]),
        ("d>b b>c c>b", ["a0 b1 c2 d0"]),
        ("b>a c>b d>c a>d", ["a0 b3 c2 d1"]),
    ],
)
def test_who_loads_stands_on_the_left(pairs: str, expected: list[str]) -> None:
    loads = {name: tuple(each.target for each in edges(pairs) if each.source == name) for name in "abcd"}
    assert [" ".join(f"{name}{at}" for name, at in layers(loads).items())] == expected


def test_a_long_chain_ends_in_the_last_column() -> None:
    names = [str(at) for at in range(5000)]
    loads = {one: (other,) for one, other in pairwise(names)} | {names[-1]: ()}
    assert max(layers(loads).values()) == MOST_LAYERS - 1


def test_edges_have_their_kinds_and_each_pair_has_one() -> None:
    assert lines(drawn("a b c", "a?b a!b a>b b?c c!a c>c")) == [
        "차 a gr-hot 차 b",
        "차 b gr-lazy 차 c",
        "차 c gr-hot 차 a",
        "차 c gr-default 차 c",
    ]


def test_edges_to_nothing_are_left_out_and_lonely_nodes_stand_apart() -> None:
    svg = drawn("a b c", "a>b a>x x>a")
    assert lines(svg) == ["차 a gr-default 차 b"]
    assert labels(svg) == ["차 a", "차 b", "차 c"]
    assert [each.findtext(SVG + "text") for each in svg.iter(SVG + "g") if each.get("class") == "gr-group"] == [
        "without edges"
    ]


def test_each_node_tells_its_edges_on_both_sides() -> None:
    told = adjacency(nodes("a b c"), edges("a>b c!b b?b")).values()
    assert [(each.node.id, ids(each.loads), ids(each.loaded_by)) for each in told] == [
        ("a", "b", ""),
        ("b", "b", "a c b"),
        ("c", "b", ""),
    ]


def ids(ties: tuple[Tie, ...]) -> str:
    return " ".join(tie.node.id for tie in ties)


def test_nodes_link_and_nothing_written_gets_out_of_its_place() -> None:
    made = Node("x", '<script>"\u202e&', '" onload="x', "a.html?x=1&y='\"", "</title>")
    text = package_graph([made], [Edge("x", "x", '"><b>')], 'g"')
    svg = ElementTree.fromstring(text)
    link = next(svg.iter(SVG + "a"))
    assert link.get("href") == made.url
    assert link.get("class") == "gr-node gr-kind-onload-x"
    assert link.findtext(SVG + "text") == '<script>"\\u202e&'
    assert {each.tag.removeprefix(SVG) for each in svg.iter()} <= {
        "svg",
        "title",
        "desc",
        "g",
        "a",
        "rect",
        "path",
        "text",
    }


def test_a_large_graph_is_drawn_by_its_groups() -> None:
    many = [Node(f"{at}", f"n{at}", "role", "", f"역할/f{at % 3}") for at in range(MOST_NODES + 1)]
    ties = [Edge(f"{at}", f"{at + 1}", "hot") for at in range(0, MOST_NODES, 3)]
    made = package_graph(many, ties, "g")
    svg = ElementTree.fromstring(made)
    assert labels(svg) == ["역할/f0 (101)", "역할/f1 (100)", "역할/f2 (100)"]
    assert lines(svg) == ["역할/f0 (101) gr-hot gr-weight-3 역할/f1 (100)"]


@pytest.mark.parametrize("group", ["{0}", "같은/{0}", "a/b/c/{0}/d", "{0}/{0}"])
def test_many_groups_are_joined(group: str) -> None:
    many = [Node(f"{at}", "n", "role", "", group.format(at)) for at in range(1500)]
    svg = ElementTree.fromstring(package_graph(many, [], "g"))
    assert 1 <= len(labels(svg)) <= MOST_CLUSTERS
    assert sum(int(label.rpartition("(")[2][:-1]) for label in labels(svg)) == 1500


def test_a_dense_graph_says_what_it_leaves_out() -> None:
    names = [f"n{at}" for at in range(60)]
    dense = [Edge(one, other, "hot" if one == "n59" else "lazy") for one in names for other in names]
    svg = ElementTree.fromstring(package_graph([Node(name, name, "role", "") for name in names], dense, "g"))
    assert len(lines(svg)) == MOST_EDGES
    assert sum("gr-hot" in line for line in lines(svg)) == 60
    assert svg.findtext(SVG + "desc", "").endswith(" 2100 edges are not drawn.")


def test_neighbours_stand_on_both_sides() -> None:
    told = adjacency(nodes("a b c d"), edges("a!b b>c c>b b?b d>a"))
    svg = ElementTree.fromstring(neighbourhood(told["b"], "n", KOREAN))
    assert labels(svg) == ["차 a", "차 c", "차 b", "차 c"]
    assert lines(svg) == [
        "차 a gr-hot 차 b",
        "차 c gr-default 차 b",
        "차 b gr-default 차 c",
        "차 b gr-lazy 차 b",
    ]
    assert neighbourhood(adjacency(nodes("a"), [])["a"], "n") == ""


def test_too_many_neighbours_are_counted() -> None:
    many = [Node(f"{at}", f"n{at}", "role", "") for at in range(100)]
    svg = ElementTree.fromstring(
        neighbourhood(adjacency(many, [Edge("0", f"{at}", "hot") for at in range(1, 100)])["0"], "n")
    )
    assert len(labels(svg)) == MOST_NEIGHBOURS + 1
    assert labels(svg)[-1] == "… 88 more"


@pytest.mark.parametrize(
    ("kind", "expected"), [("role", "role"), ("My Kind", "my-kind"), ("차", "other"), ("", "other"), ("a--B_", "a-b")]
)
def test_kinds_make_classes(kind: str, expected: str) -> None:
    assert css_word(kind) == expected


def headings(*groups: str) -> list[str]:
    some = [Node(f"n{at}", "n", "", "", group) for at, group in enumerate(groups)]
    ties = [Edge("n0", node.id, "hot") for node in some[1:]]
    svg = ElementTree.fromstring(package_graph(some, ties, "g"))
    return sorted(each.findtext(SVG + "text", "") for each in svg.iter(SVG + "g") if each.get("class") == "gr-group")


def test_a_heading_that_is_wider_than_its_nodes_makes_them_wider() -> None:
    some = [
        Node("a", "a", "", "", "역할/요리사"),
        Node("b", "b", "", "", "한국/부엌/요리 순서"),
        Node("c", "c", "", ""),
    ]
    svg = ElementTree.fromstring(package_graph(some, edges("a>b"), "g"))
    found = {each.findtext(SVG + "text", ""): each for each in svg.iter(SVG + "g") if each.get("class") == "gr-group"}
    assert list(found) == ["역할/요리사", "한국/부엌/요리 순서", "without edges"]
    for each in found.values():
        assert_inside(each, 11)


def test_headings_leave_out_the_folders_that_all_share() -> None:
    assert headings("a/b/x", "a/b/y", "a/bz") == ["b/x", "b/y", "bz"]
    assert headings("茶/a", "茶/a") == ["茶/a", "茶/a"]
    assert headings("a/b", "", "a/c") == ["b", "c"]


def test_who_loads_stands_at_the_height_of_what_it_loads() -> None:
    some = [Node(name, name, "", "", f"f{name}") for name in "abcdef"]
    svg = ElementTree.fromstring(package_graph(some, edges("a>c a>d b>e b>f"), "g"))
    middle = {label: y for label, (_, y, _, _) in zip(labels(svg), map(box, svg.iter(SVG + "a")), strict=True)}
    assert middle["a"] == (middle["c"] + middle["d"]) // 2
    assert middle["b"] == (middle["e"] + middle["f"]) // 2


def test_one_tie_that_leads_far_away_does_not_take_a_node_from_the_others() -> None:
    column = tuple(Group("", (each,)) for each in "bcdefghijk")
    (first,), second = heights([[Group("", ("a",))], column], edges("a>b a>c a>d a>k"))
    assert first == (second[1] + second[2]) // 2


IDS = st.sampled_from([f"n{at}" for at in range(12)])
TEXTS = st.text(max_size=40) | st.text("mW茶차 é💧", max_size=60)
NODES = st.lists(st.builds(Node, IDS, TEXTS, TEXTS, st.text("a/.茶#<\"'&", max_size=9), st.text("a/茶W", max_size=30)))
EDGES = st.lists(st.builds(Edge, IDS, IDS, st.sampled_from(["hot", "default", "lazy", "broken"])), max_size=40)


@settings(max_examples=150, deadline=None)
@given(NODES, EDGES)
def test_any_graph_is_well_formed_and_without_overlaps(some: list[Node], ties: list[Edge]) -> None:
    made = package_graph(some, ties, "g")
    assert made == package_graph(some, ties, "g")
    svg = ElementTree.fromstring(made)
    assert len(labels(svg)) == len({node.id for node in some})
    assert "style=" not in re.sub(r">[^<]*<", "><", made)
    for told in adjacency(some, ties).values():
        neighbourhood(told, "n")
    wide, high = int(svg.get("width", "")), int(svg.get("height", ""))
    for each in svg.iter(SVG + "g"):
        if each.get("class") == "gr-group":
            assert_inside(each, 11)
    for each in svg.iter(SVG + "a"):
        assert_inside(each, 12)
    frames = [box(each) for each in svg.iter(SVG + "a")]
    for at, (x, y, across, height) in enumerate(frames):
        assert 0 <= x <= wide - across
        assert 0 <= y <= high - height
        for left, top, other, tall in frames[:at]:
            assert x >= left + other or left >= x + across or y >= top + tall or top >= y + height


def assert_inside(drawn: ElementTree.Element, size: int) -> None:
    text = drawn.find(SVG + "text")
    assert text is not None
    x, _, wide, _ = box(drawn)
    assert x < int(text.get("x", "")) <= x + wide - width(text.text or "", size)


def box(link: ElementTree.Element) -> tuple[int, int, int, int]:
    rect = link.find(SVG + "rect")
    assert rect is not None
    x, y, wide, height = (int(rect.get(side, "")) for side in ("x", "y", "width", "height"))
    return x, y, wide, height
