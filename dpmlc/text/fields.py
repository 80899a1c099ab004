"""A class of annotated fields -> one with slots, defined in a fraction of the time that `dataclass` takes for it.

`dataclass` writes the source of up to six methods and compiles each: for hundreds of classes a third of the start of a
program. Here methods are closures, are compiled when they are first called, or are the same code with other names.
What such a class is for those who use it, `frozen.py` and `slotted.py` say.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field
from functools import cache
from reprlib import recursive_repr
from types import CodeType, FunctionType
from typing import Any

_NO_DEFAULT: Field[Any] = field()
_ASKED_FOR = ("__dataclass_fields__", "__dataclass_params__")
_COMPARISON = """
def __eq__(self, other):
    return ({own}) == ({others}) if other.__class__ is Value else NotImplemented
def __hash__(self):
    return hash(({own}))
"""


def fields_of(described: type) -> dict[str, Field[Any]]:
    """The fields by name, in order.

    Raises TypeError for what is not supported: fields by keyword alone, fields that are no arguments, those without a
    default behind one that has it, `__post_init__`, base classes with fields.
    """
    own = vars(described)
    found = {name: _field(own.get(name, MISSING)) for name in described.__annotations__}
    odd = [name for name, each in found.items() if not each.init or each.kw_only is True]
    for name in (*getattr(described, _ASKED_FOR[0], ()), *odd):
        raise TypeError(f"{described.__name__}.{name} is no plain field")
    optional = [_is_optional(each) for each in found.values()]
    if optional != sorted(optional):
        raise TypeError(f"{described.__name__} has a field without a default behind one that has it")
    if hasattr(described, "__post_init__"):
        raise TypeError(f"{described.__name__} has a `__post_init__`")
    return found


def _field(given: Any) -> Field[Any]:
    if given is MISSING:
        return _NO_DEFAULT
    return given if isinstance(given, Field) else field(default=given)


def _is_optional(each: Field[Any]) -> bool:
    return each.default is not MISSING or each.default_factory is not MISSING


def with_slots(described: type, found: Mapping[str, Field[Any]], methods: Mapping[str, Any]) -> Any:
    """`described` again with a slot for each field, and with those methods that it has not of its own."""
    own = {name: each for name, each in vars(described).items() if name not in found}
    own.pop("__dict__", None)
    own.pop("__weakref__", None)
    asked = {name: _Asked(name, described) for name in _ASKED_FOR}
    places = dict.fromkeys(("__slots__", "__match_args__"), tuple(found))
    value: Any = type(described)(described.__name__, described.__bases__, {**methods, **own, **asked, **places})
    value.__qualname__ = described.__qualname__
    return value


class _Asked:
    """What `dataclass` notes on a class for `fields`, `replace` and others: made by it when they first ask."""

    def __init__(self, name: str, described: type) -> None:
        self._name = name
        self._described = described

    def __get__(self, instance: object, owner: Any) -> Any:
        plain: Any = dataclass(init=False, repr=False, eq=False)(self._described)
        for name in _ASKED_FOR:
            setattr(owner, name, getattr(plain, name))
        return getattr(owner, self._name)


def filling(described: type, found: Mapping[str, Field[Any]], source: str, known: dict[str, Any]) -> Any:
    """The one method of `source`, which has places for `parameters`, the fields, and for a `body` that sets them.

    `known` are the globals of the method, and are added to.
    """
    code = _filling(source, tuple([each.default_factory is not MISSING for each in found.values()]))
    renamed = {f"_{place}": name for place, name in enumerate(found)}
    code = code.replace(
        co_varnames=tuple([renamed.get(name, name) for name in code.co_varnames]),
        co_names=tuple([renamed.get(name, name) for name in code.co_names]),
    )
    known["missing"] = MISSING
    known |= {f"make_{place}": each.default_factory for place, each in enumerate(found.values())}
    defaults = tuple([each.default for each in found.values() if _is_optional(each)])
    made: Any = FunctionType(code, known, code.co_name, defaults)
    made.__qualname__ = f"{described.__qualname__}.{code.co_name}"
    made.__annotations__ = described.__annotations__
    return made


@cache
def _filling(source: str, made: tuple[bool, ...]) -> CodeType:
    """The code for fields `_0`, `_1`; `made` says of each whether a factory makes it where it is missing."""
    names = [f"_{place}" for place in range(len(made))]
    body = [
        f"self.{name} = make{name}() if {name} is missing else {name}" if each else f"self.{name} = {name}"
        for name, each in zip(names, made, strict=True)
    ]
    source = source.format(parameters="".join(f", {name}" for name in names), body="; ".join(body) or "pass")
    (method,) = _compiled(source, {}).values()
    code: CodeType = method.__code__
    return code


def comparing(described: type, found: Mapping[str, Field[Any]]) -> dict[str, Callable[..., Any]]:
    """Equality and hash. Most classes are never compared, so their source is compiled at the first call."""
    names = [name for name, each in found.items() if each.compare]
    own = frozenset(vars(described))

    def write(value: Any) -> None:
        mine, others = ("".join(f"{whose}.{name}," for name in names) for whose in ("self", "other"))
        for name, method in _compiled(_COMPARISON.format(own=mine, others=others), {"Value": value}).items():
            if name not in own and vars(value)[name] is not None:
                setattr(value, name, method)

    def equal(self: Any, other: object) -> Any:
        write(type(self))
        return self.__eq__(other)

    def hashed(self: Any) -> int:
        write(type(self))
        return hash(self)

    return {"__eq__": equal, "__hash__": hashed}


def representing(described: type, found: Mapping[str, Field[Any]]) -> dict[str, Callable[..., Any]]:
    """How a value is shown: as the call that would make it."""
    shown = [name for name, each in found.items() if each.repr]

    @recursive_repr()
    def represent(self: Any) -> str:
        return f"{described.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    return {"__repr__": represent}


def _compiled(source: str, known: dict[str, Any]) -> dict[str, Any]:
    """The functions of a source, as `dataclass` makes its own; the names in it are those of a class."""
    made: dict[str, Any] = {}
    exec(source, known, made)
    return made
