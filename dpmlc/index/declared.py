"""What `dpml.toml` and the plug-ins declare to the index; the documents declare the rest."""

from collections.abc import Mapping
from dataclasses import field

from dpmlc.index.structure import AttributeDefinition
from dpmlc.report.diagnostic import Severity
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits


def suffixes() -> dict[str, str]:
    """The file-name suffixes that register an id when nothing else is configured (SPEC 2.4): suffix -> protocol."""
    documents = ("role", "thought", "execution", "knowledge", "memory", "manual", "personality", "principle")
    return {f"{name}.md": name for name in documents} | {"tool.js": "tool", "tool.py": "tool"}


@frozen
class Declared:
    """Declarations from outside the documents.

    `elements` are HTML names claimed as elements (`[language] elements`). `attributes` are the definitions of
    `[attributes]`, their `place` in `dpml.toml`; `attribute_severity` is `[language] attributes`: how much SPEC 1.9's
    faults matter. `suffixes` maps a file-name suffix without its first dot to the protocol it registers.
    `handlers` are the names of the Python protocol handlers (SPEC 2.6).
    """

    elements: frozenset[str] = frozenset()
    attributes: tuple[AttributeDefinition, ...] = ()
    attribute_severity: Severity = Severity.ERROR
    suffixes: Mapping[str, str] = field(default_factory=suffixes)
    handlers: frozenset[str] = frozenset()
    limits: Limits = field(default_factory=Limits)
