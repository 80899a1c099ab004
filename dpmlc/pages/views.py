"""View models: everything that a template shows, decided. Frozen values; templates only lay them out.

Addresses in them are relative links, ready for an `href`; `Markup` is HTML that is safe as it stands.
"""

from collections.abc import Mapping
from typing import TypeAlias

from markupsafe import Markup

from dpmlc.text.frozen import frozen


@frozen
class Link:
    """A label and where it leads ("" : nowhere). `kind` is a class for its look; `note` a line beside it."""

    label: str
    href: str = ""
    kind: str = ""
    note: str = ""


@frozen
class Item:
    """An entry of a navigation. `current` is the page itself, or an ancestor of it."""

    label: str
    href: str
    current: bool = False
    children: tuple["Item", ...] = ()


@frozen
class Heading:
    """An entry of a page's table of contents; `level` is 1 for the outermost."""

    level: int
    text: str
    href: str


@frozen
class Chip:
    """An attribute of an element."""

    name: str
    value: str


@frozen
class Origin:
    """The file that a part of a flattened prompt came from, with its line there."""

    label: str
    place: str
    href: str


@frozen
class Prose:
    """Markdown, rendered. `origin` is given where it is another than that of what stands before it."""

    html: Markup
    origin: Origin | None = None
    kind: str = "prose"


@frozen
class Region:
    """A DPML element. `binding` is B of `<A:B>`, or "". `href` leads to the page of its structural protocol."""

    id: str
    name: str
    feature: str
    binding: str
    href: str
    chips: tuple[Chip, ...]
    parts: tuple["Part", ...]
    origin: Origin | None = None
    kind: str = "region"


Part: TypeAlias = Prose | Region


@frozen
class Finding:
    """What diagnostics say that differ in their places alone; `snippet` is the first line, what is wrong in it marked.

    `mark` says what is to be seen there. `place` and `href` are those of the first, `more` those of the others, `also`
    says how many these are, or "".
    """

    code: str
    severity: str
    message: Markup
    place: str
    href: str
    snippet: Markup
    mark: Markup
    help: tuple[Markup, ...]
    notes: tuple[Markup, ...]
    also: str = ""
    more: tuple[Link, ...] = ()


@frozen
class Use:
    """A reference to what the page is about: where it stands, and how it is written.

    Without a `place` it stands for more users of the pattern `text`: `label` says how many, `href` leads to all.
    """

    label: str
    href: str
    place: str
    text: str
    loading: str


@frozen
class Mention:
    """A reference or an element: the line where it begins, how it is written, and the class for its look, or ""."""

    line: int
    text: str
    loading: str


@frozen
class User:
    """A document that mentions something, and each place where it does."""

    label: str
    href: str
    path: str
    mentions: tuple[Mention, ...]


@frozen
class Head:
    """What every page has. `root` leads to the site's root; `twin` is its Markdown form; `whole` its full address.

    `anchor` is the id of its title, "" for none: that of the text's first heading, where this is the title.
    """

    title: str
    kind: str
    section: str
    address: str
    root: str
    description: str
    breadcrumbs: tuple[Link, ...]
    navigation: tuple[Item, ...]
    contents: tuple[Heading, ...]
    previous: Link | None
    following: Link | None
    edit: str
    twin: str
    whole: str
    anchor: str = ""


@frozen
class SiteView:
    """What all pages share. `sections` are the links at the top, `language` the `lang` of the document.

    `stylesheets` and `scripts` are the theme's own static files outside of folders, for every page; `assets` leads from
    the path of any static file to its address.

    `icon` is the address of the theme's `icon.svg`, "" without one.
    """

    title: str
    description: str
    language: str
    sections: tuple[Item, ...]
    stylesheets: tuple[str, ...]
    scripts: tuple[str, ...]
    assets: Mapping[str, str]
    search: str
    tree: str
    url: str
    icon: str
