"""A path -> the way to write it so that prose reads all of it, and no more (SPEC 3.3)."""

from urllib.parse import quote

from dpmlc.link.globs import is_pattern
from dpmlc.scan.find import find
from dpmlc.text.regular import regular

# Nothing in 3.3 ends or trims such a path; most are like this, and need no second look.
_PLAIN = regular(r"(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*/)*(?:[A-Za-z0-9_.-]*[A-Za-z0-9])")
_ENDS = regular(r"[\s()<>|\"'`，。、；：！？（）「」『』—…]")
_UNQUOTABLE = regular(r'["`<>\n\r]')
_ENCODED = regular(r'[%"`<>\n\r]')
_NO_PATTERN_CHARACTER = regular(r"[^\w./*{},\[\]%~@:+=$#-]")
_SEEN = 80


def quoted(protocol: str, path: str, was: str, query: str = "", after: str = "") -> str:
    """`path`, in quotes where the reference `protocol://path` + `query` would be read differently before `after`.

    `was` is the path as its author wrote it, quotes included: a quoted one stays quoted. A pattern is never quoted, as
    that makes it literal; its odd characters are percent-encoded. So are quotes and what could begin code or a tag.
    """
    if is_pattern(path) and not was.startswith('"'):
        return _NO_PATTERN_CHARACTER.sub(lambda found: quote(found[0]), path)
    if _UNQUOTABLE.search(path):
        path = _ENCODED.sub(lambda found: quote(found[0], safe=""), path)
    if was.startswith('"') or not reads_whole(f"@{protocol}://{path}{query}", after, path):
        return f'"{path}"'
    return path


def reads_whole(text: str, after: str, path: str) -> bool:
    """Whether prose that holds the reference `text`, with `after` behind it, reads exactly that."""
    if _PLAIN.fullmatch(path) and (not after or _ENDS.match(after)):
        return True
    # A word stands in front: what stands alone in its line may hold more, and nobody knows where it will stand.
    line = f"x {text}{after.partition(chr(10))[0][:_SEEN]}"
    found = find(line, "", ()).references
    return bool(found) and found[0].text == text
