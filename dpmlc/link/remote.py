"""References that are not followed to a file at build time: remote, run time, tools, and those a handler answers."""

from dataclasses import replace

from dpmlc.index.lookup import Named, registered
from dpmlc.index.protocol import ResourceProtocol
from dpmlc.link.bound import Step, Target
from dpmlc.link.faults import password_in_url
from dpmlc.link.handlers import located
from dpmlc.link.ids import identified
from dpmlc.link.lead import Lead, Spelling
from dpmlc.link.locate import kind_of
from dpmlc.link.missing import denied
from dpmlc.link.readings import Reading, joined, outside
from dpmlc.link.surroundings import Surroundings
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.reference import Reference
from dpmlc.text.files import Refusal
from dpmlc.text.paths import package_of, within
from dpmlc.text.regular import regular

_AUTHORITY_END = regular(r"[/?#\\]")


def remote(reference: Reference) -> Lead:
    """An address on the network, as written. A password in it is an error, and is repeated nowhere."""
    protocol = reference.innermost.protocol
    end = _AUTHORITY_END.search(reference.path)
    authority = reference.path[: end.start()] if end else reference.path
    login, at, host = authority.rpartition("@")
    user, colon, _ = login.partition(":")
    spelled = Spelling(protocol, reference.path)
    if not (at and colon):
        uri = f"{protocol}://{reference.path}{reference.query}"
        return Lead(spelled, "path", (Target(uri, "remote"),), steps=(Step(f"`{uri}`", "is remote"),))
    bare = Spelling(protocol, f"{user}@{host}{reference.path[len(authority) :]}")
    uri = f"{protocol}://{bare.path}{reference.query}"
    fault = password_in_url(reference.path_span, uri)
    step = Step(f"`{uri}`", fault.message)
    return Lead(bare, "path", (Target(uri, "remote"),), kept=bare, steps=(step,), fault=fault)


def at_runtime(reference: Reference) -> Lead:
    """What exists only while the prompt is used."""
    name = f"{reference.innermost.protocol}://{reference.path}{reference.query}"
    spelled = Spelling(reference.innermost.protocol, reference.path)
    step = Step(f"`{name}`", "exists at run time only")
    return Lead(spelled, "id", (Target(name, "runtime"),), manifest="runtime", steps=(step,))


def tool(reference: Reference, document: str, protocol: ResourceProtocol, around: Surroundings) -> Lead:
    """A tool's file and, behind it, its manual where there is one; tools are kept, whatever the prefix."""
    found = identified(reference, document, protocol, around)
    if not isinstance(found, Lead):
        return at_runtime(reference)
    lead = replace(found, mapped=False, manifest=found.manifest or "tool", kept=None)
    if lead.fault is not None or lead.manifest == "external":
        return lead
    targets = tuple(replace(each, kind="file") for each in lead.targets)
    manual = registered(around.index, "manual", reference.path, document)
    if isinstance(manual, Named):
        text = manual.path in around.index.documents  # It may be no text that can be read.
        targets = (*targets, Target(manual.path, "document" if text else "file"))
    return replace(lead, targets=targets)


def by_handler(reference: Reference, document: str, around: Surroundings) -> Lead:
    """Where a Python handler says it is: a path of the package, or text."""
    name = reference.innermost.protocol
    handler = around.handler(name)
    spelled = Spelling(name, reference.path)
    if handler is None:
        return at_runtime(reference)
    values = {each.name: each.value for each in reference.parameters}
    answer = located(handler, reference.location, values, reference.path_span)
    used = frozenset(values)
    if isinstance(answer, Diagnostic):
        return Lead(spelled, "id", steps=(Step(f"handler `{name}`", answer.message),), fault=answer)
    if answer.path is not None:
        lead = _path(reference, answer.path, package_of(document), around)
        return replace(lead, spelled=spelled, wanted="id", kept=None, used=used)
    target = Target(f"{name}://{reference.path}{reference.query}", "opaque", answer.text or "", answer.language)
    return Lead(spelled, "id", (target,), used=used, steps=(Step(f"handler `{name}`", "answered with text"),))


def _path(reference: Reference, path: str, package: str, around: Surroundings) -> Lead:
    """A handler's path is a package path; what it may not name, it may not name either."""
    asked = package_of(path) or package
    read = Reading(asked, joined("", path.removeprefix(f"package://{asked}/")), "root")
    why = outside(path) or ("it leaves the package root" if read.leaves else "")
    if why or (package and asked != package):
        return denied(reference, read, why or "it is another package's", "")
    location = within(read.package, read.path)
    stands = around.stands(location)
    if isinstance(stands, Refusal):
        return denied(reference, read, stands.detail, stands.key)
    kind = kind_of(location, stands, around)
    if kind is None:
        return denied(reference, read, "it is not a regular file", "")
    step = Step(f"handler `{reference.innermost.protocol}`", f"answered with `{location}`")
    return Lead(Spelling("file", path), "id", (Target(location, kind),), steps=(step,))
