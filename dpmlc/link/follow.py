"""A reference -> where its innermost level leads, through as many registry rows as it takes."""

from dataclasses import replace

from dpmlc.index.lookup import Row
from dpmlc.link.bound import Outer, Step
from dpmlc.link.faults import no_match, registry_cycle, time_out, unknown_protocol
from dpmlc.link.faults_content import bad_parameter
from dpmlc.link.globs import ITSELF
from dpmlc.link.handlers import can_locate
from dpmlc.link.ids import external, identified, misplaced, similar
from dpmlc.link.lead import Lead, Spelling
from dpmlc.link.locate import locate
from dpmlc.link.outers import outer
from dpmlc.link.remote import at_runtime, by_handler, remote, tool
from dpmlc.link.surroundings import Surroundings
from dpmlc.report.diagnostic import Diagnostic, Label
from dpmlc.report.faults import limit
from dpmlc.scan.parse import Malformed
from dpmlc.scan.reference import Parameter, Reference
from dpmlc.text.span import Span


def follow(reference: Reference, document: str, around: Surroundings) -> Lead:
    """Where `reference` in `document` leads. A row's own parameters and outer levels come before the reference's."""
    started = around.memo.now()
    rows: list[Row] = []
    asked: dict[str, Span | None] = {}
    step = _step(reference, document, around)
    while True:
        if around.memo.now() - started > around.options.limits.chain_seconds:
            return _broken(reference, time_out(reference.span, around.options.limits.chain_seconds))
        if isinstance(step, Lead):
            if not rows:
                return step
            step = _others(step, rows[-1], document, around) if step.globbed else step
            return _through(rows, reference, _outers(rows, step, around), around)
        current = rows[-1].target if rows else reference
        rows.append(step)
        fault = _unusable(step) or _circle(current, step, reference, asked) or _endless(rows, reference, around)
        if fault is not None:
            return _through(rows, reference, _broken(reference, fault), around)
        assert isinstance(step.target, Reference)
        step = _step(step.target, step.document, around)


def _circle(
    current: Reference | Malformed, row: Row, reference: Reference, asked: dict[str, Span | None]
) -> Diagnostic | None:
    """The fault where `current`, which `row` answers, was asked for before; else it is remembered in `asked`."""
    assert isinstance(current, Reference)
    name = f"{current.innermost.protocol}://{current.path}"
    if name in asked:
        return registry_cycle(reference.path_span, (*asked.items(), (name, None)))
    asked[name] = row.entry.target_span
    return None


def _endless(rows: list[Row], reference: Reference, around: Surroundings) -> Diagnostic | None:
    """The fault where rows lead on too often, or to paths too long: `{x}` -> `@a://{x}{x}` never comes back."""
    limits, target = around.options.limits, _target(rows[-1])
    size = len(target.encode(errors="replace"))
    if size > limits.attribute:
        what = "what registry rows make of it, in bytes,"
        fault = limit(reference.path_span, what, size, limits.attribute, "attribute")
    elif len(rows) > limits.depth:
        fault = limit(reference.path_span, "the number of registry rows on the way", None, limits.depth, "depth")
    else:
        return None
    label = Label(rows[-1].entry.target_span, "this row leads on, again and again")
    return replace(fault, labels=(label,), help=("let it name a file, or an id that another row has", *fault.help))


def _step(reference: Reference, document: str, around: Surroundings) -> Lead | Row:
    """One step: the end of the way, or the row that answers."""
    name = reference.innermost.protocol
    protocol = around.index.protocols.get(name)
    if protocol is None:
        return _unregistered(reference, document, around)
    match protocol.kind:
        case "path":
            return locate(reference, document, around)
        case "remote":
            return remote(reference)
        case "runtime":
            found = identified(reference, document, protocol, around)
            unknown = isinstance(found, Lead) and found.fault and found.fault.code == "not-found"
            return at_runtime(reference) if unknown else found
        case "tool":
            return tool(reference, document, protocol, around)
        case "registry":
            return identified(reference, document, protocol, around)
        case "handler":
            fault = misplaced(reference, (reference.path, reference.location), protocol)
            if fault is not None:
                return _broken(reference, fault)
            return by_handler(reference, document, around)


