"""Texts -> a flattened prompt, through the real stages, for the tests of splicing."""

from collections.abc import Mapping
from dataclasses import replace

from packages import Package, package

from dpmlc.link.flat import Flat, Piece
from dpmlc.link.flatten import flatten
from dpmlc.link.options import LinkOptions


def flat(
    contents: Mapping[str, str | bytes], entry: str = "main.role.md", options: LinkOptions | None = None
) -> Flat:
    """The flat form of `entry`; every piece with a path is checked against that file's text."""
    made = flat_of(package(contents, options), entry)
    for row in made.rows:
        if isinstance(row, Piece) and row.path is not None:
            content = contents[row.path]
            text = content if isinstance(content, str) else content.decode()
            assert text.replace("\r\n", "\n")[row.start : row.start + len(row.text)] == row.text
    return made


def flat_of(opened: Package, entry: str) -> Flat:
    """The flat form of `entry` of an opened package."""
    bounds = {path: opened.bounds(path) for path in opened.index.documents}
    return flatten(entry, bounds, opened.index, opened.options, opened.files)


def prompt(contents: Mapping[str, str | bytes], entry: str = "main.role.md", **options: object) -> str:
    """The prompt of `entry`, which is also compiled once more: that must change nothing (SPEC 4.2, Idempotent)."""
    chosen = replace(LinkOptions(), **options)  # type: ignore[arg-type]
    text = flat(contents, entry, chosen).text
    again = flat({**contents, "zz-again.md": text}, "zz-again.md", chosen).text
    assert again == text, "compiling the prompt again changed it"
    return text
