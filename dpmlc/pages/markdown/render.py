"""Markdown at the margin -> HTML for a page, with all that the page needs to know of it. Nothing raises, no I/O.

The HTML is safe as it stands: what an author writes becomes text, links without active schemes, and the elements of
`elements.py` with balanced tags. It has no `style`, no `on…`, no image of another host: a page with it works under
`Content-Security-Policy: default-src 'self'`. Links that the page refuses are shown as text with their destination.
"""

from dpmlc.pages.markdown.characters import escaped
from dpmlc.pages.markdown.marks import marked
from dpmlc.pages.markdown.output import Output
from dpmlc.pages.markdown.slugs import Ids, slug
from dpmlc.pages.markdown.values import LABELS, Block, Heading, Image, Link, MarkdownOptions, Rendered
from dpmlc.text.secrets import masked

__all__ = ["LABELS", "Block", "Heading", "Image", "Link", "MarkdownOptions", "Rendered", "render", "slug"]


def render(text: str, options: MarkdownOptions | None = None) -> Rendered:
    """`text` as HTML. Its lines end with LF, and the indentation of the tags around it is taken away already.

    A text that is nested beyond what can be read is shown as it is written, in one `pre`.
    Example: render("# 概述").html == '<h1 id="概述">概述</h1>\\n'
    """
    options = options or MarkdownOptions()
    text = masked(text)
    source = marked(text, options.inline)
    if source is None:
        return _as_written(text)
    from dpmlc.pages.markdown.grammar import grammar  # noqa: PLC0415  mistune, 20 ms that only who renders need pay.
    from dpmlc.pages.markdown.writer import write  # noqa: PLC0415  As above.

    output = Output(options, source, Ids(options.slugs))
    try:
        tokens = grammar()(source.text)
        # Without a renderer mistune returns tokens.
        assert not isinstance(tokens, str)
        write(tokens, output)
    except RecursionError:
        return _as_written(text)
    return Rendered(
        source.finished("".join(output.pieces)),
        tuple(output.headings),
        tuple(output.links),
        tuple(output.images),
        tuple(output.ids.given),
        tuple(output.blocks),
    )


def _as_written(text: str) -> Rendered:
    blocks = (Block("text", " ".join(text.split()), ""),) if text.strip() else ()
    return Rendered(f'<pre class="as-written" tabindex="0">{escaped(text)}</pre>\n', blocks=blocks)
