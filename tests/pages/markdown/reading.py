"""HTML as a strict reader sees it: which elements, attributes and words it has, and what is wrong with it."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"br", "col", "hr", "img", "input", "wbr"})
ELEMENTS = frozenset(
    """
    a abbr article aside b bdi blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption
    figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd label li mark ol p pre q rp rt ruby s samp section small span
    strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr
    """.split()  # noqa: SIM905
)
_CONTROL = re.compile("[\x00-\x20\x7f-\x9f\u200b\ufeff]")
_ACTIVE = re.compile("javascript:|data:|vbscript:|file:|blob:")
_ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*:|//|\\")


@dataclass
class Reading(HTMLParser):
    """What was read. `faults` are sentences, empty for HTML that a page may hold."""

    faults: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    hrefs: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ELEMENTS:
            self.faults.append(f"element {tag}")
        if tag == "a" and "a" in self.open:
            self.faults.append("link within a link")
        if len({name for name, _ in attrs}) < len(attrs):
            self.faults.append(f"attribute twice in {tag}")
        for name, value in attrs:
            self._attribute(tag, name, value or "")
        if tag not in VOID:
            self.open.append(tag)

    def _attribute(self, tag: str, name: str, value: str) -> None:
        address = _CONTROL.sub("", value).lower()
        if name.startswith("on") or name in {"style", "srcset", "formaction", "srcdoc"}:
            self.faults.append(f"attribute {name} of {tag}")
        if name in {"href", "src"} and (_ACTIVE.match(address) or _CONTROL.search(value)):
            self.faults.append(f"address {value!r}")
        if name == "src" and _ABSOLUTE.match(address):
            self.faults.append(f"loads {value!r}")
        if name == "href":
            self.hrefs.append(value)
        if name == "id":
            self.ids.append(value)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"unexpected end of {tag}")

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.faults.append(f"declaration {decl}")

    def handle_pi(self, data: str) -> None:
        self.faults.append(f"instruction {data}")


def read(html: str) -> Reading:
    """Read a fragment of HTML to its end."""
    reading = Reading()
    reading.feed(html)
    reading.close()
    if reading.open:
        reading.faults.append(f"open at the end: {reading.open}")
    if len(set(reading.ids)) < len(reading.ids):
        reading.faults.append(f"ids twice: {reading.ids}")
    return reading
