"""A destination -> whether a page may link to it, and how that is written. Nothing active passes, however disguised."""

import re
from collections.abc import Callable, Mapping
from typing import Literal
from urllib.parse import quote, unquote

from dpmlc.text.frozen import frozen

_INVISIBLE = re.compile(
    "[\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]"
)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SAFE = frozenset({"http", "https", "mailto", "tel"})
_USER = re.compile(r"(?<=//)[^/?#\\]*@")
_TEXTUAL = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")
_PLAIN = re.compile("[A-Za-z0-9/._#-]*")
_HARMLESS = re.compile(r"%(?:20|22|27|3C|3E|5B|5D|5E|60|7B|7C|7D)", re.IGNORECASE)


@frozen
class Target:
    """`external` leads to another place of the web, `local` to the site, `missing` nowhere, `refused` is unsafe."""

    kind: Literal["external", "local", "missing", "refused"]
    href: str = ""


Resolve = Callable[[str], str | None] | Mapping[str, str] | None


def target(url: str, resolve: Resolve) -> Target:
    """What a link to `url` (in the form that `readable` gives) becomes."""
    scheme = scheme_of(url)
    if scheme:
        return Target("external", _written(_without_user(url))) if scheme in _SAFE else Target("refused")
    shown = _INVISIBLE.sub("", url).replace("\\", "/")
    if not shown:
        return Target("missing")
    if shown.startswith("//"):
        return Target("external", _written(_without_user("https:" + shown)))
    found = url if resolve is None else resolve.get(url) if isinstance(resolve, Mapping) else resolve(url)
    if found is None:
        return Target("missing")
    if scheme_of(found) or _INVISIBLE.sub("", found).replace("\\", "/").startswith("//"):
        return target(found, None)
    return Target("local", _written(found))


def scheme_of(url: str) -> str:
    """Lower-case scheme as any browser may read it, "" for none.

    Characters that browsers skip and percent encoding, even repeated, hide nothing: `java\\tscript%3A` has one.
    """
    if ":" not in url and "%" not in url:
        return ""
    for _ in range(4):
        found = _SCHEME.match(_INVISIBLE.sub("", url))
        if found:
            return found[1].lower()
        if "%" not in url:
            break
        url = unquote(url)
    return ""


def readable(url: str) -> str:
    """A percent-encoded destination as people write it: what has no meaning in an address is decoded."""
    if "%" not in url:
        return url
    return _TEXTUAL.sub(_decoded, _HARMLESS.sub(lambda found: unquote(found[0]), url))


def _decoded(found: re.Match[str]) -> str:
    try:
        return unquote(found[0], errors="strict")
    except UnicodeDecodeError:
        return found[0]


def _without_user(url: str) -> str:
    return _USER.sub("", url, count=1) if "@" in url else url


def _written(url: str) -> str:
    """Fit for an attribute once it is escaped: white space and what is not ASCII percent-encoded."""
    return url if _PLAIN.fullmatch(url) else quote(url, safe="%:/?#@!$&()*+,;=~[]'", errors="replace")
