"""Frozen values by the hundred thousand: the same dataclass, made in half the time or less."""

from dataclasses import MISSING, fields
from typing import Any, TypeVar

_Value = TypeVar("_Value")

_SOURCE = """
class Twin:
    __slots__ = {names!r}
    def __init__(self, {parameters}):
        {body}
        self.__class__ = Value
def __new__(cls, {parameters}):
    return Twin({parameters})
def __reduce__(self):
    return Value, ({values},)
"""


def quick(value: type[_Value]) -> type[_Value]:
    """`value`, a frozen dataclass with slots and plain fields, whose instances are made in less time.

    The `__init__` that `dataclass` writes must go around its own `__setattr__`, a slow call a field. Here a class with
    the same slots that is not frozen is filled by plain assignment, which costs nearly nothing, and becomes `value` as
    the last step: nobody ever sees it unfrozen, and `value(...)`, `replace`, patterns and comparison are as before. Put
    it on top of `@dataclass`, and only where a build makes very many: three instances a document or more. `value` can
    have no subclasses.
    """
    names = []
    for field in fields(value):  # type: ignore[arg-type]  # A dataclass, which `type[_Value]` cannot say.
        if not field.init or field.kw_only or field.default_factory is not MISSING:
            raise TypeError(f"{value.__name__}.{field.name} is no plain field")
        names.append(field.name)
    source = _SOURCE.format(
        names=tuple(names),
        parameters=", ".join(names),
        body="; ".join(f"self.{name} = {name}" for name in names),
        values=", ".join(f"self.{name}" for name in names),
    )
    made: dict[str, Any] = {"Value": value}
    exec(source, made)  # As `dataclass` does; the names are those of the class.
    plain: Any = value.__init__
    made["__new__"].__defaults__ = plain.__defaults__
    made["__new__"].__annotations__ = plain.__annotations__
    changed: Any = value
    changed.__new__ = staticmethod(made["__new__"])
    changed.__reduce__ = made["__reduce__"]
    del changed.__init__
    return value
