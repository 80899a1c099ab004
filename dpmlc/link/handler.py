"""What a Python protocol handler offers (SPEC 2.6, RP's extension points); found under `dpmlc.protocols`."""

from collections.abc import Mapping
from typing import Protocol

from dpmlc.text.frozen import frozen


@frozen
class Located:
    """A handler's answer to `locate`: exactly one of a package path and opaque text (never scanned as DPML)."""

    path: str | None = None
    text: str | None = None
    language: str = ""


class HandlerFault(Exception):  # noqa: N818 -- the word of the messages, not of Python
    """Raised by a handler for what an author did wrong; its text becomes the message of a diagnostic."""


class Handler(Protocol):
    """A protocol written in Python. Any exception but `HandlerFault` is reported with its traceback in the notes.

    A handler that lacks `locate` only transforms; one that lacks `transform` cannot stand outside another level.
    An optional `fallback(path, parameters)` is asked after `locate` failed.
    """

    name: str

    def locate(self, path: str, parameters: Mapping[str, str | None]) -> Located:
        """Where `path` leads."""

    def transform(self, text: str, parameters: Mapping[str, str | None]) -> str:
        """The text that an outer level makes of its input (SPEC 3.9)."""
