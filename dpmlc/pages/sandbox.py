"""Jinja2's sandbox for templates, with a short way to what they nearly always ask for: fields and words.

The sandbox looks at each value that an attribute gives: whether its name is one that Python uses, whether it is a
method that changes something or formats a text. Fields of a view model are none of these, and neither are words, so
they are handed over at once; all else goes the sandbox's way.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from jinja2.sandbox import ImmutableSandboxedEnvironment

from dpmlc.pages import views, views_pages

_NONE: frozenset[str] = frozenset()
_OF_DICT = frozenset(dir(dict))
_FIELDS: Mapping[type, frozenset[str]] = {
    each: frozenset(field.name for field in fields(each) if not field.name.startswith("_"))
    for room in (views, views_pages)
    for each in vars(room).values()
    if isinstance(each, type) and is_dataclass(each)
}


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of every theme's templates."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What `obj.attribute` is in a template."""
        kind = type(obj)
        if attribute in _FIELDS.get(kind, _NONE):
            return getattr(obj, attribute)
        if kind is dict and attribute in obj and attribute not in _OF_DICT:
            return obj[attribute]
        return super().getattr(obj, attribute)
