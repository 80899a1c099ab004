"""The site works from a folder, at a server's root and below a path, asks nobody else, and obeys a strict policy."""

from pathlib import Path

import pytest
from every_kind import PAGES
from reader import PHONE, Reader, outside, unstyled
from sites import Built, built, written

KINDS = tuple(PAGES)


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_from_a_folder_is_whole_and_asks_nobody_else(reader: Reader, market: Built, kind: str) -> None:
    reader.open(market.file(market.pages[kind]))
    if kind == "missing":  # Its links begin elsewhere till its script was found; then every file comes.
        reader.until("document.querySelector('.colours:not([hidden])')")
        assert all("ERR_FILE_NOT_FOUND" in each for each in reader.complaints())
        assert unstyled(reader) == []
        return
    assert unstyled(reader) == []
    assert reader.complaints() == []
    assert outside(reader.requests(), market.site.as_uri()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_below_a_path_obeys_the_policy_and_asks_nobody_else(
    reader: Reader, market: Built, at_path: str, kind: str
) -> None:
    reader.open(at_path + market.pages[kind])
    assert unstyled(reader) == []
    assert reader.complaints() == []
    assert outside(reader.requests(), at_path) == []


@pytest.mark.parametrize("kind", ["first", "prompt", "graph", "health"])
def test_a_page_at_the_root_of_a_server_obeys_the_policy(
    reader: Reader, market: Built, at_root: str, kind: str
) -> None:
    reader.open(at_root + market.pages[kind])
    assert unstyled(reader) == []
    assert reader.complaints() == []
    assert outside(reader.requests(), at_root) == []


def test_what_stands_twenty_elements_deep_can_be_read_on_a_phone(reader: Reader, tmp_path: Path) -> None:
    tags = [f"level{number}" for number in range(20)]
    text = "".join(f"<{each}>\n" for each in tags) + "깊은 곳 深处\n" + "".join(f"</{each}>\n" for each in tags[::-1])
    site = built(written(tmp_path, {"deep.thought.md": text}), tmp_path / "out", {})
    reader.shape(PHONE)
    reader.open(site.file("resources/deep.thought.html"))
    inner = reader.run("return [...document.querySelectorAll('.region .body p')].at(-1).getBoundingClientRect().width")
    assert inner > PHONE / 4


@pytest.mark.parametrize("depth", ["page.html", "no/such/folder/page.html", "no/such/folder/", "guide/%E8%8C%B6.html"])
@pytest.mark.parametrize(("site", "path"), [("at_path", "/sub/path/"), ("at_home", "/")])
def test_the_page_for_what_is_missing_looks_right_however_deep_the_address(
    reader: Reader, request: pytest.FixtureRequest, site: str, path: str, depth: str
) -> None:
    home: str = request.getfixturevalue(site)
    reader.open(home + depth)
    assert unstyled(reader) == []
    # The answer's own status is an error to the console, and the script that is looked for; nothing else may be.
    assert [each for each in reader.complaints() if depth not in each and "/missing." not in each] == []
    assert outside(reader.requests(), home) == []
    reader.one("main p a").click()
    reader.until(f"location.pathname === '{path}index.html'")


def test_the_page_for_what_is_missing_can_be_searched(reader: Reader, at_home: str) -> None:
    reader.open(f"{at_home}no/such/page.html")
    reader.one("[role=combobox]").send_keys("泉水")
    reader.until("document.querySelector('[role=listbox] [role=option]')")
    reader.run("document.querySelector('[role=listbox] [role=option]').click()")
    reader.until("decodeURI(location.pathname) === '/水/泉.html'")


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_is_wider_than_a_phone(reader: Reader, market: Built, kind: str) -> None:
    reader.shape(PHONE)
    reader.open(market.file(market.pages[kind]))
    wide = reader.run("""
        const edge = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= edge) return [];
        return [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > edge + 1)
            .map((each) => each.outerHTML.slice(0, 120)).slice(0, 5).concat("wider than the window");
    """)
    assert wide == []


@pytest.mark.parametrize("depth", ["page.html", "folder/page.html", "no/such/page.html"])
def test_the_page_for_what_is_missing_finds_a_site_that_was_told_no_address(
    reader: Reader, elsewhere: str, depth: str
) -> None:
    reader.open(elsewhere + depth)
    reader.until("document.querySelector('.colours:not([hidden])')")
    assert unstyled(reader) == []
    reader.one("[role=combobox]").send_keys("泉水")
    reader.until("document.querySelector('[role=listbox] [role=option]')")
    links = reader.run("return [...document.querySelectorAll('.frame a[href]')].map((each) => each.href)")
    assert {each.startswith((elsewhere, reader.driver.current_url)) for each in links} == {True}
    reader.one("main p a").click()
    reader.until("location.pathname.endsWith('/preview/7/index.html')")


def test_a_site_inside_another_keeps_its_own_page_for_what_is_missing(reader: Reader, at_home: str) -> None:
    reader.open(f"{at_home}page.html")
    assert reader.run("return document.documentElement.dataset.root") == "/"
