"""A bundle's files: prompt, manifest with its copies, targets, and its part of the build record (SPEC 4.2 to 4.6)."""

import json
from hashlib import sha256
from typing import Any

import pytest
from emit_cases import bound, flat, index_of, opened, reference, validated

from dpmlc.emit.bundle import BundleOutput, bundle
from dpmlc.emit.copies import Flattened, copy_path, flattened
from dpmlc.emit.entries import BundleEntry
from dpmlc.emit.media import media_type
from dpmlc.emit.options import BundleOptions
from dpmlc.emit.record import record
from dpmlc.emit.targets import PLAIN, Bundled
from dpmlc.emit.texts import Texts
from dpmlc.link.bound import Target
from dpmlc.link.flat import Close, Flat, Kept
from dpmlc.report.place import Places
from dpmlc.text.artifact import Artifact, Copy
from dpmlc.text.files import Fingerprint, MemoryFiles, Refusal
from dpmlc.text.limits import Limits

TEXT = """# Nuwa

Makes people.

<role>
use @?file://./data/*.csv twice,
use @?file://./data/*.csv here
@file://guide.md?section=x
@?https://example.org/a?b=1&line=3&b=2
@memory://last?confidence=0.5
@?file://gone.txt
@!file://data/a.csv
</role>
"""
TEXTS = {
    "role/nuwa.role.md": TEXT,
    "guide.md": "# Guide\n\n@!file://data/a.csv\n",
    "role/data/a.csv": "x,y\n1,2\n",
    "role/data/文件.csv": "甲,乙\n",
    "data/a.csv": "q\n",
    "package://lib/b.bin": "\x00\x01",
}
FILES = MemoryFiles(TEXTS)
INDEX = index_of(TEXTS)
ENTRY = BundleEntry("nuwa", "role/nuwa.role.md")
GUIDE = flat("guide.md", ("# Guide\n\n", "guide.md", 0), "````csv\n", "q\n", "````\n")


def at(written: str) -> tuple[str, str, int]:
    """The piece of the role that is `written`."""
    return (written, ENTRY.path, TEXT.index(written))


def keep(text: str, *targets: Target, **more: Any) -> Kept:
    return Kept(bound(reference(ENTRY.path, TEXTS, text), *targets, **more))


CSV = (Target("role/data/a.csv", "file"), Target("role/data/文件.csv", "file"))
GLOB = keep("@?file://./data/*.csv", *CSV, manifest="lazy", written="@?file://role/data/*.csv", globbed=True)
INLINED = bound(reference(ENTRY.path, TEXTS, "@!file://data/a.csv"), Target("data/a.csv", "file"))
FLAT = flat(
    ENTRY.path,
    at("<role>\nuse "), GLOB, "@?file://role/data/*.csv", at(" twice,\nuse "), GLOB, "@?file://role/data/*.csv",
    at(" here\n"),
    keep("@file://guide.md?section=x", Target("guide.md", "document"), manifest="default"),
    at("@file://guide.md?section=x\n"),
    keep("@?https://example.org/a?b=1&line=3&b=2", Target("https://example.org/a?b=1", "remote"), manifest="lazy"),
    at("@?https://example.org/a?b=1&line=3&b=2\n"),
    keep("@memory://last?confidence=0.5", Target("memory://last", "runtime"), manifest="runtime"),
    at("@memory://last?confidence=0.5\n"),
    keep("@?file://gone.txt", Target("gone.txt", "missing"), manifest="lazy"),
    at("@?file://gone.txt\n"),
    opened(INLINED), "````csv\n", ("q\n", "data/a.csv", 0), "````\n", Close(),
    at("</role>\n"),
)  # fmt: skip


def copied(path: str) -> Flattened:
    return flattened({"guide.md": GUIDE, ENTRY.path: FLAT}[path], Texts(INDEX, FILES), ())


def made(value: Flat = FLAT, options: BundleOptions | None = None, limits: Limits | None = None) -> BundleOutput:
    return bundle(ENTRY, value, copied, INDEX, FILES, options or BundleOptions(), limits or Limits())


def text_of(output: BundleOutput, path: str) -> str:
    (artifact,) = [each for each in output.artifacts if each.path == path]
    assert isinstance(artifact, Artifact)
    return artifact.content.decode()


