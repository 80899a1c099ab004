"""The top of a document -> front matter and where the content begins (SPEC 1.2)."""

import re
from collections.abc import Hashable

import yaml

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan import faults_regions as faults
from dpmlc.scan.tree import Front
from dpmlc.text.frozen import frozen
from dpmlc.text.source import Source
from dpmlc.text.span import Span

_OPEN = re.compile(r"---[ \t]*\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)
_KEY = re.compile(r"\s*(?:#[^\n]*\n\s*)*[\w-]+:(?:\s|\Z)")
_DEEPEST = 50
_LONGEST = 64 << 10


@frozen
class Top:
    """Front matter, or None; `start` is where the content begins."""

    front: Front | None
    start: int
    diagnostics: tuple[Diagnostic, ...] = ()


class _Loader(yaml.CSafeLoader):
    """YAML without dates: what looks like one is text."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def top(source: Source) -> Top:
    """Front matter is a block between `---` lines that YAML reads as a mapping; any other such block is content.

    A block that begins like a mapping but is broken is content too, with a warning.
    """
    opening = _OPEN.match(source.text)
    closing = opening and _CLOSE.search(source.text, opening.end())
    if not opening or not closing:
        return Top(None, 0)
    block = source.text[opening.end() : closing.start()]
    try:
        _refuse_bombs(block)
        read = yaml.load(block, _Loader)
    except (yaml.YAMLError, ValueError) as error:
        return Top(None, 0, _broken(source.path, block, opening.end(), error))
    if not isinstance(read, dict):
        return Top(None, 0)
    pairs: tuple[tuple[str, Hashable], ...] = tuple((str(key), value) for key, value in read.items())
    return Top(Front(Span(source.path, 0, closing.end()), pairs), closing.end())


def _refuse_bombs(block: str) -> None:
    """Raise where reading would cost more than its text: aliases multiply values, deep nesting is read by recursion."""
    if len(block) > _LONGEST:
        raise yaml.YAMLError(f"it is longer than {_LONGEST} characters")
    depth = 0
    for event in yaml.parse(block, yaml.CSafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read here")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > _DEEPEST:
                raise yaml.YAMLError("it is nested too deep")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _broken(path: str, block: str, start: int, error: Exception) -> tuple[Diagnostic, ...]:
    if not _KEY.match(block):
        return ()
    mark = getattr(error, "problem_mark", None)
    at = start + min(mark.index, len(block)) if isinstance(mark, yaml.Mark) else start
    # What Python cannot make a number of says so in Python's words.
    odd = "a number in it cannot be read; put it in quotes"
    problem = odd if isinstance(error, ValueError) else getattr(error, "problem", None) or str(error)
    return (faults.front_matter(Span(path, at, at), str(problem)),)
