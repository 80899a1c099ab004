"""HTML that authors write -> the tags of it that a page may show, and with which attributes. All else is text."""

import re
from collections.abc import Iterator, Mapping

from dpmlc.pages.markdown.characters import unescaped
from dpmlc.text.frozen import frozen

PHRASING = frozenset(
    """
    a abbr b bdi br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong
    sub sup time u var wbr
    """.split()  # noqa: SIM905
)
KNOWN_BLOCKS = frozenset(
    """
    article aside blockquote caption center col colgroup dd details div dl dt figcaption figure h1
    h2 h3 h4 h5 h6 hr li ol p section summary table tbody td tfoot th thead tr ul
    """.split()  # noqa: SIM905
)
VOID = frozenset({"br", "col", "hr", "img", "wbr"})
VERBATIM = frozenset({"pre", "script", "style", "textarea"})
"""Elements whose text is no Markdown; of them only `pre` is shown."""

_SECTIONS = frozenset({"table"})
_ROWS = frozenset({"table", "thead", "tbody", "tfoot"})
PARENTS: Mapping[str, frozenset[str]] = {
    "caption": _SECTIONS, "colgroup": _SECTIONS, "thead": _SECTIONS, "tbody": _SECTIONS, "tfoot": _SECTIONS,
    "col": frozenset({"colgroup"}), "tr": _ROWS, "td": frozenset({"tr"}), "th": frozenset({"tr"}),
    "li": frozenset({"ul", "ol"}), "dt": frozenset({"dl"}), "dd": frozenset({"dl"}),
    "summary": frozenset({"details"}), "figcaption": frozenset({"figure"}),
    "rt": frozenset({"ruby"}), "rp": frozenset({"ruby"}),
}  # fmt: skip
"""In which element alone a browser accepts another; elsewhere it would move or drop it."""

_NUMBER = re.compile(r"[0-9]{1,4}%?")
_COUNT = re.compile(r"[0-9]{1,3}")
_WORDS = re.compile(r".{0,1000}", re.DOTALL)
_ID = re.compile(r"[^\s\"'<>&]{1,100}")
_KEPT: Mapping[str, re.Pattern[str]] = {
    "title": _WORDS, "alt": _WORDS, "aria-label": _WORDS, "datetime": re.compile(r"[0-9TZPYMDHSW:.+ -]{1,40}"),
    "lang": re.compile(r"[A-Za-z0-9-]{1,35}"), "dir": re.compile("ltr|rtl|auto"), "id": _ID, "name": _ID,
    "width": _NUMBER, "height": _NUMBER, "colspan": _COUNT, "rowspan": _COUNT, "start": _COUNT, "value": _COUNT,
    "scope": re.compile("row|col|rowgroup|colgroup"), "open": _WORDS, "reversed": _WORDS, "href": _WORDS, "src": _WORDS,
    "align": re.compile("left|right|center|middle|top|bottom|justify", re.IGNORECASE),
}  # fmt: skip
_ONLY: Mapping[str, frozenset[str]] = {
    "href": frozenset({"a"}), "name": frozenset({"a"}), "src": frozenset({"img"}), "alt": frozenset({"img"}),
    "width": frozenset({"img"}), "height": frozenset({"img"}), "open": frozenset({"details"}),
    "colspan": frozenset({"td", "th"}), "rowspan": frozenset({"td", "th"}), "scope": frozenset({"th"}),
    "start": frozenset({"ol"}), "reversed": frozenset({"ol"}), "value": frozenset({"li"}),
    "datetime": frozenset({"time", "del", "ins"}),
}  # fmt: skip
# They say only how something looks or loads: the page decides that.
_IGNORED = frozenset(
    """
    bgcolor border cellpadding cellspacing cite class color decoding height loading markdown nowrap
    rel role target type valign width
    """.split()  # noqa: SIM905
)
_ATTRIBUTE = r"\s+[^\s\"'<>/=`]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?"
_TAG = re.compile(
    rf"<(?:(?P<comment>!--)|(?P<slash>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)(?P<rest>(?>(?:{_ATTRIBUTE})*))\s*/?>)"
)
_PAIR = re.compile(r"([^\s\"'<>/=`]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")


@frozen
class Tag:
    """A tag as it is written. `attributes` by lower-case name, values unescaped; the first of two counts."""

    name: str
    written: str
    closing: bool
    attributes: Mapping[str, str]


def tags(html: str) -> Iterator[str | Tag]:
    """Text and tags of `html` in order; comments are left out, whatever is no tag is text."""
    at = start = 0
    hopeless = False
    while found := _TAG.search(html, at):
        at = found.end()
        if found["comment"]:
            end = -1 if hopeless else html.find("-->", found.end())
            hopeless = end < 0
            if hopeless:
                continue
            at = end + 3
        if found.start() > start:
            yield html[start : found.start()]
        start = at
        if not found["comment"]:
            yield Tag(found["name"].lower(), found[0], bool(found["slash"]), _pairs(found["rest"]))
    if start < len(html):
        yield html[start:]


def _pairs(rest: str) -> Mapping[str, str]:
    pairs: dict[str, str] = {}
    for found in _PAIR.finditer(rest):
        pairs.setdefault(found[1].lower(), unescaped(found[2] or found[3] or found[4] or ""))
    return pairs


def kept(tag: Tag) -> dict[str, str] | None:
    """The attributes that a page keeps; None when one asks for more than looks, so that the tag is refused."""
    found: dict[str, str] = {}
    for name, value in tag.attributes.items():
        only = _ONLY.get(name)
        if name in _KEPT and (only is None or tag.name in only) and _KEPT[name].fullmatch(value):
            found[name] = value
        elif name not in _IGNORED and name not in _KEPT:
            return None
    return found
