"""Fans are their edges: whatever is asked of a web is what the edges taken apart would answer."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dpmlc.pages.graph.adjacency import Adjacent, adjacency
from dpmlc.pages.graph.fan import Fan, web
from dpmlc.pages.graph.graph import neighbourhood, package_graph
from dpmlc.pages.graph.layer import layers
from dpmlc.pages.graph.node import Edge, Node

NAMES = "甲乙丙丁戊"
NODES = [Node(each, each, "document", "") for each in NAMES]
KINDS = st.sampled_from(["hot", "default", "lazy", "broken"])
EDGES = st.lists(st.builds(Edge, st.sampled_from(NAMES), st.sampled_from(NAMES), KINDS), max_size=8)
FANS = st.lists(
    st.builds(
        Fan,
        st.dictionaries(st.sampled_from(NAMES), KINDS, min_size=1),
        st.dictionaries(st.sampled_from(NAMES), st.none(), min_size=1),
    ),
    max_size=3,
)


def sides(made: Adjacent) -> list[set[tuple[str, str]]]:
    return [{(tie.node.id, tie.kind) for tie in ties} for ties in (made.loads, made.loaded_by)]


@settings(max_examples=200)
@given(EDGES, FANS)
def test_a_web_tells_what_its_edges_tell(edges: list[Edge], fans: list[Fan]) -> None:
    made = web(NODES, edges, fans)
    apart = adjacency(NODES, [*edges, *(edge for fan in fans for edge in fan.edges())])
    for name, whole in apart.items():
        near = made.near(name, 9)
        assert sides(near) == sides(whole)
        assert (near.more_loads, near.more_loaded_by) == (0, 0)
        few = made.near(name, 1)
        assert all(one <= other for one, other in zip(sides(few), sides(whole), strict=True))
        others = [sum(tie.node.id != name for tie in ties) for ties in (whole.loads, whole.loaded_by)]
        assert few.more_loads == max(0, others[0] - 1)
        assert few.more_loaded_by == max(0, others[1] - 1)


@settings(max_examples=50)
@given(EDGES, FANS)
def test_a_small_graph_is_drawn_with_all_edges_of_its_fans(edges: list[Edge], fans: list[Fan]) -> None:
    apart = [*edges, *(edge for fan in fans for edge in fan.edges())]
    assert package_graph(NODES, edges, "g", fans=fans) == package_graph(NODES, apart, "g")


def test_what_is_not_shown_is_counted() -> None:
    fan = Fan({"甲": "hot"}, {f"{each}": None for each in range(40)})
    nodes = [Node("甲", "甲", "document", ""), *(Node(each, each, "file", "") for each in fan.targets)]
    assert "… 29 more" in neighbourhood(web(nodes, [], [fan]).near("甲", 12), "g")


def test_a_bend_takes_no_column() -> None:
    assert layers({"甲": ["~"], "乙": ["甲"], "丙": [], "~": ["丙", "丁"], "丁": []}, {"~"}) == {
        "甲": 1, "乙": 0, "丙": 2, "~": 1, "丁": 2,
    }  # fmt: skip


def test_a_large_graph_counts_the_edges_of_fans_between_its_groups() -> None:
    nodes = [Node(f"{group}{each}", "x", "document", "", group) for group in "甲乙" for each in range(200)]
    fan = Fan({f"甲{each}": "lazy" for each in range(100)}, {node.id: None for node in nodes})
    made = package_graph(nodes, [Edge("甲0", "乙0", "hot"), Edge("乙1", "甲1", "hot")], "g", fans=[fan])
    assert "400 nodes, 39901 edges" in made
    # From 甲 to 乙 the fan makes 100 times 200, and one edge is told twice: by itself and by the fan.
    assert "<title>20001</title>" in made
