"""What a bundle keeps has a limit as a whole: flattened documents, and rows of the manifest (SPEC 4.3, 6.5)."""

import json
from collections import Counter

import pytest
from emit_cases import bound, flat, index_of, reference
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.emit.bundle import BundleOutput, bundle
from dpmlc.emit.copies import Flattened, flattened
from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.options import BundleOptions
from dpmlc.emit.texts import Texts
from dpmlc.link.bound import Target
from dpmlc.link.flat import Kept
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact
from dpmlc.text.files import MemoryFiles
from dpmlc.text.limits import Limits

ROLE = "role.role.md"
ROW = 256


def kept(sizes: list[list[int]], most: int) -> tuple[BundleOutput, Counter[str]]:
    """A bundle whose n-th reference keeps documents of `sizes[n]` bytes, and how often each was flattened."""
    names = [[f"글/{n}-{m}.md" for m in range(len(row))] for n, row in enumerate(sizes)]
    size_of = {name: size for row, ns in zip(sizes, names, strict=True) for size, name in zip(row, ns, strict=True)}
    text = "".join(f"@?file://글/{n}-*.md\n" for n in range(len(sizes)))
    texts = {ROLE: text, **dict.fromkeys(size_of, "x\n")}
    index, asked = index_of(texts), Counter[str]()
    rows = [
        Kept(bound(reference(ROLE, texts, f"@?file://글/{n}-*.md"), *(Target(each, "document") for each in row),
                   manifest="lazy", globbed=True))
        for n, row in enumerate(names)
    ]  # fmt: skip

    def copied(path: str) -> Flattened:
        asked[path] += 1
        return flattened(flat(path, "x" * size_of[path]), Texts(index, MemoryFiles(texts)), ())

    entry, options = BundleEntry("role", ROLE), BundleOptions()
    return bundle(entry, flat(ROLE, *rows), copied, index, MemoryFiles(texts), options, Limits(copies=most)), asked


def copies(output: BundleOutput) -> dict[str, int]:
    """Sizes of the copied documents."""
    folder = "bundles/role/resources/"
    found = [each for each in output.artifacts if isinstance(each, Artifact) and each.path.startswith(folder)]
    return {each.path.removeprefix(folder): len(each.content) for each in found}


def faults(output: BundleOutput) -> list[Diagnostic]:
    return [each for each in output.diagnostics if each.code == "limit"]


@pytest.mark.parametrize(
    ("sizes", "most", "copied", "place"),
    [
        ([[100], [200]], 2 * ROW + 300, ["글/0-0.md", "글/1-0.md"], None),
        ([[100], [200]], 2 * ROW + 299, ["글/0-0.md"], 1),
        ([[100, 200]], 2 * ROW + 299, ["글/0-0.md"], 0),
        ([[900], [1]], ROW + 899, [], 0),
        ([[0] * 3], 3 * ROW, ["글/0-0.md", "글/0-1.md", "글/0-2.md"], None),
        ([[0] * 3], 3 * ROW - 1, ["글/0-0.md", "글/0-1.md"], 0),
    ],
)
def test_at_the_limit(sizes: list[list[int]], most: int, copied: list[str], place: int | None) -> None:
    output, _ = kept(sizes, most)
    assert list(copies(output)) == copied
    if place is None:
        assert faults(output) == []
        return
    (fault,) = faults(output)
    assert fault.message == f"what `{ROLE}` keeps, its documents flattened, in bytes, is more than {most}"
    assert fault.help == (f"where this is meant, raise the limit in `dpml.toml`: `[limits]` `copies = {2 * most}`",)
    line = len("@?file://글/0-*.md\n")
    assert fault.span is not None
    assert (fault.span.start, fault.span.end) == (place * line, (place + 1) * line - 1)


@given(st.lists(st.lists(st.integers(0, 2_000), max_size=4), max_size=5), st.integers(0, 12_000))
def test_never_more_than_the_limit(sizes: list[list[int]], most: int) -> None:
    """One error exactly where all would be past the limit; no document is flattened twice, the last alone in vain."""
    output, asked = kept(sizes, most)
    whole = sum(size + ROW for row in sizes for size in row)
    found = copies(output)
    assert len(faults(output)) == (whole > most)
    assert sum(found.values()) + ROW * len(found) <= most
    assert not asked or max(asked.values()) == 1
    assert len(found) <= len(asked) <= len(found) + (whole > most)


def test_the_same_document_counts_once_and_its_row_each_time() -> None:
    """The manifest of a role with thousands of references to one pattern is the product of both."""
    texts = {ROLE: "".join(f"@?file://글/*.md?line={n}\n" for n in range(1, 9)), "글/a.md": "가\n", "글/b.md": "나\n"}
    targets = (Target("글/a.md", "document"), Target("글/b.md", "document"))
    index, files = index_of(texts), MemoryFiles(texts)
    rows = [
        Kept(bound(reference(ROLE, texts, f"@?file://글/*.md?line={n}"), *targets, manifest="lazy", globbed=True))
        for n in range(1, 9)
    ]

    def made(most: int) -> BundleOutput:
        return bundle(
            BundleEntry("role", ROLE), flat(ROLE, *rows),
            lambda path: flattened(flat(path, texts[path]), Texts(index, files), ()),
            index, files, BundleOptions(), Limits(copies=most),
        )  # fmt: skip

    enough = 16 * ROW + 2 * len("가\n".encode())
    assert faults(made(enough)) == []
    assert len(faults(made(enough - 1))) == 1
    manifest = next(each for each in made(5 * ROW).artifacts if each.path.endswith("manifest.json"))
    assert isinstance(manifest, Artifact)
    listed = [len(each["targets"]) for each in json.loads(manifest.content)["references"]]
    assert listed == [2, 2, 0, 0, 0, 0, 0, 0]