def _unregistered(reference: Reference, document: str, around: Surroundings) -> Lead:
    name = reference.innermost.protocol
    handler = around.handler(name)
    if handler is not None and can_locate(handler):
        return by_handler(reference, document, around)
    known = external(reference, around)
    if known is not None:
        return known
    near = around.memo.near("protocol", name, lambda: tuple(sorted(around.index.protocols)))
    element = name if name in around.index.structures else ""
    return _broken(reference, unknown_protocol(reference.innermost.span, name, near, element))


def _unusable(row: Row) -> Diagnostic | None:
    """Why the row's target cannot be followed: it is no reference, or a parameter it needs was not given."""
    if row.missing:
        names = ", ".join(f"`{name}`" for name in row.missing)
        return bad_parameter(row.entry.target_span, f"`{row.entry.id}` needs the parameter {names}")
    return row.target.diagnostic if isinstance(row.target, Malformed) else None


def _broken(reference: Reference, fault: Diagnostic) -> Lead:
    spelled = Spelling(reference.innermost.protocol, reference.path)
    return Lead(spelled, "id", steps=(Step(f"`{spelled.protocol}`", fault.message),), fault=fault)


def _others(lead: Lead, row: Row, document: str, around: Surroundings) -> Lead:
    """The lead to what a row's pattern matches, without the document that refers to the row (SPEC 3.7)."""
    targets = tuple(each for each in lead.targets if each.location != document)
    if len(targets) == len(lead.targets):
        return lead
    around.memo.left_out.add(document)
    fault = None if targets else no_match(row.entry.target_span, lead.spelled.path, (ITSELF,))
    return replace(lead, targets=targets, fault=fault)


def _outers(rows: list[Row], lead: Lead, around: Surroundings) -> Lead:
    """The lead with the outer levels that the rows' targets have, the last row's first."""
    outers: list[Outer] = []
    for row in reversed(rows):
        assert isinstance(row.target, Reference)
        for level in reversed(row.target.levels[:-1]):
            made = outer(level, around)
            if isinstance(made, Diagnostic):
                return replace(lead, fault=lead.fault or made)
            outers.append(made)
    return replace(lead, outers=tuple(outers)) if outers else lead


def _through(rows: list[Row], reference: Reference, lead: Lead, around: Surroundings) -> Lead:
    """The lead as the first reference sees it: named by its id, faults at its own place."""
    parameters: list[Parameter] = []
    for row, asking in zip(reversed(rows), [None, *reversed(rows[1:])], strict=True):
        used = asking.used if asking else frozenset()
        if isinstance(row.target, Reference):
            parameters += [each for each in row.target.parameters if each.name not in used]
    steps = tuple(Step(f"registry row `{row.entry.id}`", f"leads to `{_target(row)}`") for row in rows)
    spelled = Spelling(reference.innermost.protocol, reference.path)
    return replace(
        lead, spelled=spelled, kept=None, wanted="id", mapped=True, steps=steps + lead.steps,
        parameters=tuple(parameters), used=rows[0].used, fault=_here(lead.fault, reference, rows, around),
    )  # fmt: skip


def _target(row: Row) -> str:
    return row.target.text if isinstance(row.target, Reference) else row.entry.target_text


def _here(
    fault: Diagnostic | None, reference: Reference, rows: list[Row], around: Surroundings
) -> Diagnostic | None:
    """The fault as it is told at the reference. A row for many ids may have answered for one that is misspelt."""
    if fault is None or fault.span == reference.path_span:
        return fault
    label = Label(rows[-1].entry.target_span, "the registry leads here")
    meant = similar(reference, around) if fault.code == "not-found" and rows[0].entry.kind != "exact" else ()
    return replace(
        fault, span=reference.path_span, mark="the registry leads it there", help=(*meant, *fault.help),
        labels=(label, *fault.labels),
    )  # fmt: skip
