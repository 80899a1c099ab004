"""What the members of a tool return -> its metadata and schemas, judged."""

from collections.abc import Iterator, Mapping
from itertools import islice

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span
from dpmlc.tools.faults import tool_metadata, tool_name, tool_schema
from dpmlc.tools.interface import METADATA, REQUIRED_METADATA
from dpmlc.tools.loosened import loosened
from dpmlc.tools.outline import Outline
from dpmlc.tools.schema import kind, schema_faults
from dpmlc.tools.values import Entries, Read, Unread, gaps, is_keyed, plain

_MOST = 50
"""Messages of one kind about one tool at most."""

_PlacedGap = tuple[str, Span, str]


@frozen
class Described:
    """What a tool says of itself; None for what is not known. `gaps`: what, where, why."""

    metadata: Mapping[str, str | None]
    input_schema: object
    environment: object
    dependencies: object
    gaps: tuple[_PlacedGap, ...]
    faults: tuple[Diagnostic, ...]


def described(path: str, id_: str, found: Outline) -> Described:
    """Judge the values of `found`, the outline of the tool `id_` in the file `path`."""
    values = found.values
    parameters, environment = schema_parts(values.get("getSchema"))
    metadata = values.get("getMetadata")
    dependencies = values.get("getDependencies") or values.get("getPackage")
    unread = tuple(
        (f"`{name}(){where}`", Span(path, part.start, part.end), _reason(part))
        for name, value in values.items()
        for where, part in islice(gaps(value), _MOST)
    )
    faults = (*_metadata_faults(path, id_, metadata), *_schema_faults(path, parameters))
    return Described(
        metadata_texts(metadata),
        loosened(parameters) if parameters is not None and is_keyed(parameters.value) else None,
        plain(environment) if environment is not None else None,
        plain(dependencies) if dependencies is not None else None,
        unread,
        faults,
    )


def schema_parts(found: Read | None) -> tuple[Read | None, Read | None]:
    """The schema of the parameters and that of the environment: the newer form has both, the older is the first.

    `{parameters: …, environment: …}` is the newer form; a schema with a keyword of its own beside it is none.
    """
    if found is None or not is_keyed(found.value):
        return found, None
    newer = set(found.value) & {"parameters", "environment"}
    if newer and not set(found.value) & {"type", "properties", "$ref", "allOf", "anyOf", "oneOf"}:
        return found.value.get("parameters", Read({}, found.start, found.end)), found.value.get("environment")
    return found, None


def metadata_texts(found: Read | None) -> dict[str, str | None]:
    """The five known entries of the metadata, in order, None where one is not given or not known."""
    entries: Entries = found.value if found is not None and is_keyed(found.value) else {}
    values = {name: entries[name].value if name in entries else None for name in METADATA}
    return {name: value if isinstance(value, str) else None for name, value in values.items()}


def metadata_problems(found: Read) -> Iterator[tuple[Read, str]]:
    """What is wrong with metadata: the place, and the words."""
    if isinstance(found.value, Unread):
        return
    if not is_keyed(found.value):
        yield found, f"`getMetadata` gives {kind(found)}, expected an object with {_names()}"
        return
    for name in METADATA:
        entry = found.value.get(name)
        if entry is None and name in REQUIRED_METADATA:
            yield found, f"the metadata has no `{name}`; {_names()} are required"
        elif entry is not None and not isinstance(entry.value, str | Unread):
            yield entry, f"expected a text as `{name}`, found {kind(entry)}"
        elif entry is not None and name in REQUIRED_METADATA and entry.value == "":
            yield entry, f"`{name}` is empty"


def _names() -> str:
    return ", ".join(f"`{name}`" for name in REQUIRED_METADATA)


def _metadata_faults(path: str, id_: str, found: Read | None) -> Iterator[Diagnostic]:
    if found is None:
        return
    for where, message in metadata_problems(found):
        yield tool_metadata(Span(path, where.start, where.end), message)
    name = found.value.get("name") if is_keyed(found.value) else None
    if name is not None and isinstance(name.value, str) and name.value not in {id_, ""}:
        yield tool_name(Span(path, name.start, name.end), name.value, id_)


def _schema_faults(path: str, schema: Read | None) -> Iterator[Diagnostic]:
    for fault in islice(schema_faults(schema), _MOST) if schema is not None else ():
        at = f"in `{fault.path.removeprefix('.')}`: " if fault.path else ""
        yield tool_schema(Span(path, fault.where.start, fault.where.end), f"{at}{fault.message}")


def _reason(part: Read) -> str:
    return part.value.reason if isinstance(part.value, Unread) else ""
