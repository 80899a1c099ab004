"""A reference and all that is known -> `Bound`: what happens to it, where it leads, its names (SPEC 3.5 to 3.12)."""

from dataclasses import replace

from dpmlc.index.index import Index
from dpmlc.link.backslash import cut_short, helped
from dpmlc.link.bound import Bound, ManifestLoading, Outcome, Outer, Step
from dpmlc.link.faults import hot_folder, nested_too_deep, no_transform, not_pinned, runtime_only
from dpmlc.link.follow import follow
from dpmlc.link.lead import Lead, Spelling
from dpmlc.link.load import unfit
from dpmlc.link.memo import Memo
from dpmlc.link.nesting import Plan, plan
from dpmlc.link.options import LinkOptions
from dpmlc.link.outers import outer
from dpmlc.link.parameters import STANDARD, judged
from dpmlc.link.plain import plain
from dpmlc.link.readings import outside, reading
from dpmlc.link.surroundings import Surroundings
from dpmlc.link.written import identity_of, name_of, resource_of, written_of
from dpmlc.report.diagnostic import Diagnostic, Severity, order_of
from dpmlc.report.faults import limit
from dpmlc.scan.document import Scan
from dpmlc.scan.reference import Loading, Parameter, Reference, without_password
from dpmlc.text.files import Files
from dpmlc.text.paths import package_of

_SOFT = frozenset({"not-found", "no-match"})
_LATER = frozenset({"remote", "runtime", "directory"})
_AFTER = 256


def bind(reference: Reference, document: str, index: Index, options: LinkOptions, files: Files) -> Bound:
    """The decision on `reference` as it stands in `document`."""
    around = Surroundings(index, options, files, Memo())
    return _bound(without_password(reference), document, around, told=True)


def bind_all(
    scan: Scan, index: Index, options: LinkOptions, files: Files, *, memo: Memo | None = None
) -> tuple[Bound, ...]:
    """The decisions on all references of a document, in text order, without the steps that led to them.

    `memo` remembers what was looked up; it belongs to the caller and holds for one index, options and files: give the
    same for every document.
    """
    around = Surroundings(index, options, files, memo or Memo())
    package, folder = package_of(scan.path), scan.path.rpartition("/")[0]
    known = around.memo.bounds
    bounds: list[Bound] = []
    for found in scan.references:
        reference = without_password(found)
        simple = plain(reference, scan.path, around)
        if simple is not None:
            bounds.append(simple)
            continue
        # Only what begins with `./` or `../`, perhaps percent-encoded, depends on the folder.
        text = reference.text
        key = (text, reference.form, folder if "./" in text or "%" in text else package)
        template = known.get(key)
        if template is not None and not (template.globbed and scan.path in around.memo.members[key]):
            bounds.append(_again(template, reference, scan.path))
            continue
        made = _bound(reference, scan.path, around, told=False)
        if _holds_elsewhere(made, around):
            known[key] = made
            if made.globbed:
                around.memo.members[key] = frozenset(each.location for each in made.targets)
        bounds.append(made)
    return tuple(bounds)


