"""Links and images -> HTML, and their rows among what a text links to."""

from collections.abc import Callable, Sequence
from typing import Any

from dpmlc.pages.markdown.characters import escaped
from dpmlc.pages.markdown.output import Output
from dpmlc.pages.markdown.urls import Target, readable, target
from dpmlc.pages.markdown.values import Image, Link

_SHOWN = 200


def attributes(**values: str | None) -> str:
    """HTML of attributes, names with `-` for `_`; those that are None are left out."""
    shown = ((name.rstrip("_").replace("_", "-"), value) for name, value in values.items() if value is not None)
    return "".join(f' {name}="{escaped(value)}"' for name, value in shown)


def link_attributes(found: Target, title: str | None = None) -> str:
    """Attributes of `<a>`; `found` is external or local."""
    outside = ' class="external" rel="noopener noreferrer"' if found.kind == "external" else ""
    named = f' title="{escaped(title)}"' if title else ""
    return f'{outside} href="{escaped(found.href)}"{named}'


def write_link(
    token: dict[str, Any], text: str, contents: Callable[[Sequence[dict[str, Any]], Output], None], output: Output
) -> None:
    """A link of Markdown. `contents` writes the tokens within."""
    url, place = token["attrs"]["url"], token.get("place")
    if place is None:
        encoded, offset = output.marked.destination(url)
        url = readable(encoded)
    else:
        offset = output.marked.places[place]
    found = target(url, output.options.resolve)
    shown = " ".join(output.marked.written(text).split())
    linked = found.kind in {"external", "local"} and not output.anchors
    output.links.append(Link(url, shown, found.href if linked else None, *output.place(offset)))
    title = output.marked.written(token["attrs"].get("title") or "")
    if linked:
        output.pieces.append(f"<a{link_attributes(found, title)}>")
        output.anchors += 1
        contents(token["children"], output)
        output.anchors -= 1
        output.pieces.append("</a>")
    elif "_autolink" in token:
        # `<zh:text>` and the like is rather a tag than a link.
        contents([{"type": "text", "raw": token["_autolink"]}], output)
    elif found.kind == "missing":
        output.pieces.append(f'<span class="missing-link"{attributes(title=url)}>')
        contents(token["children"], output)
        output.pieces.append("</span>")
    else:
        contents(token["children"], output)
        _refused(url, output)


def write_image(encoded: str, alt: str, title: str, output: Output, size: str = "") -> None:
    """An image: shown if it belongs to the site, else what it is called. One of another host is a link to it."""
    encoded, offset = output.marked.destination(encoded)
    url = readable(encoded)
    alt = " ".join(output.marked.written(alt).split())
    title = output.marked.written(title)
    found = target(url, output.options.resolve)
    local = found.kind == "local"
    output.images.append(Image(url, alt, found.href if local else None, *output.place(offset)))
    output.words.append(alt)
    name = escaped(alt or url[:_SHOWN])
    if local:
        # `loading` keeps a long page light, `alt=""` is right for a picture without a name.
        shown = attributes(src=found.href, alt=alt, title=title or None)
        output.pieces.append(f'<img{shown}{size} loading="lazy">')
    elif found.kind == "refused":
        output.pieces.append(escaped(alt))
        _refused(url, output)
    elif found.kind == "external" and not output.anchors:
        output.pieces.append(f"<a{link_attributes(found, title)}>{name}</a>")
    else:
        output.pieces.append(f'<span class="missing-image"{attributes(title=url)}>{name}</span>')


def _refused(url: str, output: Output) -> None:
    shown = url if len(url) <= _SHOWN else url[:_SHOWN] + "…"
    output.pieces.append(f' <code class="refused-link">{escaped(shown)}</code>')
