"""JavaScript text -> its syntax tree. The one home of tree-sitter; import it only when there is a tool to read."""

from collections.abc import Iterator, Mapping
from functools import cache

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span
from dpmlc.tools.offsets import Offsets, offsets

__all__ = ["JsTree", "Node", "parse", "text_of"]

# Which field of a node is what the node changes.
_CHANGING = {
    "assignment_expression": "left", "augmented_assignment_expression": "left", "update_expression": "argument",
    "for_in_statement": "left",
}  # fmt: skip
_MUTATING = frozenset({"push", "pop", "shift", "unshift", "splice", "sort", "reverse", "fill", "copyWithin"})
_INTERESTING = frozenset({*_CHANGING, "unary_expression", "call_expression"})
_MUTATORS = frozenset({"assign", "defineProperty", "defineProperties", "setPrototypeOf"})


@frozen
class JsTree:
    """A parsed file. `error` is the first place that is no JavaScript; `changed` counts the changes of names."""

    path: str
    root: Node
    offsets: Offsets
    error: Node | None
    changed: Mapping[str, int]

    def start(self, node: Node) -> int:
        """Code point where `node` starts."""
        return self.offsets.point(node.start_byte)

    def end(self, node: Node) -> int:
        """Code point behind `node`."""
        return self.offsets.point(node.end_byte)

    def span(self, node: Node) -> Span:
        """Where `node` stands."""
        return Span(self.path, self.start(node), self.end(node))


@cache
def _language() -> Language:
    return Language(tree_sitter_javascript.language())


def parse(path: str, text: str) -> JsTree:
    """The tree of `text`; never raises, time is linear in the text."""
    content = text.encode("utf-8", "replace")
    root = Parser(_language()).parse(content).root_node
    error = _first_error(root) if root.has_error else None
    return JsTree(path, root, offsets(content), error, {} if error else _changed(root))


def text_of(node: Node | None) -> str:
    """The source text of `node`."""
    return (node.text or b"").decode() if node is not None else ""


def _first_error(root: Node) -> Node:
    """The innermost first node that is wrong; found by going down, not by looking at everything."""
    node = root
    while not (node.is_error or node.is_missing):
        inner = next((child for child in node.children if child.has_error or child.is_missing), None)
        if inner is None:
            return node
        node = inner
    return node


def _changed(root: Node) -> Mapping[str, int]:
    """Names that are assigned after their declaration, or whose value is changed in place, anywhere in the file."""
    changed: dict[str, int] = {}
    for node in _nodes(root):
        for target in _targets(node):
            name = _root_name(target)
            if name:
                changed[name] = changed.get(name, 0) + 1
    return changed


def _nodes(root: Node) -> Iterator[Node]:
    """Every node that might change something. (tree-sitter's own queries take quadratic time on nested calls.)"""
    cursor = root.walk()
    while True:
        node = cursor.node
        if node is not None and node.type in _INTERESTING:
            yield node
        if cursor.goto_first_child() or cursor.goto_next_sibling():
            continue
        while cursor.goto_parent():
            if cursor.goto_next_sibling():
                break
        else:
            return


def _targets(node: Node) -> tuple[Node, ...]:
    if node.type == "call_expression":
        return _mutated(node)
    if node.type == "unary_expression" and text_of(node.child_by_field_name("operator")) != "delete":
        return ()
    target = node.child_by_field_name(_CHANGING.get(node.type, "argument"))
    return (target,) if target is not None else ()


def _mutated(call: Node) -> tuple[Node, ...]:
    """What `a.push(…)` or `Object.assign(a, …)` changes."""
    function = call.child_by_field_name("function")
    if function is None or function.type != "member_expression":
        return ()
    method, owner = text_of(function.child_by_field_name("property")), function.child_by_field_name("object")
    if method in _MUTATING:
        return (owner,) if owner is not None else ()
    arguments = call.child_by_field_name("arguments")
    if method in _MUTATORS and arguments is not None and arguments.named_child_count:
        return (arguments.named_child(0),)
    return ()


def _root_name(target: Node) -> str:
    """`a` of `a`, `a.b.c` and `a[0].b`; `this.a` of `this.a.b`; "" of anything else, `X.prototype.m` too."""
    node: Node | None = target
    name = ""
    while node is not None and node.type in {"member_expression", "subscript_expression"}:
        name = text_of(node.child_by_field_name("property"))
        if name == "prototype":
            return ""
        node = node.child_by_field_name("object")
    if node is not None and node.type == "this":
        return f"this.{name}"
    return text_of(node) if node is not None and node.type == "identifier" else ""
