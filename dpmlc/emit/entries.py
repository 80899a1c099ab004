"""The index -> the documents to bundle, each with its id (SPEC 4.1)."""

import re
from collections import Counter
from dataclasses import field
from unicodedata import normalize

from dpmlc.emit.faults import duplicate_bundle_id, overlapping_bundle_ids, reserved_bundle_id
from dpmlc.emit.options import BundleOptions
from dpmlc.emit.patterns import Stated, matcher, unmatched
from dpmlc.index.index import Index
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.document import Scan
from dpmlc.scan.tree import Element
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import package_of
from dpmlc.text.slotted import slotted
from dpmlc.text.span import Span

_KEY = "[bundle] entries"
_ROOTS = frozenset({"prompt", "role"})
_DOCUMENT = re.compile(r"\.(?:md|markdown|dpml|pml)\Z")
# Device names of Windows, whatever stands behind their first dot, and characters that its file names cannot hold.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?: *\.|\Z)", re.IGNORECASE)
_FORBIDDEN = re.compile(r'[<>:"\\|?*\x00-\x1f]')
_LONGEST = 200
_OWN_NAMES = frozenset({"prompt.md", "manifest.json", "sources.json", "tools.json", "resources"})


@frozen
class BundleEntry:
    """A document to bundle. `id` is made of path segments, joined by `/`."""

    id: str
    path: str


@slotted
class _Ending:
    """A trailing part of paths: how many end so, and by which segments they go on to the left."""

    count: int = 0
    longer: dict[str, "_Ending"] = field(default_factory=dict)


def entries(index: Index, options: BundleOptions) -> tuple[tuple[BundleEntry, ...], tuple[Diagnostic, ...]]:
    """The entries of the package by id, and what is wrong with them.

    An entry is every document of the package itself whose root is `prompt` or `role`, or that matches a pattern. Of
    entries that share an id only the first by path is given; one whose id cannot be a folder is left out.
    """
    chosen, faults = _chosen(index, options)
    stems = {path: _stem(path, index) for path in chosen}
    identities = _shortest(stems)
    given, wrong = _usable(identities)
    return tuple(sorted(given, key=lambda each: each.id.encode("utf-8", "surrogatepass"))), (*faults, *wrong)


def _chosen(index: Index, options: BundleOptions) -> tuple[list[str], list[Diagnostic]]:
    adding = Stated(tuple(each for each in options.entries if not each.startswith("!")), _KEY, options.places)
    marked = tuple(each[1:] for each in options.entries if each.startswith("!"))
    taking = Stated(marked, _KEY, options.places, "!")
    added, faults = matcher(adding)
    taken, more = matcher(taking)
    own = [path for path in index.documents if path in index.entries and not package_of(path)]
    chosen = [path for path in own if (is_root(index.documents[path]) or added(path)) and not taken(path)]
    faults += [*more, *unmatched(adding, own), *unmatched(taking, own)]
    return sorted(chosen, key=lambda path: path.encode("utf-8", "surrogatepass")), faults


def is_root(scan: Scan) -> bool:
    """Whether one of the document's outermost elements makes it an entry (SPEC 4.1)."""
    return any(
        isinstance(node, Element) and (node.feature in _ROOTS or node.structure in _ROOTS) for node in scan.nodes
    )


def _stem(path: str, index: Index) -> tuple[str, ...]:
    """Segments of `path`, the last first, the file name without its suffixes: `x.role.md` and `x.md` are `x`."""
    *folders, name = path.split("/")
    stem = _DOCUMENT.sub("", name) or name
    front, dot, kind = stem.rpartition(".")
    if front and dot and (kind in index.structures or name[len(front) + 1 :] in index.suffixes):
        stem = front
    return (stem, *reversed(folders))


def _shortest(stems: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """For each path the shortest trailing part that no other path has: one walk down and one up a tree of endings."""
    root = _Ending()
    for segments in stems.values():
        ending = root
        for segment in segments:
            ending = ending.longer.setdefault(segment, _Ending())
            ending.count += 1
    return {path: "/".join(reversed(_own_part(root, segments))) for path, segments in stems.items()}


def _own_part(root: _Ending, segments: tuple[str, ...]) -> tuple[str, ...]:
    ending = root
    for length, segment in enumerate(segments, start=1):
        ending = ending.longer[segment]
        if ending.count == 1:
            return segments[:length]
    return segments


def _usable(identities: dict[str, str]) -> tuple[list[BundleEntry], list[Diagnostic]]:
    given: list[BundleEntry] = []
    faults: list[Diagnostic] = []
    taken: dict[str, BundleEntry] = {}
    for path, identity in identities.items():
        key = normalize("NFKC", normalize("NFKC", identity).casefold())
        why = _refused(identity) or _refused(key)
        if why:
            faults.append(reserved_bundle_id(Span(path, 0, 0), identity, why))
        elif key in taken:
            other = taken[key]
            faults.append(duplicate_bundle_id(Span(path, 0, 0), identity, Span(other.path, 0, 0), other.id))
        else:
            taken[key] = BundleEntry(identity, path)
            given.append(taken[key])
    overlaps = _overlapping(taken)
    inside = {fault.span.path for fault in overlaps if fault.span is not None}
    return [each for each in given if each.path not in inside], faults + overlaps


def _refused(identity: str) -> str:
    """Why some system could not have the folder `identity`, or ""."""
    for segment in identity.split("/"):
        if _DEVICE.match(segment):
            return f"`{segment}` is the name of a device on Windows"
        if segment.endswith((".", " ")):
            return f"`{segment}` ends with a {'dot' if segment.endswith('.') else 'space'}, which Windows drops"
        if found := _FORBIDDEN.search(segment):
            return f"`{segment}` holds {found[0]!r}, which no file name on Windows can"
        if len(segment.encode("utf-8", "surrogatepass")) > _LONGEST:
            return f"a segment has more than {_LONGEST} bytes"
    return ""


def _overlapping(taken: dict[str, BundleEntry]) -> list[Diagnostic]:
    """Ids whose folder would be a file or folder that another bundle writes: `a/resources` beside `a`."""
    counted = Counter[str]()
    faults = []
    for key, entry in taken.items():
        segments = key.split("/")
        for length in range(1, len(segments)):
            other = taken.get("/".join(segments[:length]))
            if other is not None and segments[length] in _OWN_NAMES and not counted[key]:
                counted[key] += 1
                faults.append(
                    overlapping_bundle_ids(Span(entry.path, 0, 0), entry.id, Span(other.path, 0, 0), other.id)
                )
    return faults
