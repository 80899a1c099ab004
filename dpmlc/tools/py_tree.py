"""Python text -> its syntax tree, the names of its top level, and which of them change."""

import ast
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping

from dpmlc.text.frozen import frozen
from dpmlc.text.source import lines
from dpmlc.text.span import Span
from dpmlc.tools.offsets import Offsets, offsets

_MUTATING = frozenset({
    "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "setdefault", "popitem",
})  # fmt: skip
_CHANGING = frozenset({ast.Subscript, ast.Attribute, ast.Call, ast.AugAssign, ast.Global})


@frozen
class PyError:
    """Why a text is no Python, and where: a code point."""

    reason: str
    offset: int


@frozen
class PyTree:
    """A parsed module. `names` are the assigned names of the top level, `changed` those with more than one value.

    `stored` counts assignments to attributes (`self.a = …`), by attribute.
    """

    path: str
    module: ast.Module
    offsets: Offsets
    starts: tuple[int, ...]
    names: Mapping[str, ast.expr]
    functions: Mapping[str, ast.FunctionDef]
    classes: Mapping[str, ast.ClassDef]
    changed: frozenset[str]
    stored: Mapping[str, int]

    def place(self, node: ast.AST) -> tuple[int, int]:
        """Code points where `node` starts and ends."""
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        end_line, end_column = getattr(node, "end_lineno", line), getattr(node, "end_col_offset", column)
        start = self.offsets.point(self.starts[line - 1] + column)
        return start, self.offsets.point(self.starts[end_line - 1] + end_column)

    def span(self, node: ast.AST) -> Span:
        """Where `node` stands."""
        return Span(self.path, *self.place(node))


def parse(path: str, text: str) -> PyTree | PyError:
    """The tree of `text`, or why there is none; never raises."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # A strange escape in a tool is no affair of who builds.
            module = ast.parse(text)
    except SyntaxError as error:
        return PyError(error.msg, _offset(text, error.lineno or 1, error.offset or 1))
    except (RecursionError, MemoryError):
        return PyError("it is nested too deeply", 0)
    except ValueError as error:
        return PyError(str(error), 0)
    content = text.encode("utf-8", "replace")
    nodes = tuple(ast.walk(module))
    return PyTree(
        path, module, offsets(content), _starts(content), dict(_assigned(module)),
        {each.name: each for each in module.body if isinstance(each, ast.FunctionDef)},
        {each.name: each for each in module.body if isinstance(each, ast.ClassDef)},
        _changed(nodes), Counter(each.attr for each in nodes if isinstance(each, ast.Attribute) and _is_stored(each)),
    )  # fmt: skip


def _offset(text: str, line: int, column: int) -> int:
    starts = lines(text).starts
    start = starts[min(max(line, 1), len(starts)) - 1]
    return min(start + max(column, 1) - 1, len(text))


def _starts(content: bytes) -> tuple[int, ...]:
    starts = [0]
    for line in content.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    return tuple(starts)


def _assigned(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for statement in module.body:
        match statement:
            case ast.Assign(targets=targets, value=value):
                yield from ((each.id, value) for each in targets if isinstance(each, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                yield name, value


def _is_stored(node: ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store | ast.Del)


def _changed(nodes: tuple[ast.AST, ...]) -> frozenset[str]:
    """Names that are stored twice, or whose value is changed in place, anywhere in the file."""
    stored = Counter(each.id for each in nodes if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load))
    changed = {name for name, times in stored.items() if times > 1}
    for node in nodes:
        if type(node) not in _CHANGING:
            continue
        match node:
            case ast.Subscript(value=owner, ctx=ast.Store() | ast.Del()):
                changed.add(_root(owner))
            case ast.Attribute(value=owner, ctx=ast.Store() | ast.Del()):
                changed.add(_root(owner))
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in _MUTATING:
                changed.add(_root(owner))
            case ast.AugAssign(target=target):
                changed.add(_root(target))
            case ast.Global(names=names):
                changed.update(names)
    return frozenset(changed)


def _root(node: ast.expr) -> str:
    found: ast.expr = node
    while isinstance(found, ast.Attribute | ast.Subscript):
        found = found.value
    return found.id if isinstance(found, ast.Name) else ""
