"""Who loads whom -> the column of each node: to the right of all that load it, cycles cut where they close."""

from collections.abc import Collection, Iterable, Mapping

MOST_LAYERS = 7
"""How many columns there are; what lies deeper stands in the last one."""


def layers(loads: Mapping[str, Iterable[str]], bends: Collection[str] = ()) -> dict[str, int]:
    """The column of each node from 0, in the order of `loads`. Linear in nodes and edges, any depth.

    `bends` are nodes that only stand for edges: one takes no column of its own.
    """
    order, closing = _finished(loads)
    column = dict.fromkeys(loads, 0)
    for node in reversed(order):
        for target in loads[node]:
            if (node, target) not in closing:
                column[target] = max(column[target], column[node] + (target not in bends))
    return {node: min(at, MOST_LAYERS - 1) for node, at in column.items()}


def _finished(loads: Mapping[str, Iterable[str]]) -> tuple[list[str], set[tuple[str, str]]]:
    """The nodes, each behind all it reaches, and the edges that close cycles. Those that nobody loads begin."""
    loaded = {target for node, found in loads.items() for target in found if target != node}
    roots = [node for node in loads if node not in loaded]
    order: list[str] = []
    closing: set[tuple[str, str]] = set()
    state: dict[str, bool] = {}  # True while the node is open.
    for root in (*roots, *loads):
        if root in state:
            continue
        state[root] = True
        open_ = [(root, iter(loads[root]))]
        while open_:
            node, rest = open_[-1]
            target = next(rest, None)
            if target is None:
                state[node] = False
                order.append(node)
                open_.pop()
            elif target not in state:
                state[target] = True
                open_.append((target, iter(loads[target])))
            elif state[target]:
                closing.add((node, target))
    return order, closing
