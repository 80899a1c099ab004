"""Modules of fault functions -> the manual: one page a code, read from the function's docstring."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from inspect import cleandoc
from types import FunctionType, ModuleType

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits


@frozen
class Page:
    """The page of one code: `rule` is its first sentence, `text` the whole, both without indentation."""

    code: str
    rule: str
    text: str


def manual(modules: Iterable[ModuleType]) -> Mapping[str, Page]:
    """The pages of all public functions of `modules` that return a `Diagnostic`, by code in order."""
    pages = [_page(each) for module in modules for each in vars(module).values() if _says_something(each, module)]
    return {page.code: page for page in sorted(pages, key=lambda page: page.code)}


def limits_table() -> str:
    """Every limit of SPEC 6.5 with its default, as it would stand in `dpml.toml`."""
    rows = [(each.name, str(each.default)) for each in fields(Limits)]
    name, value = (max(len(row[column]) for row in rows) for column in (0, 1))
    lines = [f"{row[0]:<{name}} = {row[1]:<{value}}  # {_LIMITS.get(row[0], '')}".rstrip(" #") for row in rows]
    return "\n".join(["[limits]", *lines]) + "\n"


_LIMITS = {
    "document": "bytes of a document",
    "resource": "bytes of a file that is inlined",
    "depth": "tags open at once; protocols, and registry rows, of a reference",
    "nodes": "elements, text runs and comments of a document",
    "references": "references of a document",
    "attribute": "bytes of an attribute's value",
    "tag_name": "characters of a tag's name",
    "glob": "bytes of a glob pattern",
    "glob_stars": "`**` in a glob pattern",
    "glob_braces": "brace groups in a glob pattern",
    "glob_matches": "files that a glob pattern may match",
    "bundle": "bytes of a flattened prompt",
    "inlined": "texts that a prompt inlines, or points to",
    "copies": "bytes of a bundle's flattened copies; a target in its manifest counts 256",
    "grammar": "bytes of an EBNF",
    "grammar_states": "states of the automaton made of an EBNF",
    "chain_seconds": "seconds for a chain of references",
}


def _says_something(value: object, module: ModuleType) -> bool:
    if not isinstance(value, FunctionType) or value.__name__.startswith("_") or value.__module__ != module.__name__:
        return False
    return value.__annotations__.get("return") in {Diagnostic, "Diagnostic"}


def _page(function: FunctionType) -> Page:
    text = cleandoc(function.__doc__ or "")
    rule = " ".join(text.partition("\n\n")[0].split())
    return Page(function.__name__.replace("_", "-"), rule, text)
