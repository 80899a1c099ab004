"""`[language]`, `[attributes]` and `[suffixes]` of `dpml.toml` -> `Declared` (SPEC 1.6, 1.9, 2.4)."""

from typing import Any

from dpmlc.edge.plugins import Plugins
from dpmlc.edge.toml_table import Table
from dpmlc.index.attribute_table import kind
from dpmlc.index.declared import Declared, suffixes
from dpmlc.index.standard import standard
from dpmlc.index.structure import AttributeDefinition
from dpmlc.report.diagnostic import Severity
from dpmlc.scan.table import Cell
from dpmlc.scan.tags import NAME
from dpmlc.text.limits import Limits
from dpmlc.text.regular import regular

_NAME = regular(NAME)
_ATTRIBUTE_KEYS = ("type", "values", "pattern", "minimum", "maximum", "applies_to", "meaning")
_IMPLIED = {
    "values": ("enum",),
    "pattern": ("pattern",),
    "minimum": ("number", "integer"),
    "maximum": ("number", "integer"),
}
_ATTRIBUTE_TYPES = ("string", "integer", "number", "boolean", "enum", "pattern", "id", "reference")


def declared(table: Table, plugins: Plugins, limits: Limits) -> Declared:
    """What the configuration and the plug-ins declare; `table` grows faults for what does not fit."""
    severity = table.choice(("error", "warning", "hint"), "language", "attributes")
    return Declared(
        elements=frozenset(table.texts("language", "elements", kind="names of elements", form=_NAME.fullmatch)),
        attributes=tuple(_attribute(table, name, limits) for name in table.names("attributes")),
        attribute_severity=Severity(severity),
        suffixes={**suffixes(), **_suffixes(table)},
        handlers=frozenset(handler.name for handler in plugins.handlers),
        limits=limits,
    )


def _suffixes(table: Table) -> dict[str, str]:
    found = {}
    for name, protocol in table.pairs("suffixes").items():
        known = standard().get(protocol)
        if not name.lstrip("."):
            table.refuse("a protocol for a suffix such as `recipe.md`", "suffixes", name)
        elif not _NAME.fullmatch(protocol):
            table.refuse("a protocol's name: an ASCII letter, then letters, digits, `_`, `-`", "suffixes", name)
        elif known and known.kind in ("path", "remote"):
            table.refuse(f"a protocol of ids, which the built-in `{protocol}` is not", "suffixes", name)
        found[name.lstrip(".")] = protocol
    return found


def _attribute(table: Table, name: str, limits: Limits) -> AttributeDefinition:
    key = ("attributes", name)
    if table.is_text(*key):
        return _typed(table, name, limits)
    table.only(_ATTRIBUTE_KEYS, *key)
    type_: Any = _type(table, *key)
    choices = table.texts(*key, "values")
    if type_ == "enum" and not choices:
        table.refuse("a table with `values`, because its type is `enum`", *key)
    low, high = table.number(*key, "minimum"), table.number(*key, "maximum")
    if low is not None and high is not None and low > high:
        table.refuse("a table whose `minimum` is not above its `maximum`", *key)
    elements = frozenset(table.texts(*key, "applies_to")) if table.holds(*key, "applies_to") else None
    return AttributeDefinition(
        name=name,
        type=type_,
        choices=choices,
        pattern=table.text("", *key, "pattern"),
        minimum=low,
        maximum=high,
        applies_to=elements,
        meaning=table.text("", *key, "meaning"),
        place=table.place(*key),
    )


def _type(table: Table, *key: str) -> str:
    """The type as stated, or as the other keys imply it: what no value is compared with must not stand there."""
    stated = table.choice(_ATTRIBUTE_TYPES, *key, "type")
    name, implied = next((each for each in _IMPLIED.items() if table.holds(*key, each[0])), ("", (stated,)))
    if not table.holds(*key, "type"):
        return implied[0]
    if stated not in implied:
        table.refuse(f"a table with the type {' or '.join(f'`{each}`' for each in implied)} for its `{name}`", *key)
    return stated


def _typed(table: Table, name: str, limits: Limits) -> AttributeDefinition:
    """An attribute of which only the type is written, as in an attributes document."""
    key = ("attributes", name)
    found = kind(Cell(table.text("", *key), table.value_place(*key)), limits)
    table.faults += (found.fault,) if found.fault else ()
    return AttributeDefinition(
        name, found.type, found.choices, found.pattern, found.minimum, found.maximum, None, "", table.place(*key)
    )
