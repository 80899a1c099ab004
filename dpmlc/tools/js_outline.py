"""A `NAME.tool.js` -> its `Outline`: members, signatures, and what the members without arguments return."""

import re
from collections.abc import Iterable, Mapping

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.tools.faults import tool_exports, tool_syntax
from dpmlc.tools.interface import MEMBERS, SPELLINGS
from dpmlc.tools.js_module import JsModule, module, resolved
from dpmlc.tools.js_names import plain_key
from dpmlc.tools.js_parts import Part
from dpmlc.tools.js_tree import JsTree, Node, parse, text_of
from dpmlc.tools.js_values import JsValues
from dpmlc.tools.outline import Member, Outline, Parameters
from dpmlc.tools.values import Read

_FUNCTIONS = frozenset({
    "function_expression", "arrow_function", "function_declaration", "method_definition", "generator_function",
    "generator_function_declaration",
})  # fmt: skip
_CLASSES = frozenset({"class", "class_declaration"})
_VALUES = frozenset({"string", "template_string", "number", "true", "false", "null", "array", "object", "regex"})
_PLAIN = frozenset({"string", "number", "true", "false", "null"})
_DEEPEST = 20
_FILLED = re.compile(rb"\b(?:exports|prototype)\s*\[|\(\s*(?:module\.)?exports\b")

_Depth = tuple[int, set[int]]
"""Levels left, and what was collected already: spreading the same object a thousand times costs it once."""
_TELLING = tuple(rule.name for rule in MEMBERS if rule.name.startswith("get"))


def outline(path: str, text: str) -> Outline:
    """The outline of a CommonJS file; never raises, nothing is run."""
    tree = parse(path, text)
    if tree.error is not None:
        return Outline(faults=(tool_syntax(tree.span(tree.error), _complaint(tree.error)),))
    found = module(tree.root)
    parts, unsure, fault = _tool_parts(found, tree)
    if fault is not None:
        return Outline(faults=(fault,))
    names = SPELLINGS["javascript"]
    members = tuple(_member(names[name], part, tree) for name, part in parts.items() if name in names)
    others = tuple(name for name in parts if name not in names and name != "constructor")
    return Outline(members, others, unsure, _values(parts, found, tree))


def _complaint(error: Node) -> str:
    if error.is_missing:
        return f"expected `{error.type}`"
    shown = text_of(error).strip().partition("\n")[0]
    return f"found `{shown if len(shown) <= 40 else shown[:39] + '…'}`" if shown else "the file ends too early"


def _tool_parts(found: JsModule, tree: JsTree) -> tuple[dict[str, Part], str, Diagnostic | None]:
    """Parts of the exported class or object, why there may be more, and the fault where there is none."""
    content = tree.root.text or b""
    unsure = "`exports` is filled by code that runs" if _FILLED.search(content) else ""
    if found.exported is None and not found.added:
        if found.standard is None and b"exports" in content:
            return {}, "what is exported is known only when it runs", None
        where = tree.span(found.standard or tree.root)
        return {}, "", tool_exports(where, "`export`" if found.standard is not None else "no export at all")
    parts: dict[str, Part] = {}
    if found.exported is not None:
        whole = resolved(found.exported, found.names)
        if whole.type not in _CLASSES and whole.type != "object":
            if whole.type in _FUNCTIONS or whole.type in _VALUES:
                return {}, "", tool_exports(tree.span(whole), "a function" if whole.type in _FUNCTIONS else "a value")
            return {}, f"what is exported, `{text_of(whole)[:40]}`, is known only when it runs", None
        unsure = _collect(whole, found, parts, (_DEEPEST, set())) or unsure
        extended = found.extended.get(text_of(found.exported), {})
        parts.update({name: _valued(node, node, found) for name, node in extended.items()})
    parts.update({name: _valued(node, node, found) for name, node in found.added.items()})
    return parts, unsure, None


def _collect(node: Node, found: JsModule, parts: dict[str, Part], depth: _Depth) -> str:
    """Add the parts of a class or object, those it takes from others first; why there may be more, or ""."""
    levels, seen = depth
    if levels == 0:
        return "it is made of too many others"
    if node.id in seen:
        return ""
    seen.add(node.id)
    if node.type == "object":
        reasons = [_object_part(child, found, parts, depth) for child in node.named_children]
        return next(filter(None, reasons), "")
    unsure = _inherited(node, found, parts, depth)
    body = node.child_by_field_name("body")
    for child in body.named_children if body is not None else ():
        _class_part(child, found, parts)
    name = text_of(node.child_by_field_name("name"))
    added = found.prototypes.get(name, {})
    parts.update({each: _valued(value, value, found) for each, value in added.items()})
    return unsure


