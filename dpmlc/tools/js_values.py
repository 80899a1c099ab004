"""JavaScript expressions -> values, where the text alone tells them; nothing is run (SPEC 5.1)."""

from collections.abc import Callable, Mapping
from dataclasses import field

from dpmlc.text.slotted import slotted
from dpmlc.tools import js_literals
from dpmlc.tools.js_calls import called
from dpmlc.tools.js_names import bound, declared, plain_key
from dpmlc.tools.js_operators import as_text, binary, truth, unary
from dpmlc.tools.js_parts import Part
from dpmlc.tools.js_tree import JsTree, Node, text_of
from dpmlc.tools.values import LONGEST, Read, Unread, is_keyed, keyed, listed, scalar, unread

_DEEPEST = 120
_STEPS = 200_000
_TOO_MANY = f"reading the file takes more than {_STEPS} steps"
_FUNCTIONS = frozenset({
    "function_expression", "arrow_function", "generator_function", "class", "function_declaration",
    "class_declaration", "generator_function_declaration",
})  # fmt: skip
_DECIDING = frozenset({
    "if_statement", "for_statement", "for_in_statement", "while_statement", "do_statement", "switch_statement",
    "try_statement", "labeled_statement", "statement_block",
})  # fmt: skip

Locals = Mapping[str, Node | None]
"""Names of a function: the expression behind a `const`, None for a parameter."""


