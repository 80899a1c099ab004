"""The search box as it is used: three scripts, keys alone, an input method, from a folder and below a path."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from reader import PHONE, Reader
from selenium.webdriver.common.keys import Keys
from sites import Built, built, written

Where: TypeAlias = Callable[[str], str]
SHOWN = "[...document.querySelectorAll('[role=option]')].map((each) => each.getAttribute('href'))"
MARKED = "document.querySelector('[role=option][aria-selected=true] mark')?.textContent"


@pytest.fixture(params=["from a folder", "below a path"])
def where(request: pytest.FixtureRequest, market: Built, at_path: str) -> Where:
    """What makes a whole address of a page's address."""
    return market.file if request.param == "from a folder" else lambda address: at_path + address


@pytest.fixture
def first(reader: Reader, market: Built) -> Reader:
    """A reader on the first page."""
    return reader.open(market.file("index.html"))


def focus(reader: Reader) -> str:
    return reader.focused().get_attribute("role") or ""


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("糖水", "stalls/doufu.html"),
        ("부침", "stalls/hotteok-is-a-pancake-with-sugar-inside.html"),
        ("midnight", "prompts/keeper.html"),
        ("stall://", "protocols/stall.html"),
        ("haggle", "resources/role/keeper/thought/haggle.thought.html"),
    ],
)
def test_words_are_typed_found_and_opened_with_keys_alone(reader: Reader, where: Where, typed: str, page: str) -> None:
    # From a page deep in the site, so that a result's address must lead up first.
    reader.open(where("resources/role/keeper/thought/haggle.thought.html"))
    reader.press("/", *typed)
    reader.until(f"{SHOWN}.some((each) => each.split('#')[0].endsWith(arguments[0]))", page)
    at = next(place for place, found in enumerate(reader.run(f"return {SHOWN}")) if page in found)
    reader.press(*[Keys.ARROW_DOWN] * (at + 1))
    assert reader.until(MARKED)
    reader.press(Keys.ENTER)
    reader.until("location.href.split('#')[0] === arguments[0]", where(page))
    assert reader.complaints() == []


def test_arrows_go_round_and_say_where_they_are(first: Reader) -> None:
    first.press("/", *"stall")
    first.until(f"{SHOWN}.length > 2")
    count = len(first.run(f"return {SHOWN}"))
    chosen = "return document.querySelector('[role=combobox]').getAttribute('aria-activedescendant')"
    first.press(Keys.ARROW_DOWN)
    top = first.run(chosen)
    first.press(Keys.ARROW_DOWN)
    assert first.run(chosen) not in {top, None}
    first.press(Keys.ARROW_UP, Keys.ARROW_UP)
    assert count > 1
    assert first.run(chosen) not in {top, None}
    assert first.run("return document.querySelectorAll('[aria-selected=true]').length") == 1


@pytest.mark.parametrize("keys", ["/", f"{Keys.CONTROL}+k"])
def test_a_key_leads_to_the_search_box(first: Reader, keys: str) -> None:
    first.press(keys)
    assert focus(first) == "combobox"


def test_a_slash_in_the_box_is_a_letter(first: Reader) -> None:
    first.press("/", *"a/b")
    assert first.focused().get_attribute("value") == "a/b"


def test_escape_closes_then_clears_then_leaves(first: Reader) -> None:
    first.press("/", *"stall")
    first.until(f"{SHOWN}.length > 0 && !document.querySelector('[role=listbox]').hidden")
    first.press(Keys.ESCAPE)
    assert first.run("return document.querySelector('[role=listbox]').hidden")
    assert first.focused().get_attribute("value") == "stall"
    first.press(Keys.ESCAPE)
    assert first.focused().get_attribute("value") == ""
    first.press(Keys.ESCAPE)
    assert focus(first) == ""


def test_nothing_is_fetched_before_someone_searches(reader: Reader, at_path: str) -> None:
    index = f"{at_path}search/"
    reader.open(at_path + "index.html")
    assert [each for each in reader.requests() if each.startswith(index)] == []
    reader.press("/")
    reader.until("performance.getEntriesByType('resource').some((each) => each.name.startsWith(arguments[0]))", index)


def test_what_is_not_there_is_said(first: Reader) -> None:
    first.press("/", *"xyzzyq")
    first.until("document.querySelector('.search [role=status]').textContent.trim() !== ''")
    assert first.run(f"return {SHOWN}") == []
    assert first.one("[role=combobox]").get_attribute("aria-expanded") == "false"


KEY = """
const input = document.querySelector("[role=combobox]");
const key = new KeyboardEvent("keydown", { key: arguments[0], isComposing: true, bubbles: true, cancelable: true });
input.dispatchEvent(key);
return key.defaultPrevented;
"""


def test_keys_that_an_input_method_takes_do_nothing(first: Reader) -> None:
    first.press("/", *"stall")
    first.until(f"{SHOWN}.length > 0")
    here = first.driver.current_url
    for key in ("ArrowDown", "Enter", "Escape"):
        assert first.run(KEY, key) is False
    assert first.driver.current_url == here
    assert not first.run("return document.querySelector('[role=listbox]').hidden")
    assert first.run("return document.querySelectorAll('[aria-selected=true]').length") == 0


def test_half_a_syllable_is_not_searched(first: Reader) -> None:
    first.press("/")
    for step, text in (("u", "ㅂ"), ("u", "부")):
        assert step
        first.tell("Input.imeSetComposition", text=text, selectionStart=1, selectionEnd=1)
    assert first.run(f"return {SHOWN}") == []
    first.tell("Input.insertText", text="부침")
    first.until(f"{SHOWN}.length > 0")


def test_on_a_phone_the_results_stay_inside_the_window(reader: Reader, market: Built) -> None:
    reader.shape(PHONE)
    reader.open(market.file("index.html"))
    reader.press("/", *"stall")
    reader.until(f"{SHOWN}.length > 2")
    left, right = reader.run("""
        const box = document.querySelector("[role=listbox]").getBoundingClientRect();
        return [box.left, box.right];
    """)
    assert left >= 0
    assert right <= PHONE
    assert reader.run("return document.documentElement.scrollWidth") <= PHONE


def test_korean_words_come_before_what_they_stand_inside_of(reader: Reader, tmp_path: Path) -> None:
    pages = {"a.md": "# 찻잔 재사용 규칙\n", "b.md": "# 찻잔 사용을 돕는 글\n", "c.md": "# 찻잔 사용 규칙\n"}
    package = written(tmp_path / "package", {"dpml.toml": '[package]\nname = "tea"\n', **pages})
    reader.open(built(package, tmp_path / "out", {}).file("index.html"))
    reader.press("/", *"사용")
    reader.until(f"{SHOWN}.length === 3")
    found = [address.rpartition("/")[2].partition(".")[0] for address in reader.run(f"return {SHOWN}")]
    assert found == ["b", "c", "a"]
