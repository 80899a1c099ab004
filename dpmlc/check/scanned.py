"""Files -> the scan of every document: read, decoded, and scanned with the HTML names that the project claims."""

import hashlib
from collections.abc import Mapping
from functools import cache, partial

from dpmlc.index.declared import Declared
from dpmlc.index.gather import claims
from dpmlc.memory import Key, Memory, Wanted
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit, no_documents, not_utf_8, unreadable
from dpmlc.scan.document import Scan
from dpmlc.scan.scan import scan
from dpmlc.text.decode import Undecodable, decode
from dpmlc.text.files import Entry, Files, Fingerprint, Refusal
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source
from dpmlc.text.span import Span
from dpmlc.text.spread import Spread, here
from dpmlc.tools.read_tool import is_tool

DOCUMENT_SUFFIXES = (".md", ".markdown", ".dpml", ".pml")
"""Files with these endings are documents (SPEC 1.1); all others are resources."""


def sources_of(
    files: Files, limits: Limits, memory: Memory
) -> tuple[tuple[Source, ...], dict[str, Fingerprint], tuple[Diagnostic, ...]]:
    """Sources and fingerprints of all documents that could be read, and why others could not."""
    sources: list[Source] = []
    read: dict[str, Fingerprint] = {}
    faults: list[Diagnostic] = []
    for entry in files.entries:
        if not entry.path.endswith(DOCUMENT_SUFFIXES):
            continue
        found = source_of(entry, files, limits, memory)
        if isinstance(found, Diagnostic):
            faults.append(found)
            continue
        read[entry.path], source = found
        if isinstance(source, Undecodable):
            faults.append(not_utf_8(entry.path, source.offset, source.reason, source.encoding))
        else:
            sources.append(source)
    if not any(each.path.endswith(DOCUMENT_SUFFIXES) or is_tool(each.path) for each in files.entries):
        faults.append(no_documents(DOCUMENT_SUFFIXES))
    return tuple(sources), read, tuple(faults)


def source_of(
    entry: Entry, files: Files, limits: Limits, memory: Memory
) -> tuple[Fingerprint, Source | Undecodable] | Diagnostic:
    """The text of one document with its fingerprint, or why it could not be read."""
    path = entry.path
    if entry.size > limits.document:
        return limit(Span(path, 0, 0), f"`{path}`, in bytes,", entry.size, limits.document, "document")
    return memory.one("source", path, partial(_held, files, path, limits), partial(_read, files, path, limits))


def _held(files: Files, path: str, limits: Limits) -> Key:
    return (files.fingerprint(path), limits.document)


def _read(files: Files, path: str, limits: Limits) -> tuple[Fingerprint, Source | Undecodable] | Diagnostic:
    content = files.read(path, limits.document)
    if isinstance(content, Refusal):
        return unreadable(path, content.detail)
    return Fingerprint(len(content), hashlib.sha256(content).hexdigest()), decode(path, content)


@cache
def scanned_builtin(builtin: tuple[Source, ...], limits: Limits) -> dict[str, Scan]:
    """dpmlc's own documents."""
    return {each.path: scan(each, frozenset(), limits) for each in builtin}


def scans_of(
    sources: tuple[Source, ...],
    own: Mapping[str, Scan],
    declared: Declared,
    limits: Limits,
    spread: Spread,
    memory: Memory,
) -> dict[str, Scan]:
    """Scans by path. Documents that use an HTML name which the project claims are scanned a second time."""
    by_path = {each.path: each for each in sources}
    base = claims(own.values(), declared)
    scans = _scanned("scan", by_path, base, limits, spread, memory)
    return _claimed(by_path, scans, base, base | claims(scans.values(), declared), limits, spread, memory)


def scans_again(
    sources: tuple[Source, ...], base: frozenset[str], claimed: frozenset[str], limits: Limits, memory: Memory
) -> dict[str, Scan]:
    """Scans by path of some documents, where it is known which HTML names the project has `claimed`; dpmlc's own
    documents and the settings claim those of `base`.
    """
    by_path = {each.path: each for each in sources}
    scans = _scanned("scan", by_path, base, limits, here, memory)
    return _claimed(by_path, scans, base, claimed, limits, here, memory)


def _claimed(
    sources: Mapping[str, Source],
    scans: dict[str, Scan],
    base: frozenset[str],
    claimed: frozenset[str],
    limits: Limits,
    spread: Spread,
    memory: Memory,
) -> dict[str, Scan]:
    again = {path: sources[path] for path, each in scans.items() if each.html & claimed} if claimed != base else {}
    return {**scans, **_scanned("scan with names", again, claimed, limits, spread, memory)}


def _scanned(
    kind: str, sources: Mapping[str, Source], claimed: frozenset[str], limits: Limits, spread: Spread, memory: Memory
) -> dict[str, Scan]:
    def key(path: str) -> Key:
        return (sources[path].text, claimed, limits)

    wanted = Wanted(kind, tuple(sources), key, lambda path: scan(sources[path], claimed, limits))
    return dict(zip(wanted.names, memory.many(wanted, spread), strict=True))
