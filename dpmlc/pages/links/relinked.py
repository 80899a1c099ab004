"""A document and where its links lead -> the Markdown form of its page, with links to Markdown forms."""

from collections.abc import Sequence

from dpmlc.pages.links.targets import LinkFound, Target
from dpmlc.pages.markdown.urls import readable
from dpmlc.pages.plan.address import href, twin_of
from dpmlc.text.regular import regular

_WRITTEN = regular(r"""[^\s<>"')]+""")


def relinked(text: str, links: Sequence[LinkFound], page: str) -> str:
    """`text` as the Markdown form of `page`; what leads nowhere, to another site or into `page` itself stays."""
    pieces: list[str] = []
    at = 0
    for link in sorted(links, key=lambda each: each.span.start):
        leads = _leads(link.target, page)
        end = _end(link, text)
        if leads and link.span.start >= at and end:
            pieces += (text[at : link.span.start], leads)
            at = end
    return "".join((*pieces, text[at:])) if pieces else text


def _leads(target: Target, page: str) -> str:
    if target.brings is not None:
        return href(page, target.brings[0])
    if not target.address or target.address == page:
        return ""
    mark = f"#{target.fragment}" if target.fragment else ""
    return href(page, twin_of(target.address) + mark)


def _end(link: LinkFound, text: str) -> int:
    """Where the destination ends in the text; 0 for one that is written in another way than known."""
    start, end = link.span.start, link.span.end
    if text[start:end] == link.url:
        return end
    found = _WRITTEN.match(text, start)
    return found.end() if found and readable(found[0]) == link.url else 0
