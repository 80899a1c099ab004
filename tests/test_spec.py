"""The cases of `tests/spec`: every numbered paragraph of the language, with what dpmlc makes of small packages."""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from dpmlc.compiler import Build, build_package
from dpmlc.edge.package import Trust, opened
from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.scan.tree import Element, Node
from dpmlc.text.artifact import Artifact
from dpmlc.text.source import lines

SPEC = Path(__file__).parent / "spec"
PARAGRAPHS = {1: 10, 2: 6, 3: 12, 4: 6}
EXPECTED = ("diagnostics", "tree", "references", "bundle", "manifest", "sources", "outputs")
PART = re.compile(
    r"^(?:(?P<depth>##+) (?P<title>[^\n]*)|(?P<mark>`{4,})(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=mark) *$)",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Case:
    paragraph: str
    name: str
    files: list[tuple[str, str]] = field(default_factory=list)
    expected: list[tuple[str, str]] = field(default_factory=list)


def cases() -> Iterator[Case]:
    for path in sorted(SPEC.glob("[0-9]-*.md")):
        paragraph, case = "", Case("", "")
        for part in PART.finditer(path.read_text("utf-8")):
            match part["depth"]:
                case "##":
                    paragraph = part["title"].split()[0]
                case "###":
                    case = Case(paragraph, part["title"])
                    yield case
                case _:
                    known = part["info"].partition(" ")[0] in EXPECTED
                    (case.expected if known else case.files).append((part["info"], part["body"]))


CASES = list(cases())


@pytest.mark.parametrize("case", CASES, ids=[f"{case.paragraph} {case.name}" for case in CASES])
def test_case(case: Case, tmp_path: Path) -> None:
    build = built(case, tmp_path)
    kinds = {info.partition(" ")[0] for info, _ in case.expected}
    if kinds <= {"tree", "references"}:
        assert scan_faults(build) == []
    elif "diagnostics" not in kinds:
        assert_diagnostics("", build)
    for info, body in case.expected:
        kind, _, name = info.partition(" ")
        if kind == "diagnostics":
            assert_diagnostics(body, build)
        else:
            assert SHOWN[kind](build, name.strip()) == body


def test_every_paragraph_has_a_case() -> None:
    assert {case.paragraph for case in CASES} == {
        f"{section}.{number}" for section, count in PARAGRAPHS.items() for number in range(1, count + 1)
    }


def built(case: Case, folder: Path) -> Build:
    """The case's package on a disk, through the same doors as the command line's."""
    root = folder / "package"
    root.mkdir()
    for info, body in case.files:
        path, *ways = shlex.split(info)
        dependency = path.removeprefix("package://")
        place = root / path if dependency == path else folder / dependency
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(encoded(body, ways))
    with opened(root, Trust()) as package:
        return build_package(package.files, package.settings, package.builtin)


def encoded(text: str, ways: list[str]) -> bytes:
    encoding = "utf-8"
    for way in ways:
        match way:
            case "bom":
                text = "\ufeff" + text
            case "crlf":
                text = text.replace("\n", "\r\n")
            case "cr":
                text = text.replace("\n", "\r")
            case "nul":
                text += "\0"
            case _:
                encoding = way
    return text.encode(encoding)


def scan_faults(build: Build) -> list[Diagnostic]:
    found = (each for scan in build.checked.index.documents.values() for each in scan.diagnostics)
    return [each for each in found if each.severity is not Severity.HINT]


def assert_diagnostics(expected: str, build: Build) -> None:
    """Errors and warnings are all told, hints only where one is expected."""
    wanted = [re.fullmatch(r"(\S+ \S+) ?(.*)", line) for line in expected.splitlines()]
    hinted = "hint[" in expected
    found = [each for each in build.diagnostics if hinted or each.severity is not Severity.HINT]
    assert [head(each, build) for each in found] == [line[1] for line in wanted if line]
    for each, line in zip(found, wanted, strict=True):
        assert line
        assert line[2] in all_words(each)


def head(diagnostic: Diagnostic, build: Build) -> str:
    span = diagnostic.span
    assert span is not None
    place = lines(build.checked.texts.get(span.path, "")).position(span.start)
    return f"{diagnostic.severity}[{diagnostic.code}] {span.path}:{place.line}:{place.column}"


def all_words(diagnostic: Diagnostic) -> str:
    labels = (f"{each.text} {each.span.path}" for each in diagnostic.labels)
    return "\n".join((diagnostic.message, diagnostic.mark, *labels, *diagnostic.help, *diagnostic.notes))


def tree(build: Build, path: str) -> str:
    return "".join(branches(build.checked.index.documents[path].nodes, ""))


def branches(nodes: tuple[Node, ...], indent: str) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Element):
            attributes = "".join(f' {each.name}="{each.value}"' for each in node.attributes)
            yield f"{indent}{node.name}{attributes}\n"
            yield from branches(node.children, indent + "  ")


def references(build: Build, path: str) -> str:
    return "".join(f"{each.text}\n" for each in build.checked.index.documents[path].references)


def content(build: Build, path: str) -> str:
    (found,) = (each for each in build.artifacts if each.path == path)
    assert isinstance(found, Artifact)
    return found.content.decode()


def bundle(build: Build, name: str) -> str:
    return content(build, f"bundles/{name}/prompt.md")


def manifest(build: Build, name: str) -> str:
    listed = json.loads(content(build, f"bundles/{name}/manifest.json"))["references"]
    return "".join(
        f"{each['loading']} {each['written']} -> {' '.join(target['location'] for target in each['targets'])}\n"
        for each in listed
    )


def sources(build: Build, name: str) -> str:
    told = json.loads(content(build, f"bundles/{name}/sources.json"))
    files = told["files"]
    return "".join(
        f"{first}-{last} {'made' if file is None else files[file] + ':' + str(line)}\n"
        for first, last, file, line in told["ranges"]
    )


def outputs(build: Build, _name: str) -> str:
    return "".join(f"{path}\n" for path in sorted(each.path for each in build.artifacts))


SHOWN = {
    "tree": tree,
    "references": references,
    "bundle": bundle,
    "manifest": manifest,
    "sources": sources,
    "outputs": outputs,
}
