"""Frozen values: dataclasses that are defined and made in a fraction of the time, and that nothing can change."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

from dpmlc.text.fields import comparing, fields_of, filling, representing, with_slots

_Value = TypeVar("_Value")

_SOURCE = """
def __new__(cls{parameters}):
    self = new(Twin)
    {body}
    self.__class__ = Value
    return self
"""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(described: type[_Value]) -> type[_Value]:
    """`described`, a class of annotated fields, as what `@dataclass(frozen=True, slots=True)` makes of it.

    Fields, defaults and their factories, `replace`, `fields`, patterns, equality, hash, copies and pickles are those of
    a dataclass, and `fields_of` says which are supported. Two things are different, since a program like this one
    spends a tenth of its time with them:

    - A class is there in a tenth of the time (`fields.py`).
    - The `__init__` that `dataclass` writes must go around its own `__setattr__`, a slow call a field. Here a twin with
      the same slots that is not frozen is filled by plain assignment and becomes the value as the last step: nobody
      ever sees it unfrozen.

    A frozen class has no subclasses.
    """
    found = fields_of(described)
    names = tuple(found)
    known: dict[str, Any] = {"new": object.__new__}
    make = filling(described, found, _SOURCE, known)
    methods = {"__new__": make, **comparing(described, found), **representing(described, found), **_GUARDS}
    value = with_slots(described, found, {**methods, "__reduce__": _reducing(names)})
    known["Value"], known["Twin"] = value, _twin(value, names)
    made: type[_Value] = value
    return made


def _twin(value: Any, names: tuple[str, ...]) -> type:
    """A class with the same slots, which an instance can leave for `value`."""
    inside: dict[str, Any] = {"__slots__": names}
    if "__orig_bases__" in vars(value):  # `Generic[T]` wants to know.
        inside["__orig_bases__"] = value.__orig_bases__
    return type(value.__name__, value.__bases__, inside)


def _reducing(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """How a value is copied and pickled: as its class and what stands in its fields."""
    if len(names) > 1:
        values: Callable[[Any], tuple[Any, ...]] = attrgetter(*names)
    else:
        values = lambda self: tuple([getattr(self, name) for name in names])  # noqa: E731

    def reduce(self: Any) -> tuple[Any, ...]:
        return type(self), values(self)

    return reduce


def _refuse(_self: Any, name: str, *_to: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change field {name!r}")


_GUARDS: dict[str, Callable[..., Any]] = {"__setattr__": _refuse, "__delattr__": _refuse}
