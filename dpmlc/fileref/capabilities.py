"""What dpmlc can do with file references, as a value to be offered when a session begins (FILEREF 16.5).

The schema of `session.capabilities` is not part of FILEREF 16; the fields here are dpmlc's own, all in one object.
"""

from dpmlc.fileref.adapters import ADAPTERS, AdapterName
from dpmlc.fileref.messages import MOST_RESULTS, SCOPES, Scope
from dpmlc.text.frozen import frozen


@frozen
class Capabilities:
    """What a client offers, or what both sides of a session can do."""

    search: bool = True
    cancel: bool = True
    tokens: bool = True
    max_results: int = MOST_RESULTS
    scopes: tuple[Scope, ...] = SCOPES
    adapters: tuple[AdapterName, ...] = ADAPTERS


def capabilities_object(found: Capabilities) -> dict[str, object]:
    """The message `session.capabilities` with nothing but file references in it."""
    fields = {
        "search": found.search,
        "cancel": found.cancel,
        "inline_tokens": found.tokens,
        "max_results": found.max_results,
        "scopes": list(found.scopes),
        "adapters": list(found.adapters),
    }
    return {"type": "session.capabilities", "payload": {"file_references": fields}}
