"""The templates of a theme -> those that no page is made with: nothing says their names."""

from collections.abc import Iterable, Iterator, Mapping

from jinja2 import Environment, TemplateSyntaxError, nodes

from dpmlc.pages.faults_theme import unused_template
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.suggest import nearest
from dpmlc.text.source import Source
from dpmlc.text.span import Span


def unused_templates(
    own: Iterable[str], asked: Iterable[str], environment: Environment, sources: Mapping[str, Source]
) -> Iterator[Diagnostic]:
    """The templates `own` of one theme that are neither `asked` for by name nor used by one that is.

    `asked` are the names that the theme at the top has; `sources` leads from every name that a template may use to the
    text there. A template whose use is worked out while a page is made may be any, so then none is told.
    """
    names = tuple(asked)
    used = _used(names, environment, sources)
    if used is None:
        return
    for name in sorted(own):
        source = sources[name]
        if source not in used:
            yield unused_template(Span(source.path, 0, 0), name, nearest(name, names))


def _used(names: Iterable[str], environment: Environment, sources: Mapping[str, Source]) -> set[Source] | None:
    """The texts that the templates `names` lead to, their own too; None where one says a name only as it runs."""
    waiting = [sources[name] for name in names if name in sources]
    used = set(waiting)
    while waiting:
        try:
            tree = environment.parse(waiting.pop().text)
        except (TemplateSyntaxError, RecursionError):
            return None  # What it would use cannot be told; that it is wrong is told elsewhere.
        for template in _named(tree):
            said = _said(template)
            if said is None:
                return None
            found = {sources[name] for name in said if name in sources} - used
            used |= found
            waiting += found
    return used


def _named(tree: nodes.Template) -> Iterator[nodes.Expr]:
    """What the statements that use other templates name them with."""
    yield from (each.template for each in tree.find_all(nodes.Extends))
    yield from (each.template for each in tree.find_all(nodes.Include))
    yield from (each.template for each in tree.find_all(nodes.Import))
    yield from (each.template for each in tree.find_all(nodes.FromImport))


def _said(template: nodes.Expr) -> tuple[str, ...] | None:
    """The names that `template` may stand for; None where they are worked out while a page is made."""
    match template:
        case nodes.Const(value=str(name)):
            return (name,)
        case nodes.Const(value=(tuple() | list()) as found) if all(isinstance(each, str) for each in found):
            return tuple(found)
        case nodes.Tuple(items=items) | nodes.List(items=items):
            said = [each.value for each in items if isinstance(each, nodes.Const) and isinstance(each.value, str)]
            return tuple(said) if len(said) == len(items) else None
        case _:
            return None
