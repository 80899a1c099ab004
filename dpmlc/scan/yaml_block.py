"""A block of YAML -> the pairs of its mapping, in time that grows with its length. Only who has one imports this."""

from collections.abc import Hashable

import yaml

from dpmlc.text.frozen import frozen

_DEEPEST = 50
_LONGEST = 64 << 10


@frozen
class Broken:
    """Why a block cannot be read; `at` is where in it."""

    at: int
    problem: str


class _Loader(yaml.CSafeLoader):
    """YAML without dates: what looks like one is text."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def pairs(block: str) -> tuple[tuple[str, Hashable], ...] | Broken | None:
    """The keys and values of the block; None where it holds something else than a mapping."""
    try:
        _refuse_bombs(block)
        read = yaml.load(block, _Loader)
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        at = min(mark.index, len(block)) if isinstance(mark, yaml.Mark) else 0
        # What Python cannot make a number of says so in Python's words.
        odd = "a number in it cannot be read; put it in quotes"
        problem = odd if isinstance(error, ValueError) else getattr(error, "problem", None) or str(error)
        return Broken(at, str(problem))
    return tuple((str(key), value) for key, value in read.items()) if isinstance(read, dict) else None


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
