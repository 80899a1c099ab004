"""A theme's files -> pages: Jinja2 with autoescape and no undefined names; what is wrong in a template is a finding."""

from collections.abc import Mapping, MutableMapping
from functools import partial
from types import CodeType
from typing import Any

from jinja2 import BaseLoader, Environment, Template, TemplateError, TemplateSyntaxError
from jinja2.exceptions import TemplateNotFound, UndefinedError

from dpmlc.pages import faults_theme as faults
from dpmlc.pages.themes.check import line_of, template_faults
from dpmlc.pages.themes.names import Absent
from dpmlc.pages.themes.sandbox import Sandbox
from dpmlc.pages.themes.statics import statics
from dpmlc.pages.themes.theme import Dress, Theme, ThemeError
from dpmlc.pages.themes.unused import unused_templates
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.source import Source


def dressed(theme: Theme) -> tuple[Dress, tuple[Diagnostic, ...]]:
    """The theme, ready to render, and what is wrong with its templates.

    Templates run in Jinja2's sandbox: those of a stranger's package reach nothing but what a page is given.
    """
    sources: dict[str, Source] = {}
    codes: dict[str, CodeType] = {}
    for each in theme.line():
        for name, text in each.templates.items():
            source = Source(_path(each, name), text)
            for key in (name, f"{each.name}/{name}"):
                sources.setdefault(key, source)
        codes.update((_path(each, name), code) for name, code in each.codes().items())
    environment = _environment(_Loader(sources, codes))
    assets, named = statics(theme)
    written = {each.path: each for each in sources.values()}
    made = Dress(partial(_page, environment, theme, written), assets, named)
    if theme.shipped:
        return made, ()
    *_, first = theme.line()
    found = template_faults(theme.templates, environment, sources)
    unused = unused_templates(theme.templates, first.templates, environment, sources)
    return made, tuple(dict.fromkeys((*found, *unused)))


def compiled(theme: Theme) -> Mapping[str, CodeType]:
    """The `codes` of a theme that ships with dpmlc, for its own templates: what Jinja2 makes of them for Python to run.

    It depends on the texts of the templates, and on the versions of dpmlc, of Jinja2 and of Python.
    """
    environment = _environment(None)
    return {name: environment.compile(text, name, _path(theme, name)) for name, text in theme.templates.items()}


def _environment(loader: BaseLoader | None) -> Sandbox:
    return Sandbox(
        loader=loader, autoescape=True, undefined=Absent, trim_blocks=True, lstrip_blocks=True, auto_reload=False,
        cache_size=-1,
    )  # fmt: skip


def _path(theme: Theme, name: str) -> str:
    return f"{theme.folder}/templates/{name}"


class _Loader(BaseLoader):
    """Templates from their texts, or from what was made of these before, by path."""

    def __init__(self, sources: Mapping[str, Source], codes: Mapping[str, CodeType]) -> None:
        self._sources = sources
        self._codes = codes

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:  # noqa: A002  Jinja2's name.
        source = self._sources.get(name)
        if source is None:
            raise TemplateNotFound(name)
        code = self._codes.get(source.path) or environment.compile(source.text, name, source.path)
        return environment.template_class.from_code(environment, code, environment.make_globals(globals))


def _page(
    environment: Environment, theme: Theme, sources: Mapping[str, Source], template: str, view: Mapping[str, object]
) -> str:
    """The page. `sources` are the templates by path."""
    try:
        return environment.get_template(template).render(view)
    except Exception as error:  # Whatever an expression can raise: a division, a call, a sum of unlike things.
        raise ThemeError(_fault(theme, sources, template, error)) from error


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
