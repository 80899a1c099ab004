"""A resource protocol -> its page: grammar, parameters, registry, examples, and who uses it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from markupsafe import Markup

from dpmlc.grammar.ebnf import Unreadable, read
from dpmlc.index.protocol import RegistryEntry, ResourceProtocol
from dpmlc.link.bound import Bound, Outcome
from dpmlc.pages.heads import Heads
from dpmlc.pages.kinds.grammar import anchors_of, rules_of
from dpmlc.pages.kinds.lead import lead
from dpmlc.pages.made import Made
from dpmlc.pages.markdown.values import Block
from dpmlc.pages.package import Package
from dpmlc.pages.plan.address import apart, slug
from dpmlc.pages.plan.options import Language
from dpmlc.pages.plan.plan import BUILTIN, Planned
from dpmlc.pages.used import Used, used, uses
from dpmlc.pages.views import Heading, Link
from dpmlc.pages.views_pages import ParameterRow, ProtocolView, RegistryRow, Rule
from dpmlc.scan.parse import Malformed, parse
from dpmlc.text.limits import Limits

_EXAMPLES = 6


def protocol_page(page: Planned, package: Package, heads: Heads, limits: Limits) -> Made:
    """The page of the resource protocol that `page` is about."""
    protocol = package.index.protocols[page.subject]
    rules = _rules(protocol, package.plan.options.language, limits)
    rows, named = _apart(
        [_row(each, protocol, page.address, package) for each in protocol.registry or ()],
        list(_named(protocol, page.address, package)),
    )
    declared = protocol.parameters or ()
    parameters = tuple(
        ParameterRow(each.name, anchor, each.bounded, each.choices, each.description, each.example)
        for each, anchor in zip(declared, apart(f"parameter-{slug(each.name)}" for each in declared), strict=True)
    )
    users = used(page, package)
    examples = tuple(_examples(protocol, rows, named, users))
    told = lead(protocol.description, _path(protocol), page.address, package)
    view = ProtocolView(
        protocol.name, Markup(told.html),
        package.words.get(f"protocol_{protocol.kind}", protocol.kind),
        _source(protocol, page.address, package), rules, protocol.location_text, parameters,
        protocol.parameters is not None, rows, protocol.registry is not None, named, examples,
        uses(page, users, package), package.found_about(protocol.name, page.address),
    )  # fmt: skip
    shown = ["location", "parameters", "registry", *(["examples"] if examples else []), "used-by"]
    contents = [Heading(1, package.words[each.replace("-", "_")], f"#{each}") for each in shown]
    shown += ["documents"] if named else []
    ids = {*shown, *anchors_of(rules)} | {each.anchor for each in parameters}
    ids |= {each.anchor for each in (*rows, *named)}
    blocks = [Block("text", told.plain, "")] if told.plain else []
    blocks += [
        Block("text", f"{each.reference or each.id} {each.target.label}", each.anchor) for each in (*rows, *named)
    ]
    blocks += [_called(each, protocol) for each in (*rows, *named)]
    blocks += [Block("text", f"{each.name} {each.description}", each.anchor) for each in parameters]
    return Made(
        page.address, "protocol.html", heads.of(page, contents, _path(protocol)), view, "page", frozenset(ids), (),
        (protocol.name, f"{protocol.name}://"), tuple(blocks),
    )  # fmt: skip


def _called(row: RegistryRow, protocol: ResourceProtocol) -> Block:
    """What a search finds the row by: before the page of what has this id, if there is one, it does not stand."""
    return Block("heading" if row.target.href else "id", f"{protocol.name}://{row.id}", row.anchor)


def _path(protocol: ResourceProtocol) -> str:
    return protocol.place.path if protocol.place else ""


def _source(protocol: ResourceProtocol, page: str, package: Package) -> Link:
    if protocol.place is None or protocol.place.path.startswith(BUILTIN):
        return Link(package.words["builtin"])
    return Link(package.place(protocol.place), package.link(protocol.place.path, page))


def _rules(protocol: ResourceProtocol, language: Language, limits: Limits) -> tuple[Rule, ...]:
    if not protocol.location_text:
        return ()
    grammar = read(protocol.location_text, _path(protocol), 0, limits)
    return () if isinstance(grammar, Unreadable) else rules_of(grammar, language)


def _row(entry: RegistryEntry, protocol: ResourceProtocol, page: str, package: Package) -> RegistryRow:
    anchor = f"id-{slug(entry.id)}"
    if entry.kind != "exact":
        return RegistryRow(entry.id, anchor, "", Link(entry.target_text), "pattern")
    bound = package.resolve(protocol.name, entry.id, _path(protocol))
    target = _target(bound, entry.target_text, page, package)
    return RegistryRow(entry.id, anchor, f"@!{protocol.name}://{entry.id}", target, _state(bound))


def _apart(
    rows: Sequence[RegistryRow], named: Sequence[RegistryRow]
) -> tuple[tuple[RegistryRow, ...], tuple[RegistryRow, ...]]:
    """The rows with a place of its own for each: ids that differ may look the same in an address."""
    both = [*rows, *named]
    made = [replace(each, anchor=anchor) for each, anchor in zip(both, apart(row.anchor for row in both), strict=True)]
    return tuple(made[: len(rows)]), tuple(made[len(rows) :])


def _state(bound: Bound | None) -> str:
    missing = bound is None or bound.outcome is Outcome.BROKEN or any(each.kind == "missing" for each in bound.targets)
    return "missing" if missing else "found"


def _target(bound: Bound | None, written: str, page: str, package: Package) -> Link:
    location = bound.targets[0].location if bound and bound.targets else ""
    return Link(location or written, package.link(location, page))


def _named(protocol: ResourceProtocol, page: str, package: Package) -> Iterator[RegistryRow]:
    """Ids that file names register, and no row does."""
    rows = {each.id for each in protocol.registry or ()}
    seen = set()
    for (name, id_), paths in sorted(package.index.names.items()):
        if name != protocol.name or id_ in rows or id_ in seen:
            continue
        seen.add(id_)
        for path in paths:
            yield RegistryRow(
                id_, f"id-{slug(id_)}", f"@!{protocol.name}://{id_}", Link(path, package.link(path, page)), "found"
            )  # fmt: skip


def _examples(
    protocol: ResourceProtocol, rows: tuple[RegistryRow, ...], named: tuple[RegistryRow, ...], users: Used
) -> Iterator[str]:
    """References that parse: to known ids, with a parameter each, then as those that the page shows are written."""
    ids = [each.id for each in (*rows, *named) if each.state == "found"][:2]
    written = [f"@!{protocol.name}://{each}" for each in ids]
    if ids:
        written += [
            f"@{protocol.name}://{ids[0]}?{each.example if '=' in each.example else f'{each.name}={each.example}'}"
            for each in protocol.parameters or ()
            if each.example
        ][:2]
    references = (each.reference for each in users.shown if isinstance(each, Bound))
    written += [each.text for each in references if each.form == "prose" and "\n" not in each.text]
    return islice(filter(_parses, dict.fromkeys(written)), _EXAMPLES)


def _parses(text: str) -> bool:
    found = parse(text, "", 0)
    return not isinstance(found, Malformed) and found.text == text
