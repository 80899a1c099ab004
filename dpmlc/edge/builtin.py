"""The protocol and attribute documents that ship with dpmlc, in DPML."""

import os

import dpmlc
from dpmlc.edge.reading import content
from dpmlc.edge.safe_open import door
from dpmlc.text.source import Source

_LIMIT = 1 << 20


def builtin_documents() -> tuple[Source, ...]:
    """All of them, with paths `dpmlc:builtin/NAME`, in byte order."""
    entrance = door(os.path.join(os.path.dirname(dpmlc.__file__), "builtin"))
    try:
        names = sorted(each.name for each in entrance.scan("") if each.name.endswith(".md"))
        return tuple(Source(f"dpmlc:builtin/{name}", content(entrance, name, _LIMIT).decode()) for name in names)
    finally:
        entrance.close()
