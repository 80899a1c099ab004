"""`<terminologies>` elements -> the terms of a package, and where each stands in its glossary."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import dedent

from dpmlc.pages.markdown.slugs import free
from dpmlc.pages.plan.address import slug
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element, Markdown, elements
from dpmlc.text.frozen import frozen

GLOSSARY = "glossary.html"
_NAMES = frozenset({"zh", "en", "ko", "ja", "name", "term"})


@frozen
class Term:
    """A `<terminology>` in the document at `path`: what it is called, its parts as Markdown."""

    names: tuple[str, ...]
    anchor: str
    definition: str
    examples: str
    path: str
    element: Element


def terms_of(documents: Iterable[Scan]) -> tuple[Term, ...]:
    """All terms of the `documents`, by name; one that is defined twice stands twice."""
    found: list[Term] = []
    taken: set[str] = set()
    for scan in documents:
        for element in elements(scan.nodes):
            if element.structure == "terminology":
                made = _term(element, scan, taken)
                if made is not None:
                    found.append(made)
    return tuple(sorted(found, key=lambda each: (each.names[0].casefold(), each.path, each.element.opening.start)))


def addresses_of(terms: Sequence[Term]) -> Mapping[str, str]:
    """Where `#NAME` leads, for each name of each term."""
    found: dict[str, str] = {}
    for term in terms:
        for name in term.names:
            found.setdefault(name, f"{GLOSSARY}#{term.anchor}")
    return found


def _term(element: Element, scan: Scan, taken: set[str]) -> Term | None:
    parts = {each.name: each for each in element.children if isinstance(each, Element)}
    names = tuple(dict.fromkeys(filter(None, (_text(each, scan) for name, each in parts.items() if name in _NAMES))))
    if not names:
        return None
    anchor = free(f"term-{slug(names[0])}", taken)
    taken.add(anchor)
    definition = _markdown(parts["definition"], scan) if "definition" in parts else ""
    examples = "\n\n".join(_examples(parts["examples"], scan)) if "examples" in parts else ""
    return Term(names, anchor, definition, examples, scan.path, element)


def _examples(element: Element, scan: Scan) -> Iterator[str]:
    inner = [each for each in element.children if isinstance(each, Element)]
    if not inner:
        yield _markdown(element, scan)
    for each in inner:
        lines = _markdown(each, scan).split("\n")
        yield "- " + "\n  ".join(lines)


def _text(element: Element, scan: Scan) -> str:
    return " ".join(_markdown(element, scan).split())


def _markdown(element: Element, scan: Scan) -> str:
    pieces = [scan.text[each.span.start : each.span.end] for each in element.children if isinstance(each, Markdown)]
    return dedent("".join(pieces)).strip()
