"""Nothing that an author writes runs in a reader's browser, whatever it is and wherever it stands."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest
from hostile import EVIL, FILES, PAYLOADS
from reader import Reader, outside
from selenium.webdriver.common.keys import Keys
from serving import served
from sites import Built, built, written

# What no page of the site may hold, as it stands in the browser's own tree.
FORBIDDEN = """
const wrong = [];
for (const each of document.querySelectorAll("*")) {
  for (const { name, value } of each.attributes) {
    if (name.startsWith("on") || ["style", "srcdoc", "srcset"].includes(name)) wrong.push(`${name} ${value}`);
    const address = ["href", "src", "action", "data", "xlink:href", "formaction", "poster"].includes(name);
    if (address && /^(?!https?:|file:|mailto:)[^/?#]*:/i.test(new URL(value, location).href)) wrong.push(value);
    if (address && name !== "href" && new URL(value, location).origin !== location.origin) wrong.push(value);
  }
}
const active = "script:not([src]), iframe, object, embed, base, form, style, marquee, video, math, foreignObject";
for (const each of document.querySelectorAll(`${active}, meta[http-equiv], body link, body script`)) {
  wrong.push(each.outerHTML.slice(0, 120));
}
return wrong;
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page did when it was opened."""

    ran: tuple[str, ...]
    asked: tuple[str, ...]
    forbidden: tuple[str, ...]


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The site of the hostile package; its pages are all there are."""
    folder = tmp_path_factory.mktemp("evil")
    made = built(written(folder / "package", FILES), folder / "out", {})
    names = sorted(page.relative_to(made.site).as_posix() for page in made.site.rglob("*.html"))
    return Built(made.site, made.bundles, {name: name for name in names})


@pytest.fixture(scope="module")
def walk(browser: Reader, evil: Built) -> dict[str, Seen]:
    """Every page, opened; of a prompt every view, and the whole site's tree."""
    found = {page: opened(evil.site.as_uri(), page, browser) for page in evil.pages if page != "404.html"}
    with served(evil.site) as home:
        return found | {"404.html": opened(home.rstrip("/"), "404.html", browser)}


def opened(site: str, page: str, browser: Reader) -> Seen:
    """What a page below `site` does when a reader goes through it."""
    browser.open(f"{site}/{quote(page)}")
    for switch in ("details.tree > summary", "[data-view=flattened]", "[data-view=original]"):
        browser.run("document.querySelector(arguments[0])?.click()", switch)
    if "prompts/" in page and browser.all("[data-view=original]"):
        browser.until("document.querySelector('.source').textContent")
    browser.press(Keys.TAB, Keys.TAB)
    asked = outside(browser.requests(), site)
    return Seen(tuple(browser.misdeeds()), tuple(asked), tuple(browser.run(FORBIDDEN)))


BAD = """<!doctype html><title>x</title><h1 onclick="1">x</h1><a href="javascript:1">x</a><script>alert(1)</script>
<img src="https://evil.invalid/x.png"><iframe srcdoc="x"></iframe>"""


def test_the_tests_would_notice(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_text(BAD, encoding="utf-8")
    reader.open((tmp_path / "bad.html").as_uri())
    assert reader.misdeeds() == ["alert 1"]
    assert outside(reader.requests(), tmp_path.as_uri()) == [f"{EVIL}/x.png"]
    found = " ".join(reader.run(FORBIDDEN))
    for each in ("onclick", "javascript:1", "srcdoc", "alert(1)", "x.png", "<iframe"):
        assert each in found


def test_the_package_has_a_page_of_every_kind(evil: Built) -> None:
    for page in ("index.html", "health.html", "glossary.html", "attributes.html", "protocols/evil.html", "graph.html"):
        assert page in evil.pages
    assert any(page.startswith("prompts/") and "index" not in page for page in evil.pages)


def test_nothing_runs(walk: dict[str, Seen]) -> None:
    assert {page: seen.ran for page, seen in walk.items() if seen.ran} == {}


def test_nobody_else_is_asked(walk: dict[str, Seen]) -> None:
    assert {page: seen.asked for page, seen in walk.items() if seen.asked} == {}


def test_no_page_holds_what_could_run(walk: dict[str, Seen]) -> None:
    assert {page: seen.forbidden for page, seen in walk.items() if seen.forbidden} == {}


def test_what_was_written_is_still_read_as_text(reader: Reader, evil: Built) -> None:
    reader.open(evil.file("index.html"))
    text = reader.run("return document.querySelector('main').textContent")
    assert "{{7*7}}" in text
    assert "49" not in text
    reader.open(evil.file("health.html"))
    assert "__pwned" in reader.run("return document.querySelector('main').textContent")


@pytest.mark.parametrize("typed", ["script", "onerror", "javascript", "evil"])
def test_results_of_a_search_are_text(reader: Reader, evil: Built, typed: str) -> None:
    reader.open(evil.file("index.html"))
    reader.press("/", *typed)
    reader.until("document.querySelectorAll('[role=option]').length > 0")
    assert reader.misdeeds() == []
    assert reader.run(FORBIDDEN) == []
    assert outside(reader.requests(), evil.site.as_uri()) == []


def test_there_are_many_ways_to_try() -> None:
    assert len(set(PAYLOADS)) >= 40
