"""The questions that dpmlc asks of a `dpml.toml` -> a JSON Schema of it, for editors.

Draft 7, which editors of TOML know. It refuses nothing that dpmlc takes; forms of texts are left to dpmlc.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dpmlc.edge.configuration import asked
from dpmlc.edge.plugins import Plugins
from dpmlc.edge.toml_table import Table
from dpmlc.emit.targets import PLAIN
from dpmlc.report.manual import limits_table
from dpmlc.text.source import Source

SCHEMA = "schemas/dpml.schema.json"
ANY = "*"
_ROW = re.compile(r"^\| `\[(\w+)\](?: (\w+))?` \| ((?:[^|\\]|\\.)*) \|", re.MULTILINE)
_LIMIT = re.compile(r"^(\w+) +=.*# (.*)$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_Key = tuple[str, ...]


def settings_schema(reference: str) -> str:
    """The schema as JSON; `reference` is the page that describes the settings."""
    notes = Notes()
    plain: Any = PLAIN
    asked(notes, Plugins(targets={ANY: plain}))
    head = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "dpml.schema.json",
        "title": "dpml.toml",
        "description": "The settings of a DPML package.",
    }
    return json.dumps(head | _node((), notes, described(reference)), indent=2, ensure_ascii=False) + "\n"


def described(reference: str) -> Mapping[_Key, str]:
    """What the reference and `dpmlc explain limits` say of each key."""
    rows = {tuple(filter(None, (row[1], row[2]))): row[3] for row in _ROW.finditer(reference)}
    limits = {("limits", row[1]): row[2] for row in _LIMIT.finditer(limits_table())}
    return {key: _LINK.sub(r"\1", text).replace("\\|", "|") for key, text in (rows | limits).items()}


class Notes(Table):
    """An empty `dpml.toml` that notes what it is asked; a table with names of one's own has the key `ANY`."""

    def __init__(self) -> None:
        super().__init__(Source("dpml.toml", ""))
        self.kinds: dict[_Key, list[dict[str, Any]]] = {}

    def only(self, known: Sequence[str], *key: str) -> None:
        for name in known:
            self.kinds.setdefault((*key, name), [])

    def names(self, *key: str) -> tuple[str, ...]:
        return (ANY,)

    def text(self, default: str, *key: str) -> str:
        self._note(key, {"type": "string", **({"default": default} if default else {})})
        return default

    def texts(self, *key: str, **_form: Any) -> tuple[str, ...]:
        self._note(key, {"type": "array", "items": {"type": "string"}})
        return ()

    def choice(self, choices: Sequence[str], *key: str) -> str:
        self._note(key, {"enum": list(choices), "default": choices[0]})
        return choices[0]

    def switch(self, *key: str) -> bool:
        self._note(key, {"type": "boolean", "default": False})
        return False

    def count(self, default: int, *key: str) -> int:
        self._note(key, {"type": "integer", "minimum": 1, "default": default})
        return default

    def number(self, *key: str) -> float | None:
        self._note(key, {"type": "number"})
        return None

    def holds(self, *key: str) -> bool:
        return True

    def is_text(self, *key: str) -> bool:
        self._note(key, {"type": "string"})
        return False

    def is_table(self, *key: str) -> bool:
        self._note(key, {"type": "object"})
        return False

    def refuse(self, expected: str, *key: str) -> None:
        pass

    def inside(self, key: _Key) -> Iterator[str]:
        """The keys directly inside the table at `key`, as they were first asked for."""
        found = (each[len(key)] for each in self.kinds if len(each) > len(key) and each[: len(key)] == key)
        yield from dict.fromkeys(found)

    def _note(self, key: _Key, kind: dict[str, Any]) -> None:
        found = self.kinds.setdefault(key, [])
        if kind not in found:
            found.append(kind)


def _node(key: _Key, notes: Notes, words: Mapping[_Key, str]) -> dict[str, Any]:
    kinds = list(notes.kinds.get(key, ()))
    inner = {name: _node((*key, name), notes, words) for name in notes.inside(key)}
    if inner:
        others = inner.pop(ANY, False)
        kinds.append({"type": "object", **({"properties": inner} if inner else {}), "additionalProperties": others})
    made = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return ({"description": words[key]} if key in words else {}) | made
