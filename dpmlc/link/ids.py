"""An id -> the registry row or the file that answers for it, or why there is none (SPEC 2.3, 2.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dpmlc.index.lookup import Ambiguous, Named, Row, Unregistered, known_ids, registered
from dpmlc.index.protocol import ResourceProtocol
from dpmlc.link.bound import Step, Target
from dpmlc.link.faults import duplicate_id, location, not_found
from dpmlc.link.lead import Lead, Spelling
from dpmlc.link.surroundings import Surroundings
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.reference import Reference
from dpmlc.text.paths import inner, package_of


def identified(
    reference: Reference, document: str, protocol: ResourceProtocol, around: Surroundings
) -> Lead | Row:
    """What the reference's id leads to: a row to be followed, or the end of the way.

    The id as written comes first, then percent-decoded. Ids that only the runtime knows are kept, whatever the prefix.
    """
    values = {each.name: each.value or "" for each in reference.parameters}
    written = (reference.path, reference.location)
    ids = written[:1] if written[0] == written[1] else written
    found = _found(ids, protocol, document, values, around)
    if not isinstance(found, Unregistered):
        fault = misplaced(reference, ids, protocol)
        if fault is None:
            return found if isinstance(found, Row) else _by_name(reference, document, found, around)
        return _lead(reference, protocol, Step(f"id `{reference.path}`", fault.message), fault)
    known = external(reference, around)
    if known is not None:
        return known
    fault = misplaced(reference, ids, protocol) or _unknown(reference, protocol, found, around)
    step = Step(f"id `{reference.path}`", "is neither in a registry nor the name of a file")
    lead = _lead(reference, protocol, step, fault)
    return replace(lead, targets=(Target(f"{protocol.name}://{reference.path}", "missing"),))


def external(reference: Reference, around: Surroundings) -> Lead | None:
    """The lead to an id that only the runtime knows, as `[external] ids` says, else None."""
    name = f"{reference.innermost.protocol}://{reference.path}"
    if name not in around.options.external:
        return None
    step = Step(f"id `{reference.path}`", "is the runtime's own, as `[external]` says")
    spelled = Spelling(reference.innermost.protocol, reference.path)
    return Lead(spelled, "id", (Target(name, "runtime"),), mapped=True, manifest="external", steps=(step,))


def misplaced(reference: Reference, ids: tuple[str, ...], protocol: ResourceProtocol) -> Diagnostic | None:
    """The fault where none of `ids` fits the protocol's location."""
    if protocol.location is None:
        return None
    mismatches = [protocol.location.mismatch(each) for each in ids]
    first = mismatches[0]
    if first is None or None in mismatches:
        return None
    span, rule = reference.path_span, protocol.location_text or protocol.location.rule_text
    if span.end - span.start == len(reference.path):
        span = replace(span, start=min(span.start + first.offset, span.end))
    return location(span, reference.path, protocol.name, rule, first.expected)


def similar(reference: Reference, around: Surroundings) -> tuple[str, ...]:
    """Help that names the ids of the same protocol that are written like the reference's."""
    protocol = reference.innermost.protocol
    near = around.memo.near(
        f"id {protocol}", reference.path, lambda: tuple(sorted(known_ids(around.index, protocol)))
    )
    return tuple(f"a similar id exists: `{protocol}://{other}`" for other in near)


def _found(
    ids: tuple[str, ...], protocol: ResourceProtocol, document: str, values: Mapping[str, str], around: Surroundings
) -> Row | Named | Ambiguous | Unregistered:
    found: Row | Named | Ambiguous | Unregistered = Unregistered()
    for each in ids:
        found = registered(around.index, protocol.name, each, document, values)
        if not isinstance(found, Unregistered):
            break
    return found


def _lead(reference: Reference, protocol: ResourceProtocol, step: Step, fault: Diagnostic | None) -> Lead:
    spelled = Spelling(protocol.name, reference.path)
    return Lead(spelled, "id", mapped=True, steps=(step,), fault=fault)


def _by_name(reference: Reference, document: str, found: Named | Ambiguous, around: Surroundings) -> Lead:
    spelled = Spelling(reference.innermost.protocol, reference.path)
    name = f"{spelled.protocol}://{spelled.path}"
    if isinstance(found, Ambiguous):
        fault = duplicate_id(reference.path_span, name, "", found.paths)
        return Lead(spelled, "id", mapped=True, steps=(Step(f"id `{reference.path}`", fault.message),), fault=fault)
    kept = None
    if package_of(document):
        kept = Spelling("package", f"{package_of(found.path)}/{inner(found.path)}")
    elif found.others:
        kept = Spelling("file", found.path)
    remarks: tuple[Diagnostic, ...] = ()
    if found.others:
        remarks = (duplicate_id(reference.path_span, name, found.path, found.others),)
    target = Target(found.path, "document" if found.path in around.index.documents else "file")
    step = Step(f"id `{reference.path}`", f"is the name of `{found.path}`")
    return Lead(spelled, "id", (target,), kept=kept, mapped=True, steps=(step,), remarks=remarks)


def _unknown(
    reference: Reference, protocol: ResourceProtocol, found: Unregistered, around: Surroundings
) -> Diagnostic:
    name = f"{protocol.name}://{reference.path}"
    help_ = [f"the id exists under another protocol: `{other}://{reference.path}`" for other in found.elsewhere]
    suffixes = sorted(each for each, claimed in around.index.suffixes.items() if claimed == protocol.name)
    help_ += _without_suffix(reference.path, suffixes, protocol, around) or similar(reference, around)
    suffix = next(iter(suffixes), "")
    if suffix and not help_ and "/" not in reference.path:
        help_.append(f"a file `{reference.path}.{suffix}` anywhere in the package registers it")
    help_.append(f'if only the runtime knows it, say so in `dpml.toml`: `[external]` `ids = ["{name}"]`')
    mark = f"no registry row and no file registers `{reference.path}`"
    return not_found(reference.path_span, f"`{name}` does not exist", mark=mark, help_=tuple(help_))


def _without_suffix(
    path: str, suffixes: Sequence[str], protocol: ResourceProtocol, around: Surroundings
) -> tuple[str, ...]:
    """Help for a file's name that stands in the place of its id."""
    ids = (path.removesuffix(f".{each}") for each in suffixes if path.endswith(f".{each}"))
    found = [each for each in ids if (protocol.name, each) in around.index.names]
    return tuple(f"an id is the name without its suffix: `{protocol.name}://{each}`" for each in found)
