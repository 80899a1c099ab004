"""The tools of a package: each file whose name ends in `.tool.js` or `.tool.py`, read and not run."""

from collections.abc import Mapping
from dataclasses import field

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import limit, not_utf_8, unreadable
from dpmlc.text.decode import Undecodable, decode
from dpmlc.text.files import Entry, Files, Refusal
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.paths import package_of
from dpmlc.text.slotted import slotted
from dpmlc.text.source import Source
from dpmlc.text.span import Span
from dpmlc.tools.answers import UNASKED, Answers
from dpmlc.tools.read_tool import ReadTool, is_tool, read_tool


@frozen
class FoundTools:
    """`tools` by path; `faults` say which files could not be read; `texts` are the files' texts."""

    tools: tuple[ReadTool, ...]
    faults: tuple[Diagnostic, ...]
    texts: Mapping[str, str]


@slotted
class ToolReader:
    """Tools by path, each read once. It belongs to whoever runs a build and holds for its files, limits and answers.

    `known` are those read already; None for a file that cannot be read as text.
    """

    files: Files
    limits: Limits
    answers: Answers = field(default_factory=lambda: UNASKED)
    known: dict[str, ReadTool | None] = field(default_factory=dict)

    def __call__(self, path: str) -> ReadTool | None:
        """The tool at `path`, a dependency's too; None where its file cannot be read as text."""
        if path not in self.known:
            source = tool_source(path, self.files, self.limits)
            read = read_tool(path, source.text, self.answers.get(path)) if isinstance(source, Source) else None
            self.known[path] = read
        return self.known[path]


def read_tools(files: Files, limits: Limits, answers: Answers = UNASKED) -> FoundTools:
    """All tools of `files`, dependencies left out. `answers` are what tools said that were run."""
    tools: list[ReadTool] = []
    faults: list[Diagnostic] = []
    texts: dict[str, str] = {}
    for entry in files.entries:
        if not is_tool(entry.path) or package_of(entry.path):
            continue
        source = tool_source(entry.path, files, limits)
        if isinstance(source, Diagnostic):
            faults.append(source)
        else:
            texts[entry.path] = source.text
            tools.append(read_tool(entry.path, source.text, answers.get(entry.path)))
    return FoundTools(tuple(tools), tuple(faults), texts)


def tool_source(path: str, files: Files, limits: Limits) -> Source | Diagnostic:
    """The text of the tool at `path`, or why it was not read."""
    found = files.probe(path)
    size = found.size if isinstance(found, Entry) else 0
    if size > limits.document:
        return limit(Span(path, 0, 0), f"`{path}`, in bytes,", size, limits.document, "document")
    content = files.read(path, limits.document)
    if isinstance(content, Refusal):
        return unreadable(path, content.detail)
    source = decode(path, content)
    if isinstance(source, Undecodable):
        return not_utf_8(path, source.offset, source.reason, source.encoding)
    return source
