"""Protocol documents -> the structural protocols of a package, each name once (SPEC 2.1, 2.2)."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from dpmlc.grammar.ebnf import Grammar, Unreadable, read
from dpmlc.grammar.expression import Prose, names
from dpmlc.index import faults_structure as faults
from dpmlc.index.content import TooManyParts, models, unfinished
from dpmlc.index.grammar_attributes import grammar_attributes
from dpmlc.index.notation import Written, ebnf
from dpmlc.index.relaxng import schema
from dpmlc.index.structure import ElementModel, Structure
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit
from dpmlc.scan.document import Scan
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.paths import package_of
from dpmlc.text.span import Span

SUFFIXES = (".protocol.md", ".tag.md")
"""What the names of protocol documents end in."""

BUILTIN = "dpmlc:builtin/"
"""What the paths of dpmlc's own documents begin with."""

_ELEMENT = re.compile(r"^[ \t]*`?[\w-]+_element\s*::=", re.MULTILINE)
_ALMOST = re.compile(r"^[ \t]*`?([\w-]+)\s*::=\s*\(?\s*['\"]<([A-Za-z][A-Za-z0-9_-]*)", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6}[ \t]+(.*?)[ \t#]*$", re.MULTILINE)


def structures(scans: Iterable[Scan], limits: Limits) -> tuple[dict[str, Structure], tuple[Diagnostic, ...]]:
    """The protocols by name and synonym, and what is wrong with their documents.

    A package's own protocol takes the place of a shipped one; of two in one package the first in the order of `scans`
    holds.
    """
    found: dict[str, Structure] = {}
    diagnostics: list[Diagnostic] = []
    for scan in scans:
        if not scan.path.endswith(SUFFIXES) or "::=" not in scan.text:
            continue
        bound = Limits() if scan.path.startswith(BUILTIN) else limits  # Limits are for what authors write.
        made, wrong = _structures(_Document(scan.path, scan.text, _written(scan)), bound)
        diagnostics += wrong
        for structure in made:
            first = found.get(structure.name)
            if first is None or first.place.path.startswith(BUILTIN):
                found.update((name, structure) for name in (structure.name, *structure.synonyms))
            elif not scan.path.startswith(BUILTIN) and _together(first, structure):
                diagnostics.append(faults.duplicate_structure(structure.place, structure.name, first.place))
    return found, tuple(diagnostics)


@frozen
class _Document:
    path: str
    text: str
    written: Written | None


def _together(one: Structure, other: Structure) -> bool:
    return package_of(one.place.path) == package_of(other.place.path)


def _written(scan: Scan) -> Written | None:
    """The EBNF with element productions: a fence of its own, or bare lines."""
    for region in scan.opaque:
        if region.kind == "fence" and _ELEMENT.search(scan.text, region.start, region.end):
            return ebnf(scan, region.start, region.end)
    bare = ebnf(scan, 0, len(scan.text))
    return bare if bare and _ELEMENT.search(bare.text) else None


@lru_cache(maxsize=256)
def _structures(document: _Document, limits: Limits) -> tuple[tuple[Structure, ...], tuple[Diagnostic, ...]]:
    if document.written is None:
        return (), tuple(_misnamed(document))
    grammar = read(document.written.text, document.path, document.written.start, limits)
    if isinstance(grammar, Unreadable):
        return (), (grammar.diagnostic,)
    wrong = (
        faults.element_production(each.span, each.name, tag) for each in grammar.rules if (tag := unfinished(each))
    )
    try:
        found = models(grammar, limits.grammar_states)
    except TooManyParts:
        place = grammar.rules[0].span
        return (), (limit(place, "the number of parts of this grammar", None, limits.grammar_states, "grammar_states"),)
    return tuple(_made(document, grammar, found, rules) for rules in _roots(found)), tuple(wrong)


def _misnamed(document: _Document) -> Iterator[Diagnostic]:
    """A fault where all rules lack the ending, and one begins like an element."""
    found = _ALMOST.search(document.text)
    if found:
        yield faults.element_production(Span(document.path, *found.span(1)), found[1], found[2])


def _roots(found: dict[str, ElementModel]) -> Iterator[tuple[str, ...]]:
    """The rules that no other element's content names; those with one content are synonyms, the first gives the name.

    Rules of free Markdown are never synonyms: they all look alike.
    """
    inside = {each.name for rule, model in found.items() for each in names(model.content) if each.name != rule}
    roots = [rule for rule in found if rule not in inside] or list(found)[:1]
    while roots:
        content = found[roots[0]].content
        alike = roots[:1] if isinstance(content, Prose) else [rule for rule in roots if found[rule].content == content]
        roots = [rule for rule in roots if rule not in alike]
        yield tuple(alike)


def _made(document: _Document, grammar: Grammar, found: dict[str, ElementModel], rules: tuple[str, ...]) -> Structure:
    own = _reached(found, rules)
    name, *synonyms = (found[rule].tag for rule in rules)
    heading = _HEADING.search(document.text)
    return Structure(
        name=name,
        synonyms=tuple(synonyms),
        grammar=grammar,
        elements=frozenset(model.tag for model in own.values()),
        place=found[rules[0]].place,
        title=heading[1] if heading else name,
        description=_description(document.text),
        root=rules[0],
        models=own,
        schema=schema(rules[0], own),
        attributes=grammar_attributes(grammar, own),
    )


def _reached(found: dict[str, ElementModel], rules: tuple[str, ...]) -> dict[str, ElementModel]:
    reached = list(rules)
    seen = set(rules)
    for rule in reached:  # Grows while it is walked.
        inner = [each for each in found[rule].children.values() if each in found and each not in seen]
        reached += inner
        seen.update(inner)
    return {rule: found[rule] for rule in found if rule in seen}


def _description(text: str) -> str:
    """The first paragraph that is neither heading nor code."""
    for paragraph in re.split(r"\n[ \t]*\n", text):
        written = " ".join(line.strip() for line in paragraph.strip().split("\n") if not line.startswith("#"))
        if written and not written.startswith(("`", "~", "<", "|")):
            return written
    return ""
