"""Terms -> the page of the glossary."""

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from dpmlc.pages.heads import Heads
from dpmlc.pages.kinds.lead import quoting
from dpmlc.pages.made import Made
from dpmlc.pages.markdown.render import render
from dpmlc.pages.markdown.values import Block
from dpmlc.pages.package import Package
from dpmlc.pages.plan.terms import GLOSSARY, Term
from dpmlc.pages.views import Link
from dpmlc.pages.views_pages import GlossaryView, TermView


def glossary_page(terms: Sequence[Term], package: Package, heads: Heads) -> Made:
    """The glossary."""
    taken = {each.anchor for each in terms}
    views = tuple(_view(each, package, taken, number) for number, each in enumerate(terms, 1))
    blocks = tuple(Block("text", f"{' '.join(each.names)} {each.definition}", each.anchor) for each in terms)
    return Made(
        GLOSSARY, "glossary.html", heads.plain(package.words["glossary"], "glossary", GLOSSARY), GlossaryView(views),
        "list", frozenset(each.anchor for each in terms), (), tuple(name for each in terms for name in each.names),
        blocks,
    )  # fmt: skip


def _view(term: Term, package: Package, taken: set[str], number: int) -> TermView:
    """`taken` are the ids that the page has, which grow."""

    def shown(text: str, part: str) -> Markup:
        if not text:
            return Markup()
        options = quoting(text, term.path, GLOSSARY, package, 2)
        made = render(text, replace(options, slugs=taken, prefix=f"t{number}{part}-"))
        taken.update(made.ids)
        return Markup(made.html)

    source = Link(package.place(term.element.opening), package.link(term.path, GLOSSARY))
    return TermView(term.anchor, term.names, shown(term.definition, ""), shown(term.examples, "x"), source)
