"""Python expressions -> values, where the text alone tells them; nothing is run (SPEC 5.1)."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import field

from dpmlc.text.slotted import slotted
from dpmlc.tools.py_tree import PyTree
from dpmlc.tools.values import LONGEST, Read, Unread, is_keyed, keyed, listed, scalar, unread

_DEEPEST = 120
_STEPS = 200_000
_TOO_MANY = f"reading the file takes more than {_STEPS} steps"

Locals = Mapping[str, ast.expr | None]
"""Names of a function: the expression behind an assignment, None for a parameter."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@slotted
class PyValues:
    """Reads expressions of one file. `own` is what the tool's class says of itself, `class_name` its name."""

    tree: PyTree
    own: Mapping[str, ast.expr | Function | None]
    class_name: str
    known: dict[str, Read] = field(default_factory=dict)
    steps: int = 0
    depth: int = 0

    def value(self, node: ast.expr, local: Locals) -> Read:
        """The value of an expression; what it would take to run the file to know is `Unread`."""
        self.steps += 1
        if self.steps > _STEPS:
            return self.gap(node, _TOO_MANY)
        if self.depth >= _DEEPEST:
            return self.gap(node, f"it is nested deeper than {_DEEPEST} levels")
        self.depth += 1
        try:
            reader = _READERS.get(type(node))
            return reader(self, node, local) if reader is not None else self.gap(node, _only_when_it_runs(node))
        finally:
            self.depth -= 1

    def gap(self, node: ast.AST, reason: str) -> Read:
        """The place of `node`, unread."""
        return unread(reason, *self.tree.place(node))

    def returned(self, function: Function) -> Read:
        """What a function returns that is called without arguments."""
        names: dict[str, ast.expr | None] = dict.fromkeys(_parameters(function))
        for statement in function.body:
            match statement:
                case ast.Return(value=None) | ast.Pass():
                    return self.gap(statement, "it returns nothing")
                case ast.Return(value=value) if value is not None:
                    return self.value(value, names)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    names[name] = value if name not in names else None
                case ast.AnnAssign(target=ast.Name(id=name), value=value):
                    names[name] = value if name not in names else None
                case ast.Raise():
                    return self.gap(statement, "it raises")
                case ast.Expr(value=ast.Constant()):
                    continue
                case _:
                    return self.gap(statement, f"`{type(statement).__name__.lower()}` may change what is returned")
        return self.gap(function, "it returns nothing")

    def _constant(self, node: ast.Constant, local: Locals) -> Read:
        found = node.value
        if found is None or isinstance(found, str | int | float):
            return scalar(found, *self.tree.place(node))
        return self.gap(node, f"JSON has no {type(found).__name__}")

    def _text(self, node: ast.JoinedStr, local: Locals) -> Read:
        pieces: list[str] = []
        length = 0
        for each in node.values:
            formatted = isinstance(each, ast.FormattedValue) and (each.conversion != -1 or each.format_spec is not None)
            part = self.value(each.value if isinstance(each, ast.FormattedValue) else each, local)
            if isinstance(part.value, Unread):
                return part
            if formatted or not isinstance(part.value, str | int):
                return self.gap(each, "it is formatted only when it runs")
            pieces.append(str(part.value))
            length += len(pieces[-1])
            if length > LONGEST:
                return self.gap(node, f"the string is longer than {LONGEST} characters")
        return scalar("".join(pieces), *self.tree.place(node))

    def _name(self, node: ast.Name, local: Locals) -> Read:
        if node.id in local:
            behind = local[node.id]
            if behind is None:
                return self.gap(node, f"`{node.id}` comes from outside or changes")
            return self._used(self.value(behind, local), node)
        if node.id in self.tree.changed or node.id not in self.tree.names:
            why = "is changed while the file runs" if node.id in self.tree.changed else "is not defined in this file"
            return self.gap(node, f"`{node.id}` {why}")
        return self._once(node.id, self.tree.names[node.id], node)

    def _once(self, key: str, behind: ast.expr, node: ast.expr) -> Read:
        if key not in self.known:
            self.known[key] = self.gap(node, f"`{key}` is made of itself")
            self.known[key] = self.value(behind, {})
        return self._used(self.known[key], node)

    def _used(self, found: Read, node: ast.expr) -> Read:
        """A scalar stands where it is used; an object's own place says more."""
        simple = not isinstance(found.value, tuple) and not is_keyed(found.value)
        return found.moved(*self.tree.place(node)) if simple else found

    def _list(self, node: ast.List | ast.Tuple, local: Locals) -> Read:
        parts: list[Read] = []
        for each in node.elts:
            if not isinstance(each, ast.Starred):
                parts.append(self.value(each, local))
                continue
            spread = self.value(each.value, local)
            self.steps += spread.size
            if not isinstance(spread.value, tuple) or self.steps > _STEPS:
                return self.gap(each, _why(spread, "it is no known list"))
            parts.extend(spread.value)
        return listed(tuple(parts), *self.tree.place(node))

    def _dict(self, node: ast.Dict, local: Locals) -> Read:
        entries: dict[str, Read] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            found = self.value(value, local)
            if key is None:
                self.steps += found.size
                if not is_keyed(found.value) or self.steps > _STEPS:
                    return self.gap(value, _why(found, "it is no known dictionary"))
                entries.update(found.value)
                continue
            name = self.value(key, local)
            if not isinstance(name.value, str):
                return self.gap(key, _why(name, "a key of JSON is a string"))
            entries[name.value] = found
        return keyed(entries, *self.tree.place(node))

    def _attribute(self, node: ast.Attribute, local: Locals) -> Read:
        own = isinstance(node.value, ast.Name) and node.value.id in {"self", "cls", self.class_name}
        behind = self.own.get(node.attr) if own else None
        if own and isinstance(behind, ast.expr):
            return self._once(f"self.{node.attr}", behind, node)
        return self.gap(node, _only_when_it_runs(node))

    def _subscript(self, node: ast.Subscript, local: Locals) -> Read:
        found, index = self.value(node.value, local), self.value(node.slice, local).value
        if is_keyed(found.value) and isinstance(index, str) and index in found.value:
            return self._used(found.value[index], node)
        if isinstance(found.value, tuple) and type(index) is int and -len(found.value) <= index < len(found.value):
            return self._used(found.value[index], node)
        return self.gap(node, _why(found, "it has no such known part"))

    def _call(self, node: ast.Call, local: Locals) -> Read:
        match node:
            case ast.Call(func=ast.Name(id="dict"), args=[], keywords=pairs) if "dict" not in self.tree.names:
                values = {each.arg: self.value(each.value, local) for each in pairs if each.arg is not None}
                return keyed(values, *self.tree.place(node)) if len(values) == len(pairs) else self.gap(node, "`**`")
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(separator)), attr="join"), args=[parts]):
                return self._joined(separator, self.value(parts, local), node)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name), args=[], keywords=[]):
                function = self.own.get(name)
                if isinstance(function, ast.FunctionDef):
                    return self.returned(function)
            case ast.Call(func=ast.Name(id=name), args=[], keywords=[]) if name in self.tree.functions:
                return self.returned(self.tree.functions[name])
        return self.gap(node, _only_when_it_runs(node))

    def _joined(self, separator: str, parts: Read, node: ast.Call) -> Read:
        if not isinstance(parts.value, tuple):
            return self.gap(node, _why(parts, "it is no known list"))
        self.steps += parts.size
        texts = [each.value for each in parts.value if isinstance(each.value, str)]
        if len(texts) != len(parts.value) or sum(map(len, texts)) + len(separator) * len(texts) > LONGEST:
            return self.gap(node, "not all of it is known text")
        return scalar(separator.join(texts), *self.tree.place(node))

    def _unary(self, node: ast.UnaryOp, local: Locals) -> Read:
        found = self.value(node.operand, local)
        if isinstance(found.value, Unread):
            return found
        if isinstance(node.op, ast.USub) and isinstance(found.value, int | float):
            return scalar(-found.value, *self.tree.place(node))
        if isinstance(node.op, ast.Not):
            return scalar(not found.value, *self.tree.place(node))
        return self.gap(node, _only_when_it_runs(node))

    def _binary(self, node: ast.BinOp, local: Locals) -> Read:
        chain = [node]
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
        found = self.value(chain[-1].left, local)
        for each in reversed(chain):
            found = self._computed(each, found, self.value(each.right, local))
            self.steps += len(found.value) >> 8 if isinstance(found.value, str) else 0
            if isinstance(found.value, Unread):
                return found
        return found

    def _computed(self, node: ast.BinOp, left: Read, right: Read) -> Read:
        place = self.tree.place(node)
        self.steps += left.size + right.size
        match (left.value, node.op, right.value):
            case (Unread(), _, _):
                return left
            case (_, _, Unread()):
                return right
            case (str() as first, ast.Add(), str() as second):
                return scalar(first + second, *place)
            case (tuple() as first, ast.Add(), tuple() as second):
                return listed((*first, *second), *place)
            case (first, ast.BitOr(), second) if is_keyed(first) and is_keyed(second):
                return keyed({**first, **second}, *place)
            case (int() as first, ast.Add() | ast.Sub() | ast.Mult() as operator, int() as second):
                return scalar(_whole(first, operator, second), *place)
        return self.gap(node, _only_when_it_runs(node))


