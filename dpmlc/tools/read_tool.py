"""A tool's path and text -> `ReadTool`: all that is known of it without running it (SPEC 5.1)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from dpmlc.report.diagnostic import Diagnostic, order_of
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span
from dpmlc.tools.answers import Answer, Answered, Unanswered, completed, open_questions
from dpmlc.tools.faults import member_arguments, missing_member, tool_not_asked, tool_unread, wrong_member
from dpmlc.tools.interface import MEMBERS, RULES
from dpmlc.tools.outline import Language, Member, Outline

_TOLD = frozenset({"getMetadata", "getSchema"})

SUFFIXES: Mapping[str, Language] = {".tool.js": "javascript", ".tool.py": "python"}
"""Ends of the names of tools."""


@frozen
class Gap:
    """Something that only running the tool would tell: what it is, where, and why."""

    what: str
    span: Span
    reason: str


@frozen
class ReadTool:
    """A tool. `metadata` holds the five known names, None for what is not given or not known.

    `input_schema` is the parameters' schema as plain JSON, None where it is not known; parts that were not read are
    loosened in it. `environment` is the newer schema form's second half. `members` are names of the specification.
    `read` is `unknown` where `gaps` are left, or the file could not be read; `run` where the tool itself told the rest.
    """

    path: str
    id: str
    language: Language
    metadata: Mapping[str, str | None]
    input_schema: object
    environment: object
    dependencies: object
    members: tuple[str, ...]
    read: Literal["static", "run", "unknown"]
    gaps: tuple[Gap, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def name(self) -> str:
        """What the tool calls itself, else its id."""
        return self.metadata["name"] or self.id


def is_tool(path: str) -> bool:
    """Whether a file's name is that of a tool."""
    return path.endswith(tuple(SUFFIXES))


def tool_id(path: str) -> str:
    """`tide-times` of `tool/tide-times/tide-times.tool.js`."""
    name = path.rpartition("/")[2]
    return name.removesuffix(".tool.js").removesuffix(".tool.py")


def read_tool(path: str, text: str, answer: Answer | None = None) -> ReadTool:
    """Read a tool; never raises, runs nothing, takes time linear in the text.

    `path` ends in `.tool.js` or `.tool.py`; `text` has LF line ends. `answer` is what the tool said when it was asked
    `questions`. Diagnostics are in order of their places.
    """
    from dpmlc.tools.described import described  # noqa: PLC0415  Most builds read no tool, as below.

    language = _language(path)
    found = _outline(language, path, text)
    asked = isinstance(answer, Answered) and open_questions(found)
    found = completed(path, found, answer)
    told = described(path, tool_id(path), found)
    gaps = tuple(Gap(what, span, reason) for what, span, reason in (*_unsure(path, found), *told.gaps))
    hints = tuple(tool_unread(each.span, each.what, each.reason) for each in gaps)
    faults = (*found.faults, *(() if found.faults else _member_faults(path, found)), *told.faults, *hints)
    if isinstance(answer, Unanswered):
        faults = (*faults, tool_not_asked(Span(path, 0, 0), answer.reason))
    names = {each.name for each in found.members if each.kind != "value"}
    return ReadTool(
        path, tool_id(path), language, told.metadata, told.input_schema, told.environment, told.dependencies,
        tuple(rule.name for rule in MEMBERS if rule.name in names),
        "unknown" if gaps or found.faults else "run" if asked else "static",
        gaps, tuple(sorted(faults, key=order_of)),
    )  # fmt: skip


def questions(path: str, text: str) -> tuple[str, ...]:
    """The members that running the tool would have to call, since reading the file leaves open what they give."""
    return open_questions(_outline(_language(path), path, text))


def _language(path: str) -> Language:
    return "python" if path.endswith(".py") else "javascript"


def _outline(language: Language, path: str, text: str) -> Outline:
    # The JavaScript parser is a library of its own.
    if language == "python":
        from dpmlc.tools.py_outline import outline as python  # noqa: PLC0415

        return python(path, text)
    from dpmlc.tools.js_outline import outline as javascript  # noqa: PLC0415

    return javascript(path, text)


def _unsure(path: str, found: Outline) -> Iterator[tuple[str, Span, str]]:
    if found.unsure:
        yield "which members the tool has", Span(path, 0, 0), found.unsure
    for each in found.members:
        if each.kind == "unknown" and each.name in _TOLD and each.name not in found.values:
            yield f"`{each.name}()`", each.span, "it is no function of this file"


def _member_faults(path: str, found: Outline) -> Iterator[Diagnostic]:
    have = {each.name for each in found.members}
    for rule in MEMBERS:
        if rule.required and rule.name not in have and not found.unsure:
            yield missing_member(Span(path, 0, 0), rule.name, found.others)
    for member in found.members:
        if member.kind == "value":
            yield wrong_member(member.span, member.name, "a value that is no function")
        elif member.kind == "function":
            yield from _signature(member, python=path.endswith(".py"))


def _signature(member: Member, *, python: bool) -> Iterator[Diagnostic]:
    rule, taken = RULES[member.name], member.parameters
    if member.yields:
        yield wrong_member(member.span, member.name, "a generator")
    elif member.waits and not rule.waits:
        yield wrong_member(member.span, member.name, "an asynchronous function")
    if taken.needed > rule.arguments:
        found = f"{taken.needed} parameters"
        fault = wrong_member if python else member_arguments
        yield fault(member.span, member.name, found)
    elif python and taken.taken is not None and taken.taken < rule.arguments:
        yield wrong_member(member.span, member.name, f"{taken.taken} parameters")