@slotted
class JsValues:
    """Reads expressions of one file. `names` are the file's own declarations, `parts` what `this` has."""

    tree: JsTree
    names: Mapping[str, Node]
    parts: Mapping[str, Part]
    known: dict[str, Read] = field(default_factory=dict)
    steps: int = 0
    depth: int = 0

    def value(self, node: Node, local: Locals) -> Read:
        """The value of an expression; what it would take to run the file to know is `Unread`."""
        self.steps += 1
        if self.steps > _STEPS:
            return self.gap(node, _TOO_MANY)
        if self.depth >= _DEEPEST:
            return self.gap(node, f"it is nested deeper than {_DEEPEST} levels")
        self.depth += 1
        try:
            return self._value(node, local)
        finally:
            self.depth -= 1

    def gap(self, node: Node, reason: str) -> Read:
        """The place of `node`, unread."""
        return unread(reason, self.tree.start(node), self.tree.end(node))

    def spend(self, steps: int) -> None:
        """Count work that is done without reading expressions."""
        self.steps += steps

    def returned(self, function: Node, local: Locals) -> Read:
        """What a function returns that is called without arguments."""
        body = function.child_by_field_name("body")
        if body is None:
            return self.gap(function, "it has no body")
        names: dict[str, Node | None] = dict(local)
        for field_name in ("parameters", "parameter"):
            names.update(dict.fromkeys(bound(function.child_by_field_name(field_name))))
        return self._block(body, names) if body.type == "statement_block" else self.value(body, names)

    def _block(self, body: Node, names: dict[str, Node | None]) -> Read:
        for statement in body.named_children:
            match statement.type:
                case "return_statement":
                    result = next((child for child in statement.named_children if child.type != "comment"), None)
                    return self.value(result, names) if result else self.gap(statement, "it returns nothing")
                case "lexical_declaration" | "variable_declaration":
                    names.update(declared(statement))
                case "throw_statement":
                    return self.gap(statement, "it throws")
                case deciding if deciding in _DECIDING and b"return" in (statement.text or b""):
                    return self.gap(statement, f"`{statement.child(0).type}` decides what is returned")
        return self.gap(body, "it returns nothing")

    def _value(self, node: Node, local: Locals) -> Read:
        reader = _READERS.get(node.type)
        if reader is not None:
            return reader(self, node, local)
        if node.type in _FUNCTIONS:
            return self.gap(node, "it is a function")
        return self.gap(node, f"`{_shown(node)}` is known only when it runs")

    def _string(self, node: Node, local: Locals) -> Read:
        return self._scalar(js_literals.string(node), node)

    def _number(self, node: Node, local: Locals) -> Read:
        found = js_literals.number(text_of(node))
        return self.gap(node, "JSON has no BigInt") if found is None else self._scalar(found, node)

    def _word(self, node: Node, local: Locals) -> Read:
        return self._scalar({"true": True, "false": False, "null": None}[node.type], node)

    def _scalar(self, value: bool | int | float | str | None, node: Node) -> Read:
        return scalar(value, self.tree.start(node), self.tree.end(node))

    def _template(self, node: Node, local: Locals) -> Read:
        pieces: list[str] = []
        length = 0
        for child in node.named_children:
            if child.type != "template_substitution":
                pieces.append(js_literals.piece(child))
                continue
            part = self.value(child.named_child(0), local) if child.named_child_count else None
            if part is None or isinstance(part.value, Unread | tuple) or is_keyed(part.value):
                return part if part and isinstance(part.value, Unread) else self.gap(child, "it is no text")
            if isinstance(part.value, float):
                return self.gap(child, "a fraction in a text")
            pieces.append(as_text(part.value))
            length += len(pieces[-1])
            if length > LONGEST:
                return self.gap(node, f"the string is longer than {LONGEST} characters")
        return self._scalar(js_literals.joined(pieces), node)

    def _wrapped(self, node: Node, local: Locals) -> Read:
        inner = [child for child in node.named_children if child.type != "comment"]
        return self.value(inner[0], local) if len(inner) == 1 else self.gap(node, "it is no single value")

    def _name(self, node: Node, local: Locals) -> Read:
        name = text_of(node)
        if name in self.tree.changed:
            return self.gap(node, f"`{name}` is changed while the file runs")
        if name in local:
            behind = local[name]
            return self.gap(node, f"`{name}` comes from outside") if behind is None else self._at(behind, local, node)
        if name not in self.names:
            return self.gap(node, f"`{name}` is not defined in this file")
        if name not in self.known:
            self.known[name] = self.gap(node, f"`{name}` is made of itself")
            self.known[name] = self.value(self.names[name], {})
        return self._used(self.known[name], node)

    def _at(self, behind: Node, local: Locals, node: Node) -> Read:
        return self._used(self.value(behind, local), node)

    def _used(self, found: Read, node: Node) -> Read:
        """A scalar stands where it is used; an object's own place says more."""
        simple = not isinstance(found.value, tuple) and not is_keyed(found.value)
        return found.moved(self.tree.start(node), self.tree.end(node)) if simple else found

    def _array(self, node: Node, local: Locals) -> Read:
        parts: list[Read] = []
        for child in node.named_children:
            if child.type == "comment":
                continue
            if child.type != "spread_element":
                parts.append(self.value(child, local))
                continue
            spread = self.value(child.named_child(0), local)
            if not isinstance(spread.value, tuple):
                return self.gap(child, _why(spread, "it is no known list"))
            parts.extend(spread.value)
            self.steps += spread.size
            if self.steps > _STEPS:
                return self.gap(node, _TOO_MANY)
        return listed(tuple(parts), self.tree.start(node), self.tree.end(node))

    def _object(self, node: Node, local: Locals) -> Read:
        entries: dict[str, Read] = {}
        for child in node.named_children:
            fault = self._entry(child, local, entries)
            if fault is not None:
                return fault
            if self.steps > _STEPS:
                return self.gap(node, _TOO_MANY)
        return keyed(entries, self.tree.start(node), self.tree.end(node))

    def _entry(self, child: Node, local: Locals, entries: dict[str, Read]) -> Read | None:
        """Add one entry of an object; a fault where the object is not known without it."""
        match child.type:
            case "comment":
                return None
            case "shorthand_property_identifier":
                entries[text_of(child)] = self._name(child, local)
            case "spread_element":
                spread = self.value(child.named_child(0), local)
                if not is_keyed(spread.value):
                    return self.gap(child, _why(spread, "it is no known object"))
                self.steps += spread.size
                entries.update(spread.value)
            case "pair" | "method_definition":
                key = self._key(child.child_by_field_name("key") or child.child_by_field_name("name"), local)
                if key is None:
                    return self.gap(child, "its key is known only when it runs")
                value = child.child_by_field_name("value")
                entries[key] = self.gap(child, "it is a function") if value is None else self.value(value, local)
            case _:
                return self.gap(child, "it is no entry of an object")
        return None

    def _key(self, node: Node | None, local: Locals) -> str | None:
        if node is None or node.type != "computed_property_name":
            return plain_key(node)
        found = self.value(node.named_child(0), local).value
        return found if isinstance(found, str) else str(found) if type(found) is int else None

    def _member(self, node: Node, local: Locals) -> Read:
        owner, name = node.child_by_field_name("object"), self._member_name(node, local)
        if owner is None or name is None:
            return self.gap(node, "which member it is is known only when it runs")
        if owner.type == "this":
            return self._own(name, node)
        found = self.value(owner, local)
        if is_keyed(found.value) and name in found.value:
            return self._used(found.value[name], node)
        if isinstance(found.value, tuple) and name.isdecimal() and name.isascii() and len(name) < 9:
            part = found.value[int(name)] if int(name) < len(found.value) else None
            return self._used(part, node) if part else self.gap(node, "the list has no such element")
        return self.gap(node, _why(found, f"it has no known `{name}`"))

    def _member_name(self, node: Node, local: Locals) -> str | None:
        if node.type == "member_expression":
            return text_of(node.child_by_field_name("property"))
        index = node.child_by_field_name("index")
        found = self.value(index, local).value if index is not None else None
        return found if isinstance(found, str) else str(found) if type(found) is int else None

    def _own(self, name: str, node: Node) -> Read:
        part = self.parts.get(name)
        if part is None or part.value is None:
            return self.gap(node, f"`this.{name}` is known only when it runs")
        if self.tree.changed.get(f"this.{name}", 0) > part.assigned:
            return self.gap(node, f"`this.{name}` is changed while the file runs")
        if f"this.{name}" not in self.known:
            self.known[f"this.{name}"] = self.gap(node, f"`this.{name}` is made of itself")
            self.known[f"this.{name}"] = self.value(part.value, {})
        return self._used(self.known[f"this.{name}"], node)

    def _call(self, node: Node, local: Locals) -> Read:
        return called(self, node, local)

    def _unary(self, node: Node, local: Locals) -> Read:
        argument = node.child_by_field_name("argument")
        operator = text_of(node.child_by_field_name("operator"))
        found = self.value(argument, local) if argument is not None else self.gap(node, "nothing follows")
        return unary(operator, found, self.tree.start(node), self.tree.end(node))

    def _binary(self, node: Node, local: Locals) -> Read:
        chain = [node]
        while (left := chain[-1].child_by_field_name("left")) is not None and left.type == "binary_expression":
            chain.append(left)
        found = self.value(left, local) if left is not None else self.gap(node, "nothing stands before")
        for each in reversed(chain):
            right = each.child_by_field_name("right")
            operator = text_of(each.child_by_field_name("operator"))
            start, end = self.tree.start(each), self.tree.end(each)

            def behind(right: Node | None = right, each: Node = each) -> Read:
                return self.value(right, local) if right is not None else self.gap(each, "nothing follows")

            found = binary(operator, found, behind, start, end)
            self.steps += len(found.value) >> 8 if isinstance(found.value, str) else 0
            if isinstance(found.value, Unread) or self.steps > _STEPS:
                return found if isinstance(found.value, Unread) else self.gap(node, _TOO_MANY)
        return found

    def _choice(self, node: Node, local: Locals) -> Read:
        condition = node.child_by_field_name("condition")
        found = self.value(condition, local) if condition is not None else self.gap(node, "it has no condition")
        if isinstance(found.value, Unread):
            return self.gap(node, f"its condition is not known: {found.value.reason}")
        chosen = node.child_by_field_name("consequence" if truth(found) else "alternative")
        return self.value(chosen, local) if chosen is not None else self.gap(node, "it has no such branch")


def _why(found: Read, otherwise: str) -> str:
    return found.value.reason if isinstance(found.value, Unread) else otherwise


def _shown(node: Node) -> str:
    first = text_of(node).partition("\n")[0]
    return first if len(first) <= 40 else f"{first[:39]}…"


_READERS: Mapping[str, Callable[[JsValues, Node, Locals], Read]] = {
    "string": JsValues._string,
    "template_string": JsValues._template,
    "number": JsValues._number,
    "true": JsValues._word,
    "false": JsValues._word,
    "null": JsValues._word,
    "parenthesized_expression": JsValues._wrapped,
    "identifier": JsValues._name,
    "array": JsValues._array,
    "object": JsValues._object,
    "member_expression": JsValues._member,
    "subscript_expression": JsValues._member,
    "call_expression": JsValues._call,
    "unary_expression": JsValues._unary,
    "binary_expression": JsValues._binary,
    "ternary_expression": JsValues._choice,
}
