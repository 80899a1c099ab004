"""All documents of a package and its dependencies, merged: what is declared, and where."""

from collections.abc import Mapping
from dataclasses import field

from dpmlc.index.protocol import ResourceProtocol
from dpmlc.index.registry import Rows
from dpmlc.index.structure import AttributeDefinition, Structure
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.document import Scan
from dpmlc.text.files import Entry
from dpmlc.text.frozen import frozen


@frozen
class Index:
    """What the documents declare together.

    `documents` and `entries` are keyed by package path. `names` lists for a protocol and an id (NFC) the files whose
    names claim it (SPEC 2.4), in byte order, of all packages. `suffixes` maps a file-name suffix without its first dot
    (`thought.md`, `tool.js`) to the protocol it registers. `structures` holds synonyms as keys of their own.
    `claimed` are the HTML names that some protocol or the settings declare as elements. `rows` are the registries made
    ready for lookups; a protocol that is missing there is looked up in its own `registry`.
    """

    documents: Mapping[str, Scan]
    entries: Mapping[str, Entry]
    protocols: Mapping[str, ResourceProtocol]
    structures: Mapping[str, Structure]
    attributes: Mapping[str, AttributeDefinition]
    names: Mapping[tuple[str, str], tuple[str, ...]]
    suffixes: Mapping[str, str]
    claimed: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]
    rows: Mapping[str, Rows] = field(default_factory=dict)
