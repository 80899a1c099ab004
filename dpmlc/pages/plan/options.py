"""What `[site]` of `dpml.toml` says about the documentation site."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span

Language = Literal["en", "zh", "ko"]


@frozen
class SiteOptions:
    """`title` "" is the package's name; `language` is that of the interface and the default of the content.

    `url` is where the site will stand, with a slash at its end, or "": only what needs whole addresses (sitemap,
    canonical links, OpenGraph) is made from it. `edit` is an address with `{path}`, for "edit this page". `theme` is
    the name of a theme that ships with dpmlc, or a folder from the package root. Documents that match a pattern of
    `leave_out` have no page; `places` tell where these patterns stand.
    """

    title: str = ""
    description: str = ""
    language: Language = "en"
    url: str = ""
    edit: str = ""
    theme: str = "default"
    leave_out: tuple[str, ...] = ()
    places: Mapping[str, Span] = field(default_factory=dict, compare=False)
