"""Every page of the sample package's site, opened once on a phone: what a reader would stumble over."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from reader import PHONE, Reader, outside, unstyled
from sites import Built

LOOK = """
const page = document.documentElement;
const written = [...document.querySelectorAll("a[href]")].map((each) => each.getAttribute("href"));
const links = written.map((each) => new URL(each, location).href);
const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
const spilt = [...document.querySelectorAll("svg text")].filter((text) => {
  const plate = text.parentElement.querySelector("rect");
  if (!plate) return false;
  const [inner, outer] = [text.getBBox(), plate.getBBox()];
  return inner.width && (inner.x < outer.x || inner.x + inner.width > outer.x + outer.width);
}).map((text) => text.textContent);
return [page.scrollWidth > page.clientWidth, links, ids, spilt];
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a page; `links` are whole addresses, `spilt` the labels in pictures that leave their boxes."""

    is_wide: bool
    links: tuple[str, ...]
    ids: tuple[str, ...]
    spilt: tuple[str, ...]
    complaints: tuple[str, ...]


@pytest.fixture(scope="module")
def walk(browser: Reader, teahouse: Built) -> Iterator[dict[str, Seen]]:
    """All pages, from a folder; not the one for what is missing, which only servers show."""
    browser.shape(PHONE)
    found = {}
    for page in sorted(teahouse.pages.keys() - {"404.html"}):
        browser.open(teahouse.file(page))
        wide, links, ids, spilt = browser.run(LOOK)
        said = unstyled(browser) + browser.complaints() + outside(browser.requests(), teahouse.site.as_uri())
        found[page] = Seen(wide, tuple(links), tuple(ids), tuple(spilt), tuple(said))
    yield found
    browser.shape()


def test_every_page_comes_with_its_styles_and_no_complaint(walk: dict[str, Seen]) -> None:
    assert {page: seen.complaints for page, seen in walk.items() if seen.complaints} == {}


def test_no_page_is_wider_than_a_phone(walk: dict[str, Seen]) -> None:
    assert [page for page, seen in walk.items() if seen.is_wide] == []


def test_labels_stay_in_their_boxes(walk: dict[str, Seen]) -> None:
    assert {page: seen.spilt for page, seen in walk.items() if seen.spilt} == {}


def test_no_two_elements_of_a_page_share_an_id(walk: dict[str, Seen]) -> None:
    assert [page for page, seen in walk.items() if len(set(seen.ids)) < len(seen.ids)] == []


def test_every_link_leads_to_a_file_and_to_a_place_in_it(walk: dict[str, Seen], teahouse: Built) -> None:
    lost = set()
    for page, seen in walk.items():
        for link in seen.links:
            there = urlsplit(link)
            if there.scheme != "file":
                continue
            file = Path(unquote(there.path))
            known = walk.get(file.relative_to(teahouse.site).as_posix())
            if not file.is_file() or (there.fragment and known and unquote(there.fragment) not in known.ids):
                lost.add((page, link))
    assert lost == set()
