"""EBNF as the seeds write it -> `Grammar`."""

from dataclasses import dataclass

from dpmlc.text.span import Span


@dataclass(frozen=True, slots=True)
class Grammar:
    """Rules by name, in order of definition; the first is where matching starts unless another is asked for."""

    rules: tuple["Rule", ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """One production `name ::= body`."""

    name: str
    span: Span
