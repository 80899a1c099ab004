"""Values that are made quickly are what their dataclasses say: frozen, equal, ordered, copied and pickled."""

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from dpmlc.scan.reference import Level, Loading, Parameter, Reference
from dpmlc.text.quick import quick
from dpmlc.text.span import Span


def test_nothing_can_be_set() -> None:
    span = Span("가.md", 1, 2)
    with pytest.raises(FrozenInstanceError):
        span.start = 0  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        span.other = 0  # type: ignore[attr-defined]
    assert type(span) is Span


def test_arguments_go_by_place_by_name_and_by_default() -> None:
    level = Level(Loading.HOT, "thought", Span("a.md", 2, 9))
    where = Span(path="a.md", start=12, end=13)
    one = Reference("@!thought://x", Span("a.md", 0, 13), (level,), "x", "x", where, "", ())
    assert (one.quoted, one.form) == (False, "prose")
    assert replace(one, form="src", quoted=True) == Reference(
        "@!thought://x", Span("a.md", 0, 13), (level,), "x", "x", where, "", (), quoted=True, form="src"
    )
    with pytest.raises(TypeError):
        Span("a.md", 1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Span("a.md", 1, 2, 3)  # type: ignore[call-arg]
    assert list(inspect.signature(Parameter).parameters) == ["name", "value", "span"]


def test_equality_hash_order_and_patterns() -> None:
    assert Span("a", 1, 2) == Span("a", 1, 2) != Span("a", 1, 3)
    assert len({Span("a", 1, 2), Span("a", 1, 2)}) == 1
    assert sorted([Span("b", 0, 0), Span("a", 2, 2), Span("a", 1, 9)])[0].start == 1
    assert repr(Span("a", 1, 2)) == "Span(path='a', start=1, end=2)"
    match Span("a", 1, 2):
        case Span(path, start, end):
            assert (path, start, end) == ("a", 1, 2)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_copies_and_pickles_are_equal(protocol: int) -> None:
    made = Level(Loading.LAZY, "生", Span("a.md", 1, 2))
    for other in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made, protocol))):
        assert other == made
        assert type(other) is Level


def test_what_could_not_be_made_so_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Many:
        items: list[int] = field(default_factory=list)

    with pytest.raises(TypeError, match="no plain field"):
        quick(Many)
