"""A theme: the files that lay out pages, and what a site asks of it when it is made ready.

A theme is a folder: `theme.toml`, `templates/`, `static/`. It may inherit another; then a template is looked up in the
theme first, and `{% extends "PARENT/page.html" %}` names that of the theme above.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from types import CodeType

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact
from dpmlc.text.frozen import frozen

SHIPPED = "theme:"
"""How the folders of dpmlc's own themes are shown."""


@frozen
class Theme:
    """The files of one theme and those it inherits, nearest first.

    `templates` are keyed by name (`layout.html`), `static` by path in `static/`. `folder` is how people know it.
    `codes` gives what `compiled` made of the templates, as far as that is known.
    """

    name: str
    folder: str
    templates: Mapping[str, str] = field(default_factory=dict, hash=False)
    static: Mapping[str, bytes] = field(default_factory=dict, hash=False)
    parent: "Theme | None" = None
    codes: Callable[[], Mapping[str, CodeType]] = field(default=dict, repr=False, compare=False)

    def line(self) -> Iterator["Theme"]:
        """This theme and those above it."""
        theme: Theme | None = self
        while theme is not None:
            yield theme
            theme = theme.parent

    @property
    def shipped(self) -> bool:
        """Whether it comes with dpmlc: then its templates were looked through by the tests."""
        return self.folder.startswith(SHIPPED)

    def texts(self) -> Mapping[str, str]:
        """The templates of the whole line by the paths under which people know them."""
        return {
            f"{each.folder}/templates/{name}": text for each in self.line() for name, text in each.templates.items()
        }


@frozen
class Dress:
    """A theme made ready: `page` makes a page of a template's name and what the template shows.

    It raises ThemeError where the template cannot do what it says. `assets` are the theme's static files with hashes in
    their names, `named` leads to them by path.
    """

    page: Callable[[str, Mapping[str, object]], str]
    assets: tuple[Artifact, ...]
    named: Mapping[str, str]


class ThemeError(Exception):
    """A page could not be made of its template; `diagnostic` says where and why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
