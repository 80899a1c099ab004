"""A short text of a document that stands on another page -> HTML: a description, a term's definition."""

from collections.abc import Callable

from dpmlc.pages.body.chips import term_chips, without_overlap
from dpmlc.pages.kinds.document import labels
from dpmlc.pages.markdown.render import render
from dpmlc.pages.markdown.values import MarkdownOptions, Rendered
from dpmlc.pages.package import Package


def lead(description: str, path: str, page: str, package: Package) -> Rendered:
    """What stands below the title of the page at `page`: a paragraph of the document at `path`, maybe empty."""
    return render(description, quoting(description, path, page, package, 5)) if description else Rendered("")


def quoting(text: str, path: str, page: str, package: Package, shift: int) -> MarkdownOptions:
    """How `text` of the document at `path` is rendered on the page at `page`: with its links and terms."""
    chips = without_overlap(term_chips(text, 0, len(text), package.terms, page))
    inline = tuple((each.start, each.end, each.html) for each in chips)
    return MarkdownOptions(
        heading_shift=shift, resolve=_resolve(path, page, package), inline=inline, labels=labels(package.words)
    )


def _resolve(path: str, page: str, package: Package) -> Callable[[str], str | None]:
    follow = package.follower.on(page, path)

    def resolve(url: str) -> str | None:
        target = follow(url, 0)
        # Files are brought along for the page of the document itself, which not every document has.
        return None if target.brings else target.href

    return resolve