def _deeper(depth: _Depth) -> _Depth:
    return depth[0] - 1, depth[1]


def _inherited(node: Node, found: JsModule, parts: dict[str, Part], depth: _Depth) -> str:
    heritage = next((child for child in node.children if child.type == "class_heritage"), None)
    if heritage is None:
        return ""
    written = heritage.named_child(0) if heritage.named_child_count else None
    parent = resolved(written, found.names) if written is not None else None
    if parent is None or parent.type not in _CLASSES:
        return f"`{text_of(written)[:40]}`, which it extends, is not defined in this file"
    return _collect(parent, found, parts, _deeper(depth))


def _object_part(child: Node, found: JsModule, parts: dict[str, Part], depth: _Depth) -> str:
    match child.type:
        case "spread_element":
            source = resolved(child.named_child(0), found.names) if child.named_child_count else child
            if source.type != "object":
                return f"`{text_of(child)[:40]}` is known only when it runs"
            return _collect(source, found, parts, _deeper(depth))
        case "shorthand_property_identifier":
            parts[text_of(child)] = _valued(child, found.names.get(text_of(child)), found)
        case "pair":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if key is not None and key.type == "computed_property_name":
                return f"the key `{text_of(key)[:40]}` is known only when it runs"
            parts[plain_key(key) or ""] = _valued(child, value, found)
        case "method_definition":
            _method(child, parts)
    return ""


def _class_part(child: Node, found: JsModule, parts: dict[str, Part]) -> None:
    if any(each.type == "static" for each in child.children):
        return
    if child.type == "method_definition":
        _method(child, parts)
        if text_of(child.child_by_field_name("name")) == "constructor":
            _constructed(child, found, parts)
    elif child.type == "field_definition":
        value = child.child_by_field_name("value")
        parts[text_of(child.child_by_field_name("property"))] = _valued(child, value, found)


def _method(child: Node, parts: dict[str, Part]) -> None:
    accessor = any(each.type in {"get", "set"} for each in child.children)
    name = plain_key(child.child_by_field_name("name")) or ""
    parts[name] = Part(child) if accessor else Part(child, function=child)


def _constructed(method: Node, found: JsModule, parts: dict[str, Part]) -> None:
    """`this.a = …` directly in the constructor."""
    body = method.child_by_field_name("body")
    parameters = text_of(method.child_by_field_name("parameters"))
    for statement in body.named_children if body is not None else ():
        expression = statement.named_child(0) if statement.named_child_count else None
        if expression is None or expression.type != "assignment_expression":
            continue
        left, right = expression.child_by_field_name("left"), expression.child_by_field_name("right")
        owner = left.child_by_field_name("object") if left is not None else None
        if left is not None and right is not None and owner is not None and owner.type == "this":
            outside = parameters != "()" and right.type not in _PLAIN
            part = Part(expression) if outside else _valued(expression, right, found)
            name = text_of(left.child_by_field_name("property"))
            parts[name] = Part(part.node, part.function, part.value, assigned=1)


def _valued(node: Node, value: Node | None, found: JsModule) -> Part:
    behind = resolved(value, found.names) if value is not None else None
    if behind is not None and behind.type in _FUNCTIONS:
        return Part(node, function=behind)
    return Part(node, value=value)


def _member(name: str, part: Part, tree: JsTree) -> Member:
    if part.function is None:
        simple = part.value is not None and part.value.type in _VALUES
        return Member(name, name, tree.span(part.node), "value" if simple else "unknown")
    tokens = {child.type for child in part.function.children}
    yields = "*" in tokens or part.function.type.startswith("generator")
    return Member(name, name, tree.span(part.node), "function", _parameters(part.function), "async" in tokens, yields)


def _parameters(function: Node) -> Parameters:
    single = function.child_by_field_name("parameter")
    listed = function.child_by_field_name("parameters")
    if single is not None or listed is None:
        return Parameters(int(single is not None), int(single is not None))
    each = [child for child in listed.named_children if child.type != "comment"]
    rest = any(child.type == "rest_pattern" for child in each)
    needed = sum(child.type not in {"rest_pattern", "assignment_pattern"} for child in each)
    return Parameters(needed, None if rest else len(each))


def _values(parts: Mapping[str, Part], found: JsModule, tree: JsTree) -> Mapping[str, Read]:
    values = JsValues(tree, found.names, parts)
    return {name: values.returned(part.function, {}) for name, part in _functions(parts) if part.function is not None}


def _functions(parts: Mapping[str, Part]) -> Iterable[tuple[str, Part]]:
    return ((name, parts[name]) for name in _TELLING if name in parts)
