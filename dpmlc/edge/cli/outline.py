"""A scan -> the tree and references of `dpmlc inspect`, as text and as the objects of SPEC 7."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.json import plain
from dpmlc.report.place import Places
from dpmlc.report.width import visible
from dpmlc.scan.document import Scan
from dpmlc.scan.reference import Reference, without_password
from dpmlc.scan.tree import Attribute, Comment, Element, Markdown, Node
from dpmlc.text.secrets import masked

_SHOWN = 60


def as_json(found: Scan | None, diagnostics: Sequence[Diagnostic], places: Places) -> dict[str, object]:
    """`nodes`, `references` and `diagnostics`; no nodes where the file could not be read as text."""
    return {
        "nodes": [_node(node, found.text, places) for node in found.nodes] if found else [],
        "references": [_reference(each, places) for each in found.references] if found else [],
        "diagnostics": [plain(each, places) for each in diagnostics],
    }


def as_text(found: Scan, places: Places) -> str:
    """The tree, a node a line, then the references, each with its place."""
    lines = [line for node in found.nodes for line in _lines(node, found.text, places, 0)]
    for each in found.references:
        start = places.of(each.span).start
        lines.append(f"{start.line}:{start.column} {visible(masked(each.text))}")
    return "".join(f"{line}\n" for line in lines)


def path_of(reference: Reference) -> str:
    """The path decoded, without the query."""
    return reference.location.removesuffix(reference.query) if reference.query else reference.location


def _node(node: Node, text: str, places: Places) -> dict[str, object]:
    match node:
        case Element():
            start = places.of(node.opening).start
            return {
                "kind": "element",
                "name": node.name,
                "feature": node.feature,
                "implementation": node.implementation,
                "attributes": _first((each.name, _value(each)) for each in node.attributes),
                "line": start.line,
                "column": start.column,
                "children": [_node(child, text, places) for child in node.children],
            }
        case Markdown(span) | Comment(span):
            kind = "markdown" if isinstance(node, Markdown) else "comment"
            return {"kind": kind, "text": masked(text[span.start : span.end]), "line": places.of(span).start.line}
        case _:
            assert_never(node)


def _value(attribute: Attribute) -> str:
    name = f' {attribute.name}="'
    return masked(name + attribute.value)[len(name) :]


def _reference(found: Reference, places: Places) -> dict[str, object]:
    reference = without_password(found)
    start = places.of(reference.span).start
    return {
        "text": masked(reference.text),
        "line": start.line,
        "column": start.column,
        "chain": [[str(level.loading), level.protocol] for level in reference.levels],
        "path": masked(f"://{path_of(reference)}").removeprefix("://"),
        "params": _first((each.name, each.value) for each in reference.parameters),
        "glob": reference.glob,
    }


def _first(pairs: Iterable[tuple[str, str | None]]) -> dict[str, str | None]:
    """The pairs as a mapping; of those with the same name the first holds."""
    found: dict[str, str | None] = {}
    for name, value in pairs:
        found.setdefault(name, value)
    return found


def _lines(node: Node, text: str, places: Places, depth: int) -> Iterator[str]:
    indent = "  " * depth
    match node:
        case Element():
            attributes = "".join(f' {each.name}="{visible(_value(each))}"' for each in node.attributes)
            yield f"{indent}<{node.name}{attributes}> {places.of(node.opening).start.line}"
            for child in node.children:
                yield from _lines(child, text, places, depth + 1)
        case Markdown(span) | Comment(span):
            written = masked(text[span.start : span.end])
            shown = " ".join(written[: 8 * _SHOWN].split())
            if shown:
                line = places.lines(span.path).position(span.end - len(written.lstrip())).line
                yield f"{indent}{visible(shown[:_SHOWN])}{'...' if len(shown) > _SHOWN else ''} {line}"
        case _:
            assert_never(node)