def manifest_of(*rows: Any, options: BundleOptions | None = None) -> list[Any]:
    output = made(flat(ENTRY.path, *rows), options)
    return validated(text_of(output, "bundles/nuwa/manifest.json"), "manifest")["references"]


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class TestFiles:
    def test_all_of_them(self) -> None:
        assert [each.path for each in made().artifacts] == [
            "bundles/nuwa/prompt.md",
            "bundles/nuwa/manifest.json",
            "bundles/nuwa/sources.json",
            "bundles/nuwa/resources/role/data/a.csv",
            "bundles/nuwa/resources/role/data/文件.csv",
            "bundles/nuwa/resources/guide.md",
        ]

    def test_the_prompt(self) -> None:
        assert text_of(made(), "bundles/nuwa/prompt.md") == FLAT.text

    def test_copies(self) -> None:
        copies = [each for each in made().artifacts if isinstance(each, Copy)]
        assert copies[0] == Copy(
            "bundles/nuwa/resources/role/data/a.csv", "role/data/a.csv", 8, digest("x,y\n1,2\n")
        )  # fmt: skip
        assert text_of(made(), "bundles/nuwa/resources/guide.md") == GUIDE.text

    @pytest.mark.parametrize(("size", "expected"), [(0, "r"), (1 << 20, "r"), ((1 << 20) + 1, "rf")])
    def test_a_copy_is_read_once_unless_it_is_large(self, size: int, expected: str) -> None:
        """`r` is a read, `f` a fingerprint: what is screened for secrets is what is hashed."""
        asked = []

        class Counted(MemoryFiles):
            def read(self, path: str, limit: int) -> bytes | Refusal:
                asked.append("r")
                return super().read(path, limit)

            def fingerprint(self, path: str) -> Fingerprint | Refusal:
                asked.append("f")
                return Fingerprint(size, digest("x" * size))

        files = Counted({**TEXTS, "role/data/a.csv": "x" * size})
        kept = keep("@?file://gone.txt", Target("role/data/a.csv", "file"), manifest="lazy")
        output = bundle(ENTRY, flat(ENTRY.path, kept), copied, INDEX, files, BundleOptions(), Limits())
        assert "".join(asked) == expected
        assert output.inputs == {"role/data/a.csv": Fingerprint(size, digest("x" * size))}

    def test_links(self) -> None:
        output = made(options=BundleOptions(resources="link"))
        assert [each.link for each in output.artifacts if isinstance(each, Copy)] == [True, True]

    def test_the_record(self) -> None:
        found = made().record
        assert (found.id, found.entry, found.complete) == ("nuwa", ENTRY.path, True)
        assert (found.bytes, found.characters) == (len(FLAT.text.encode()), len(FLAT.text))
        assert (found.inlined, found.kept) == (1, 6)

    def test_inputs_are_what_was_copied_or_inlined(self) -> None:
        assert made().inputs == {
            "role/data/a.csv": Fingerprint(8, digest("x,y\n1,2\n")),
            "role/data/文件.csv": Fingerprint(8, digest("甲,乙\n")),
            "data/a.csv": Fingerprint(2, digest("q\n")),
        }

    def test_the_same_bytes_each_time(self) -> None:
        assert made() == made()


