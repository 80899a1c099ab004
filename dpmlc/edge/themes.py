"""A theme's name -> its files and those of the themes that it inherits: dpmlc's own, or a folder of the package."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import CodeType

import dpmlc
from dpmlc.edge.cache.codes import codes_of
from dpmlc.edge.configuration import ConfigurationError
from dpmlc.edge.found import ClosedError
from dpmlc.edge.package import Package
from dpmlc.edge.reading import TooLargeError, content
from dpmlc.edge.safe_open import Door, door
from dpmlc.edge.toml_places import value_place
from dpmlc.edge.toml_table import Table, UnreadTomlError
from dpmlc.pages.faults_theme import theme_circle, theme_taken, unknown_theme
from dpmlc.pages.themes.theme import Theme
from dpmlc.report.faults import not_utf_8, unreadable
from dpmlc.text.decode import Undecodable, decode
from dpmlc.text.paths import is_hidden
from dpmlc.text.source import Source
from dpmlc.text.span import Span

_FILE = "theme.toml"
_FIRST = "default"
_LARGEST = 16 << 20
_KEYS = ("name", "inherits")


def theme_of(package: Package) -> Theme:
    """The theme that `[site] theme` names. Raises ConfigurationError where it cannot be had.

    A theme is code: it brings scripts, and its templates can run for ever. A stranger's site wears the default one.
    """
    if package.stranger and package.settings.site.theme not in _shipped_names():
        return shipped_theme(_FIRST)
    source = package.sources[0]
    place = Span(source.path, *value_place(source.text, "site", "theme"))
    return _theme(package.settings.site.theme, package.root, place, source, ())


def brought_theme(package: Package) -> Theme | None:
    """The same where the package brings its theme; None where its site wears one of dpmlc's, which nobody checks."""
    return None if package.settings.site.theme in _shipped_names() or package.stranger else theme_of(package)


def shipped_theme(name: str) -> Theme:
    """The theme called `name` that ships with dpmlc."""
    source = Source("", "")
    return _theme(name, shipped(), Span("", 0, 0), source, ())


def shipped() -> str:
    """The folder of the themes that ship with dpmlc: beside the package in a checkout, inside it when installed."""
    inside = os.path.dirname(os.path.abspath(dpmlc.__file__))
    beside = os.path.join(os.path.dirname(inside), "themes")
    installed = os.path.join(inside, "themes")
    return installed if os.path.isdir(installed) else beside


def _shipped_names() -> tuple[str, ...]:
    return tuple(sorted(each.name for each in os.scandir(shipped()) if each.is_dir()))


def _theme(name: str, root: str, place: Span, source: Source, below: tuple[str, ...]) -> Theme:
    known = _shipped_names()
    own = name in known
    if name in below:
        raise ConfigurationError((theme_circle(place, (*below[below.index(name) :], name)),), source)
    shown = f"theme:{name}" if own else name
    # Not the door of the theme's folder: to reach that, the system would follow links.
    entrance = door(shipped() if own else root)
    try:
        if not (own or _is_folder(entrance, name)):
            raise ConfigurationError((unknown_theme(place, name, known),), source)
        settings = _settings(entrance, name, shown)
        texts = _files(entrance, f"{name}/templates", f"{shown}/templates")
        templates = {path: _text(found, f"{shown}/templates/{path}") for path, found in texts}
        static = dict(_files(entrance, f"{name}/static", f"{shown}/static"))
    finally:
        entrance.close()
    called, inherits, stated, where = settings
    parent = inherits or ("" if own and name == _FIRST else _FIRST)
    above = _theme(parent, root, where, stated, (*below, name)) if parent else None
    made = Theme(called or os.path.basename(name), shown, templates, static, above)
    if above is not None and any(each.name == made.name for each in above.line()):
        place = Span(stated.path, *value_place(stated.text, "name"))
        raise ConfigurationError((theme_taken(place, made.name),), stated)
    return replace(made, codes=partial(_codes, made)) if own else made


def _codes(theme: Theme) -> Mapping[str, CodeType]:
    from dpmlc.pages.themes.dress import compiled  # noqa: PLC0415  It brings what makes pages.

    return codes_of(theme.name, theme.templates, partial(compiled, theme))


def _is_folder(entrance: Door, name: str) -> bool:
    """Whether the package has such a folder: below its root, without links, nothing hidden."""
    parts = name.split("/")
    if any(part in {"", ".", ".."} or is_hidden(part) for part in parts) or any(mark in name for mark in "\\:\0"):
        return False
    try:
        return entrance.kind(name).kind == "directory"
    except ClosedError:
        return False


def _settings(entrance: Door, folder: str, shown: str) -> tuple[str, str, Source, Span]:
    """Name, parent, the text of `theme.toml` and where it names the parent."""
    path = f"{shown}/{_FILE}"
    try:
        source = Source(path, _text(content(entrance, f"{folder}/{_FILE}", _LARGEST), path))
    except (ClosedError, TooLargeError) as error:
        raise ConfigurationError((unreadable(path, "a theme needs this file"),)) from error
    try:
        table = Table(source)
    except UnreadTomlError as error:
        raise ConfigurationError((error.diagnostic,), source) from error
    table.only(_KEYS)
    name, inherits = table.text("", "name"), table.text("", "inherits")
    if table.faults:
        raise ConfigurationError(tuple(table.faults), source)
    return name, inherits, source, Span(path, *value_place(source.text, "inherits"))


def _files(entrance: Door, folder: str, shown: str) -> Iterator[tuple[str, bytes]]:
    """The files below `folder`, by their paths in it, in byte order; nothing hidden. `shown` is how people know it."""
    waiting = [folder]
    found: dict[str, bytes] = {}
    while waiting:
        here = waiting.pop()
        try:
            entries = entrance.scan(here)
        except ClosedError:
            continue
        for each in entries:
            path = f"{here}/{each.name}"
            if is_hidden(each.name):
                continue
            if each.kind == "directory":
                waiting.append(path)
            elif each.kind == "file":
                inside = path[len(folder) + 1 :]
                found[inside] = _read(entrance, path, f"{shown}/{inside}")
    yield from sorted(found.items(), key=lambda each: each[0].encode("utf-8", "surrogatepass"))


def _read(entrance: Door, path: str, shown: str) -> bytes:
    try:
        return content(entrance, path, _LARGEST)
    except ClosedError as closed:
        raise ConfigurationError((unreadable(shown, closed.detail),)) from closed
    except TooLargeError as large:
        why = f"it has {large.size} bytes, the limit is {_LARGEST}"
        raise ConfigurationError((unreadable(shown, why),)) from large


def _text(found: bytes, path: str) -> str:
    source = decode(path, found)
    if isinstance(source, Undecodable):
        raise ConfigurationError((not_utf_8(path, source.offset, source.reason, source.encoding),))
    return source.text
