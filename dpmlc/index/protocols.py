"""Built-in protocols, file-name suffixes, handlers and units -> the protocols of a package, each name once."""

from collections.abc import Iterable
from dataclasses import replace

from dpmlc.index import faults
from dpmlc.index.declared import Declared
from dpmlc.index.protocol import ResourceProtocol
from dpmlc.index.standard import RUNTIME, standard
from dpmlc.index.units import Unit
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.span import Span


def protocols(units: Iterable[Unit], declared: Declared) -> tuple[dict[str, ResourceProtocol], tuple[Diagnostic, ...]]:
    """The protocols by name, and what is wrong with the units; of two units for one name the first holds."""
    known = _without_units(declared)
    builtin = frozenset(standard()) - RUNTIME
    defined: dict[str, Span | None] = {}
    diagnostics: list[Diagnostic] = []
    for unit in units:
        diagnostics += unit.diagnostics
        protocol = unit.protocol
        span = protocol.place or Span("", 0, 0)
        first = defined.get(protocol.name)
        if protocol.name in builtin:
            diagnostics.append(faults.builtin_protocol(span, protocol.name))
        elif first is not None:
            diagnostics.append(faults.duplicate_protocol(span, protocol.name, first))
        else:
            defined[protocol.name] = protocol.place
            known[protocol.name] = _over(known.get(protocol.name), protocol)
    return known, tuple(diagnostics)


def _without_units(declared: Declared) -> dict[str, ResourceProtocol]:
    suffixed = sorted(set(declared.suffixes.values()))
    return {
        **{name: ResourceProtocol(name, "builtin", "handler") for name in sorted(declared.handlers)},
        **{name: ResourceProtocol(name, "suffix", "registry") for name in suffixed},
        **standard(),
    }


def _over(before: ResourceProtocol | None, unit: ResourceProtocol) -> ResourceProtocol:
    """The unit's protocol, completed by what the name means without it."""
    if before is None:
        return unit
    # Without a registry of its own, file names or a handler still serve the protocol.
    kind = unit.kind if unit.kind == "registry" else before.kind
    parameters = before.parameters if unit.parameters is None else unit.parameters
    return replace(unit, kind=kind, parameters=parameters)
