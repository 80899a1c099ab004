"""A theme's files -> pages: Jinja2 with autoescape and no undefined names; what is wrong in a template is a finding.

A theme is a folder: `theme.toml`, `templates/`, `static/`. It may inherit another; then a template is looked up in the
theme first, and `{% extends "PARENT/page.html" %}` names that of the theme above.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from jinja2 import DictLoader, Environment, StrictUndefined, TemplateError, TemplateSyntaxError, nodes
from jinja2.exceptions import TemplateNotFound, UndefinedError

from dpmlc.pages import faults
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact
from dpmlc.text.source import Source, lines
from dpmlc.text.span import Span

_GLOBAL = frozenset({"site", "page", "view", "words"})
_JINJA = frozenset({"loop", "caller", "super", "self", "varargs", "kwargs", "range", "dict", "namespace", "cycler"})


@dataclass(frozen=True, slots=True)
class Theme:
    """The files of one theme and those it inherits, nearest first.

    `templates` are keyed by name (`layout.html`), `static` by path in `static/`. `folder` is how people know it.
    """

    name: str
    folder: str
    templates: Mapping[str, str] = field(default_factory=dict, hash=False)
    static: Mapping[str, bytes] = field(default_factory=dict, hash=False)
    parent: "Theme | None" = None

    def line(self) -> Iterator["Theme"]:
        """This theme and those above it."""
        theme: Theme | None = self
        while theme is not None:
            yield theme
            theme = theme.parent


@dataclass(frozen=True, slots=True)
class Dress:
    """A theme made ready. `assets` are its static files with hashes in their names, `named` leads to them by path."""

    theme: Theme
    environment: Environment
    assets: tuple[Artifact, ...]
    named: Mapping[str, str]
    sources: tuple[Source, ...]


class ThemeError(Exception):
    """A page could not be made of its template; `diagnostic` says where and why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def dressed(theme: Theme) -> tuple[Dress, tuple[Diagnostic, ...]]:
    """The theme, ready to render, and what is wrong with its templates."""
    texts: dict[str, str] = {}
    places: dict[str, Source] = {}
    for each in theme.line():
        for name, text in each.templates.items():
            source = Source(f"{each.folder}/templates/{name}", text)
            for key in (name, f"{each.name}/{name}"):
                texts.setdefault(key, text)
                places.setdefault(key, source)
    environment = Environment(
        loader=DictLoader(texts), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        auto_reload=False, cache_size=-1,
    )  # fmt: skip
    assets, named = _assets(theme)
    made = Dress(theme, environment, assets, named, tuple(dict.fromkeys(places.values())))
    return made, tuple(_faults(theme, environment, texts, places))


def render_page(dress: Dress, template: str, view: Mapping[str, object]) -> str:
    """The page. Raises ThemeError where the template asks for what there is not."""
    try:
        return dress.environment.get_template(template).render(view)
    except TemplateError as error:
        raise ThemeError(_fault(dress, template, error)) from error


def _assets(theme: Theme) -> tuple[tuple[Artifact, ...], Mapping[str, str]]:
    """Static files of the whole line, the nearest of each path; a name holds eight digits of its content's hash."""
    found: dict[str, bytes] = {}
    for each in theme.line():
        for path, content in each.static.items():
            found.setdefault(path, content)
    made, named = [], {}
    for path, content in sorted(found.items()):
        head, dot, ending = path.rpartition(".")
        digest = hashlib.sha256(content).hexdigest()[:8]
        where = f"assets/{head}.{digest}.{ending}" if dot else f"assets/{path}.{digest}"
        made.append(Artifact(where, content))
        named[path] = where
    return tuple(made), named


def _faults(
    theme: Theme, environment: Environment, texts: Mapping[str, str], places: Mapping[str, Source]
) -> Iterator[Diagnostic]:
    for name in sorted(theme.templates):
        source = places[f"{theme.name}/{name}"]
        try:
            tree = environment.parse(texts[f"{theme.name}/{name}"], name)
        except TemplateSyntaxError as error:
            yield faults.theme_template(_line(source, error.lineno), str(error.message))
            continue
        yield from _unknown_blocks(tree, name, source, environment, texts)
        yield from _unknown_names(tree, source)