def thinned(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The same findings with one `package-prefix` hint for each package, the first in order (SPEC 3.6)."""
    kept: list[Diagnostic] = []
    seen: set[str] = set()
    for each in sorted(diagnostics, key=order_of):
        if each.code == "package-prefix" and each.span is not None:
            package = package_of(each.span.path)
            if package in seen:
                continue
            seen.add(package)
        kept.append(each)
    return tuple(kept)


def _holds_elsewhere(bound: Bound, around: Surroundings) -> bool:
    """Whether the same text in another document of the folder comes to the same: no places, no match of one's own."""
    if bound.diagnostics or bound.written != bound.reference.text:
        return False
    if bound.targets and bound.targets[0].kind == "directory":
        return False  # A backslash behind it would be a fault.
    if bound.manifest == "tool":
        return False  # Of several manuals the nearest counts, and nothing is said of the others.
    return not bound.globbed or bound.document not in around.memo.left_out


def _again(template: Bound, reference: Reference, document: str) -> Bound:
    parameters = template.parameters
    if parameters:  # What is wrong with one is told where it stands.
        own = dict(zip(template.reference.parameters, reference.parameters, strict=True))
        parameters = tuple(own.get(each, each) for each in parameters)
    return Bound(
        reference, document, template.outcome, template.targets, template.loading, parameters,
        template.outers, template.manifest, template.written, template.name, template.protocol, template.resource,
        template.wanted, template.identity, template.globbed, (), (),
    )  # fmt: skip


def _bound(reference: Reference, document: str, around: Surroundings, *, told: bool) -> Bound:
    """The decision; the steps that led to it only where they are `told`."""
    lead = follow(reference, document, around)
    planned = _planned(reference, lead, around)
    deep = len(reference.levels)
    outers, faults = _outers(reference, planned, lead, around) if deep > 1 else (lead.outers if planned.now else (), [])
    parameters = lead.parameters
    if reference.parameters:
        parameters += _loaded(reference, lead)
        faults = [*_parameter_faults(reference, around), *faults]
    faults = _settled(lead, planned, [*faults, *_hot_faults(reference, lead, planned)])
    faults = helped(reference, faults, document, _after(reference, around), around) if faults else faults
    if parameters and not faults and not planned.now:
        faults += (fault for target in lead.targets for fault in unfit(target, parameters, around.index, around.memo))
    remarks = lead.remarks
    if not faults and not planned.now:
        remarks += cut_short(reference, lead, document, _after(reference, around), around)
    if deep > around.options.nested:
        remarks = (nested_too_deep(reference.span, deep, around.options.nested), *remarks)
    outcome = _outcome(lead, planned, faults)
    return Bound(
        reference=reference,
        document=document,
        outcome=outcome,
        targets=lead.targets,
        loading=planned.marks[-1],
        parameters=parameters,
        outers=outers,
        manifest=_manifest(lead, planned) if outcome is Outcome.KEEP else None,
        written=_written(reference, lead, planned, outcome, around),
        name=name_of(reference, lead),
        protocol=lead.spelled.protocol,
        resource=resource_of(reference, lead),
        wanted=lead.wanted,
        identity=_identity(lead, parameters, outers),
        globbed=lead.globbed,
        steps=(*lead.steps, *_outer_steps(outcome, outers), _last_step(outcome, planned, lead)) if told else (),
        diagnostics=(*remarks, *faults),
    )


def _planned(reference: Reference, lead: Lead, around: Surroundings) -> Plan:
    """The plan by the marks; what cannot be loaded ahead of time, and `src` values, are kept all the same."""
    planned = plan(reference, "id" if lead.mapped else "", around.options.load)
    if not planned.now:
        return planned
    nothing = lead.fault is not None and lead.fault.code in _SOFT
    later = nothing or (bool(lead.targets) and lead.targets[0].kind in _LATER)
    if (later and not planned.hot) or lead.manifest in {"tool", "external"} or reference.form == "src":
        return replace(planned, now=False, outside=0, hot=False)
    return planned


def _outers(
    reference: Reference, planned: Plan, lead: Lead, around: Surroundings
) -> tuple[tuple[Outer, ...], list[Diagnostic]]:
    """The levels carried out now, innermost first, and what is wrong with any outer level."""
    outers: list[Outer] = []
    faults: list[Diagnostic] = []
    deep, allowed = len(reference.levels), around.options.limits.depth
    if deep > allowed:
        return (), [limit(reference.span, "the number of protocols in one reference", deep, allowed, "depth")]
    for at in range(len(reference.levels) - 2, -1, -1):
        made = outer(reference.levels[at], around)
        if isinstance(made, Diagnostic):
            faults.append(made)
        elif at < planned.outside:
            if made.handler is not None and not planned.now:
                why = "it transforms its input, and that is loaded later"
                faults.append(no_transform(reference.levels[at].span, made.protocol, why))
            outers.append(made)
    return (lead.outers if planned.now else ()) + tuple(outers), faults


def _loaded(reference: Reference, lead: Lead) -> tuple[Parameter, ...]:
    """The reference's own parameters that apply to the loaded text."""
    if lead.targets and lead.targets[0].kind in {"remote", "runtime"}:
        return ()
    return tuple(each for each in reference.parameters if each.name in STANDARD and each.name not in lead.used)


def _parameter_faults(reference: Reference, around: Surroundings) -> tuple[Diagnostic, ...]:
    protocol = around.index.protocols.get(reference.innermost.protocol)
    return judged(reference, protocol) if protocol is not None else ()


def _hot_faults(reference: Reference, lead: Lead, planned: Plan) -> list[Diagnostic]:
    """What cannot be loaded although the author asks for it."""
    if not planned.now or lead.fault is not None or not lead.targets:
        return []
    target = lead.targets[0]
    match target.kind:
        case "directory":
            return [hot_folder(reference.path_span, lead.spelled.path.rstrip("/"))]
        case "remote":
            return [not_pinned(reference.path_span, target.location)]
        case "runtime":
            return [runtime_only(reference.path_span, target.location)]
        case _:
            return []


def _settled(lead: Lead, planned: Plan, faults: list[Diagnostic]) -> list[Diagnostic]:
    """The lead's own fault among the others: a missing target is a warning unless the author said `@!`."""
    if lead.fault is None:
        return faults
    soft = lead.fault.code in _SOFT and not planned.hot
    fault = lead.fault.lowered(Severity.WARNING) if soft else lead.fault
    return [fault, *faults]


def _outcome(lead: Lead, planned: Plan, faults: list[Diagnostic]) -> Outcome:
    if lead.fault is not None and lead.fault.code == "password-in-url":
        return Outcome.KEEP  # What is written in its place does not repeat the password.
    if faults and any(each.severity is Severity.ERROR for each in faults):
        return Outcome.BROKEN
    return Outcome.INLINE if planned.now else Outcome.KEEP


def _manifest(lead: Lead, planned: Plan) -> ManifestLoading:
    return lead.manifest or ("lazy" if planned.marks[-1] is Loading.LAZY else "default")


def _written(reference: Reference, lead: Lead, planned: Plan, outcome: Outcome, around: Surroundings) -> str:
    if outcome is not Outcome.KEEP or (lead.kept is None and planned.outside == 0):
        return reference.text
    kept = replace(lead, kept=_unmistakable(lead.kept, around))
    return written_of(reference, kept, planned.outside, _after(reference, around))


def _after(reference: Reference, around: Surroundings) -> str:
    """The text behind the reference, as far as it matters."""
    scan = around.index.documents.get(reference.span.path)
    end = reference.span.end
    return scan.text[end : end + _AFTER] if scan is not None else ""


def _unmistakable(kept: Spelling | None, around: Surroundings) -> Spelling | None:
    """`./` before a path from the root that would be read otherwise: below `~`, or a folder called like the package."""
    if kept is None or kept.protocol != "file":
        return kept
    plain_path = not outside(kept.path) and reading(kept.path, "", "", around.names("")).path == kept.path
    return kept if plain_path or kept.path == "." else Spelling("file", f"./{kept.path}")


def _identity(lead: Lead, parameters: tuple[Parameter, ...], outers: tuple[Outer, ...]) -> str:
    location = lead.targets[0].location if lead.targets and not lead.globbed else ""
    location = location or f"{lead.spelled.protocol}://{lead.spelled.path}"
    return identity_of(location, parameters, tuple(each.protocol for each in outers))


def _outer_steps(outcome: Outcome, outers: tuple[Outer, ...]) -> tuple[Step, ...]:
    """What the levels outside do, innermost first; nothing for a broken reference, whose text stays."""
    if outcome is Outcome.BROKEN:
        return ()
    around = "stands around it now" if outcome is Outcome.KEEP else "stands around it, unless it is that element itself"
    return tuple(
        Step(f"level `{each.protocol}`", f"the element `<{each.protocol}>` {around}")
        if each.handler is None
        else Step(f"level `{each.protocol}`", "its handler transforms the text")
        for each in outers
    )


def _last_step(outcome: Outcome, planned: Plan, lead: Lead) -> Step:
    mark = f"`{planned.marks[-1]}`"
    match outcome:
        case Outcome.INLINE:
            return Step("loading", f"{mark}: inlined" + (", as it is an id" if lead.mapped and not planned.hot else ""))
        case Outcome.KEEP:
            return Step("loading", f"{mark}: kept, listed in the manifest as `{_manifest(lead, planned)}`")
        case Outcome.BROKEN:
            return Step("loading", f"{mark}: not possible")
