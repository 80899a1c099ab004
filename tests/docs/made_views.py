"""The view models of the site -> a table of the fields of each, as Markdown."""

import types
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from inspect import cleandoc
from typing import Any, Union, get_args, get_origin, get_type_hints

from markupsafe import Markup

from dpmlc.pages import views, views_pages

_WORDS = {str: "text", int: "number", bool: "yes or no", Markup: "HTML", type(None): "nothing"}
_SHARED = ("SiteView", "Head")


def view_classes() -> Mapping[str, type]:
    """Every view model by its name, in the order of the sources."""
    found = [each for module in (views, views_pages) for each in vars(module).values() if _is_view(each, module)]
    return {each.__name__: each for each in found}


def view_parts() -> Mapping[str, str]:
    """What every page is given, what each kind of page is given, and what those are made of."""
    found = view_classes()
    kinds = [name for name in found if name.endswith("View") and name not in _SHARED]
    pieces = [name for name in found if name not in kinds and name not in _SHARED]
    return {"views every page": _part(_SHARED), "views of a kind": _part(kinds), "views inside": _part(sorted(pieces))}


def _is_view(value: object, module: types.ModuleType) -> bool:
    return isinstance(value, type) and is_dataclass(value) and value.__module__ == module.__name__


def _part(names: Any) -> str:
    return "\n" + "".join(_table(view_classes()[name]) for name in names)


def _table(view: type) -> str:
    hints = get_type_hints(view, vars(views) | vars(views_pages))
    lead = " ".join(cleandoc(view.__doc__ or "").split())
    rows = [f"| `{each.name}` | {_said(hints[each.name])} |" for each in fields(view)]
    return "\n".join([f"### {view.__name__}", "", lead, "", "| field | holds |", "| --- | --- |", *rows, "", ""])


def _said(hint: Any) -> str:
    """A type in words; a view model as a link to its table."""
    if hint in _WORDS:
        return _WORDS[hint]
    if get_origin(hint) is tuple:
        return _row(get_args(hint))
    if get_origin(hint) is Mapping:
        return "mapping of {} to {}".format(*map(_said, get_args(hint)))
    if get_origin(hint) in {Union, types.UnionType}:
        return " or ".join(map(_said, get_args(hint)))
    return f"[{hint.__name__}](#{hint.__name__.lower()})"


def _row(inside: tuple[Any, ...]) -> str:
    if inside[-1] is Ellipsis:
        return f"list of {_said(inside[0])}"
    return f"({', '.join(map(_said, inside))})"


def unlisted() -> Iterator[str]:
    """View models that no part shows."""
    shown = "".join(view_parts().values())
    yield from (name for name in view_classes() if f"### {name}\n" not in shown)
