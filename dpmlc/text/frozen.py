"""Frozen values: dataclasses that are defined and made in a fraction of the time, and that nothing can change."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, NoReturn, TypeVar, dataclass_transform

_Value = TypeVar("_Value")

_SOURCE = """
def __new__(cls, {parameters}):
    self = new(Twin)
    {body}
    self.__class__ = Value
    return self
"""
_COMPARISON = """
def __eq__(self, other):
    return ({own}) == ({others}) if other.__class__ is Value else NotImplemented
def __hash__(self):
    return hash(({own}))
"""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(described: type[_Value]) -> type[_Value]:
    """`described`, a class of annotated fields, as what `@dataclass(frozen=True, slots=True)` makes of it.

    Fields, defaults and their factories, `replace`, `fields`, patterns, equality, hash, copies and pickles are those of
    a dataclass. Two things are different, since a program like this one spends a tenth of its time with them:

    - `dataclass` writes the source of six methods and compiles each. Here it is one, the others are closures, or are
      compiled when they are first called, and a class is there in a quarter of the time.
    - The `__init__` that `dataclass` writes must go around its own `__setattr__`, a slow call a field. Here a twin with
      the same slots that is not frozen is filled by plain assignment and becomes the value as the last step: nobody
      ever sees it unfrozen.

    A frozen class has no subclasses. Raises TypeError for what is not supported: fields by keyword alone, fields that
    are no arguments, `__post_init__`, base classes with fields.
    """
    value: Any = dataclass(init=False, repr=False, eq=False, slots=True)(described)
    found: tuple[Field[Any], ...] = tuple(value.__dataclass_fields__.values())
    for each in found:
        if not each.init or each.kw_only or each.name not in described.__annotations__:
            raise TypeError(f"{value.__name__}.{each.name} is no plain field")
    if hasattr(value, "__post_init__"):
        raise TypeError(f"{value.__name__} has a `__post_init__`")
    own = frozenset(vars(described))
    _give(value, {"__new__": _new(value, found), **_comparison(value, found, own), **_seldom(value, found)}, own)
    made: type[_Value] = value
    return made


def _give(value: Any, methods: Mapping[str, Callable[..., Any]], own: Collection[str]) -> None:
    """Set the methods but those that the class has of its `own`."""
    for name, method in methods.items():
        if name not in own:
            method.__qualname__ = f"{value.__qualname__}.{name}"
            setattr(value, name, method)


def _new(value: Any, found: Iterable[Field[Any]]) -> Callable[..., Any]:
    """`value.__new__` with a parameter for each field, in place of an `__init__`."""
    names = [each.name for each in found]
    known: dict[str, Any] = {"new": object.__new__, "Value": value, "Twin": _twin(value, names), "missing": MISSING}
    parameters, body = [], []
    for each in found:
        name, given = each.name, each.name
        if each.default is not MISSING:
            known[f"default_{name}"] = each.default
            parameters.append(f"{name}=default_{name}")
        elif each.default_factory is not MISSING:
            known[f"make_{name}"] = each.default_factory
            parameters.append(f"{name}=missing")
            given = f"make_{name}() if {name} is missing else {name}"
        else:
            parameters.append(name)
        body.append(f"self.{name} = {given}")
    made = _compiled(_SOURCE.format(parameters=", ".join(parameters), body="; ".join(body)), known)["__new__"]
    made.__annotations__ = {each.name: each.type for each in found}
    return made


def _comparison(value: Any, found: Iterable[Field[Any]], own: Collection[str]) -> dict[str, Callable[..., Any]]:
    """Equality and hash. Most classes are never compared, so their source is compiled at the first call."""
    names = [each.name for each in found if each.compare]

    def write() -> None:
        mine, others = ("".join(f"{whose}.{name}," for name in names) for whose in ("self", "other"))
        _give(value, _compiled(_COMPARISON.format(own=mine, others=others), {"Value": value}), own)

    def equal(self: Any, other: object) -> Any:
        write()
        return value.__eq__(self, other)

    def hashed(self: Any) -> int:
        write()
        return hash(self)

    return {"__eq__": equal, "__hash__": hashed}


def _compiled(source: str, known: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """The functions of a source, as `dataclass` makes its own; the names in it are those of a class."""
    made: dict[str, Callable[..., Any]] = {}
    exec(source, known, made)
    return made


def _twin(value: Any, names: Iterable[str]) -> type:
    """A class with the same slots, which an instance can leave for `value`."""
    inside: dict[str, Any] = {"__slots__": tuple(names)}
    if "__orig_bases__" in vars(value):  # `Generic[T]` wants to know.
        inside["__orig_bases__"] = value.__orig_bases__
    return type(value.__name__, value.__bases__, inside)


def _seldom(value: Any, found: Iterable[Field[Any]]) -> dict[str, Callable[..., Any]]:
    """What is called seldom."""
    values = _reader([each.name for each in found])
    shown = [each.name for each in found if each.repr]

    @recursive_repr()
    def represent(self: Any) -> str:
        return f"{value.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def reduce(self: Any) -> tuple[Any, ...]:
        return value, values(self)

    def refuse(_self: Any, name: str, *_to: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot change field {name!r}")

    return {"__repr__": represent, "__reduce__": reduce, "__setattr__": refuse, "__delattr__": refuse}


def _reader(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """From an instance to what stands in these fields."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple([getattr(self, name) for name in names])
