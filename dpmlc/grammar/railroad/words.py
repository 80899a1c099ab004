"""Shape -> the same in words, for those who do not see the diagram."""

from typing import assert_never

from dpmlc.grammar.railroad.fit import Fitting
from dpmlc.grammar.railroad.shape import Bypass, Fork, Label, Loop, Row, Shape, Skip


def words(shape: Shape, fitting: Fitting) -> str:
    """What `shape` allows, as one phrase without full stop; groups stand in parentheses."""
    say = fitting.wording
    match shape:
        case Skip():
            return say.nothing
        case Label():
            return _label(shape, fitting)
        case Row(items):
            return say.then.join(_grouped(each, fitting) for each in items)
        case Fork(options):
            return say.one_of.format(say.either.join(_grouped(each, fitting) for each in options))
        case Bypass(Loop(item, separator)):
            return _again(item, separator, say.any_number, say.perhaps_separated, fitting)
        case Bypass(item):
            return say.optional.format(_grouped(item, fitting))
        case Loop(item, separator):
            return _again(item, separator, say.once_or_more, say.separated, fitting)
        case _:
            assert_never(shape)


def _grouped(shape: Shape, fitting: Fitting) -> str:
    said = words(shape, fitting)
    return fitting.wording.group.format(said) if isinstance(shape, Row | Fork | Loop) else said


def _again(item: Shape, separator: Label | Skip, plain: str, separated: str, fitting: Fitting) -> str:
    said = _grouped(item, fitting)
    return plain.format(said) if isinstance(separator, Skip) else separated.format(said, words(separator, fitting))


def _label(label: Label, fitting: Fitting) -> str:
    say = fitting.wording
    written = fitting.written(label)
    match label.kind:
        case "terminal":
            return say.terminal.format(written)
        case "class":
            return say.char_class.format(written)
        case "prose":
            return say.prose.format(written)
        case "cut":
            return say.cut_off
        case "nonterminal" | "placeholder":
            return written
        case _:
            assert_never(label.kind)
