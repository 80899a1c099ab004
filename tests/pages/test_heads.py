"""What stands around a page."""

from dataclasses import replace

from dpmlc.index.index import Index
from dpmlc.pages.heads import heads
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.pages.plan.plan import Planned, arranged
from dpmlc.pages.words import words

ONE = Planned("guides/tea.html", "guide", "tea.md", "차", "")
OTHER = Planned("water.html", "guide", "water.md", "물", "")
NOTHING = Index({}, {}, {}, {}, {}, {}, {}, frozenset(), ())


def test_a_page_is_marked_in_its_navigation_though_the_plan_was_made_again() -> None:
    plan = arranged("tea", NOTHING, (ONE, OTHER), ("", ""), (), (), SiteOptions())
    made = heads(plan, words("ko"))
    for page in (ONE, OTHER):
        shown = made.of(replace(page, description="다시"), ()).navigation
        assert [(each.label, each.current) for each in shown] == [("차", page is ONE), ("물", page is OTHER)]
