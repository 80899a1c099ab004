"""Values that change are what `@dataclass(slots=True)` would make: with slots, equal, never hashed, pickled."""

import copy
import inspect
import pickle
from dataclasses import asdict, dataclass, field, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.text.slotted import slotted


@slotted
class Tray:
    """What stands on it."""

    name: str
    cups: int = 2
    tea: list[str] = field(default_factory=list)
    _seen: int = field(default=0, repr=False, compare=False)

    def add(self, tea: str) -> None:
        """A method changes the fields."""
        self.tea.append(tea)
        self.cups += 1


@dataclass(slots=True)
class Plain:
    name: str
    cups: int = 2
    tea: list[str] = field(default_factory=list)
    _seen: int = field(default=0, repr=False, compare=False)


def test_fields_change_and_no_others_can_be_set() -> None:
    tray = Tray("쟁반")
    tray.add("녹차")
    tray.name = "茶盘"
    assert (tray.name, tray.cups, tray.tea, Tray("둘").tea) == ("茶盘", 3, ["녹차"], [])
    assert repr(tray) == "Tray(name='茶盘', cups=3, tea=['녹차'])"
    with pytest.raises(AttributeError):
        tray.other = 0  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match=r"unhashable type: 'Tray'"):
        hash(tray)
    with pytest.raises(TypeError, match=r"Tray.__init__\(\) missing 1 required positional argument: 'name'"):
        Tray()  # type: ignore[call-arg]


@given(st.text(max_size=2), st.integers(0, 1), st.text(max_size=2), st.integers(0, 1), st.integers(0, 1))
def test_it_is_equal_where_a_dataclass_is(name: str, cups: int, other: str, more: int, seen: int) -> None:
    ours = Tray(name, cups, [name], seen), Tray(other, more, [other])
    theirs = Plain(name, cups, [name], seen), Plain(other, more, [other])
    assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])
    assert repr(ours[0]) == repr(theirs[0]).replace("Plain", "Tray")
    assert asdict(ours[0]) == asdict(theirs[0])
    assert [each.name for each in fields(Tray)] == [each.name for each in fields(Plain)]
    assert (Tray.__match_args__, [*inspect.signature(Tray).parameters]) == (
        Plain.__match_args__,
        [*inspect.signature(Plain).parameters],
    )


def test_copies_are_their_own() -> None:
    tray = Tray("茶盘", tea=["绿茶"])
    for other in (copy.deepcopy(tray), pickle.loads(pickle.dumps(tray)), replace(tray, tea=["绿茶"])):
        assert other == tray
        other.add("红茶")
        assert other != tray


def test_what_could_not_be_made_so_is_refused() -> None:
    with pytest.raises(TypeError, match="Wrong has a field without a default behind one that has it"):

        @slotted
        class Wrong:
            cups: int = 0
            name: str  # type: ignore[misc]
