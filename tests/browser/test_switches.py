"""The switches of a page: colours, views of a prompt, copying, collapsed regions, the table of contents, filters."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from reader import PHONE, Reader
from selenium.webdriver.common.keys import Keys
from sites import Built, built, written


@pytest.fixture
def clipboard(reader: Reader) -> Iterator[Reader]:
    """A browser that may read what was copied."""
    reader.tell("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    yield reader
    reader.tell("Browser.resetPermissions")


def copied(reader: Reader) -> str:
    """What is in the clipboard."""
    return str(reader.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], arguments[0])"))


def background(reader: Reader) -> str:
    return str(reader.run("return getComputedStyle(document.body).backgroundColor"))


def test_the_colours_go_round_and_are_remembered(reader: Reader, market: Built, at_path: str) -> None:
    reader.open(at_path + market.pages["guide"])
    light = background(reader)
    button = reader.one("button.colours")
    names = [button.get_attribute("aria-label")]
    button.click()
    assert background(reader) == light
    names.append(button.get_attribute("aria-label"))
    button.click()
    dark = background(reader)
    names.append(button.get_attribute("aria-label"))
    assert dark != light
    assert len(set(names)) == 3
    reader.open(at_path + market.pages["prompt"])
    assert background(reader) == dark
    assert reader.one("button.colours").get_attribute("aria-label") == names[2]
    reader.one("button.colours").click()
    assert background(reader) == light
    reader.shape(scheme="dark")
    assert background(reader) == dark


@pytest.mark.parametrize("place", ["from a folder", "below a path"])
def test_the_views_of_a_prompt_show_the_exact_text(reader: Reader, market: Built, at_path: str, place: str) -> None:
    page = market.pages["prompt"]
    reader.open(market.file(page) if place == "from a folder" else at_path + page)
    bundle = (market.bundles / "keeper/prompt.md").read_bytes().decode()
    reader.one("[data-view=flattened]").click()
    reader.until("!document.querySelector('.source').hidden")
    assert reader.run("return document.querySelector('.source').textContent") == bundle
    assert reader.run("return document.getElementById('page.prompt').hidden")
    reader.one("[data-view=original]").click()
    reader.until("document.querySelector('[data-view=original][aria-current]')")
    assert "@!thought://haggle" in reader.run("return document.querySelector('.source').textContent")
    reader.one("[data-view=rendered]").click()
    reader.until("!document.getElementById('page.prompt').hidden")
    assert reader.run("return document.querySelector('.source').hidden")
    assert reader.complaints() == []


@pytest.mark.parametrize("place", ["from a folder", "below a path"])
def test_the_views_of_a_prompt_with_any_name_work(
    clipboard: Reader, homely: Built, elsewhere: str, place: str
) -> None:
    (page,) = homely.site.glob("prompts/찻집*.html")
    clipboard.open(page.as_uri() if place == "from a folder" else f"{elsewhere}prompts/{quote(page.name)}")
    clipboard.one("[data-view=flattened]").click()
    clipboard.until("!document.querySelector('.source').hidden")
    assert "느긋하다." in clipboard.run("return document.querySelector('.source').textContent")
    clipboard.one(".copy-prompt").click()
    clipboard.until("document.querySelector('.copy-prompt').textContent === document.body.dataset.copied")
    assert "느긋하다." in copied(clipboard)


@pytest.mark.parametrize("place", ["from a folder", "below a path"])
def test_what_is_copied_is_the_text_itself(clipboard: Reader, market: Built, at_path: str, place: str) -> None:
    def go(kind: str) -> None:
        clipboard.open(market.file(market.pages[kind]) if place == "from a folder" else at_path + market.pages[kind])

    go("prompt")
    clipboard.one(".copy-prompt").click()
    clipboard.until("document.querySelector('.copy-prompt').textContent !== document.body.dataset.copy")
    # A system may write line ends of its own into the clipboard.
    bundle = (market.bundles / "keeper/prompt.md").read_bytes().decode()
    assert copied(clipboard).replace("\r\n", "\n") == bundle
    go("guide")
    code = clipboard.run("return document.querySelector('main .highlight').textContent")
    clipboard.one(".code .copy").click()
    clipboard.until("document.querySelector('.code .copy').textContent === document.body.dataset.copied")
    assert copied(clipboard).replace("\r\n", "\n") == code
    assert code.startswith("def price(")
    assert code.endswith("window\n")
    go("protocol")
    reference = clipboard.run("return document.querySelector('.registry .copyable').textContent")
    clipboard.one(".registry .copy").click()
    clipboard.until("document.querySelector('.registry .copy').textContent === document.body.dataset.copied")
    assert copied(clipboard) == reference == "@!stall://doufu"


def test_without_a_clipboard_of_its_own_a_page_copies_all_the_same(clipboard: Reader, market: Built) -> None:
    clipboard.open(market.file(market.pages["protocol"]))
    clipboard.run("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
    clipboard.one(".registry .copy").click()
    clipboard.until("document.querySelector('.registry .copy').textContent === document.body.dataset.copied")
    clipboard.run("delete navigator.clipboard")
    assert copied(clipboard) == "@!stall://doufu"


def test_a_link_into_a_collapsed_region_opens_it(reader: Reader, market: Built) -> None:
    reader.open(market.file(market.pages["prompt"]))
    reader.run("for (const each of document.querySelectorAll('details')) each.open = false")
    reader.run("document.querySelector('.contents a[href*=haggle], .contents a[href$=how-to-sell]').click()")
    reader.until("document.querySelector(':target')?.checkVisibility()")
    assert reader.run("return document.querySelector(':target').getBoundingClientRect().top") < 900


def test_a_link_into_a_prompt_leads_back_from_its_source(reader: Reader, market: Built) -> None:
    reader.open(market.file(market.pages["prompt"]))
    reader.one("[data-view=original]").click()
    reader.until("document.querySelector('.source:not([hidden])')")
    reader.run("document.querySelector('.contents a[href*=haggle], .contents a[href$=how-to-sell]').click()")
    reader.until("document.querySelector(':target')?.checkVisibility()")
    assert reader.one("[data-view=rendered]").get_attribute("aria-current") == "true"
    assert not reader.one(".source").is_displayed()


def test_the_source_that_is_shown_is_copied(clipboard: Reader, market: Built) -> None:
    clipboard.open(market.file(market.pages["prompt"]))
    clipboard.one("[data-view=original]").click()
    shown = clipboard.until("document.querySelector('.source:not([hidden])')?.textContent")
    clipboard.one(".copy-prompt").click()
    clipboard.until("document.querySelector('.copy-prompt').textContent === document.body.dataset.copied")
    assert copied(clipboard) == shown


def test_who_was_searched_in_the_graph_can_be_seen_with_its_neighbours(reader: Reader, market: Built) -> None:
    reader.open(market.file("graph.html"))
    nodes = reader.run("return [...document.querySelectorAll('.gr-edge')].map((each) => each.dataset.from)")
    title = reader.run("return document.querySelector(`[data-node='${arguments[0]}'] text`).textContent", nodes[0])
    reader.one(".graph-bar input").send_keys(title, Keys.ENTER)
    reader.until("document.querySelectorAll('.gr-node.gr-near').length > 1")
    seen = reader.run("return [...document.querySelectorAll('.gr-near')].map((each) => getComputedStyle(each).opacity)")
    assert set(seen) == {"1"}


@pytest.mark.parametrize("fragment", ["%", "%E4%B8", "no-such-place", "#", "%23%3Cscript%3E"])
def test_an_address_that_names_no_place_is_no_complaint(reader: Reader, market: Built, fragment: str) -> None:
    reader.open(f"{market.file(market.pages['prompt'])}#{fragment}")
    assert reader.complaints() == []
    # What starts last has started.
    assert reader.run("return document.querySelector('.contents [aria-current]') !== null")


@pytest.mark.parametrize("place", ["from a folder", "below a path"])
def test_the_list_of_all_pages_comes_when_it_is_opened(reader: Reader, market: Built, at_path: str, place: str) -> None:
    page = market.pages["resource"]
    reader.open(market.file(page) if place == "from a folder" else at_path + page)
    assert [each for each in reader.requests() if "tree" in each] == []
    reader.one("details.tree > summary").click()
    reader.until("document.querySelectorAll('details.tree a').length > 10")
    reader.run(
        "[...document.querySelectorAll('details.tree a')].find((each) => each.textContent.includes('豆花')).click()"
    )
    reader.until("location.pathname.endsWith('/stalls/doufu.html')")
    assert reader.complaints() == []


def test_an_address_into_a_page_shows_what_it_names(reader: Reader, market: Built) -> None:
    reader.open(f"{market.file(market.pages['guide'])}#part-8-第8节")
    reader.until("document.querySelector(':target')?.getBoundingClientRect().top < innerHeight")
    bar = reader.run("return document.querySelector('.top').getBoundingClientRect().bottom")
    assert reader.run("return document.querySelector(':target').getBoundingClientRect().top") >= bar


def test_the_table_of_contents_follows(reader: Reader, market: Built) -> None:
    here = "document.querySelector('.contents [aria-current]')?.textContent"
    reader.open(market.file(market.pages["guide"]))
    assert "Fire" in reader.run(f"return {here}")
    reader.run("document.getElementById('part-5-第5节').scrollIntoView({ behavior: 'instant' })")
    reader.until(f"{here} === 'Part 5 第5节'")
    reader.run("scrollTo({ top: 0, behavior: 'instant' })")
    reader.until(f"{here}.includes('Fire')")


def test_the_graph_is_one_stop_for_the_keyboard_and_its_first_node_another(reader: Reader, market: Built) -> None:
    reader.open(market.file("graph.html"))
    reader.run("document.querySelector('.graph-bar button').focus()")
    stops = []
    for _ in range(3):
        reader.press(Keys.TAB)
        stops.append(reader.run("return document.activeElement.getAttribute('class')"))
    assert stops[0] == "picture"
    assert "gr-node" in stops[1]
    assert reader.run("return document.activeElement.closest('.graph') === null")


@pytest.mark.parametrize("kind", ["guide", "prompt", "protocol"])
def test_what_is_chosen_in_the_contents_is_marked_there(reader: Reader, market: Built, kind: str) -> None:
    reader.open(market.file(market.pages[kind]))
    chosen = reader.all(".contents a")
    assert len(chosen) > 1
    for link in chosen:
        link.click()
        reader.until("document.querySelector('.contents [aria-current]') === arguments[0]", link)


def test_the_keyboard_comes_by_everything_in_order(reader: Reader, market: Built) -> None:
    reader.open(market.file(market.pages["prompt"]))
    reader.press(Keys.TAB)
    skip = reader.focused()
    assert skip.get_attribute("class") == "skip"
    assert skip.rect["x"] >= 0
    places = []
    for _ in range(24):
        reader.press(Keys.TAB)
        places.append(
            reader.run("""
                const at = document.activeElement;
                return at.closest("header.top, nav.sections, nav.section, main, nav.contents")?.className
                    || at.closest("main, aside")?.tagName;
            """)
        )
    order = [each for each in dict.fromkeys(places) if each != "ASIDE"]
    assert order[:4] == ["top", "sections", "section", "MAIN"], order


def test_the_skip_link_leads_past_the_navigation(reader: Reader, market: Built) -> None:
    reader.open(market.file(market.pages["prompt"]))
    reader.press(Keys.TAB, Keys.ENTER, Keys.TAB)
    assert reader.run("return document.activeElement.closest('main') !== null")


def test_findings_are_filtered(reader: Reader, market: Built) -> None:
    reader.open(market.file(market.pages["health"]))
    shown = "[...document.querySelectorAll('.finding:not([hidden])')].map((each) => each.dataset.code)"
    everything = reader.run(f"return {shown}")
    assert {"not-found", "unknown-protocol", "attribute-value", "content-model"} <= set(everything)
    reader.run("""
        const select = document.querySelector(".filters select");
        select.value = "not-found";
        select.dispatchEvent(new Event("change", { bubbles: true }));
    """)
    assert set(reader.run(f"return {shown}")) == {"not-found"}
    assert not reader.one("main .nothing").is_displayed()
    reader.run("""
        const select = document.querySelector(".filters select");
        select.add(new Option("cycle"));
        select.value = "cycle";
        select.dispatchEvent(new Event("change", { bubbles: true }));
    """)
    assert reader.run(f"return {shown}") == []
    assert reader.one("main .nothing").is_displayed()


def test_the_keyboard_stays_in_the_menu_of_a_phone(reader: Reader, market: Built) -> None:
    reader.shape(width=PHONE)
    reader.open(market.file(market.pages["guide"]))
    reader.run("document.querySelector('.menu-link').focus()")
    reader.press(Keys.ENTER)
    reader.until("location.hash === '#page.side'")
    behind = "return document.activeElement !== document.body && !document.activeElement.closest('.side')"
    for _ in range(30):
        reader.press(Keys.TAB)
        assert not reader.run(behind)
    reader.press(Keys.ESCAPE)
    reader.until("document.activeElement.id === 'page.content'")
    reader.press(Keys.TAB)
    assert reader.run(behind), "the page can be used again"


def test_a_heading_gives_its_address_to_the_mouse(reader: Reader, market: Built) -> None:
    reader.open(market.file(market.pages["guide"]))
    reader.run("document.querySelector('h3 .permalink').click()")
    reader.until("decodeURIComponent(location.hash) === '#long-words'")
    assert reader.run("return document.querySelector('h3').id") == "long-words"


@pytest.fixture(scope="module")
def tall(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A package whose graph is taller than any window."""
    folder = tmp_path_factory.mktemp("tall")
    notes = {f"笔记/{number:02}.md": f"# 笔记 {number}\n" for number in range(80)}
    role = "<role>\n" + "".join(f"  @?file://{path}\n" for path in notes) + "</role>\n"
    return built(written(folder / "package", {**notes, "a.role.md": role}), folder / "out", {})


SEEN = """
const place = (selector) => document.querySelector(selector).getBoundingClientRect();
const [box, node] = [place(".graph .picture"), place(".gr-found")];
return node.top >= box.top && node.bottom <= box.bottom;
"""


def test_what_is_found_in_a_graph_comes_into_sight(reader: Reader, tall: Built) -> None:
    reader.open(tall.file("graph.html"))
    for wanted in ("笔记 79", "笔记 12"):
        reader.run("document.querySelector('.graph-bar input').value = ''")
        reader.one(".graph-bar input").send_keys(wanted)
        reader.until("document.querySelector('.gr-found')")
        assert reader.run(SEEN), wanted
        assert reader.one(".graph-bar [role=status]").text == "1 of 81 found"
        assert reader.run("return scrollY") == 0
