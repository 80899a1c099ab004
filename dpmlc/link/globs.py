"""A pattern -> the files of the inventory that it matches (SPEC 3.7), by wcmatch's pure matcher, in bounded time.

wcmatch writes the regular expression (since 12 without backtracking inside a segment); nothing here looks at a disk.
"""

import re
import warnings
from bisect import bisect_left
from urllib.parse import unquote

from dpmlc.link.memo import Memo
from dpmlc.text.files import Files
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.regular import regular

ITSELF = "the document itself never matches"
"""What helps where a pattern matches nothing but the document that refers to it."""

_ALTERNATIVES = 1000
_WILD = regular(r"[*{\[]")
_PERCENT = regular(r"(?:%[0-9A-Fa-f]{2})+")
_LITERAL = str.maketrans({mark: "\\" + mark for mark in "?!()|\\"})
_ALL_LITERAL = str.maketrans({mark: "\\" + mark for mark in "?!()|\\*{}[],^-."})


@frozen
class PatternLimit:
    """A pattern past a limit of SPEC 6.5: `what` it has too much of, how many, and the key that allows more."""

    what: str
    found: int | None
    allowed: int
    key: str


def is_pattern(path: str) -> bool:
    """Whether `path` holds a wildcard."""
    return _WILD.search(path) is not None


def literal_folder(pattern: str) -> str:
    """The folders of `pattern` before its first wildcard, without a slash at the end."""
    found = _WILD.search(pattern)
    return pattern[: found.start() if found else len(pattern)].rpartition("/")[0]


def escaped(folder: str) -> str:
    """`folder` as part of a pattern: what would be a wildcard or a percent sign is percent-encoded."""
    return re.sub(r"[*{\[%]", lambda mark: f"%{ord(mark[0]):02X}", folder)


def matches(
    pattern: str, package: str, files: Files, memo: Memo, limits: Limits
) -> tuple[str, ...] | PatternLimit:
    """Files of `package` that `pattern` (from its root) matches, from that root, in byte order.

    `?`, `!`, `(…)` are no wildcards. Percent-encoded characters are literal, where the pattern as written has no match.
    """
    known = memo.matches.get((package, pattern))
    if known is not None:
        return known
    excess = past_limits(pattern, limits)
    if excess is not None:
        return excess
    inventory = memo.inventory(files, package)
    found = _matching(pattern.translate(_LITERAL), _WILD.split(pattern, maxsplit=1)[0], inventory)
    if found == () and "%" in pattern:
        decoded = _PERCENT.split(pattern)[0]
        found = _matching(_decoded(pattern), _WILD.split(decoded, maxsplit=1)[0], inventory)
    if found is None:
        return PatternLimit(f"pattern `{pattern}`, in alternatives,", None, _ALTERNATIVES, "glob_braces")
    if len(found) > limits.glob_matches:
        return PatternLimit(f"pattern `{pattern}`, in matches,", len(found), limits.glob_matches, "glob_matches")
    memo.matches[(package, pattern)] = found
    return found


def past_limits(pattern: str, limits: Limits) -> PatternLimit | None:
    """The limit that `pattern` itself is past, before anything is matched."""
    size = len(pattern.encode("utf-8", "surrogatepass"))
    if size > limits.glob:
        return PatternLimit("the pattern, in bytes,", size, limits.glob, "glob")
    if pattern.count("**") > limits.glob_stars:
        return PatternLimit("the pattern, in `**`,", pattern.count("**"), limits.glob_stars, "glob_stars")
    if pattern.count("{") > limits.glob_braces:
        return PatternLimit("the pattern, in brace groups,", pattern.count("{"), limits.glob_braces, "glob_braces")
    return None


def expression(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str] | None:
    """The expression for whole paths; `pattern` is escaped already. None: its braces make too many alternatives."""
    from wcmatch import glob  # noqa: PLC0415  6 ms that a package without patterns need not pay.
    from wcmatch._wcparse import PatternLimitException  # noqa: PLC0415  As above.

    # The inventory holds no hidden file but those that are allowed, so a dot at the start is nothing special here.
    rules = glob.GLOBSTAR | glob.BRACE | glob.CASE | glob.FORCEUNIX | glob.DOTGLOB
    try:
        alternatives, _ = glob.translate(pattern, flags=rules, limit=_ALTERNATIVES)
    except PatternLimitException:
        return None
    with warnings.catch_warnings():
        # `[a[b]` is an ordinary class; `re` only warns that it may mean something else in a later Python.
        warnings.simplefilter("ignore", FutureWarning)
        return re.compile("|".join(alternatives), flags)


def literal_marks(pattern: str) -> str:
    """`pattern` as wcmatch takes it: what is no wildcard in SPEC 3.7 stands behind a backslash."""
    return pattern.translate(_LITERAL)


def _matching(pattern: str, prefix: str, inventory: list[str]) -> tuple[str, ...] | None:
    compiled = expression(pattern)
    if compiled is None:
        return None
    start = bisect_left(inventory, prefix)
    end = bisect_left(inventory, prefix + "\U0010ffff", start)
    match = compiled.match
    return tuple(path for path in inventory[start:end] if match(path))


def _decoded(pattern: str) -> str:
    pieces, at = [], 0
    for found in _PERCENT.finditer(pattern):
        pieces += [pattern[at : found.start()].translate(_LITERAL), unquote(found[0]).translate(_ALL_LITERAL)]
        at = found.end()
    return "".join([*pieces, pattern[at:].translate(_LITERAL)])
