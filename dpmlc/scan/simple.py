"""The reference that nearly every author writes, read in one match instead of clause by clause (SPEC 3.1 to 3.3).

One level, an ASCII path without brackets, quotes, percent signs or marks at its end, plain pairs, and behind it
something that ends every path. Its parts are then what the whole grammar would find, at a quarter of the cost; all
else is None here and read by `dpmlc.scan.reading` and `dpmlc.scan.parse`.
"""

import re
from sys import intern

from dpmlc.scan.reference import REMOTE, Level, Loading, Parameter, Reference
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

_NAME = r"[A-Za-z][A-Za-z0-9_-]*+"
_WORD = r"[A-Za-z0-9_./-]*[A-Za-z0-9]"
_WHOLE = rf"@([!?]?+)({_NAME})://((?>{_WORD}))(?>(\?{_NAME}=(?>{_WORD})(?>(?:&{_NAME}=(?>{_WORD}))*))?)"
_REFERENCE = regular(_WHOLE)
# Punctuation at the end belongs to the prose; a bracket that nothing opened, and no path character, end every path.
_IN_PROSE = re.compile(rf"{_WHOLE}(?=[.,;:!]*+(?:[ \t\n\"'`>|)\]}}、。\uff00-\uffef]|\Z))")
_LOADING = {"": Loading.DEFAULT, "!": Loading.HOT, "?": Loading.LAZY}


def simple_in_prose(text: str, path: str, start: int, wall: int) -> Reference | None:
    """The simple reference at the candidate `start`; `wall` is where the prose ends that holds it."""
    return _reference(_IN_PROSE.match(text, start, wall), path, 0)


def simple(text: str, path: str, start: int) -> Reference | None:
    """The simple reference that is all of `text`; `start` is the offset of `text` in the file `path`."""
    return _reference(_REFERENCE.fullmatch(text), path, start)


def _reference(found: re.Match[str] | None, path: str, offset: int) -> Reference | None:
    if found is None:
        return None
    prefix, protocol, written, query = found.groups()
    if query and protocol in REMOTE:
        return None
    start, end = found.span()
    start, end = start + offset, end + offset
    name = start + 1 + len(prefix)
    behind = name + len(protocol)
    place = behind + len("://")
    level = Level(_LOADING[prefix], intern(protocol), Span(path, name, behind))
    parameters = _parameters(query, path, place + len(written)) if query else ()
    where = Span(path, place, place + len(written))
    return Reference(found[0], Span(path, start, end), (level,), written, written, where, query or "", parameters)


def _parameters(query: str, path: str, mark: int) -> tuple[Parameter, ...]:
    """The pairs of `query`, whose `?` stands at `mark`."""
    pairs: list[Parameter] = []
    begin = mark + 1
    for pair in query[1:].split("&"):
        name, _, value = pair.partition("=")
        pairs.append(Parameter(intern(name), value, Span(path, begin, begin + len(pair))))
        begin += len(pair) + 1
    return tuple(pairs)
