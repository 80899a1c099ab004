"""Headings and paragraphs as authors write them -> the words that people read, for lists, navigation and `<title>`."""

import re

from dpmlc.pages.markdown.render import render

# A code span, which stays; else a link or an image.
_MARKED = re.compile(r"`[^`\n]*`|!?\[([^\[\]\n]*)\]\([^()\n]*\)|\*\*(?!\s)([^*\n]+)(?<!\s)\*\*")
_SPECIAL = re.compile(r"[*_`<&\\~\[\]^$=]")


def plainly(text: str) -> str:
    """`text` with the words of a link or an image in its place: a list shows it where the link would lead elsewhere.
    What is strong or code is so without its marks.

    Twice, since an image may stand in a link.
    """
    for _ in range(2 if "](" in text or "**" in text else 0):
        text = _MARKED.sub(lambda found: next((each for each in found.groups() if each is not None), found[0]), text)
    return " ".join(text.replace("`", "").split())


def named(heading: str) -> str:
    """A document's title as its page shows it. Markdown is read for those alone that may hold any."""
    if not _SPECIAL.search(heading):
        return " ".join(heading.split())
    found = render(f"# {' '.join(heading.split())}").headings
    return found[0].text if found else plainly(heading)
