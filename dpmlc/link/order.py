"""The graph of inlined references -> its cycles, found before any text is moved (SPEC 3.10)."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from dpmlc.link.bound import Bound, Outcome
from dpmlc.link.flat import Cycle
from dpmlc.text.span import Span

_Edges = Mapping[str, tuple[tuple[str, Span], ...]]


def cycles(entries: Iterable[str], bounds: Mapping[str, tuple[Bound, ...]]) -> tuple[Cycle, ...]:
    """Sets of documents that reach each other, among those reached from `entries`; by first document, in byte order."""
    edges = {path: tuple(_leads(found)) for path, found in bounds.items()}
    sets = [each for each in _components(sorted(entries), edges) if len(each) > 1 or _loops(each[0], edges)]
    return tuple(Cycle(tuple(sorted(each)), _shortest(frozenset(each), edges)) for each in sorted(sets, key=min))


def _leads(bounds: Iterable[Bound]) -> Iterator[tuple[str, Span]]:
    for bound in bounds:
        if bound.outcome is Outcome.INLINE:
            for target in bound.targets:
                if target.kind == "document":
                    yield target.location, bound.reference.span


def _loops(path: str, edges: _Edges) -> bool:
    return any(target == path for target, _ in edges.get(path, ()))


def _components(entries: Iterable[str], edges: _Edges) -> Iterator[list[str]]:
    """Strongly connected components (Tarjan 1972), with a stack of its own: depth is the author's choice."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    open_: set[str] = set()
    for entry in entries:
        if entry in number:
            continue
        calls: list[tuple[str, Iterator[tuple[str, Span]]]] = []
        _enter(entry, number, low, waiting, open_, calls, edges)
        while calls:
            path, leads = calls[-1]
            target = next((each for each, _ in leads if each not in number or each in open_), None)
            if target is None:
                calls.pop()
                if calls:
                    low[calls[-1][0]] = min(low[calls[-1][0]], low[path])
                if low[path] == number[path]:
                    yield _closed(path, waiting, open_)
            elif target in number:
                low[path] = min(low[path], number[target])
            else:
                _enter(target, number, low, waiting, open_, calls, edges)


def _enter(
    path: str,
    number: dict[str, int],
    low: dict[str, int],
    waiting: list[str],
    open_: set[str],
    calls: list[tuple[str, Iterator[tuple[str, Span]]]],
    edges: _Edges,
) -> None:
    number[path] = low[path] = len(number)
    waiting.append(path)
    open_.add(path)
    calls.append((path, iter(edges.get(path, ()))))


def _closed(path: str, waiting: list[str], open_: set[str]) -> list[str]:
    component: list[str] = []
    while not component or component[-1] != path:
        component.append(waiting.pop())
        open_.remove(component[-1])
    return component


def _shortest(inside: frozenset[str], edges: _Edges) -> tuple[tuple[str, Span], ...]:
    """The shortest way round: each document with the reference that leads on. From the first few documents only."""
    ways = (_around(start, inside, edges) for start in sorted(inside)[:64])
    return min((way for way in ways if way), key=len)


def _around(start: str, inside: frozenset[str], edges: _Edges) -> tuple[tuple[str, Span], ...]:
    came: dict[str, tuple[str, Span]] = {}
    queue = deque([start])
    while queue:
        path = queue.popleft()
        for target, span in edges.get(path, ()):
            if target == start:
                return _traced(start, path, span, came)
            if target in inside and target not in came:
                came[target] = (path, span)
                queue.append(target)
    return ()


def _traced(start: str, last: str, span: Span, came: Mapping[str, tuple[str, Span]]) -> tuple[tuple[str, Span], ...]:
    way = [(last, span)]
    while way[-1][0] != start:
        way.append(came[way[-1][0]])
    return tuple(reversed(way))
