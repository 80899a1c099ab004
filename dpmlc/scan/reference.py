"""A reference as written: its levels, path and parameters, each with its exact place (SPEC 3.1)."""

from dataclasses import replace
from enum import StrEnum
from typing import Literal

from dpmlc.text.frozen import frozen
from dpmlc.text.secrets import masked
from dpmlc.text.span import Span


class Loading(StrEnum):
    """The prefix of a reference or of one level of it."""

    DEFAULT = "@"
    HOT = "@!"
    LAZY = "@?"


@frozen
class Level:
    """One protocol of a reference; the place is that of its name. A level without prefix is DEFAULT."""

    loading: Loading
    protocol: str
    span: Span


@frozen
class Parameter:
    """A pair of the query as written, quotes left out of `value`. A bare name (remote protocols) has None."""

    name: str
    value: str | None
    span: Span


@frozen
class Reference:
    """A whole reference.

    `text` is the source between `span`'s ends (for `form` "src" the attribute value, for "element" the whole element).
    `levels` stand outermost first, at least one. `path` is as written, quotes, query and percent signs untouched;
    `location` is `path` percent-decoded once (never for remote protocols). `path_span` covers `path` as written,
    quotes left out. `query` is the raw query with its `?`, or "". `quoted`: the path was written in quotes.
    """

    text: str
    span: Span
    levels: tuple[Level, ...]
    path: str
    location: str
    path_span: Span
    query: str
    parameters: tuple[Parameter, ...]
    quoted: bool = False
    form: Literal["prose", "src", "element"] = "prose"

    @property
    def innermost(self) -> Level:
        return self.levels[-1]

    @property
    def glob(self) -> bool:
        """Whether the path is written as a pattern; SPEC 3.7 decides with the files at hand."""
        return not self.quoted and any(mark in self.path for mark in "*{[")


REMOTE = frozenset({"http", "https", "ftp", "sftp", "ssh"})
"""Protocols whose references follow their own standards behind `://` (SPEC 3.1)."""


def without_password(reference: Reference) -> Reference:
    """The reference as it may be shown: a password in its address is masked, and every place in it stays (SPEC 6.3)."""
    if "@" not in reference.path or reference.innermost.protocol not in REMOTE:
        return reference
    text = masked(reference.text)
    if text == reference.text:
        return reference
    path, location = (masked(f"://{each}").removeprefix("://") for each in (reference.path, reference.location))
    return replace(reference, text=text, path=path, location=location)
