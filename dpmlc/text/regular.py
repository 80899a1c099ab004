"""Regular expressions that most packages have no need of: compiled when they are first used."""

import re
from typing import Any

_METHODS = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn")


def regular(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """What `re.compile` returns, but for the time: a start of dpmlc would compile two hundred of them.

    A call takes some nanoseconds more, so an expression that every document is asked is better compiled at once.
    """
    made: Any = _Regular(pattern, flags)
    expression: re.Pattern[str] = made
    return expression


class _Regular:
    """Stands for the expression, and takes over its methods as soon as one is asked for."""

    def __init__(self, pattern: str, flags: re.RegexFlag) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """What is not there yet."""
        expression = re.compile(self.pattern, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(expression, method))
        return getattr(expression, name)