def _unknown_blocks(
    tree: nodes.Template, name: str, source: Source, environment: Environment, texts: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """Blocks that no template above has: what is written in them would never be seen."""
    above = _parent(tree)
    if above is None:
        return
    if above not in texts:
        yield faults.theme_template(_line(source, tree.lineno), f"there is no template `{above}` to extend")
        return
    known: set[str] = set()
    seen = {name}
    while above is not None and above in texts and above not in seen:
        seen.add(above)
        parent = _parsed(environment, texts[above])
        if parent is None:
            return
        known |= {block.name for block in parent.find_all(nodes.Block)}
        above = _parent(parent)
    for block in tree.find_all(nodes.Block):
        inside = any(block.name == other.name for outer in tree.find_all(nodes.Block) for other in _within(outer))
        if block.name not in known and not inside:
            yield faults.theme_block(_line(source, block.lineno), block.name, tuple(sorted(known)))


def _within(block: nodes.Block) -> Iterator[nodes.Block]:
    for child in block.body:
        yield from child.find_all(nodes.Block)
        if isinstance(child, nodes.Block):
            yield child


def _unknown_names(tree: nodes.Template, source: Source) -> Iterator[Diagnostic]:
    """Top-level names that no page is given."""
    made = {each.name for each in tree.find_all(nodes.Name) if each.ctx in {"store", "param"}}
    made |= {each.name for each in tree.find_all(nodes.Macro)} | {each.target for each in tree.find_all(nodes.Import)}
    for imported in tree.find_all(nodes.FromImport):
        made |= {name if isinstance(name, str) else name[1] for name in imported.names}
    known = made | _GLOBAL | _JINJA
    for name in tree.find_all(nodes.Name):
        if name.ctx == "load" and name.name not in known:
            yield faults.theme_name(_line(source, name.lineno), name.name, tuple(sorted(_GLOBAL)))


@cache
def _parsed(environment: Environment, text: str) -> nodes.Template | None:
    try:
        return environment.parse(text)
    except TemplateSyntaxError:
        return None


def _parent(tree: nodes.Template) -> str | None:
    extends = tree.find(nodes.Extends)
    if extends is None or not isinstance(extends.template, nodes.Const):
        return None
    return str(extends.template.value)


def _fault(dress: Dress, template: str, error: TemplateError) -> Diagnostic:
    name, line = template, 1
    trace = error.__traceback__
    while trace is not None:  # The innermost frame of a template is where the fault stands.
        file = trace.tb_frame.f_code.co_filename
        if trace.tb_frame.f_globals.get("__jinja_template__") is not None or file == "<template>":
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, TemplateSyntaxError):
        name, line = error.name or template, error.lineno
    source = _source(dress, name)
    what = f"there is no template `{error}`" if isinstance(error, TemplateNotFound) else str(error.message or error)
    place = _line(source, line)
    return (
        faults.theme_variable(place, what) if isinstance(error, UndefinedError) else faults.theme_template(place, what)
    )


def _source(dress: Dress, name: str) -> Source:
    for each in dress.theme.line():
        plain = name.removeprefix(f"{each.name}/")
        if plain in each.templates:
            return Source(f"{each.folder}/templates/{plain}", each.templates[plain])
    return Source(f"{dress.theme.folder}/templates/{name}", "")


def _line(source: Source, number: int) -> Span:
    """The text of a line, without its indentation."""
    starts = lines(source.text).starts
    start = starts[min(number, len(starts)) - 1]
    end = source.text.find("\n", start)
    end = len(source.text) if end < 0 else end
    written = re.compile(r"[ \t]*").match(source.text, start, end)
    return Span(source.path, written.end() if written else start, end)
