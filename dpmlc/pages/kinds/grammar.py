"""Grammars on pages: each rule as a picture and as text in which every name leads to its rule."""

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from dpmlc.grammar.ebnf import Grammar
from dpmlc.grammar.railroad import wording as wordings
from dpmlc.grammar.railroad.diagram import railroads
from dpmlc.grammar.railroad.runs import runs
from dpmlc.grammar.railroad.wording import Wording
from dpmlc.pages.plan.address import slug
from dpmlc.pages.plan.options import Language
from dpmlc.pages.views_pages import Rule, Run

_KINDS = {"rule": "name", "mark": "operator", "define": "operator", "class": "terminal"}


def rules_of(grammar: Grammar, language: Language) -> tuple[Rule, ...]:
    """The rules of a grammar in its order, described in `language`. Their anchors are `rule-NAME`."""
    wording = _wording(language)
    names = [each.name for each in grammar.rules]
    anchors = {name: f"rule-{slug(name)}" for name in names}
    links = {name: f"#{anchor}" for name, anchor in anchors.items()}
    return tuple(
        Rule(
            each.name,
            anchors[each.name],
            tuple(_runs(each_run.kind, each_run.text, each_run.target, links) for each_run in runs(each, names)),
            Markup(railroads(each.name, each.body, f"rr{number}", links, wording=wording)),
        )
        for number, each in enumerate(grammar.rules)
    )


def anchors_of(rules: Iterable[Rule]) -> frozenset[str]:
    """The places that the rules have on their page."""
    return frozenset(each.anchor for each in rules)


def _wording(language: Language) -> Wording:
    match language:
        case "zh":
            return wordings.CHINESE
        case "ko":
            return wordings.KOREAN
        case "en":
            return wordings.ENGLISH


def _runs(kind: str, text: str, target: str, links: Mapping[str, str]) -> Run:
    return Run(_KINDS.get(kind, kind), text, links.get(target, ""))
