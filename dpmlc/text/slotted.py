"""Values that change while something is made: dataclasses with slots, defined in a fraction of the time."""

from dataclasses import field
from typing import TypeVar, dataclass_transform

from dpmlc.text.fields import comparing, fields_of, filling, representing, with_slots

_Value = TypeVar("_Value")

_SOURCE = """
def __init__(self{parameters}):
    {body}
"""


@dataclass_transform(field_specifiers=(field,))
def slotted(described: type[_Value]) -> type[_Value]:
    """`described`, a class of annotated fields, as what `@dataclass(slots=True)` makes of it; see `fields_of`."""
    found = fields_of(described)
    begin = filling(described, found, _SOURCE, {})
    methods = {"__init__": begin, **comparing(described, found), "__hash__": None, **representing(described, found)}
    made: type[_Value] = with_slots(described, found, methods)
    return made
