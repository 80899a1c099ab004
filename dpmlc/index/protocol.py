"""A resource protocol: what may stand behind `NAME://`, and where it leads (SPEC 2.3 to 2.5)."""

from typing import Literal

from dpmlc.grammar.match import Matcher, Template
from dpmlc.index.bounds import Bounds
from dpmlc.scan.reference import Reference
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


@frozen
class ParameterDefinition:
    """A row of `<params>`; `choices` are an enum's values, `bounds` hold a number, or both ends of a range."""

    name: str
    type: Literal["string", "integer", "number", "boolean", "range", "enum"]
    choices: tuple[str, ...]
    description: str
    example: str
    span: Span
    bounds: Bounds | None = None

    @property
    def bounded(self) -> str:
        """The type with its bounds, for people: `integer 1–3`."""
        return f"{self.type} {self.bounds.low:g}–{self.bounds.high:g}" if self.bounds else self.type


@frozen
class RegistryEntry:
    """A row of `<registry>`. `kind` says how `id` is compared: exactly, as a template with placeholders, or as a glob.

    `target` is the row's reference, parsed whole; `target_text` the cell's text (a template holds `{placeholders}`).
    `target` is None where the cell holds placeholders: it is parsed after substitution.
    """

    id: str
    kind: Literal["exact", "template", "glob"]
    template: Template | None
    target: Reference | None
    target_text: str
    span: Span
    target_span: Span


@frozen
class ResourceProtocol:
    """One protocol of resources.

    `origin`: `builtin` (SPEC 2.5), `unit` (a `<resource>` document), or `suffix` (only file names register it).
    `kind`: `path` resolves paths in the package (`file`, `package`, `project`), `remote`, `runtime`, `tool`,
    `registry` (ids: unit registry and file names), `handler` (a Python handler loads it). An id that a file name
    registers resolves under a `runtime` protocol too; the runtime has all the others.
    `parameters` None means: only the standard ones of SPEC 3.8. `registry` None: the unit has none.
    """

    name: str
    origin: Literal["builtin", "unit", "suffix"]
    kind: Literal["path", "remote", "runtime", "tool", "registry", "handler"]
    place: Span | None = None
    description: str = ""
    location: Matcher | None = None
    location_text: str = ""
    parameters: tuple[ParameterDefinition, ...] | None = None
    registry: tuple[RegistryEntry, ...] | None = None
