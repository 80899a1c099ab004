"""Expression -> `Shape`: what a diagram shows of it, simplified, and cut where it would grow too large to read."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from dpmlc.grammar.expression import (
    CharClass,
    Choice,
    Expression,
    Name,
    Option,
    Prose,
    Repeat,
    Terminal,
    parts,
)
from dpmlc.grammar.expression import Sequence as InOrder
from dpmlc.grammar.railroad.again import Again, units_of
from dpmlc.text.frozen import frozen
from dpmlc.text.slotted import slotted

MOST_LABELS = 120
"""How many boxes one diagram holds; what is behind them is one box that names the EBNF."""

MOST_OPTIONS = 32
"""How many options of one choice are stacked; the others are counted in one box."""

DEEPEST = 7
"""How many groups stand inside each other; what is deeper is one box that names the EBNF."""


@frozen
class Skip:
    """Nothing: a bare line."""


@frozen
class Label:
    """One box. `text` is what it means: a terminal without quotes, a class as written, a rule's name, a comment.

    A `cut` stands for `count` boxes that are not shown, 0 where nobody counted them.
    """

    kind: Literal["terminal", "class", "nonterminal", "placeholder", "prose", "cut"]
    text: str
    count: int = 0


@frozen
class Row:
    """One after the other; at least two, none of them a `Row`."""

    items: tuple["Shape", ...]


@frozen
class Fork:
    """One of `options`; at least two, none of them a `Fork` or a `Skip`."""

    options: tuple["Shape", ...]


@frozen
class Bypass:
    """`item` or nothing."""

    item: "Shape"


@frozen
class Loop:
    """`item` once or more often, with `separator` between."""

    item: "Shape"
    separator: Label | Skip


Shape: TypeAlias = Skip | Label | Row | Fork | Bypass | Loop


def shape(expression: Expression) -> Shape:
    """`expression` as at most `MOST_LABELS` boxes, never deeper than `DEEPEST`; takes one step per part shown."""
    return _Shaper(MOST_LABELS).shaped(expression, 0)


@slotted
class _Shaper:
    """`left` is how many boxes may still be drawn."""

    left: int

    def shaped(self, expression: Expression, depth: int) -> Shape:
        inner, least, often = _peeled(expression)
        if depth > DEEPEST and parts(inner):
            made: Shape = self._label(Label("cut", ""))
        elif isinstance(inner, InOrder):
            made = self._row(inner.items, depth + 1)
        elif isinstance(inner, Choice):
            made, empty = self._fork(inner.options, depth + 1)
            least = 0 if empty else least
        else:
            made = self._single(inner)
        if isinstance(made, Skip):
            return made
        if often and not (isinstance(made, Loop) and made.separator == Skip()):
            made = Loop(made, Skip())
        return made if least else Bypass(made)

    def _single(self, expression: Expression) -> Shape:
        match expression:
            case Terminal(text):
                return self._label(Label("terminal", text))
            case CharClass(_, text):
                return self._label(Label("class", text))
            case Name(name, _, placeholder):
                return self._label(Label("placeholder" if placeholder else "nonterminal", name))
            case Prose(text):
                return self._label(Label("prose", text))
            case _:
                return Skip()

    def _label(self, label: Label) -> Label:
        self.left -= 1
        return label

    def _row(self, items: Sequence[Expression], depth: int) -> Shape:
        made: list[Shape] = []
        units = list(units_of(items))
        for at, unit in enumerate(units):
            if self.left <= 0:
                made.append(Label("cut", "", len(units) - at))
                break
            if isinstance(unit, Again):
                again = self._row(unit.items, depth)
                made.append(Loop(again, self._separator(unit.separator)))
            else:
                made.append(self.shaped(unit, depth))
        return _row(made)

    def _separator(self, separator: Expression | None) -> Label | Skip:
        made = self._single(separator) if separator else Skip()
        return made if isinstance(made, Label) else Skip()

    def _fork(self, options: Sequence[Expression], depth: int) -> tuple[Shape, bool]:
        """The options as one shape, and whether nothing is among them."""
        flat = list(_flat(options))
        made: list[Shape] = []
        empty = False
        for at, option in enumerate(flat):
            if self.left <= 0 or (len(made) == MOST_OPTIONS and len(flat) > at + 1):
                made.append(Label("cut", "", len(flat) - at))
                break
            each = self.shaped(option, depth)
            empty = empty or isinstance(each, Skip | Bypass)
            made.append(each.item if isinstance(each, Bypass) else each)
        kept = tuple(each for each in made if not isinstance(each, Skip))
        if not kept:
            return Skip(), True
        return (kept[0] if len(kept) == 1 else Fork(kept)), empty


def _row(items: Iterable[Shape]) -> Shape:
    flat: list[Shape] = []
    for item in items:
        flat += item.items if isinstance(item, Row) else () if isinstance(item, Skip) else (item,)
    if not flat:
        return Skip()
    return flat[0] if len(flat) == 1 else Row(tuple(flat))


def _flat(options: Iterable[Expression]) -> Iterator[Expression]:
    """The options with those of choices that stand directly inside."""
    open_ = list(options)[::-1]
    while open_:
        each = open_.pop()
        if isinstance(each, Choice):
            open_.extend(reversed(each.options))
        else:
            yield each


def _peeled(expression: Expression) -> tuple[Expression, int, bool]:
    """What stands inside options and repetitions around each other, its least number, and whether it repeats."""
    least, often = 1, False
    while isinstance(expression, Option | Repeat):
        often = often or isinstance(expression, Repeat)
        least = min(least, expression.least if isinstance(expression, Repeat) else 0)
        expression = expression.item
    return expression, least, often
