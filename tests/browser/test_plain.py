"""The site without scripts, on paper, and for those whom movement makes dizzy."""

import pytest
from every_kind import PAGES
from reader import PHONE, Reader
from selenium.webdriver.common.keys import Keys
from sites import Built

VISIBLE = "return document.querySelector(arguments[0]).checkVisibility()"


def sees(reader: Reader, selector: str) -> bool:
    return bool(reader.run(VISIBLE, selector))


@pytest.mark.parametrize("kind", [each for each in PAGES if each != "missing"])
def test_a_page_without_scripts_says_all_it_has_to_say(reader: Reader, market: Built, kind: str) -> None:
    reader.scripts("off")
    reader.open(market.file(market.pages[kind]))
    hidden = reader.run("""
        return [...document.querySelectorAll("main *")].filter((each) =>
            !each.checkVisibility() && each.textContent.trim() && !each.closest("svg, [hidden]")
        ).map((each) => each.outerHTML.slice(0, 100));
    """)
    assert hidden == []
    assert sees(reader, "nav.sections")
    # Buttons that only scripts would answer are not shown.
    assert [each.text for each in reader.all("button") if each.is_displayed()] == []


def test_no_search_is_offered_that_cannot_work(reader: Reader, market: Built) -> None:
    reader.scripts("off")
    reader.open(market.file(market.pages["prompt"]))
    assert not reader.one("[role=combobox]").is_displayed()


def test_the_views_of_a_prompt_are_links_without_scripts(reader: Reader, market: Built) -> None:
    reader.scripts("off")
    reader.open(market.file(market.pages["prompt"]))
    reader.one("[data-view=flattened]").click()
    reader.until("location.pathname.endsWith('/prompts/keeper.md')")


def test_regions_close_and_open_without_scripts(reader: Reader, market: Built) -> None:
    reader.scripts("off")
    reader.open(market.file(market.pages["prompt"]))
    reader.one(".region .region > summary").click()
    assert not sees(reader, ".region .region > .body")


def test_the_menu_of_a_phone_opens_and_closes_without_scripts(reader: Reader, market: Built) -> None:
    reader.scripts("off")
    reader.shape(PHONE)
    reader.open(market.file(market.pages["prompt"]))
    assert not sees(reader, "nav.sections")
    reader.one(".menu-link").click()
    assert sees(reader, "nav.sections")
    reader.one(".menu-close").click()
    assert not sees(reader, "nav.sections")
    reader.one(".menu-link").click()
    reader.one("nav.sections a").click()
    reader.until("location.pathname.endsWith('/guide/index.html')")
    assert not sees(reader, "nav.sections")


def test_the_menu_of_a_phone_is_open_to_the_keyboard(reader: Reader, market: Built) -> None:
    reader.shape(PHONE)
    reader.open(market.file(market.pages["prompt"]))
    reader.press(Keys.TAB, Keys.TAB)
    assert reader.focused().get_attribute("class") == "menu-link"
    reader.press(Keys.ENTER)
    reader.until("document.querySelector('nav.sections').checkVisibility()")
    reader.press(Keys.TAB)
    assert reader.run("return document.activeElement.closest('aside') !== null")
    reader.press(Keys.ESCAPE)
    reader.until("!document.querySelector('nav.sections').checkVisibility()")
    reader.press(Keys.TAB)
    assert reader.run("return document.activeElement.closest('main') !== null")


def test_paper_shows_the_text_and_no_switches(reader: Reader, market: Built) -> None:
    reader.shape(media="print")
    reader.open(market.file(market.pages["prompt"]))
    for gone in (".top", ".side", ".views", ".copy", ".breadcrumbs", ".about", "nav.contents"):
        assert not sees(reader, gone), gone
    assert sees(reader, "main h1")
    assert sees(reader, ".region .region > .body")


def test_a_dark_reader_prints_on_white(reader: Reader, market: Built) -> None:
    reader.shape(scheme="dark", media="print")
    reader.open(market.file(market.pages["guide"]))
    assert reader.run("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize(("wish", "scroll"), [("reduce", "auto"), ("no-preference", "smooth")])
def test_pages_glide_only_for_those_who_do_not_mind(reader: Reader, market: Built, wish: str, scroll: str) -> None:
    reader.shape(prefers_reduced_motion=wish)
    reader.open(market.file(market.pages["guide"]))
    assert reader.run("return getComputedStyle(document.documentElement).scrollBehavior") == scroll


def test_nothing_moves_for_those_who_mind(reader: Reader, market: Built) -> None:
    reader.shape(prefers_reduced_motion="reduce")
    for kind in ("prompt", "graph", "protocol"):
        reader.open(market.file(market.pages[kind]))
        moving = reader.run("""
            return [...document.querySelectorAll("*")].filter((each) => {
                const style = getComputedStyle(each);
                return style.animationName !== "none" || parseFloat(style.transitionDuration) > 0.01;
            }).map((each) => each.outerHTML.slice(0, 100));
        """)
        assert moving == [], kind
