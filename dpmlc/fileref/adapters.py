"""A prompt with file tokens -> what an agent takes (FILEREF 16.3). No token is ever dropped without a trace."""

import re
from collections.abc import Mapping
from typing import Literal, assert_never

from dpmlc.fileref.faults import unusable_reference
from dpmlc.fileref.messages import PromptRequest, as_object
from dpmlc.fileref.tokens import FileToken, Raw, Text, parse, raw_tokens
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.faults import access_denied
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span

AdapterName = Literal["claude-code", "generic", "script"]
ADAPTERS: tuple[AdapterName, ...] = ("claude-code", "generic", "script")
PLACE = "prompt_text"

_TICKS = re.compile("`+")


@frozen
class Usable:
    """A file that may be passed on; `content` is its text where it is to be inlined."""

    path: str
    content: str | None = None


@frozen
class Unusable:
    """Why the file at `path` ("" where none is named) is not passed on; `key` of `[policy]` would allow it, or ""."""

    path: str
    why: str
    key: str = ""


Reading = Usable | Unusable


@frozen
class Converted:
    """What the agent gets. `context_files` are those of the request, as they came, and then those split off the text;

    `arguments` are paths for a process. Spans of the diagnostics are places in the request's `prompt_text`.
    """

    prompt_text: str
    context_files: tuple[object, ...] = ()
    arguments: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def convert(request: PromptRequest, adapter: AdapterName, readings: Mapping[str, Reading]) -> Converted:
    """The prompt for `adapter`; `readings` are by `ref_id`.

    A token whose id is not in `file_references` stays text. One whose file is unusable, or of which `readings` says
    nothing, becomes its display path. `claude-code` takes tokens out of the text and adds the files to
    `context_files`; `generic` writes `[File: path]` and below it the content, if there is one; `script` leaves the
    display path in the text and adds the file to `arguments`.
    """
    known = {each.ref_id for each in request.file_references}
    raws = iter([raw for raw in raw_tokens(request.prompt_text) if raw.token.ref_id in known])
    pieces: list[str] = []
    files: list[str] = []
    faults: list[Diagnostic] = []
    for part in parse(request.prompt_text, known):
        if isinstance(part, Text):
            pieces.append(part.text)
            continue
        raw, reading = next(raws), readings.get(part.ref_id, Unusable("", "nothing is known of it"))
        if isinstance(reading, Unusable):
            faults.append(_fault(raw, reading))
            pieces.append(part.display_path)
            continue
        pieces.append(_in_text(part, reading, adapter, pieces))
        files.append(reading.path)
    return _converted(request, adapter, "".join(pieces), tuple(dict.fromkeys(files)), tuple(faults))


def converted_object(request: PromptRequest, converted: Converted) -> dict[str, object]:
    """The request as a JSON object again, converted; `arguments` stand in its payload only where there are some."""
    found = as_object(request)
    payload = dict(found["payload"]) if isinstance(found["payload"], dict) else {}
    payload["prompt_text"] = converted.prompt_text
    if converted.context_files:
        payload["context_files"] = list(converted.context_files)
    if converted.arguments:
        payload["arguments"] = list(converted.arguments)
    return {**found, "payload": payload}


def _converted(
    request: PromptRequest, adapter: AdapterName, text: str, files: tuple[str, ...], faults: tuple[Diagnostic, ...]
) -> Converted:
    match adapter:
        case "claude-code":
            return Converted(text, (*request.context_files, *_like(request.context_files, files)), (), faults)
        case "script":
            return Converted(text, request.context_files, tuple(map(_argument, files)), faults)
        case "generic":
            return Converted(text, request.context_files, (), faults)
        case _:
            assert_never(adapter)


def _in_text(token: FileToken, reading: Usable, adapter: AdapterName, before: list[str]) -> str:
    match adapter:
        case "claude-code":
            return ""
        case "script":
            return token.display_path
        case "generic":
            label = f"[File: {token.display_path}]"
            return label if reading.content is None else _inlined(label, reading, reading.content, before)
        case _:
            assert_never(adapter)


def _inlined(label: str, reading: Usable, content: str, before: list[str]) -> str:
    """The content in a fence that nothing in it can close, on lines of its own."""
    fence = "`" * max(3, 1 + max((len(each) for each in _TICKS.findall(content)), default=0))
    language = re.sub(r"[^\w+-]", "", reading.path.rpartition("/")[2].rpartition(".")[2])
    start = "" if not "".join(before[-1:]) or before[-1].endswith("\n") else "\n"
    end = "" if content.endswith("\n") or not content else "\n"
    return f"{start}{label}\n{fence}{language}\n{content}{end}{fence}\n"


def _like(others: tuple[object, ...], files: tuple[str, ...]) -> list[object]:
    """`files` in the form in which the request lists others: objects with a path, or strings."""
    if others and all(isinstance(each, dict) for each in others):
        return [{"path": each} for each in files]
    return list(files)


def _argument(path: str) -> str:
    # A process must not take a file's name for one of its options.
    return f"./{path}" if path.startswith("-") else path


def _fault(raw: Raw, reading: Unusable) -> Diagnostic:
    span = Span(PLACE, raw.start, raw.end)
    if reading.key:
        return access_denied(span, reading.path, reading.why, reading.key)
    return unusable_reference(span, raw.token.ref_id, reading.path, reading.why)
