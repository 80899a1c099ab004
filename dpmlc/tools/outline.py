"""What a reader of either language says of a tool's file, before anybody judges it."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span
from dpmlc.tools.values import Read

Language = Literal["javascript", "python"]


@frozen
class Parameters:
    """How many arguments a function needs, and how many it takes (None: any number)."""

    needed: int
    taken: int | None


@frozen
class Member:
    """One member by its name in the specification; `written` is its spelling in the file.

    `kind` is `unknown` where only running the file would tell whether it is a function. `waits`: it is asynchronous;
    `yields`: it is a generator.
    """

    name: str
    written: str
    span: Span
    kind: Literal["function", "value", "unknown"]
    parameters: Parameters = Parameters(0, None)
    waits: bool = False
    yields: bool = False


@frozen
class Outline:
    """`members` in the file's order, `others` the names of what else the tool has.

    `unsure` says why there may be more members than these, or is "". `values` holds what the members without
    arguments return, by name. `faults` are errors that kept the file from being read; without any it was.
    """

    members: tuple[Member, ...] = ()
    others: tuple[str, ...] = ()
    unsure: str = ""
    values: Mapping[str, Read] = field(default_factory=dict)
    faults: tuple[Diagnostic, ...] = ()
