"""The tools that a prompt, or a whole package, refers to -> their files (SPEC 5.3). No tool is run."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dpmlc.emit.screening import screened_tool
from dpmlc.emit.texts import Texts
from dpmlc.link.bound import Bound
from dpmlc.link.flat import Flat, Kept, Open
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact
from dpmlc.text.files import Files, Fingerprint
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import package_of
from dpmlc.text.span import Span
from dpmlc.tools.exports import ListedTool, ToolPlace, described_tool, tool_files
from dpmlc.tools.found import ToolReader
from dpmlc.tools.read_tool import ReadTool, is_tool


@frozen
class PackageTools:
    """The tools' files of a package, and the fingerprints of what they were made of."""

    artifacts: tuple[Artifact, ...]
    inputs: Mapping[str, Fingerprint]


def bundle_tools(id_: str, flat: Flat, texts: Texts, read: ToolReader) -> tuple[Artifact, ...]:
    """The tools' files of the bundle `id_`: each tool that its prompt refers to, with the places, in their order there.

    A tool whose manual stands in the prompt counts. A file that cannot be
    read as text is left out: what keeps it from being read is told where the package is checked.
    """
    return tool_files(f"bundles/{id_}", _listed(_references(flat), texts, read))


def package_tools(
    bounds: Mapping[str, tuple[Bound, ...]], files: Files, texts: Texts, read: ToolReader
) -> PackageTools:
    """The files of all tools of a package, whether anything refers to them or not, at the top of the output.

    `bounds` are the bound references by document; the package's own ones count.
    """
    own = [each.path for each in files.entries if is_tool(each.path) and not package_of(each.path)]
    found = [(path, None) for path in own]
    referring = [
        (path, span)
        for document in sorted(bounds)
        if not package_of(document)
        for bound in bounds[document]
        for path, span in _tool_places(bound)
        if not package_of(path)
    ]
    artifacts = tool_files("", _listed([*found, *referring], texts, read))
    return PackageTools(artifacts, _fingerprints(own, files))


def tool_secrets(tool: ReadTool, text: str, allowed: Sequence[str]) -> tuple[Diagnostic, ...]:
    """Secrets that the files of a tool, whose file has this `text`, would hold; `allowed` are `PATH:DIGEST`."""
    told = json.dumps([described_tool(ListedTool(tool)), tool.environment], ensure_ascii=False)
    return screened_tool(tool.path, text, told, allowed)


def tool_inputs(flat: Flat, files: Files) -> dict[str, Fingerprint]:
    """Fingerprints of the tools that a prompt refers to; they are inputs of its bundle."""
    return _fingerprints(sorted({path for path, _ in _references(flat)}), files)


def _fingerprints(paths: Iterable[str], files: Files) -> dict[str, Fingerprint]:
    found = {path: files.fingerprint(path) for path in paths}
    return {path: each for path, each in found.items() if isinstance(each, Fingerprint)}


def _references(flat: Flat) -> Iterator[tuple[str, Span | None]]:
    """Each reference to a tool, with the tool's path, in the prompt's order."""
    for row in flat.rows:
        if isinstance(row, Kept | Open):
            yield from _tool_places(row.bound)


def _tool_places(bound: Bound) -> Iterator[tuple[str, Span | None]]:
    if bound.manifest == "tool":
        yield from ((each.location, bound.reference.span) for each in bound.targets if is_tool(each.location))


def _listed(found: Iterable[tuple[str, Span | None]], texts: Texts, read: ToolReader) -> Iterator[ListedTool]:
    places: dict[str, list[ToolPlace]] = {}
    for path, span in found:
        at = places.setdefault(path, [])
        if span is not None:
            start = texts.start(span)
            at.append(ToolPlace(span.path, start.line, start.column))
    for path, at in places.items():
        tool = read(path)
        if tool is not None:
            yield ListedTool(tool, tuple(dict.fromkeys(at)))