def _whole(first: int, operator: ast.operator, second: int) -> int | float:
    if abs(first) > 1 << 60 or abs(second) > 1 << 60:
        return float("inf")
    if isinstance(operator, ast.Mult):
        return first * second
    return first + second if isinstance(operator, ast.Add) else first - second


def _parameters(function: Function) -> list[str]:
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [each.arg for each in (*named, arguments.vararg, arguments.kwarg) if each is not None]


def _only_when_it_runs(node: ast.expr) -> str:
    what = {
        ast.Call: "a call", ast.Attribute: "an attribute", ast.Lambda: "a function", ast.Set: "a set",
        ast.ListComp: "a comprehension", ast.DictComp: "a comprehension", ast.IfExp: "a choice",
    }.get(type(node), "it")  # fmt: skip
    return f"{what} is known only when it runs"


def _why(found: Read, otherwise: str) -> str:
    return found.value.reason if isinstance(found.value, Unread) else otherwise


_READERS: Mapping[type[ast.expr], Callable[..., Read]] = {
    ast.Constant: PyValues._constant,
    ast.JoinedStr: PyValues._text,
    ast.Name: PyValues._name,
    ast.List: PyValues._list,
    ast.Tuple: PyValues._list,
    ast.Dict: PyValues._dict,
    ast.Attribute: PyValues._attribute,
    ast.Subscript: PyValues._subscript,
    ast.Call: PyValues._call,
    ast.UnaryOp: PyValues._unary,
    ast.BinOp: PyValues._binary,
}
