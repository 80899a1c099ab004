"""Frozen values are what `@dataclass(frozen=True, slots=True)` would make: unchangeable, equal, copied, pickled."""

import copy
import inspect
import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import Any, Generic, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.scan.reference import Level, Loading, Parameter, Reference
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span

_T = TypeVar("_T")


@frozen
class Teapot:
    """An own `__repr__` stays; `seen` counts for nothing."""

    name: str
    cups: int = 2
    notes: Mapping[str, str] = field(default_factory=dict)
    seen: int = field(default=0, compare=False, repr=False)

    @property
    def full(self) -> str:
        """A method finds the fields."""
        return f"{self.name} × {self.cups}"


@dataclass(frozen=True, slots=True)
class Plain:
    name: str
    cups: int = 2
    notes: Mapping[str, str] = field(default_factory=dict)
    seen: int = field(default=0, compare=False, repr=False)


@frozen
class Nothing:
    """No field at all."""


@frozen
class Pair(Generic[_T]):
    """One of a kind."""

    left: _T
    right: _T


def test_nothing_can_be_set_or_deleted() -> None:
    span = Span("가.md", 1, 2)
    with pytest.raises(FrozenInstanceError, match="'start'"):
        span.start = 0  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="'start'"):
        del span.start
    with pytest.raises(AttributeError):
        span.other = 0  # type: ignore[attr-defined]
    assert not hasattr(span, "__dict__")
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


def test_each_value_gets_a_default_of_its_own() -> None:
    one, two = Teapot("茶壶"), Teapot("주전자")
    assert one.notes == {}
    assert one.notes is not two.notes
    assert (one.full, Teapot("壶", 3, {"색": "검다"}).notes) == ("茶壶 × 2", {"색": "검다"})


def test_equality_hash_order_and_patterns() -> None:
    assert Span("a", 1, 2) == Span("a", 1, 2) != Span("a", 1, 3)
    assert Span("a", 1, 2) != ("a", 1, 2)
    assert len({Span("a", 1, 2), Span("a", 1, 2)}) == 1
    assert sorted([Span("b", 0, 0), Span("a", 2, 2), Span("a", 1, 9)])[0].start == 1
    assert repr(Span("a", 1, 2)) == "Span(path='a', start=1, end=2)"
    assert Nothing() == Nothing()
    assert len({Nothing(), Nothing()}) == 1
    assert Pair(1, 2) == Pair[int](1, 2) != Pair(2, 1)
    match Span("a", 1, 2):
        case Span(path, start, end):
            assert (path, start, end) == ("a", 1, 2)


@given(st.text(max_size=3), st.integers(0, 2), st.text(max_size=3), st.integers(0, 2), st.integers(), st.integers())
def test_it_is_equal_where_a_dataclass_is(name: str, cups: int, other: str, more: int, seen: int, then: int) -> None:
    ours, theirs = (
        (Teapot(name, cups, {}, seen), Teapot(other, more, {}, then)),
        (Plain(name, cups), Plain(other, more)),
    )
    assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])
    assert repr(ours[0]) == repr(theirs[0]).replace("Plain", "Teapot")
    assert [each.name for each in fields(Teapot)] == [each.name for each in fields(Plain)]
    assert Teapot.__match_args__ == Plain.__match_args__
    assert is_dataclass(Teapot)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "made", [Level(Loading.LAZY, "生", Span("a.md", 1, 2)), Teapot("茶", 1, {"a": "b"}, 7), Pair("가", "나"), Nothing()]
)
def test_copies_and_pickles_are_equal(made: Any, protocol: int) -> None:
    for other in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made, protocol))):
        assert other == made
        assert type(other) is type(made)
    if isinstance(made, Teapot):
        assert copy.copy(made).seen == 7


def test_what_could_not_be_made_so_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Named.name is no plain field"):

        @frozen
        class Named:
            name: str = field(kw_only=True)

    with pytest.raises(TypeError, match=r"Later.made is no plain field"):

        @frozen
        class Later:
            made: int = field(init=False, default=0)

    with pytest.raises(TypeError, match=r"Child.name is no plain field"):

        @frozen
        class Child(Teapot):
            age: int = 0

    with pytest.raises(TypeError, match=r"Checked has a `__post_init__`"):

        @frozen
        class Checked:
            name: str

            def __post_init__(self) -> None:
                raise AssertionError
