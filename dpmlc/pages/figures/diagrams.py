"""The source of a diagram -> its figure in a page, and the file that the figure shows."""

from collections.abc import Mapping
from hashlib import sha256

from markupsafe import escape

from dpmlc.pages.figures.renderer import Drawing, Renderer, Undrawn
from dpmlc.pages.plan.address import href
from dpmlc.text.frozen import frozen
from dpmlc.text.secrets import masked

MERMAID = "mermaid"
"""What stands behind the fence of a diagram, in letters of any case."""

_FOLDER = "diagrams"


@frozen
class Figure:
    """What stands in the page; where there is a drawing, `svg` is its text and `address` its place in the site.

    `reason` says why there is none (or "").
    """

    html: str
    address: str = ""
    svg: str = ""
    reason: str = ""


def figure(source: str, renderer: Renderer, page: str, labels: Mapping[str, str]) -> Figure:
    """The figure of `source` on `page`: the drawing above its source, or the source with why it is not drawn.

    The drawing is a file of its own that is shown as an image: no script runs in it, its looks stay its own, and a
    policy against styles in pages does not reach it. Nothing links to it: by itself it would lose its looks there.
    """
    drawn = renderer.draw(masked(source))
    code = _code(source, labels)
    if isinstance(drawn, Undrawn):
        why = f"{labels.get('undrawn', 'Not drawn')}: {drawn.reason}"
        html = f'<figure class="diagram undrawn">{code}<figcaption>{escape(why)}</figcaption></figure>'
        return Figure(html, reason=drawn.reason)
    address = f"{_FOLDER}/{sha256(drawn.svg.encode('utf-8', 'replace')).hexdigest()[:16]}.svg"
    where = escape(href(page, address))
    image = (
        f'<img src="{where}" alt="{escape(_alt(source, drawn, labels))}" width="{drawn.width}"'
        f' height="{drawn.height}" loading="lazy">'
    )
    told = escape(labels.get("diagram_source", "Source"))
    called = escape(labels.get("diagram", "Diagram"))
    html = (
        f'<figure class="diagram"><div class="drawing" tabindex="0" role="group" aria-label="{called}">{image}</div>'
        f"<details><summary>{told}</summary>{code}</details></figure>"
    )
    return Figure(html, address, drawn.svg)


def _code(source: str, labels: Mapping[str, str]) -> str:
    label = escape(f"{labels.get('code', 'Code')} mermaid")
    return (
        f'<pre class="mermaid-source" tabindex="0" role="region" aria-label="{label}" data-language="mermaid">'
        f"<code>{escape(source)}</code></pre>"
    )


def _alt(source: str, drawn: Drawing, labels: Mapping[str, str]) -> str:
    if drawn.title:
        return drawn.title
    called = f"{labels.get('diagram', 'Diagram')}: {kind_of(source)}"
    many = labels.get("diagram_nodes", "nodes: {}").replace("{}", str(drawn.nodes))
    return f"{called}, {many}" if drawn.nodes else called


def kind_of(source: str) -> str:
    """The kind of a diagram as its first line names it, behind front matter and comments: `flowchart`; or ""."""
    lines = iter(source.splitlines())
    inside = False
    for number, line in enumerate(map(str.strip, lines)):
        if line == "---" and (inside or number == 0):
            inside = not inside
        elif line and not inside and not line.startswith("%%"):
            return line.split(None, 1)[0][:40]
    return ""
