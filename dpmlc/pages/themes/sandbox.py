"""Jinja2's sandbox for templates, with a short way to what they nearly always ask for: fields, words, and text.

The sandbox looks at each value that an attribute gives: whether its name is one that Python uses, whether it is a
method that changes something or formats a text. Fields of a view model are none of these, and neither are words, so
they are handed over at once; all else goes the sandbox's way. Text of a page is escaped as Jinja2 does it, but is not
made a `Markup` each time, and what stands on every page is escaped once.
"""

from collections.abc import Mapping, MutableMapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr, Getattr
from jinja2.runtime import Context, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape

from dpmlc.pages import views, views_pages

_NONE: frozenset[str] = frozenset()
_OF_DICT = frozenset(dir(dict))
_LONG = 200
_FIELDS: Mapping[type, frozenset[str]] = {
    each: frozenset(field.name for field in fields(each) if not field.name.startswith("_"))
    for room in (views, views_pages)
    for each in vars(room).values()
    if isinstance(each, type) and is_dataclass(each)
}
_HAVING: Mapping[str, frozenset[type]] = {
    name: frozenset(each for each, names in _FIELDS.items() if name in names)
    for name in frozenset().union(*_FIELDS.values())
}


class _Writer(CodeGenerator):
    """Jinja2's writer of Python, which writes the short ways down where a template takes them."""

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:  # noqa: N802  Jinja2's name.
        """`a.b`: the field itself if `a` is a view model that has it, the word if `a` is a dict of words."""
        name = node.attr
        if name in _HAVING:
            short = f"dpml.{name} if type(dpml := ", f") in environment.having[{name!r}]"
        elif name not in _OF_DICT:
            short = f"dpml[{name!r}] if type(dpml := ", f") is dict and {name!r} in dpml"
        else:
            super().visit_Getattr(node, frame)
            return
        self.write(f"({short[0]}")
        self.visit(node.node, frame)
        self.write(f"{short[1]} else environment.getattr(dpml, {name!r}))")

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.shown(")


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of every theme's templates."""

    code_generator_class = _Writer
    having = _HAVING

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What `obj.attribute` is in a template."""
        kind = type(obj)
        if attribute in _FIELDS.get(kind, _NONE):
            return getattr(obj, attribute)
        if kind is dict and attribute in obj and attribute not in _OF_DICT:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805  As Jinja2 has it.
        """What a call in a template gives. A macro of a template is safe, as what stands in it is."""
        if type(__obj) is not Macro:
            return super().call(__context, __obj, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return __obj(__context.eval_ctx, *args, **kwargs)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Names that every template has. Nothing adds to them: a plain dict is asked in less time."""
        return super().make_globals(d) if d else dict(self.globals)

    @staticmethod
    def shown(value: object) -> str:
        """A value as HTML."""
        if type(value) is str and len(value) < _LONG:
            return _escaped(value)
        return value if type(value) is Markup else escape(value)


@lru_cache(maxsize=4096)
def _escaped(text: str) -> str:
    return str(escape(text))
