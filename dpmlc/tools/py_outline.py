"""A `NAME.tool.py` -> its `Outline`: members, signatures, and what the members without arguments return."""

import ast
from collections.abc import Mapping

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.span import Span
from dpmlc.tools.faults import tool_exports, tool_syntax
from dpmlc.tools.interface import MEMBERS, SPELLINGS
from dpmlc.tools.outline import Member, Outline, Parameters
from dpmlc.tools.py_tree import PyError, PyTree, parse
from dpmlc.tools.py_values import Function, PyValues
from dpmlc.tools.values import Read

_DEEPEST = 20
_TELLING = frozenset(rule.name for rule in MEMBERS if rule.name.startswith("get"))
_Own = dict[str, ast.stmt | ast.expr]


def outline(path: str, text: str) -> Outline:
    """The outline of a Python file; never raises, nothing is run."""
    tree = parse(path, text)
    if isinstance(tree, PyError):
        return Outline(faults=(tool_syntax(Span(path, tree.offset, tree.offset), tree.reason),))
    found = _tool_class(tree)
    if isinstance(found, Diagnostic):
        return Outline(faults=(found,))
    if isinstance(found, str):
        return Outline(unsure=found)
    own: _Own = {}
    unsure = _collect(found, tree, own, _DEEPEST, set())
    _constructed(own, tree)
    names = SPELLINGS["python"]
    members = tuple(_member(names[name], name, each, tree) for name, each in own.items() if name in names)
    others = tuple(name for name in own if name not in names and not name.startswith("__"))
    return Outline(members, others, unsure, _values(own, found.name, tree))


def _tool_class(tree: PyTree) -> ast.ClassDef | Diagnostic | str:
    """The class of the tool; a fault where there is none or a choice; or why only running the file would tell."""
    named = tree.names.get("tool")
    if named is not None:
        name = named.func if isinstance(named, ast.Call) else named
        if isinstance(name, ast.Name) and name.id in tree.classes:
            return tree.classes[name.id]
        if isinstance(named, ast.Constant | ast.Dict | ast.List | ast.Tuple):
            return tool_exports(tree.span(named), "a value")
        return "what `tool` is set to is known only when it runs"
    if "tool" in tree.classes:
        return tree.classes["tool"]
    bases = {base.id for each in tree.classes.values() for base in each.bases if isinstance(base, ast.Name)}
    last = [each for name, each in tree.classes.items() if name not in bases and not name.startswith("_")]
    able = [each for each in last if _has(each, "execute", tree)] or last
    if len(able) == 1:
        return able[0]
    names = ", ".join(f"`{each.name}`" for each in able[:5])
    where = tree.span(able[1]) if able else Span(tree.path, 0, 0)
    return tool_exports(where, f"the classes {names}" if able else "no class")


def _has(found: ast.ClassDef, name: str, tree: PyTree) -> bool:
    own: _Own = {}
    _collect(found, tree, own, _DEEPEST, set())
    return name in own


def _collect(found: ast.ClassDef, tree: PyTree, own: _Own, depth: int, seen: set[str]) -> str:
    """Add what a class has, what its bases have first; why there may be more, or ""."""
    unsure = ""
    seen.add(found.name)
    for base in reversed(found.bases):
        inherited = tree.classes.get(base.id) if isinstance(base, ast.Name) else None
        written = ast.unparse(base)[:40] if isinstance(base, ast.Name | ast.Attribute) else "a base"
        if inherited is None or depth == 0:
            plain = {"object", "Protocol", "Tool", "ABC", "abc.ABC", "typing.Protocol"}
            why = "is not defined in this file" if inherited is None else "extends too many others"
            unsure = unsure if written in plain else f"`{written}`, which it extends, {why}"
        elif inherited.name not in seen:
            unsure = _collect(inherited, tree, own, depth - 1, seen) or unsure
    for statement in found.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                own[name] = statement
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                own[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                own[name] = value
    return unsure


def _constructed(own: _Own, tree: PyTree) -> None:
    """`self.a = …` directly in `__init__`; attributes that change later are not known."""
    start = own.get("__init__")
    assigned: dict[str, ast.expr] = {}
    if isinstance(start, ast.FunctionDef):
        outside = len(_taken(start)) > 1
        for statement in start.body:
            match statement:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=value):
                    if not outside or isinstance(value, ast.Constant):
                        assigned[name] = value
    for name, times in tree.stored.items():
        if name in own and isinstance(own[name], ast.expr) and (times > 1 or name not in assigned):
            del own[name]
    own.update({name: value for name, value in assigned.items() if tree.stored[name] == 1})


def _member(name: str, written: str, found: ast.stmt | ast.expr, tree: PyTree) -> Member:
    if not isinstance(found, Function):
        simple = isinstance(found, ast.Constant | ast.Dict | ast.List | ast.Tuple)
        return Member(name, written, tree.span(found), "value" if simple else "unknown")
    decorators = {each.id for each in found.decorator_list if isinstance(each, ast.Name)}
    span = _heading(found, tree)
    if len(decorators) != len(found.decorator_list) or decorators - {"staticmethod", "classmethod"}:
        return Member(name, written, span, "value" if "property" in decorators else "unknown")
    waits = isinstance(found, ast.AsyncFunctionDef)
    return Member(name, written, span, "function", _parameters(found, decorators), waits, _yields(found))


def _heading(found: Function, tree: PyTree) -> Span:
    """The first line of a function."""
    start, end = tree.place(found)
    first = tree.place(found.body[0])[0] if found.body else end
    return Span(tree.path, start, max(start, min(first, end)))


def _taken(found: Function) -> list[ast.arg]:
    return [*found.args.posonlyargs, *found.args.args]


def _parameters(found: Function, decorators: set[str]) -> Parameters:
    """Arguments without `self`."""
    own = 0 if "staticmethod" in decorators else 1
    taken = len(_taken(found))
    needed = taken - len(found.args.defaults) - own
    needed += sum(each is None for each in found.args.kw_defaults)
    return Parameters(max(needed, 0), None if found.args.vararg else taken - own)


def _yields(found: Function) -> bool:
    """Whether the function itself, not one inside it, has a `yield`."""
    waiting: list[ast.AST] = list(found.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(node))
    return False


def _values(own: _Own, class_name: str, tree: PyTree) -> Mapping[str, Read]:
    known = {name: each if isinstance(each, ast.expr | Function) else None for name, each in own.items()}
    values = PyValues(tree, known, class_name)
    telling = {
        SPELLINGS["python"][name]: each for name, each in own.items() if SPELLINGS["python"].get(name) in _TELLING
    }
    return {name: values.returned(each) for name, each in telling.items() if isinstance(each, Function)}
