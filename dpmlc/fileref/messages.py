"""JSON objects <-> the messages of FILEREF 16.1 and 16.4 as values; fields that it does not name are kept."""

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Literal, cast

from dpmlc.fileref.fields import Fields, JsonObject
from dpmlc.fileref.globs import excess
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen

Scope = Literal["workspace", "project", "global"]
SCOPES: tuple[Scope, ...] = ("workspace", "project", "global")
RESULTS = 20
MOST_RESULTS = 50
LONGEST_QUERY = 256
MOST_FILTERS = 64

SEARCH = "control.file.search"
CANCEL = "control.file.search.cancel"
PROMPT = "control.prompt.request"
TYPES = (SEARCH, CANCEL, PROMPT)

_UUID_4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
Extra = Mapping[str, JsonObject]


@frozen
class Filters:
    """`extensions` with or without their dot; `exclude_patterns` are globs from the workspace's root."""

    extensions: tuple[str, ...] = ()
    exclude_patterns: tuple[str, ...] = ()


@frozen
class Search:
    """`control.file.search`. `max_results` is at most 50 already; `extra` holds unknown fields by place."""

    message_id: str
    query_id: str
    query: str
    scope: Scope = "workspace"
    max_results: int = RESULTS
    filters: Filters = Filters()
    extra: Extra = field(default_factory=dict)


@frozen
class Cancel:
    """`control.file.search.cancel`."""

    query_id: str
    extra: Extra = field(default_factory=dict)


@frozen
class FileReference:
    """An entry of `file_references`; FILEREF 16 shows only its id. `path` is None where the entry has none."""

    ref_id: str
    path: str | None = None
    extra: JsonObject = field(default_factory=dict)


@frozen
class PromptRequest:
    """`control.prompt.request`, as far as FILEREF 16 shows it; `context_files` are kept as they came."""

    prompt_text: str
    file_references: tuple[FileReference, ...] = ()
    context_files: tuple[object, ...] = ()
    extra: Extra = field(default_factory=dict)


Message = Search | Cancel | PromptRequest


@frozen
class Misread:
    """An object that is no message; ids as far as they can be told ("" else), so that the sender can be answered."""

    message_id: str
    query_id: str
    diagnostics: tuple[Diagnostic, ...]


def read_message(found: object) -> Message | Misread:
    """The message that a JSON value is."""
    faults: list[Diagnostic] = []
    outer = Fields(found, "", faults)
    kind = "" if faults else outer.text("type")
    message: Message | None = None
    if not faults and kind not in TYPES:
        outer.refuse("type", " or ".join(f'"{each}"' for each in TYPES))
    elif not faults:
        payload = outer.inner("payload")
        match kind:
            case "control.file.search":
                message = _search(outer, payload)
            case "control.file.search.cancel":
                message = _cancel(outer, payload)
            case _:
                message = _prompt(outer, payload)
    if message is None or faults:
        return Misread(_id(found, "message_id"), _id(_member(found, "payload"), "query_id"), tuple(faults))
    return message


def as_object(message: Message) -> dict[str, object]:
    """The JSON object of `message`; read_message(as_object(message)) == message. Optional fields stand only if set."""
    match message:
        case Search():
            return _outer(SEARCH, message.extra, _search_payload(message), {"message_id": message.message_id})
        case Cancel():
            return _outer(CANCEL, message.extra, {"query_id": message.query_id}, {})
        case PromptRequest():
            return _outer(PROMPT, message.extra, _prompt_payload(message), {})


def reference_object(reference: FileReference) -> dict[str, object]:
    """The entry of `file_references`."""
    path = {} if reference.path is None else {"path": reference.path}
    return {"ref_id": reference.ref_id, **path, **reference.extra}


def _search(outer: Fields, payload: Fields) -> Search:
    message_id = outer.text("message_id")
    query = payload.text("query")
    if len(query) > LONGEST_QUERY:
        payload.refuse("query", f"a string of at most {LONGEST_QUERY} characters")
    inner = payload.inner_or_empty("filters")
    filters = Filters(inner.texts("extensions"), inner.texts("exclude_patterns"))
    for name, values in (("extensions", filters.extensions), ("exclude_patterns", filters.exclude_patterns)):
        if len(values) > MOST_FILTERS:
            inner.refuse(name, f"an array of at most {MOST_FILTERS} strings")
    for number, pattern in enumerate(filters.exclude_patterns[:MOST_FILTERS]):
        if excess(pattern):
            inner.refuse_value(f"exclude_patterns[{number}]", f"a pattern of {excess(pattern)}", pattern)
    return Search(
        message_id=message_id,
        query_id=_query_id(payload),
        query=query,
        scope=cast(Scope, payload.choice("scope", SCOPES)),
        max_results=min(payload.count("max_results", RESULTS), MOST_RESULTS),
        filters=filters,
        extra=_extra({"": outer, "payload": payload, "filters": inner}),
    )


def _cancel(outer: Fields, payload: Fields) -> Cancel:
    return Cancel(_query_id(payload), _extra({"": outer, "payload": payload}))


def _query_id(payload: Fields) -> str:
    found = payload.text("query_id")
    if found and not _UUID_4.fullmatch(found):
        payload.refuse("query_id", "a UUID of version 4")
    return found


def _prompt(outer: Fields, payload: Fields) -> PromptRequest:
    prompt = payload.text("prompt_text")
    references, known = [], set[str]()
    for number, found in enumerate(payload.values("file_references")):
        entry = Fields(found, f"payload.file_references[{number}]", payload.faults)
        ref_id, path = entry.text("ref_id"), entry.text_or("path", "")
        if ref_id in known:
            entry.refuse("ref_id", "an id of its own")
        known.add(ref_id)
        references.append(FileReference(ref_id, None if entry.object.get("path") is None else path, entry.rest()))
    context = payload.values("context_files")
    return PromptRequest(prompt, tuple(references), context, _extra({"": outer, "payload": payload}))


def _extra(places: Mapping[str, Fields]) -> Extra:
    return {place: fields.rest() for place, fields in places.items() if fields.rest()}


def _outer(kind: str, extra: Extra, payload: JsonObject, ids: JsonObject) -> dict[str, object]:
    return {"type": kind, **ids, **extra.get("", {}), "payload": {**payload, **extra.get("payload", {})}}


def _search_payload(message: Search) -> dict[str, object]:
    filters = {
        **({"extensions": list(message.filters.extensions)} if message.filters.extensions else {}),
        **({"exclude_patterns": list(message.filters.exclude_patterns)} if message.filters.exclude_patterns else {}),
        **message.extra.get("filters", {}),
    }
    plain = {"query_id": message.query_id, "query": message.query}
    numbers = {"scope": message.scope, "max_results": message.max_results}
    return {**plain, **numbers, **({"filters": filters} if filters else {})}


def _prompt_payload(message: PromptRequest) -> dict[str, object]:
    references = [reference_object(each) for each in message.file_references]
    return {
        "prompt_text": message.prompt_text,
        **({"file_references": references} if references else {}),
        **({"context_files": list(message.context_files)} if message.context_files else {}),
    }


def _member(found: object, name: str) -> object:
    return found.get(name) if isinstance(found, dict) else None


def _id(found: object, name: str) -> str:
    value = _member(found, name)
    return value if isinstance(value, str) and len(value) <= LONGEST_QUERY else ""
