"""Views that are made of tables -> the same as Markdown: the twin of a page that no document is behind."""

import re
from collections.abc import Iterable, Sequence
from html import unescape

from markupsafe import Markup

from dpmlc.pages.plan.address import twin_of
from dpmlc.pages.views import Finding, Use
from dpmlc.pages.views_pages import (
    AttributeRow,
    AttributesView,
    GlossaryView,
    GraphView,
    HealthView,
    ListView,
    ProtocolView,
    StructureView,
    TermView,
    ToolView,
    UsesView,
)

_TAG = re.compile(r"<[^<>]*>")
_BAR = re.compile(r"(?<!\\)\|")


def twin(title: str, view: object) -> str:
    """The page with this title and view as Markdown; "" for a view that is none of those tables."""
    match view:
        case ProtocolView():
            return _protocol(title, view)
        case StructureView():
            return _structure(title, view)
        case AttributesView():
            return _page(title, _attributes(view.rows))
        case GlossaryView():
            return _page(title, *map(_term, view.terms))
        case ListView():
            return _listed(title, view)
        case HealthView():
            return _page(title, _list(map(_finding, view.findings)), view.hidden)
        case GraphView():
            told = (f"{each.label}: {', '.join(link.label for link in each.targets)}" for each in view.list)
            patterns = (f"{each.label}: {', '.join(link.label for link in each.targets)}" for each in view.patterns)
            return _page(title, _list(told), _list(patterns))
        case ToolView():
            return _tool(title, view)
        case UsesView():
            found = ((user.path, each) for user in view.users for each in user.mentions)
            return _page(title, _list(f"{path}:{each.line} `{each.text}`" for path, each in found))
        case _:
            return ""


def _protocol(title: str, view: ProtocolView) -> str:
    """A resource protocol."""
    registry = ((each.reference or each.id, each.target.label, each.state) for each in (*view.registry, *view.names))
    parameters = (
        (each.name, _type(each.type, each.values), each.description, each.example) for each in view.parameters
    )
    return _page(
        title, view.lead, _fence("ebnf", view.grammar),
        _table(("parameter", "type", "meaning", "example"), parameters),
        _table(("reference", "target", "state"), registry),
        _list(f"`{each}`" for each in view.examples), _uses(view.uses),
    )  # fmt: skip


def _structure(title: str, view: StructureView) -> str:
    """A structural protocol."""
    grammar = "\n".join("".join(run.text for run in rule.runs) for rule in view.rules)
    content = ((each.name, each.inside, each.occurrence) for each in view.content)
    return _page(
        title, view.lead, _table(("element", "in", "how often"), content), _fence("ebnf", grammar),
        _attributes(view.attributes), _uses((*view.documents, *view.bindings)),
    )  # fmt: skip


def _term(term: TermView) -> str:
    """A term with what it means and how it is used."""
    examples = _list(line for line in _plain(term.examples).splitlines() if line.strip())
    return "\n\n".join(filter(None, (f"## {' · '.join(term.names)}", _plain(term.definition), examples)))


def _listed(title: str, view: ListView) -> str:
    """A section: where everything in it is."""
    groups = (
        (f"## {group.label}\n\n" if group.label else "")
        + _list(f"[{_label(each.label)}]({twin_of(each.href)})" for each in group.links)
        for group in view.groups
    )
    return _page(title, *groups)


def _tool(title: str, view: ToolView) -> str:
    """A tool."""
    fields = (
        (each.name, _type(each.type, each.values), "yes" if each.required else "", each.default, each.description)
        for each in view.fields
    )
    return _page(
        title, view.description,
        _list(f"{name}: {value}" for name, value in view.facts), _list(view.unread),
        _table(("parameter", "type", "required", "default", "meaning"), fields),
        _fence("", view.call), _fence("json", view.result), _uses(view.uses),
    )  # fmt: skip


def _page(title: str, *parts: str) -> str:
    """`parts` that say nothing are left out; Markdown that was rendered is told by its words."""
    told = (_plain(part) if isinstance(part, Markup) else part for part in parts)
    return "\n\n".join([f"# {title}", *filter(None, told)]) + "\n"


def _attributes(rows: Sequence[AttributeRow]) -> str:
    told = (
        (
            each.name, _type(each.type, each.values),
            ", ".join(link.label for link in each.applies_to), each.meaning,
        )
        for each in rows
    )  # fmt: skip
    return _table(("attribute", "type", "applies to", "meaning"), told)


def _type(name: str, values: Iterable[str]) -> str:
    return " ".join((name, *(f"`{value}`" for value in values)))


def _uses(uses: Sequence[Use]) -> str:
    return _list(f"{each.place} `{each.text}`" if each.place else _rest(each) for each in uses)


def _rest(use: Use) -> str:
    """What stands for more users: of a pattern, or those on a page of their own."""
    return f"{use.label} `{use.text}`" if use.text else f"[{_label(use.label)}]({twin_of(use.href)})"


def _finding(found: Finding) -> str:
    places = ", ".join((found.place, *(each.label for each in found.more)))
    return f"{found.severity}[{found.code}] {places}: {_plain(found.message)}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    return "\n".join((f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *lines)) if lines else ""


def _cell(text: str) -> str:
    return _BAR.sub(r"\\|", " ".join(text.split()))


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {each}" for each in items)


def _fence(language: str, text: str) -> str:
    longest = max((len(each) for each in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}" if text.strip() else ""


def _plain(html: str) -> str:
    """The words of rendered Markdown."""
    return unescape(_TAG.sub("", html)).strip()


def _label(text: str) -> str:
    return text.replace("[", "(").replace("]", ")")
