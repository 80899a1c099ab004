"""A theme's files -> pages: Jinja2 with autoescape and no undefined names; what is wrong in a template is a finding."""

import hashlib
from collections.abc import Mapping
from functools import partial

from jinja2 import Environment, FunctionLoader, TemplateError, TemplateSyntaxError
from jinja2.exceptions import TemplateNotFound, UndefinedError

from dpmlc.pages import faults_theme as faults
from dpmlc.pages.plan.address import slugs
from dpmlc.pages.themes.check import line_of, template_faults
from dpmlc.pages.themes.names import Absent
from dpmlc.pages.themes.sandbox import Sandbox
from dpmlc.pages.themes.theme import Dress, Theme, ThemeError
from dpmlc.pages.themes.unused import unused_templates
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact
from dpmlc.text.source import Source


def dressed(theme: Theme) -> tuple[Dress, tuple[Diagnostic, ...]]:
    """The theme, ready to render, and what is wrong with its templates.

    Templates run in Jinja2's sandbox: those of a stranger's package reach nothing but what a page is given.
    """
    sources: dict[str, Source] = {}
    for each in theme.line():
        for name, text in each.templates.items():
            source = Source(f"{each.folder}/templates/{name}", text)
            for key in (name, f"{each.name}/{name}"):
                sources.setdefault(key, source)

    def load(key: str) -> tuple[str, str, None] | None:
        found = sources.get(key)
        return None if found is None else (found.text, found.path, None)

    environment = Sandbox(
        loader=FunctionLoader(load), autoescape=True, undefined=Absent, trim_blocks=True, lstrip_blocks=True,
        auto_reload=False, cache_size=-1,
    )  # fmt: skip
    assets, named = _assets(theme)
    written = {each.path: each for each in sources.values()}
    made = Dress(partial(_page, environment, theme, written), assets, named)
    if theme.shipped:
        return made, ()
    *_, first = theme.line()
    found = template_faults(theme.templates, environment, sources)
    unused = unused_templates(theme.templates, first.templates, environment, sources)
    return made, tuple(dict.fromkeys((*found, *unused)))


def _page(
    environment: Environment, theme: Theme, sources: Mapping[str, Source], template: str, view: Mapping[str, object]
) -> str:
    """The page. `sources` are the templates by path."""
    try:
        return environment.get_template(template).render(view)
    except Exception as error:  # Whatever an expression can raise: a division, a call, a sum of unlike things.
        raise ThemeError(_fault(theme, sources, template, error)) from error


def _assets(theme: Theme) -> tuple[tuple[Artifact, ...], Mapping[str, str]]:
    """Static files of the whole line, the nearest of each path; a name holds eight digits of its content's hash.

    Those of a theme stand behind those that it inherits, so that its stylesheets have the last word.
    """
    found: dict[str, bytes] = {}
    for each in reversed(tuple(theme.line())):
        found.update(sorted(each.static.items()))
    made: list[Artifact] = []
    named: dict[str, str] = {}
    taken: set[str] = set()
    for path, content in found.items():
        where = _asset_address(path, hashlib.sha256(content).hexdigest(), taken)
        made.append(Artifact(where, content))
        named[path] = where
    return tuple(made), named


def _asset_address(path: str, digest: str, taken: set[str]) -> str:
    """An address for a static file that needs no encoding, and that no other file has on any system."""
    head, dot, ending = slugs(path).rpartition(".")
    for length in range(8, len(digest) + 1):
        where = f"assets/{head}.{digest[:length]}.{ending}" if dot else f"assets/{ending}.{digest[:length]}"
        if where.casefold() not in taken:
            break
    taken.add(where.casefold())
    return where


def _fault(theme: Theme, sources: Mapping[str, Source], template: str, error: Exception) -> Diagnostic:
    """What is wrong, at the innermost line of a template that takes part."""
    source: Source | None = None
    line = 1
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in sources:
            source, line = sources[trace.tb_frame.f_code.co_filename], trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, TemplateSyntaxError):
        source, line = sources.get(error.filename or "", source), error.lineno
    place = line_of(source or Source(f"{theme.folder}/templates/{template}", ""), line)
    if isinstance(error, UndefinedError):
        return faults.theme_variable(place, str(error.message))
    return faults.theme_template(place, _words(error))


def _words(error: Exception) -> str:
    match error:
        case TemplateNotFound():
            return f"there is no template `{error}`"
        case TemplateError():
            return str(error.message)
        case RecursionError():
            return "it leads to itself again and again, or is nested too deeply"
        case _:
            return " ".join(str(error).split()) or type(error).__name__
