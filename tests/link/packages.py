"""A package from texts, scanned and indexed as a build does it, for the tests of linking."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dpmlc.grammar.ebnf import Grammar
from dpmlc.index.declared import Declared
from dpmlc.index.gather import gather
from dpmlc.index.index import Index
from dpmlc.index.structure import Structure
from dpmlc.link.bind import bind_all
from dpmlc.link.bound import Bound
from dpmlc.link.load import load
from dpmlc.link.loaded import Loaded
from dpmlc.link.memo import Memo
from dpmlc.link.options import LinkOptions
from dpmlc.scan.scan import scan
from dpmlc.text.files import Files, MemoryFiles
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source
from dpmlc.text.span import Span


@dataclass(frozen=True, slots=True)
class Package:
    """Files, their index, and the options to link them with."""

    files: Files
    index: Index
    options: LinkOptions
    memo: Memo = field(default_factory=Memo)

    def bounds(self, document: str) -> tuple[Bound, ...]:
        """All references of a document, bound."""
        scanned = self.index.documents[document]
        return bind_all(scanned, self.index, self.options, self.files, memo=self.memo)

    def bound(self, document: str) -> Bound:
        """The only reference of a document, bound."""
        (only,) = self.bounds(document)
        return only

    def loaded(self, document: str) -> Loaded:
        """What the only reference of a document loads from its first target."""
        bound = self.bound(document)
        assert bound.targets, bound.diagnostics
        return load(bound.targets[0], bound.parameters, bound, self.index, self.options, self.files)


def package(
    contents: Mapping[str, str | bytes], options: LinkOptions | None = None, left_out: tuple[str, ...] = ()
) -> Package:
    """The package whose files are `contents`; `left_out` exist, but not in the inventory."""
    files = MemoryFiles(contents)
    if left_out:
        files.entries = tuple(each for each in files.entries if each.path not in left_out)
    wanted = options or LinkOptions()
    scans = {
        path: scan(Source(path, content), frozenset(), Limits())
        for path, content in contents.items()
        if isinstance(content, str) and path.endswith(".md") and path not in left_out
    }
    declared = Declared(handlers=frozenset(each.name for each in wanted.handlers if hasattr(each, "locate")))
    index = gather(scans, files.entries, declared)
    return Package(files, replace(index, structures=_structures()), wanted)


def _structures() -> dict[str, Structure]:
    names = {"thought": ("thinking",), "execution": ("executing",), "role": (), "prompt": ()}
    found: dict[str, Structure] = {}
    for name, synonyms in names.items():
        place = Span(f"dpmlc:builtin/{name}.protocol.md", 0, 0)
        made = Structure(name, synonyms, Grammar(()), frozenset({name}), place)
        found.update((each, made) for each in (name, *synonyms))
    return found


def words(bound: Bound) -> list[str]:
    """The codes of a bound reference's diagnostics, a warning's and a hint's with its severity."""
    return [
        each.code if each.severity.value == "error" else f"{each.severity.value} {each.code}"
        for each in bound.diagnostics
    ]
