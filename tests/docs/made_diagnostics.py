"""Docstrings of fault functions -> a page for each code, and the page that lists them by stage."""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from types import ModuleType

import dpmlc
from dpmlc.report.manual import Page, manual

STAGES = {
    "edge": ("Settings, policy and plug-ins", "Said before anything is read, and about what may be read."),
    "report": ("Files", "Said about a file as a whole."),
    "scan": ("Documents as written", "Said by looking at one document alone: tags, code, references."),
    "grammar": ("Grammars", "Said about EBNF, wherever it stands."),
    "index": ("Protocols, attributes, content", "Said once all documents are known: who declares what."),
    "link": ("Where references lead", "Said about what references find and load."),
    "emit": ("Bundles", "Said about what is written for a model."),
    "pages": ("The site", "Said about links, addresses and themes."),
    "tools": ("Tools", "Said about files such as `NAME.tool.js`."),
    "fileref": ("File references", "Said about messages that carry picked files."),
}
_FENCED = re.compile(r"`{3,}")
_EXAMPLE = re.compile(r"(Bad|Good):\Z")


def by_stage() -> Mapping[str, tuple[Page, ...]]:
    """The pages of the codes by the room that reports them."""
    return {room: tuple(manual(_modules(room)).values()) for room in STAGES}


def diagnostic_pages() -> Iterator[tuple[str, str]]:
    """Path from `docs/` and text of each page."""
    yield "diagnostics/README.md", _index()
    for room, pages in by_stage().items():
        for page in pages:
            yield f"diagnostics/{page.code}.md", _page(page, STAGES[room][0])


def _modules(room: str) -> Iterator[ModuleType]:
    package = importlib.import_module(f"dpmlc.{room}")
    for each in pkgutil.iter_modules(package.__path__):
        if each.name == "faults" or each.name.startswith("faults_"):
            yield importlib.import_module(f"dpmlc.{room}.{each.name}")


def _index() -> str:
    lines = ["# Diagnostics", "", *_introduction()]
    for room, pages in by_stage().items():
        title, lead = STAGES[room]
        lines += ["", f"## {title}", "", lead, "", "| code | rule |", "| --- | --- |"]
        lines += [f"| [{page.code}]({page.code}.md) | {_cell(page.rule)} |" for page in pages]
    return "\n".join(lines) + "\n"


def _introduction() -> tuple[str, ...]:
    return (
        "Every message of dpmlc has a code that never changes, and a page here; `dpmlc explain CODE` prints the same.",
        "The stages stand in the order in which a build comes to them. A rule such as `SPEC 3.1 (RP)` is a heading of",
        "the tests in `tests/spec/`, and the published document behind it: see [the notes](../spec-notes.md).",
    )


def _page(page: Page, stage: str) -> str:
    anchor = stage.lower().replace(",", "").replace(" ", "-")
    end = f"Said under [{stage}](README.md#{anchor}); on the command line: `dpmlc explain {page.code}`."
    return "\n".join([f"# {page.code}", "", *_body(page.text), "", end]) + "\n"


def _body(text: str) -> Iterator[str]:
    """The docstring as Markdown: what is indented below `Bad:` and `Good:` becomes code."""
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        found = _EXAMPLE.match(lines[number])
        if not found:
            yield lines[number]
            number += 1
            continue
        end = number + 1
        while end < len(lines) and (not lines[end] or lines[end].startswith(" ")):
            end += 1
        yield from _code(f"**{found[1]}**", [each[4:] for each in lines[number + 1 : end]])
        if end < len(lines):
            yield ""
        number = end


def _code(title: str, lines: list[str]) -> Iterator[str]:
    while lines and not lines[-1]:
        lines.pop()
    longest = max((len(run) for line in lines for run in _FENCED.findall(line)), default=3)
    fence = "`" * (longest + 1)
    yield from (title, "", f"{fence}text", *lines, fence)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def shipped_rooms() -> frozenset[str]:
    """The rooms of dpmlc that report anything."""
    rooms = (each.name for each in pkgutil.iter_modules(dpmlc.__path__) if each.ispkg)
    return frozenset(room for room in rooms if any(True for _ in _modules(room)))
