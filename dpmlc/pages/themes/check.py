"""The templates of a theme -> what is wrong in them, as far as it can be seen without making a page."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

from jinja2 import Environment, TemplateSyntaxError, nodes

from dpmlc.pages import faults_theme as faults
from dpmlc.pages.themes.names import GIVEN, TYPED, fields_of, no_field
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.source import Source, lines
from dpmlc.text.span import Span

_JINJA = frozenset(
    {"loop", "caller", "super", "self", "varargs", "kwargs", "range", "dict", "namespace", "cycler", "joiner"}
)

Parsed: TypeAlias = nodes.Template | TemplateSyntaxError


def template_faults(
    names: Iterable[str], environment: Environment, sources: Mapping[str, Source]
) -> Iterator[Diagnostic]:
    """What is wrong in the templates `names`: syntax, filters, blocks that nobody has, names and fields not given.

    `sources` leads from every name that a template may use (`layout.html`, `default/layout.html`) to the text there.
    """

    @cache
    def tree_of(source: Source) -> Parsed:
        return _tree(environment, source)

    def tree_at(name: str) -> Parsed | None:
        return tree_of(sources[name]) if name in sources else None

    for name in sorted(names):
        source = sources[name]
        tree = tree_of(source)
        if isinstance(tree, TemplateSyntaxError):
            yield _syntax(source, tree)
            continue
        try:
            environment.get_template(name)  # It is made now and kept for the pages; a filter that is not there shows.
        except TemplateSyntaxError as error:
            yield _syntax(source, error)
        except (RecursionError, SyntaxError):  # Python itself gives up on what Jinja2 has written in Python.
            yield _syntax(source, _too_deep())
        yield from _unknown_blocks(tree, source, tree_at)
        yield from _unknown_names(tree, source)
        yield from _unknown_fields(tree, source)


def line_of(source: Source, number: int) -> Span:
    """The text of a line (from 1), without its indentation."""
    starts = lines(source.text).starts
    start = starts[min(max(number, 1), len(starts)) - 1]
    end = source.text.find("\n", start)
    end = len(source.text) if end < 0 else end
    written = re.compile(r"[ \t]*").match(source.text, start, end)
    return Span(source.path, written.end() if written else start, end)


def _tree(environment: Environment, source: Source) -> Parsed:
    try:
        return environment.parse(source.text)
    except TemplateSyntaxError as error:
        return error
    except RecursionError:
        return _too_deep()


def _too_deep() -> TemplateSyntaxError:
    return TemplateSyntaxError("it is nested too deeply", 1)


def _syntax(source: Source, error: TemplateSyntaxError) -> Diagnostic:
    return faults.theme_template(line_of(source, error.lineno), str(error.message))


def _unknown_blocks(
    tree: nodes.Template,
    source: Source,
    tree_at: Callable[[str], Parsed | None],
) -> Iterator[Diagnostic]:
    """Blocks that no template above has, so that nobody would see them; and parents that there are not."""
    extends = _extends(tree)
    if extends is None:
        return
    place = line_of(source, extends.lineno)
    known: set[str] = set()
    seen = {id(tree)}
    above: nodes.Extends | None = extends
    while above is not None:
        name = _name(above)
        parent = tree_at(name)
        if parent is None:
            if above is extends:
                yield faults.theme_template(place, f"there is no template `{name}` to extend")
            return
        if id(parent) in seen:
            help_ = "; write the theme's name before it: `default/layout.html`" if parent is tree else ""
            yield faults.theme_template(place, f"it extends itself by way of `{name}`{help_}")
            return
        if isinstance(parent, TemplateSyntaxError):
            return
        seen.add(id(parent))
        known |= {block.name for block in parent.find_all(nodes.Block)}
        above = _extends(parent)
    inner = {block.name for outer in tree.find_all(nodes.Block) for block in _within(outer)}
    for block in tree.find_all(nodes.Block):
        if block.name not in known and block.name not in inner:
            yield faults.theme_block(line_of(source, block.lineno), block.name, tuple(sorted(known)))


def _within(block: nodes.Block) -> Iterator[nodes.Block]:
    for child in block.body:
        yield from child.find_all(nodes.Block)
        if isinstance(child, nodes.Block):
            yield child


def _unknown_names(tree: nodes.Template, source: Source) -> Iterator[Diagnostic]:
    """Top-level names that no page is given."""
    known = _made(tree) | GIVEN | _JINJA
    for name in tree.find_all(nodes.Name):
        if name.ctx == "load" and name.name not in known:
            yield faults.theme_name(line_of(source, name.lineno), name.name, tuple(sorted(GIVEN)))


def _unknown_fields(tree: nodes.Template, source: Source) -> Iterator[Diagnostic]:
    """Fields of `site` and `page`, which are the same on every page."""
    made = _made(tree)
    for asked in tree.find_all(nodes.Getattr):
        owner = asked.node
        if not isinstance(owner, nodes.Name) or owner.name not in TYPED or owner.name in made:
            continue
        view = TYPED[owner.name]
        if asked.attr not in fields_of(view):
            yield faults.theme_variable(line_of(source, asked.lineno), no_field(view, asked.attr))


def _made(tree: nodes.Template) -> set[str]:
    """The names that a template makes itself."""
    made = {each.name for each in tree.find_all(nodes.Name) if each.ctx in {"store", "param"}}
    made |= {each.name for each in tree.find_all(nodes.Macro)} | {each.target for each in tree.find_all(nodes.Import)}
    for imported in tree.find_all(nodes.FromImport):
        made |= {name if isinstance(name, str) else name[1] for name in imported.names}
    return made


def _extends(tree: nodes.Template) -> nodes.Extends | None:
    found = tree.find(nodes.Extends)
    return found if found is not None and isinstance(found.template, nodes.Const) else None


def _name(extends: nodes.Extends) -> str:
    return str(extends.template.value) if isinstance(extends.template, nodes.Const) else ""
