"""A page of the documentation -> the packages that it shows: files, and what dpmlc makes of them.

A line with nothing but a path in backticks, and a fence below it, is a file. All of one section (`##`) make a package.
Paths in `dist/` are what a build has to write; a line such as `$ dpmlc check` is what a command has to say.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_SECTION = re.compile(r"^## ", re.MULTILINE)
_SHOWN = re.compile(r"^`([^`\n]+)`\n\n(`{3,})\w*\n(.*?)^\2$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """What one section shows. `title` is its heading; `outputs` by path, `said` by the arguments of dpmlc."""

    title: str
    files: dict[str, str]
    outputs: dict[str, str]
    said: dict[str, str]


def examples(text: str) -> Iterator[Example]:
    """The examples of a page, in order."""
    found = list(_SHOWN.finditer(text))
    for title, start, end in _sections(text, [each.span() for each in found]):
        shown = {each[1]: each[3] for each in found if start <= each.start() < end}
        outputs = {path: shown.pop(path) for path in list(shown) if path.startswith("dist/")}
        said = {path[8:]: shown.pop(path) for path in list(shown) if path.startswith("$ dpmlc ")}
        if shown or outputs or said:
            yield Example(title, shown, outputs, said)


def _sections(text: str, fences: list[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """Title, begin and end of each section; what looks like a heading in a fence is none."""
    heads = [each for each in _SECTION.finditer(text) if not any(a < each.start() < b for a, b in fences)]
    ends = [*(each.start() for each in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=False):
        yield text[head.end() : end].partition("\n")[0], head.start(), end


def write(files: dict[str, str], root: Path) -> None:
    """The files of a package below `root`."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