class TestManifest:
    def test_the_whole(self) -> None:
        found = validated(text_of(made(), "bundles/nuwa/manifest.json"), "manifest")
        assert list(found) == ["format", "bundle", "entry", "references"]
        assert [(each["loading"], each["at"][0]["prompt_line"]) for each in found["references"]] == [
            ("lazy", 2), ("default", 4), ("lazy", 5), ("runtime", 6), ("lazy", 7),
        ]  # fmt: skip

    def test_a_glob_in_two_places(self) -> None:
        text = text_of(made(), "bundles/nuwa/manifest.json")
        found = json.loads(text)["references"][0]
        assert json.dumps(found, ensure_ascii=False) == json.dumps({
            "loading": "lazy", "text": "@?file://./data/*.csv", "written": "@?file://role/data/*.csv",
            "chain": [["@?", "file"]], "path": "./data/*.csv", "params": {}, "glob": True,
            "at": [
                {"path": ENTRY.path, "line": 6, "column": 5, "prompt_line": 2},
                {"path": ENTRY.path, "line": 6, "column": 5, "prompt_line": 3},
            ],
            "targets": [
                {
                    "location": "role/data/a.csv", "kind": "file", "form": "verbatim",
                    "copy": "resources/role/data/a.csv", "media_type": "text/csv", "bytes": 8,
                    "sha256": digest("x,y\n1,2\n"),
                },
                {
                    "location": "role/data/文件.csv", "kind": "file", "form": "verbatim",
                    "copy": "resources/role/data/文件.csv", "media_type": "text/csv", "bytes": 8,
                    "sha256": digest("甲,乙\n"),
                },
            ],
        }, ensure_ascii=False)  # fmt: skip
        assert "文件.csv" in text

    def test_a_document_is_copied_flattened(self) -> None:
        (target,) = json.loads(text_of(made(), "bundles/nuwa/manifest.json"))["references"][1]["targets"]
        assert target == {
            "location": "guide.md", "kind": "file", "form": "flattened", "copy": "resources/guide.md",
            "media_type": "text/markdown", "bytes": len(GUIDE.text), "sha256": digest(GUIDE.text),
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("written", "target", "path", "params"),
        [
            ("@?https://example.org/a?b=1&line=3&b=2", Target("https://example.org/a?b=1", "remote"), "example.org/a",
             {"b": "1", "line": "3"}),
            ("@memory://last?confidence=0.5", Target("memory://last", "runtime"), "last", {"confidence": "0.5"}),
            ("@?file://gone.txt", Target("gone.txt", "missing"), "gone.txt", {}),
            ("@?file://gone.txt", Target("role/data", "directory"), "gone.txt", {}),
        ],
    )  # fmt: skip
    def test_what_has_no_copy(self, written: str, target: Target, path: str, params: dict[str, str]) -> None:
        (found,) = manifest_of(keep(written, target, manifest="lazy"), written, "\n")
        assert (found["path"], found["params"]) == (path, params)
        nothing = {"form": "none", "copy": None, "media_type": None, "bytes": None, "sha256": None}
        assert found["targets"] == [{"location": target.location, "kind": target.kind} | nothing]

    def test_text_of_a_handler_is_the_runtimes(self) -> None:
        (found,) = manifest_of(keep("@?file://gone.txt", Target("db://x", "opaque", "row"), manifest="default"), "x")
        assert found["targets"][0]["kind"] == "runtime"

    def test_a_large_file_is_listed_only(self) -> None:
        output = made(options=BundleOptions(copy_limit=7))
        found = json.loads(text_of(output, "bundles/nuwa/manifest.json"))["references"][0]["targets"][0]
        assert (found["form"], found["copy"], found["bytes"], found["sha256"]) == (
            "none", None, 8, digest("x,y\n1,2\n"),
        )  # fmt: skip
        assert not [each for each in output.artifacts if isinstance(each, Copy)]
        # A document has no such limit: it is text, and limited as a bundle is.
        assert any(each.path == "bundles/nuwa/resources/guide.md" for each in output.artifacts)
        hints = [each for each in output.diagnostics if each.code == "resource-not-copied"]
        assert [each.help for each in hints] == [("to copy it, in dpml.toml: `[bundle]` `copy_limit = 8`",)] * 2

    def test_a_file_that_cannot_be_read(self) -> None:
        output = made(flat(ENTRY.path, keep("@?file://gone.txt", Target("lost.csv", "file"), manifest="lazy"), "x"))
        (fault,) = output.diagnostics
        assert (fault.code, fault.message) == (
            "resource-unreadable", "`lost.csv` was not copied into the bundle: no such file",
        )  # fmt: skip
        (found,) = json.loads(text_of(output, "bundles/nuwa/manifest.json"))["references"]
        assert found["targets"][0]["copy"] is None

    def test_a_broken_reference_is_not_listed(self) -> None:
        assert manifest_of(Kept(INLINED), "@!file://data/a.csv\n") == []

    def test_nothing_kept(self) -> None:
        output = made(flat(ENTRY.path, at("<role>\n")))
        expected = '{\n  "format": 1,\n  "bundle": "nuwa",\n  "entry": "role/nuwa.role.md",\n  "references": []\n}\n'
        assert text_of(output, "bundles/nuwa/manifest.json") == expected


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("a/b.csv", "resources/a/b.csv"),
        ("package://lib/a/b.csv", "resources/@lib/a/b.csv"),
        ("@lib/a/b.csv", "resources/@/@lib/a/b.csv"),
        ("a/@lib/b.csv", "resources/a/@lib/b.csv"),
        ("../shared/b.csv", "resources/@@/shared/b.csv"),
        ("../../b.csv", "resources/@@/@@/b.csv"),
        ("@@/shared/b.csv", "resources/@/@@/shared/b.csv"),
    ],
)
def test_where_copies_stand(location: str, expected: str) -> None:
    assert copy_path(location) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.csv", "text/csv"),
        ("a/b.JSON", "application/json"),
        ("a.tar.gz", "application/gzip"),
        ("README", None),
        ("a.b/c", None),
        ("a.unheard", None),
        (".csv", "text/csv"),
    ],
)
def test_media_types(path: str, expected: str | None) -> None:
    assert media_type(path) == expected


