"""The few calls whose result the text alone tells: the file's own functions, freezing, joining, merging."""

from collections.abc import Mapping
from typing import Protocol

from dpmlc.tools.js_parts import Part
from dpmlc.tools.js_tree import JsTree, Node, text_of
from dpmlc.tools.values import LONGEST, Read, Unread, is_keyed, keyed, listed, scalar

FUNCTIONS = frozenset({"function_expression", "arrow_function", "function_declaration", "method_definition"})


class Reading(Protocol):
    """What a reader of expressions offers here."""

    tree: JsTree
    names: Mapping[str, Node]
    parts: Mapping[str, Part]

    def value(self, node: Node, local: Mapping[str, Node | None]) -> Read: ...

    def gap(self, node: Node, reason: str) -> Read: ...

    def spend(self, steps: int) -> None: ...

    def returned(self, function: Node, local: Mapping[str, Node | None]) -> Read: ...


def called(reading: Reading, node: Node, local: Mapping[str, Node | None]) -> Read:
    """The result of a call."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    given = [each for each in arguments.named_children if each.type != "comment"] if arguments is not None else []
    if function is None:
        return reading.gap(node, "it calls nothing")
    name = text_of(function)
    if function.type == "identifier" and name == "require":
        return reading.gap(node, "`require` loads another file")
    own = _own_function(reading, function, local)
    if own is not None and not given and not _waits(own):
        return reading.returned(own, {})
    if function.type != "member_expression":
        return reading.gap(node, f"`{name[:40]}` is called, which is known only when it runs")
    values = [reading.value(each, local) for each in given if each.type != "spread_element"]
    gap = next((each for each in values if isinstance(each.value, Unread)), None)
    if gap is not None or len(values) != len(given):
        return gap or reading.gap(node, "its arguments are known only when it runs")
    reading.spend(sum(each.size for each in values))
    return _static(reading, name, values, node) or _method(reading, function, values, node, local)


def _own_function(reading: Reading, function: Node, local: Mapping[str, Node | None]) -> Node | None:
    """The function of this file that is called, if it is one."""
    found: Node | None = None
    name = text_of(function)
    if function.type == "identifier" and name not in local and name not in reading.tree.changed:
        found = reading.names.get(name)
    owner = function.child_by_field_name("object")
    if owner is not None and owner.type == "this":
        part = reading.parts.get(text_of(function.child_by_field_name("property")))
        found = part.function if part is not None else None
    return found if found is not None and found.type in FUNCTIONS else None


def _waits(function: Node) -> bool:
    return any(child.type in {"async", "*"} for child in function.children)


def _static(reading: Reading, name: str, values: list[Read], node: Node) -> Read | None:
    start, end = reading.tree.start(node), reading.tree.end(node)
    objects = [each.value for each in values if is_keyed(each.value)]
    match name:
        case "Object.freeze" | "Object.seal" if len(values) == 1:
            return values[0]
        case "Object.assign" if values and len(objects) == len(values):
            merged = {key: each for entries in objects for key, each in entries.items()}
            return keyed(merged, start, end)
        case "Object.keys" if len(objects) == len(values) == 1:
            return listed(tuple(scalar(key, start, end) for key in objects[0]), start, end)
        case "Object.values" if len(objects) == len(values) == 1:
            return listed(tuple(objects[0].values()), start, end)
    return None


def _method(reading: Reading, function: Node, values: list[Read], node: Node, local: Mapping[str, Node | None]) -> Read:
    owner, method = function.child_by_field_name("object"), text_of(function.child_by_field_name("property"))
    start, end = reading.tree.start(node), reading.tree.end(node)
    given = [each.value for each in values]
    found = reading.value(owner, local) if owner is not None and method in {"join", "trim"} else None
    match (method, found.value if found is not None else None, given):
        case ("join", tuple() as parts, [] | [str()]):
            reading.spend(len(parts))
            texts = [part.value for part in parts if isinstance(part.value, str)]
            separator = str(given[0]) if given else ","
            if len(texts) == len(parts) and sum(map(len, texts)) + len(separator) * len(texts) <= LONGEST:
                return scalar(separator.join(texts), start, end)
        case ("trim", str() as text, []):
            return scalar(text.strip(), start, end)
        case (_, Unread(), _) if found is not None:
            return found
    return reading.gap(node, f"`{text_of(function)[:40]}` is called, which is known only when it runs")
