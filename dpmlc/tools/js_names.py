"""Names in JavaScript's syntax: what declarations and patterns bind, what the keys of objects are."""

from dpmlc.tools import js_literals
from dpmlc.tools.js_tree import Node, text_of


def declared(statement: Node) -> dict[str, Node | None]:
    """Names that a `const a = …, { b } = …` binds; those taken out of a pattern have no expression of their own."""
    names: dict[str, Node | None] = {}
    for each in statement.named_children:
        if each.type == "variable_declarator":
            name = each.child_by_field_name("name")
            simple = name is not None and name.type == "identifier"
            names.update({text_of(name): each.child_by_field_name("value")} if simple else dict.fromkeys(bound(name)))
    return names


def bound(pattern: Node | None) -> list[str]:
    """Every name in a pattern or parameter list."""
    found: list[str] = []
    waiting = [pattern] if pattern is not None else []
    while waiting:
        node = waiting.pop()
        if node.type in {"identifier", "shorthand_property_identifier_pattern"}:
            found.append(text_of(node))
        waiting.extend(node.named_children)
    return found


def plain_key(node: Node | None) -> str | None:
    """The key of an entry as written, quotes taken off; None for what is no key."""
    if node is None:
        return None
    if node.type == "string":
        return js_literals.string(node)
    if node.type == "number":
        found = js_literals.number(text_of(node))
        return None if found is None else str(found)
    return text_of(node)