class Raising:
    name = "raising"

    def write(self, bundled: Bundled) -> tuple[Artifact, ...]:
        raise ZeroDivisionError(bundled.id)


class Escaping:
    name = "escaping"

    def write(self, bundled: Bundled) -> tuple[Artifact, ...]:
        return (Artifact("ok.md", b""), Artifact("../../prompt.md", b""))


class Telling:
    name = "telling"

    def write(self, bundled: Bundled) -> tuple[Artifact, ...]:
        return (Artifact(f"{bundled.id}.txt", f"{bundled.name}|{bundled.description}|{len(bundled.copies)}".encode()),)


class TestTargets:
    def test_plain(self) -> None:
        assert text_of(made(options=BundleOptions(targets=(PLAIN,))), "targets/plain/nuwa.md") == FLAT.text

    def test_what_a_target_is_told(self) -> None:
        output = made(options=BundleOptions(targets=(Telling(),)))
        assert text_of(output, "targets/telling/nuwa.txt") == "Nuwa|Makes people.|3"

    @pytest.mark.parametrize(
        ("target", "note"),
        [
            (Raising(), "ZeroDivisionError: nuwa"),
            (Escaping(), "it writes to `../../prompt.md`, which is no path inside `targets/escaping`"),
        ],
    )
    def test_one_that_fails_stops_nothing_else(self, target: Any, note: str) -> None:
        output = made(options=BundleOptions(targets=(target, PLAIN)))
        (fault,) = [each for each in output.diagnostics if each.code == "target-failed"]
        assert fault.notes[-1] == note
        assert [each.path for each in output.artifacts if each.path.startswith("targets")] == ["targets/plain/nuwa.md"]


TOTALS = {"documents": 2, "references": 8, "errors": 0, "warnings": 1, "hints": 0}


class TestRecord:
    def made(self, **changes: Any) -> Any:
        output = made(options=BundleOptions(copy_limit=7))
        values: dict[str, Any] = {
            "version": "0.1.0", "package": "demo", "settings_sha256": "0" * 64,
            "inputs": {**output.inputs, "guide.md": Fingerprint(1, "1" * 64)}, "outputs": output.artifacts,
            "bundles": [output.record], "diagnostics": output.diagnostics,
            "places": Places({path: scan.text for path, scan in INDEX.documents.items()}), "totals": TOTALS,
        }  # fmt: skip
        artifact = record(**{**values, **changes})
        assert artifact.path == "build.json"
        return validated(artifact.content.decode(), "build")

    def test_keys_in_order(self) -> None:
        assert list(self.made()) == [
            "format", "dpmlc", "package", "settings_sha256", "inputs", "outputs", "bundles", "diagnostics", "totals",
        ]  # fmt: skip

    def test_files_by_path_in_byte_order(self) -> None:
        found = self.made()
        assert [each["path"] for each in found["inputs"]] == [
            "data/a.csv", "guide.md", "role/data/a.csv", "role/data/文件.csv",
        ]  # fmt: skip
        assert [each["path"] for each in found["outputs"]] == [
            "bundles/nuwa/manifest.json", "bundles/nuwa/prompt.md", "bundles/nuwa/resources/guide.md",
            "bundles/nuwa/sources.json",
        ]  # fmt: skip
        prompt = found["outputs"][1]
        assert (prompt["bytes"], prompt["sha256"]) == (len(FLAT.text.encode()), digest(FLAT.text))

    def test_bundles(self) -> None:
        size = len(FLAT.text.encode())
        assert self.made()["bundles"] == [
            {"id": "nuwa", "entry": ENTRY.path, "complete": True, "bytes": size, "characters": len(FLAT.text),
             "inlined": 1, "kept": 6}
        ]  # fmt: skip

    def test_diagnostics_have_lines(self) -> None:
        found = self.made()["diagnostics"][0]
        assert (found["code"], found["path"], found["line"], found["column"]) == (
            "resource-not-copied", ENTRY.path, 6, 5,
        )  # fmt: skip

    def test_a_package_without_name(self) -> None:
        assert self.made(package="")["package"] is None

    def test_a_name_that_is_not_utf_8(self) -> None:
        found = self.made(inputs={"a\udcff.csv": Fingerprint(1, "1" * 64)})
        assert found["inputs"][0]["path"] == "a\udcff.csv"
