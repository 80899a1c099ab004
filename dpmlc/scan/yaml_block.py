"""A block of YAML -> the pairs of its mapping, in time that grows with its length. Only who has one imports this."""

from collections.abc import Hashable
from typing import Any

import yaml

from dpmlc.text.frozen import frozen

_DEEPEST = 50
_LONGEST = 64 << 10


@frozen
class Broken:
    """Why a block cannot be read; `at` is where in it."""

    at: int
    problem: str


# PyYAML that was built where libyaml is missing has the slow reader alone.
_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Safe):  # type: ignore[misc]
    """YAML without dates: what looks like one is text."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in _Safe.yaml_implicit_resolvers.items()
}


def pairs(block: str) -> tuple[tuple[str, Hashable], ...] | Broken | None:
    """The keys and values of the block; None where it holds something else than a mapping."""
    try:
        _refuse_bombs(block)
        read = yaml.load(block, _Loader)
    except yaml.reader.ReaderError as error:
        # Its `position` counts bytes or characters, as the reader likes.
        return Broken(max(block.find(chr(error.character)), 0), error.reason)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = min(mark.index, len(block.rstrip())) if mark else 0
        return Broken(at, str(getattr(error, "problem", None) or error))
    except ValueError:  # What Python cannot make a number of says so in Python's words.
        return Broken(0, "a number in it cannot be read; put it in quotes")
    return tuple((str(key), value) for key, value in read.items()) if isinstance(read, dict) else None


def _refuse_bombs(block: str) -> None:
    """Raise where reading would cost more than its text: aliases multiply values, deep nesting is read by recursion."""
    if len(block) > _LONGEST:
        raise yaml.YAMLError(f"it is longer than {_LONGEST} characters")
    depth = 0
    for event in yaml.parse(block, _Safe):
        if isinstance(event, yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read here")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > _DEEPEST:
                raise yaml.YAMLError("it is nested too deep")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
