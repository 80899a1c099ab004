"""Items in order -> the same with `a (',' a)*` and `a a*` found, which diagrams draw as one loop."""

from collections.abc import Iterable, Iterator, Sequence

from dpmlc.grammar.expression import CharClass, Expression, Name, Prose, Repeat, Terminal, parts
from dpmlc.grammar.expression import Sequence as InOrder
from dpmlc.text.frozen import frozen


@frozen
class Again:
    """`items` once or more often, with `separator` between, which is None or a single box."""

    items: tuple[Expression, ...]
    separator: Expression | None


def units_of(items: Sequence[Expression]) -> tuple[Expression | Again, ...]:
    """`items`, in order, with what a repetition says once more merged into it. Linear in the size of `items`."""
    made: list[Expression | Again] = []
    for item in items:
        again = _again(made, item)
        if again is None:
            made.append(item)
        else:
            made[len(made) - len(again.items) :] = [again]
    return tuple(made)


def _again(before: Sequence[Expression | Again], item: Expression) -> Again | None:
    if not isinstance(item, Repeat) or item.least:
        return None
    inner = item.item.items if isinstance(item.item, InOrder) else (item.item,)
    if _ends_with(before, inner):
        return Again(inner, None)
    if isinstance(inner[0], Terminal | CharClass | Name | Prose) and _ends_with(before, inner[1:]):
        return Again(inner[1:], inner[0])
    return None


def _ends_with(before: Sequence[Expression | Again], inner: Sequence[Expression]) -> bool:
    if not inner or len(inner) > len(before):
        return False
    last = before[len(before) - len(inner) :]
    return all(not isinstance(one, Again) and alike(one, other) for one, other in zip(last, inner, strict=True))


def alike(one: Expression, other: Expression) -> bool:
    """Whether both say the same, wherever they stand; any depth."""
    pairs = zip(_walk(one), _walk(other), strict=False)
    return all(left == right for left, right in pairs)


def _walk(expression: Expression) -> Iterator[tuple[object, ...]]:
    """Every part in text order, with the number of its own parts: enough to tell two trees apart."""
    open_ = [expression]
    while open_:
        each = open_.pop()
        inner = parts(each)
        yield type(each).__name__, len(inner), *_own(each)
        open_.extend(reversed(inner))


def _own(each: Expression) -> Iterable[object]:
    match each:
        case Terminal(text) | Prose(text):
            return (text,)
        case CharClass(ranges, _):
            return (ranges,)
        case Name(name, _, placeholder):
            return (name, placeholder)
        case Repeat(_, least):
            return (least,)
        case _:
            return ()
