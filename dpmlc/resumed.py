"""A build that goes on from what another process left: the package as it was checked then, read where it is asked for.

What was left of a document are facts: where it leads, what it may declare, whether something is wrong with it. So the
documents that nothing asks for are neither read nor scanned.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from dpmlc.check.checked import Checked, Findings, Totals
from dpmlc.check.leads import Leads
from dpmlc.check.rechecked import Facts, Known
from dpmlc.check.scanned import scanned_builtin, scans_again, scans_of
from dpmlc.check.stage import Context, Inventory, Stage, without_inventory
from dpmlc.compiler import Build, Compiler
from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.texts import Texts
from dpmlc.emit.tools import package_tools
from dpmlc.index.gather import claims, gather
from dpmlc.index.names import order
from dpmlc.make.bundles import Bundled, unpacked_bundle
from dpmlc.make.durable import Durable
from dpmlc.make.parts import Parts, last_site, reader, tools_of
from dpmlc.make.remembered import durable
from dpmlc.make.request import Request
from dpmlc.memory import Left
from dpmlc.pages.site import site_row
from dpmlc.pages.stays import Last
from dpmlc.pages.themes.theme import Theme
from dpmlc.scan.document import Scan
from dpmlc.settings import fingerprint
from dpmlc.text.decode import decode
from dpmlc.text.files import Fingerprint
from dpmlc.text.frozen import frozen
from dpmlc.text.lazily import Lazily
from dpmlc.text.source import Source
from dpmlc.text.spread import Spread, here
from dpmlc.tools.read_tool import is_tool

_KIND, _SITE = "known", "site"


class _StaleError(Exception):
    """A file is not what was read of it then."""


def build_on(
    request: Request,
    left: Left,
    standing: Mapping[str, Fingerprint],
    changed: frozenset[str] | None,
    spread: Spread = here,
) -> Build:
    """What `build_package` gives. `changed` are the files whose content may be another than at the build that `left`
    tells of, None where more may have changed. `standing` are the files of the output as that build left them.
    """
    memory = durable(left, standing)
    frame = _frame(request, memory)
    row = left.found(_KIND, "", frame) if changed is not None and frame else None
    build = None
    if row is not None and changed is not None:
        try:
            compiler = Compiler(memory, _Before(request, memory, left, standing, changed).resumed(row))
            build = compiler.build(request, spread, changed)
        except _StaleError:
            build = None
    if build is None:
        compiler = Compiler(memory)
        build = compiler.build(request, spread)
    last = compiler.last if frame else None  # The facts of all documents are gathered when they are asked for.
    packed = None if last is None else _packed(*last)
    if packed is not None:
        left.leave(_KIND, "", frame, packed)
    if compiler.site is not None:
        compiler.site.leave_search(left)
        if packed is not None:
            left.leave(_SITE, "", _ground(compiler.site, memory), site_row(compiler.site))
    return build


def _frame(request: Request, memory: Durable) -> str:
    """A digest of what has to be the same; "" where nothing is left.

    What is read from elsewhere, or under two names, changes unseen.
    """
    settings = request.settings
    drawer = request.renderer.name if request.renderer and request.theme else ""
    elsewhere = settings.dependencies or settings.policy.read_extra or settings.policy.symlinks == "inside"
    theme = memory.digest(request.theme)
    if request.answers or elsewhere or not theme:
        return ""
    told = [fingerprint(settings), theme, drawer, *sorted(request.only or ()), ""]
    told += (each.path for each in request.files.entries)
    return hashlib.sha256("\0".join(told).encode("utf-8", "surrogatepass")).hexdigest()


_Row = tuple[Any, ...]


def _packed(known: Known, parts: Parts) -> _Row | None:
    """What is left of a package; None where more would have to be known than facts."""
    checked = known.checked
    findings = checked.findings
    if findings.circles or parts.faults or findings.aside != checked.index.diagnostics:
        return None
    documents = []
    words: dict[str, str] = {}  # The same text is left once where it is the same object.
    for path in checked.documents:
        read, facts = checked.read[path], known.facts[path]
        leads = tuple(words.setdefault(place, place) for place in known.leads.to[path])
        told = (facts.declares, facts.root, facts.tools, facts.unsure, facts.cuts, facts.references)
        documents.append((path, read.bytes, read.sha256, leads, told, path in findings.documents))
    return tuple(documents), tuple((each.id, each.path) for each in parts.chosen)


def _ground(site: Last, memory: Durable) -> str:
    """A digest of what all pages rest on. It tells whether the site that was left is the one that is there again."""
    return memory.digest((site.shared, site.ground))


@frozen
class _Before:
    """What there was before, and what is known to be another now."""

    request: Request
    memory: Durable
    left: Left
    standing: Mapping[str, Fingerprint]
    changed: frozenset[str]

    def resumed(self, row: _Row) -> tuple[Known, Parts]:
        """The package as it was, and the parts of its output."""
        documents, chosen = row
        read = {path: Fingerprint(size, sha256) for path, size, sha256, *_ in documents}
        facts = {path: Facts(*told) for path, *_, told, _ in documents}
        leads = Leads.back_and_forth({path: places for path, _, _, places, *_ in documents})
        faulty = [path for path, *_, is_faulty in documents if is_faulty]
        again = self.changed | leads.users(self.changed)  # What was wrong in these cannot be told any more.
        checked = self._checked(read, facts, [path for path in faulty if path not in again])
        parts = self._parts(checked, facts, chosen)
        if self.request.theme is not None:
            parts = replace(parts, site=self._site(parts, self.request.theme, again.intersection(faulty)))
        return Known(checked, leads, facts), parts

    def _checked(self, read: Mapping[str, Fingerprint], facts: Mapping[str, Facts], faulty: Iterable[str]) -> Checked:
        request, settings, memory = self.request, self.request.settings, self.memory
        own = scanned_builtin(request.builtin, settings.limits)
        sources = tuple(self._source(path, read[path]) for path, each in facts.items() if each.declares)
        declaring = scans_of(sources, own, settings.declared, settings.limits, here, memory)
        index = gather({**own, **declaring}, request.files.entries, settings.declared)
        base = claims(own.values(), settings.declared)

        def scanned(path: str) -> Scan:
            source = self._source(path, read[path])
            return scans_again((source,), base, index.claimed, settings.limits, memory)[path]

        documents = Lazily(sorted((*own, *read), key=order), scanned, {**own, **declaring})
        index = replace(index, documents=documents)
        context, inventory = Context.of(index, settings), Inventory.of(index)
        stage = Stage(index, without_inventory(index), settings, request.files, context, inventory, memory)
        bounds = Lazily(read, lambda path: stage.bounds(documents[path]))
        faults = {path: stage.faults(documents[path], bounds[path]) for path in faulty}
        references = sum(each.references for each in facts.values())
        findings = Findings(index.diagnostics, faults, ())
        return Checked(
            index, context, inventory, tuple(read), bounds, Lazily(documents, lambda path: documents[path].text), read,
            findings, findings.told(read), Totals(len(read), references, 0, 0, 0),
        )  # fmt: skip

    def _source(self, path: str, read: Fingerprint) -> Source:
        """The text of a document as it was read then."""
        content = self.request.files.read(path, read.bytes)
        if not isinstance(content, bytes) or hashlib.sha256(content).hexdigest() != read.sha256:
            raise _StaleError
        source = decode(path, content)
        if not isinstance(source, Source):
            raise _StaleError
        return source

    def _parts(self, checked: Checked, facts: Mapping[str, Facts], chosen: Iterable[tuple[str, str]]) -> Parts:
        request = self.request
        entries = tuple(BundleEntry(identity, path) for identity, path in chosen)
        found = tools_of(request)
        naming = {path: checked.bounds[path] for path, each in facts.items() if each.tools and path not in self.changed}
        listed = package_tools(naming, request.files, Texts(checked.index, request.files), reader(request, found.tools))
        left = [each.path for each in entries if self.left.has("bundle", each.path)]
        return Parts(request, checked, found, entries, (), None, Lazily(left, self._bundle), listed, None)

    def _site(self, parts: Parts, theme: Theme, unsure: frozenset[str]) -> Last:
        """The site as it was."""
        row = self.left.last(_SITE, "")
        if row is None or any(is_tool(path) for path in self.changed):  # What the tools were before is not known.
            raise _StaleError
        site = last_site(parts, theme, row, self.left, self.standing, self.memory)
        if self.left.found(_SITE, "", _ground(site, self.memory)) is None:
            raise _StaleError
        return replace(site, unsure=unsure)

    def _bundle(self, path: str) -> Bundled:
        """The bundle of the entry at `path` as it stands in the output."""
        bundled = unpacked_bundle(self.left.last("bundle", path), self.standing, self.left)
        if bundled is None:
            raise _StaleError
        self.left.again("bundle", path)
        return bundled
