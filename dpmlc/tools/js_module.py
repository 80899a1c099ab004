"""A CommonJS file -> what it declares and what it exports."""

from collections.abc import Iterator

from dpmlc.text.frozen import frozen
from dpmlc.tools.js_tree import Node, text_of

_DECLARATIONS = frozenset({"function_declaration", "class_declaration", "generator_function_declaration"})
_CLASSES = frozenset({"class", "class_declaration"})


@frozen
class JsModule:
    """`names` are declarations of the file's top level. `exported` stands behind the last `module.exports =`.

    `added` are `exports.NAME = …`; `prototypes` are `CLASS.prototype.NAME = …` by class, `extended` are
    `OBJECT.NAME = …` by object. `standard` is the first `export` of an ES module.
    """

    names: dict[str, Node]
    exported: Node | None
    added: dict[str, Node]
    prototypes: dict[str, dict[str, Node]]
    extended: dict[str, dict[str, Node]]
    standard: Node | None


def module(root: Node) -> JsModule:
    """What the statements of the top level say; what stands in blocks and functions is not followed."""
    found = JsModule({}, None, {}, {}, {}, None)
    exported: Node | None = None
    standard: Node | None = None
    for statement in root.named_children:
        found.names.update(_declared(statement))
        if statement.type == "export_statement":
            standard = standard or statement
        if statement.type == "expression_statement" and statement.named_child_count:
            whole = _exported(statement.named_child(0), found)
            exported = whole if whole is not None else exported
    return JsModule(found.names, exported, found.added, found.prototypes, found.extended, standard)


def resolved(node: Node, names: dict[str, Node]) -> Node:
    """The class, object or function behind names, parentheses, `new` and `Object.freeze`; else `node` as far as seen.

    A constructor's arguments do not matter: what it sets with them is known only at run time.
    """
    for _ in range(32):
        inner = _behind(node, names)
        if inner is None:
            return node
        node = inner
    return node


def _behind(node: Node, names: dict[str, Node]) -> Node | None:
    match node.type:
        case "identifier":
            return names.get(text_of(node))
        case "parenthesized_expression":
            return next((child for child in node.named_children if child.type != "comment"), None)
        case "new_expression":
            constructor = node.child_by_field_name("constructor")
            found = resolved(constructor, names) if constructor is not None else None
            return found if found is not None and found.type in _CLASSES else None
        case "call_expression" if text_of(node.child_by_field_name("function")) in {"Object.freeze", "Object.seal"}:
            arguments = node.child_by_field_name("arguments")
            return arguments.named_child(0) if arguments is not None and arguments.named_child_count else None
        case "assignment_expression":
            return node.child_by_field_name("right")
    return None


def _declared(statement: Node) -> Iterator[tuple[str, Node]]:
    if statement.type in _DECLARATIONS:
        yield text_of(statement.child_by_field_name("name")), statement
    if statement.type in {"lexical_declaration", "variable_declaration"}:
        for each in statement.named_children:
            name, value = each.child_by_field_name("name"), each.child_by_field_name("value")
            if name is not None and value is not None and name.type == "identifier":
                yield text_of(name), value


def _exported(expression: Node, found: JsModule) -> Node | None:
    """Follow `a = b = value`: the value where one of the targets is the whole export; others are noted in `found`."""
    targets: list[str] = []
    node: Node | None = expression
    while node is not None and node.type == "assignment_expression":
        targets.append(text_of(node.child_by_field_name("left")))
        node = node.child_by_field_name("right")
    if node is None:
        return None
    for target in targets:
        owner, _, name = target.rpartition(".")
        if owner in {"exports", "module.exports"}:
            found.added[name] = node
        elif owner.endswith(".prototype"):
            found.prototypes.setdefault(owner.removesuffix(".prototype"), {})[name] = node
        elif owner.isidentifier() and owner in found.names:
            found.extended.setdefault(owner, {})[name] = node
    return node if "module.exports" in targets else None
