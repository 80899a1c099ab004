"""A description, written as Markdown in one paragraph -> what stands below the title of a page."""

from markupsafe import Markup

from dpmlc.pages.markdown.render import render
from dpmlc.pages.markdown.values import MarkdownOptions

_OPTIONS = MarkdownOptions(heading_shift=5, resolve={})


def lead(description: str) -> Markup:
    """The paragraph as HTML, "" for none. Its links within the package lead nowhere."""
    return Markup(render(description, _OPTIONS).html) if description else Markup()
