"""A level outside the innermost -> what it does to its input (SPEC 3.9)."""

from dpmlc.link.bound import Outer
from dpmlc.link.faults import no_transform, unknown_protocol
from dpmlc.link.handlers import can_transform
from dpmlc.link.surroundings import Surroundings
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.scan.reference import Level


def outer(level: Level, around: Surroundings) -> Outer | Diagnostic:
    """A handler that transforms, an element that wraps, or an error."""
    name = level.protocol
    handler = around.handler(name)
    if handler is not None and can_transform(handler):
        return Outer(name, handler)
    if name in around.index.structures:
        return Outer(name, None)
    if name in around.index.protocols or handler is not None:
        return no_transform(level.span, name, "it is no element, and no handler transforms what stands inside")
    known = tuple(sorted({*around.index.structures, *(each.name for each in around.options.handlers)}))
    return unknown_protocol(level.span, name, around.memo.near("outer", name, lambda: known), "")
