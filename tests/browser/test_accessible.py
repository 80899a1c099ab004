"""WCAG 2.2 A and AA as far as a program can tell (axe-core): no violation on any page, in both colours and widths."""

from collections.abc import Callable
from importlib.resources import files
from itertools import product

import pytest
from every_kind import PAGES
from reader import DESK, PHONE, Reader
from selenium.webdriver.common.keys import Keys
from sites import Built

AXE = files("selenium_axe_python").joinpath("axe-core/axe.min.js").read_text(encoding="utf-8")
# `axe.run` waits for no stylesheet of another origin, since there is none; its answer holds what broke, and where.
RUN = """
const done = arguments[0];
axe.run({
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"], preload: false,
}).then((found) => done(found.violations.flatMap((each) => each.nodes.map((node) =>
  `${each.id}: ${node.html.slice(0, 150)} | ${node.failureSummary.split("\\n").slice(1, 2)}`
))), (error) => done([String(error)]));
"""


def violations(reader: Reader) -> list[str]:
    """What axe finds on the page as it stands."""
    if not reader.run("return typeof axe === 'object'"):
        reader.run(AXE)
    return list(reader.driver.execute_async_script(RUN))


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_has_no_violation(reader: Reader, market: Built, at_path: str, kind: str) -> None:
    reader.open(at_path + market.pages[kind])
    found = {}
    for width, scheme in product((PHONE, DESK), ("light", "dark")):
        reader.shape(width, scheme)
        if said := violations(reader):
            found[f"{width} {scheme}"] = said
    assert found == {}


@pytest.fixture(params=["light", "dark"])
def colours(request: pytest.FixtureRequest) -> str:
    """The colours that the system asks for."""
    return str(request.param)


def opened_menu(reader: Reader) -> None:
    reader.shape(PHONE)
    reader.one(".menu-link").click()


def opened_results(reader: Reader) -> None:
    reader.press("/", *"sell")
    reader.until("document.querySelector('[role=option]')")
    reader.press(Keys.ARROW_DOWN)
    reader.until("document.querySelectorAll('[role=option][aria-selected=true]').length === 1")


def opened_source(reader: Reader) -> None:
    reader.one("[data-view=flattened]").click()
    reader.until("document.querySelector('.source:not([hidden])')")


def closed_regions(reader: Reader) -> None:
    reader.run("for (const each of document.querySelectorAll('details')) each.open = false")


@pytest.mark.parametrize("act", [opened_menu, opened_results, opened_source, closed_regions])
def test_a_prompt_page_has_no_violation_after_the_reader_acted(
    reader: Reader, market: Built, act: Callable[[Reader], None], colours: str
) -> None:
    reader.shape(scheme=colours)
    reader.open(market.file(market.pages["prompt"]))
    act(reader)
    assert violations(reader) == []
