"""Nodes and edges -> the graph of a package, and of the surroundings of one node, as SVG."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dpmlc.pages.graph.adjacency import Adjacent, Tie, adjacency, rank
from dpmlc.pages.graph.cluster import clusters, mean_columns
from dpmlc.pages.graph.draw import svg
from dpmlc.pages.graph.fan import Fan, web
from dpmlc.pages.graph.layer import layers
from dpmlc.pages.graph.node import ENGLISH, Edge, Node, Wording
from dpmlc.pages.graph.order import Group, ordered
from dpmlc.pages.graph.place import MARGIN, Placed, in_grid, placed

MOST_NODES = 300
"""How many nodes are drawn one by one; a larger graph is drawn by its groups."""

MOST_CLUSTERS = 60
MOST_EDGES = 1500
"""How many edges are drawn: those that load most, that stand for most, that come first."""

MOST_NEIGHBOURS = 12
"""How many neighbours stand on each side of a node; the others are counted."""

_BEND = "\0bend"
"""Begins the id of what stands for a fan; no path holds its first character."""


def package_graph(
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    prefix: str,
    wording: Wording = ENGLISH,
    fans: Sequence[Fan] = (),
) -> str:
    """The whole graph, who loads on the left of what is loaded; nodes without edges stand below.

    `prefix` begins each id, so it is a valid one and the only of its page. In a graph of more than `MOST_NODES` nodes
    `fans` are not taken apart. Linear in nodes, edges and ends of fans but for sorting.
    """
    known: dict[str, Node] = {}
    for node in nodes:
        known.setdefault(node.id, node)
    whole = tuple(known.values())
    if len(whole) <= MOST_NODES:
        edges, fans = (*edges, *(edge for fan in fans for edge in fan.edges())), ()
    told = adjacency(whole, edges)
    ties = web(whole, _edges(told), fans)
    count = sum(ties.count_loads(each) + (each in ties.loads.get(each, ())) for each in told)
    described = wording.described.format(len(told), count)
    shown, column = told, _columns(told, fans)
    if len(told) > MOST_NODES:
        made = clusters(whole, _edges(told), MOST_CLUSTERS, wording, fans)
        shown = adjacency(made.nodes, made.edges)
        column = mean_columns(column, made.home)
    drawn, hidden = _drawn(_edges(shown))
    described += wording.hidden.format(hidden) if hidden else ""
    return svg(_scene(shown, column, wording), drawn, prefix, wording.title, described)


def _columns(told: Mapping[str, Adjacent], fans: Sequence[Fan]) -> dict[str, int]:
    """The column of each node with edges. A fan is one node between its ends, which takes no column."""
    bends = {f"{_BEND}{number}": fan for number, fan in enumerate(fans)}
    loads: dict[str, list[str]] = {each: list(found) for each, found in _tied(told).items()}
    for bend, fan in bends.items():
        for source in fan.sources:
            loads.setdefault(source, []).append(bend)
        for target in fan.targets:
            loads.setdefault(target, [])
    found = layers({**loads, **{bend: tuple(fan.targets) for bend, fan in bends.items()}}, bends.keys())
    return {each: found[each] for each in loads}


def _drawn(edges: Sequence[Edge]) -> tuple[Sequence[Edge], int]:
    """The edges to draw, in order, and how many are left out."""
    if len(edges) <= MOST_EDGES:
        return edges, 0
    by_weight = sorted(range(len(edges)), key=lambda at: (rank(edges[at].kind), -edges[at].count, at))
    return [edges[at] for at in sorted(by_weight[:MOST_EDGES])], len(edges) - MOST_EDGES


def _tied(adjacent: Mapping[str, Adjacent]) -> dict[str, tuple[str, ...]]:
    """What each node that has edges loads."""
    tied = {each: made for each, made in adjacent.items() if made.loads or made.loaded_by}
    return {each: tuple(tie.node.id for tie in made.loads) for each, made in tied.items()}


def _scene(adjacent: Mapping[str, Adjacent], column: Mapping[str, int], wording: Wording) -> Placed:
    """Nodes with edges by their `column`, the others below them."""
    tied = {each: column[each] for each, made in adjacent.items() if made.loads or made.loaded_by}
    nodes = {each: made.node for each, made in adjacent.items()}
    scene = placed(ordered(adjacent, tied), nodes, _edges(adjacent))
    alone = [node for each, node in nodes.items() if each not in tied]
    if not alone:
        return scene
    below = in_grid(alone, wording.alone, scene.height if tied else MARGIN, max(scene.width, 640))
    width = max(scene.width, below.width)
    return Placed(scene.places + below.places, scene.frames + below.frames, width, below.height)


def _edges(adjacent: Mapping[str, Adjacent]) -> tuple[Edge, ...]:
    return tuple(Edge(each, tie.node.id, tie.kind, tie.count) for each, made in adjacent.items() for tie in made.loads)


def neighbourhood(made: Adjacent, prefix: str, wording: Wording = ENGLISH) -> str:
    """One node between those that load it and those it loads, as SVG; "" where it has no edges.

    A node on both sides is drawn twice. Linear in the node's edges.
    """
    before = [tie for tie in made.loaded_by if tie.node.id != made.node.id]
    behind = [tie for tie in made.loads if tie.node.id != made.node.id]
    own = [tie for tie in made.loads if tie.node.id == made.node.id]
    if not (before or behind or own):
        return ""
    sides = (
        _side(before, made.more_loaded_by, "in", wording),
        [Tie(replace(made.node, id="own", url=""), "")],
        _side(behind, made.more_loads, "out", wording),
    )
    names = (wording.loaded_by, "", wording.loads)
    nodes = {tie.node.id: tie.node for side in sides for tie in side}
    order = [
        (Group(name, tuple(tie.node.id for tie in side)),) for name, side in zip(names, sides, strict=True) if side
    ]
    edges = [Edge(tie.node.id, "own", tie.kind) for tie in sides[0]]
    edges += [Edge("own", tie.node.id, tie.kind) for tie in sides[2]]
    edges += [Edge("own", "own", tie.kind) for tie in own]
    described = wording.described.format(len(nodes), len(edges))
    return svg(placed(order, nodes, edges), edges, prefix, wording.around.format(made.node.label), described)


def _side(ties: Sequence[Tie], more: int, side: str, wording: Wording) -> list[Tie]:
    """The ties of one side under ids of their own, the last one a count where there are too many, or `more` besides."""
    cut = len(ties) + more > MOST_NEIGHBOURS
    shown = ties[: MOST_NEIGHBOURS - 1] if cut else ties
    made = [Tie(replace(tie.node, id=f"{side} {at}", group=""), tie.kind) for at, tie in enumerate(shown)]
    if cut:
        label = wording.more.format(len(ties) + more - len(shown))
        made.append(Tie(Node(f"{side} more", label, "more", ""), "default"))
    return made
