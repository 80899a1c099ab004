"""What a template may ask for: the fields of what every page is given, and the words for what is not there."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from jinja2 import StrictUndefined

from dpmlc.pages.views import Head, SiteView
from dpmlc.report.suggest import nearest

GIVEN = frozenset({"site", "page", "view", "words"})
"""The names that every template is given."""

TYPED: Mapping[str, type] = {"site": SiteView, "page": Head}
"""Those that are of one type on every page."""


class Absent(StrictUndefined):
    """A value that is not there; what is said about it names the view model, not a Python object."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        owner, name = self._undefined_obj, str(self._undefined_name)
        if self._undefined_hint:
            return str(self._undefined_hint)
        if is_dataclass(owner):
            return no_field(type(owner), name)
        if isinstance(owner, Mapping):
            return f"there is no `{name}` among these names{_like(name, tuple(map(str, owner)))}"
        if isinstance(owner, tuple | str):
            return f"a {'list' if isinstance(owner, tuple) else 'text'} has no `{name}`"
        return f"there is no `{name}`{_like(name, tuple(sorted(GIVEN)))}"


def no_field(view: type, name: str) -> str:
    """What to say about a field that the view model does not have."""
    known = fields_of(view)
    return f"`{view.__name__}` has no field `{name}`{_like(name, known)}"


def fields_of(view: type) -> tuple[str, ...]:
    """The fields of a view model."""
    return tuple(each.name for each in fields(view)) if is_dataclass(view) else ()


def _like(name: str, known: tuple[str, ...]) -> str:
    near = nearest(name, known)
    return f", did you mean `{near[0]}`?" if near else ""
