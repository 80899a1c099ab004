"""The search on a page that stays as it is while others are edited."""

from reader import Reader
from served import PAGE, Served

ROLE = "# A{0}\n\n<role>\n<personality>\nbronze{0}\n</personality>\n</role>\n"


def test_a_page_that_stays_searches_what_there_is_now(reader: Reader, served: Served) -> None:
    served.command.heard("^first build: ")
    reader.open(served.home + PAGE)
    reader.run("document.querySelector('main').stays = window.stays = 'here'; return true")
    reader.until(finds("herbs", "Other"))
    for number in range(3):
        served.write(f"role/a{number}.role.md", ROLE.format(number))
        reader.until(finds(f"bronze{number}", f"A{number}"))
        reader.until(finds("herbs", "Other"))
    for number in range(3):
        (served.root / f"role/a{number}.role.md").unlink()
        reader.until(f"!{finds(f'bronze{number}')}")
    reader.until(finds("herbs", "Other"))
    assert reader.run("return [window.stays, document.querySelector('main').stays]") == ["here", "here"]
    assert reader.complaints() == []


def finds(query: str, title: str = "") -> str:
    """A script that types `query`, again after a while: whether there is a result by now, for the page `title`."""
    return (
        "(() => { const box = document.querySelector('.search input');"
        f"if (box.value !== '{query}') {{ box.focus(); box.value = '{query}'; }}"
        f"if (box.asked !== '{query}' || performance.now() - box.asked_at > 500) {{"
        f"box.asked = '{query}'; box.asked_at = performance.now();"
        "box.dispatchEvent(new Event('input', {bubbles: true})); return false; }"
        "return [...document.querySelectorAll('[role=option]')].some("
        f"(each) => each.querySelector('mark')?.textContent.toLowerCase() === '{query}'"
        f" && each.querySelector('.search-title').textContent.includes('{title}')); }})()"
    )
