"""What an author sees in a browser while editing."""

import pytest
from reader import Reader
from running import running, until
from selenium.webdriver.common.by import By
from served import FILES, PAGE, Served

STAYS = "window.stays = 'here'; return true"


def opened(reader: Reader, served: Served, page: str = PAGE) -> Reader:
    """The page, loaded; whatever loads it again is found out by `loads`."""
    served.command.heard("^first build: ")
    reader.open(served.home + page)
    reader.run(STAYS)
    return reader


def never_loaded_again(reader: Reader) -> bool:
    return bool(reader.run("return window.stays === 'here'"))


def overlay(reader: Reader) -> str:
    """The text of the errors over the page, "" where there are none."""
    return str(
        reader.run(
            "return document.querySelector('dpmlc-errors')?.shadowRoot.querySelector('section').textContent || ''"
        )
    )


def test_an_edit_is_put_in_place(reader: Reader, served: Served) -> None:
    opened(reader, served)
    reader.run("document.querySelector('main details').open = true; scrollTo({top: 777, behavior: 'instant'})")
    reader.run("document.querySelector('main a[href$=\"other.html\"]').focus({preventScroll: true})")
    reader.run("document.querySelector('.search input').value = 'half a query'")
    where = reader.run("return [scrollX, scrollY]")
    served.change("guide/long.md", "old words", "새 단어 new words")
    reader.until("document.querySelector('main').textContent.includes('새 단어 new words')")
    reader.until("document.querySelector('main .code button.copy')")
    assert reader.run("return [scrollX, scrollY]") == where
    assert where[1] == 777
    assert reader.run("return document.querySelector('main details').open")
    assert reader.focused().get_attribute("href").endswith("other.html")
    assert reader.run("return document.querySelector('.search input').value") == "half a query"
    served.change("guide/long.md", "# Long guide", "# 긴 안내")
    served.change("guide/long.md", "## Second", "## Zweitens")
    reader.until("document.title.startsWith('긴 안내')")
    reader.until("document.querySelector('.contents').textContent.includes('Zweitens')")
    reader.until("document.querySelector('main .code button.copy')")
    assert reader.run("return scrollY") == 777
    assert reader.run("return document.querySelectorAll('main .code button.copy').length") == 1
    assert never_loaded_again(reader)
    assert reader.complaints() == []


def test_a_task_is_done_when_the_document_says_so(reader: Reader, served: Served) -> None:
    opened(reader, served, "guide/other.html")
    served.change("guide/other.md", "herbs", "- [ ] 물\n- [x] 차\n\n하나")
    reader.until("document.querySelectorAll('main input').length === 2")
    served.change("guide/other.md", "- [ ] 물\n- [x] 차\n\n하나", "- [x] 물\n- [ ] 차\n\n둘")
    reader.until("document.querySelector('main').textContent.includes('둘')")
    reader.until("[...document.querySelectorAll('main input')].map((each) => each.checked).join() === 'true,false'")
    assert never_loaded_again(reader)


def test_the_page_works_on_after_many_swaps(reader: Reader, served: Served) -> None:
    opened(reader, served)
    for number in range(5):
        served.change("guide/long.md", "old words" if not number else f"words {number}.", f"words {number + 1}.")
        reader.until(f"document.querySelector('main').textContent.includes('words {number + 1}.')")
        reader.until("document.querySelector('main .code button.copy')")
    button = reader.one("button.colours")
    before = button.get_attribute("aria-label")
    button.click()
    reader.until("document.querySelector('button.colours').getAttribute('aria-label') !== arguments[0]", before)
    assert reader.run("return document.documentElement.dataset.theme") == "light"
    reader.press("/")
    assert reader.focused().get_attribute("role") == "combobox"
    reader.press(*"other")
    reader.until("document.querySelector('[role=option]')")
    assert never_loaded_again(reader)
    assert reader.complaints() == []


def test_errors_lie_over_the_last_good_page_until_they_are_mended(reader: Reader, served: Served) -> None:
    opened(reader, served)
    served.write(
        "role/host.role.md", "# Host\n\n<role>\n<personality>\n@!file://guide/<b>x</b>.md\n@!file://no/where.md\n"
    )
    reader.until("document.querySelector('dpmlc-errors')")
    said = overlay(reader)
    assert "@!file://no/where.md" in said
    assert "^^^^" in said
    assert "role/host.role.md:6:" in said
    assert "old words" in reader.run("return document.querySelector('main').innerText")
    assert reader.run("return document.querySelector('dpmlc-errors').shadowRoot.querySelector('b')") is None
    served.write("role/host.role.md", FILES["role/host.role.md"])
    reader.until("!document.querySelector('dpmlc-errors')")
    served.write("dpml.toml", "[package\n")
    reader.until("document.querySelector('dpmlc-errors')")
    assert "toml-syntax" in overlay(reader)
    assert "old words" in reader.run("return document.querySelector('main').innerText")
    reader.press("\ue00c")
    assert overlay(reader) == ""
    served.write("dpml.toml", FILES["dpml.toml"])
    served.change("guide/long.md", "old words", "mended words")
    reader.until("document.querySelector('main').textContent.includes('mended words')")
    assert overlay(reader) == ""
    assert never_loaded_again(reader)
    assert reader.complaints() == []


def picture(width: int) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="9"><rect width="9" height="9"/></svg>\n'


def test_a_picture_is_exchanged(reader: Reader, served: Served) -> None:
    shown = "document.querySelector('main img').naturalWidth === arguments[0]"
    served.write("guide/그림.svg", picture(40))
    served.write("guide/pic.md", "# Pictures\n\n![그림](그림.svg)\n")
    until(lambda: served.get("/guide/pic.html").status == 200, "the page")
    opened(reader, served, "guide/pic.html")
    reader.until(shown, 40)
    served.write("guide/그림.svg", picture(80))
    reader.until(shown, 80)
    served.write("guide/pic.md", "# Pictures\n\n![그림](그림.svg)\n\n그리고 words\n")
    reader.until("document.querySelector('main').textContent.includes('그리고')")
    reader.until(shown, 80)
    served.write("guide/그림.svg", picture(120))
    reader.until(shown, 120)
    assert never_loaded_again(reader)
    assert reader.complaints() == []


def test_a_style_is_exchanged_and_a_script_loads_the_page(reader: Reader, served: Served) -> None:
    served.write("dpml.toml", FILES["dpml.toml"] + '[site]\ntheme = "mine"\n')
    served.write("mine/theme.toml", 'name = "mine"\ninherits = "default"\n')
    served.write("mine/static/own.css", "main { outline: 1px solid red; }\n")
    served.write("mine/static/own.js", "window.own = 1;\n")
    served.command.heard(r"^(first build|mine).*no errors")
    reader.open(served.home + PAGE)
    reader.until("window.own === 1")
    reader.run(STAYS)
    served.write("mine/static/own.css", "main { outline: 3px solid blue; }\n")
    reader.until("getComputedStyle(document.querySelector('main')).outlineWidth === '3px'")
    reader.until("document.querySelectorAll('link[href*=\"own.\"]').length === 1")
    assert never_loaded_again(reader)
    served.write("mine/static/own.js", "window.own = 2;\n")
    reader.until("window.own === 2")
    assert not never_loaded_again(reader)
    served.write(
        "mine/templates/document.html", "{% extends 'layout.html' %}{% block content %}{{ 1 / 0 }}{% endblock %}"
    )
    reader.until("document.querySelector('dpmlc-errors')")
    assert "mine/templates/document.html" in overlay(reader)
    assert "old words" in reader.run("return document.querySelector('main').innerText")
    assert served.get("/" + PAGE).status == 200


def test_a_page_that_goes_and_comes_back(reader: Reader, served: Served) -> None:
    opened(reader, served, "guide/other.html")
    (served.root / "guide/other.md").unlink()
    reader.until("!document.querySelector('main').textContent.includes('herbs')")
    assert served.get("/guide/other.html").status == 404
    served.write("guide/other.md", "# Other\n\nback again\n")
    reader.until("document.querySelector('main').textContent.includes('back again')")


def test_a_tab_stays_with_its_document_while_a_tag_is_typed(reader: Reader, served: Served) -> None:
    opened(reader, served, "prompts/host.html")
    for text, word, page in (
        ("<ro\n\n반쯤\n", "반쯤", "/resources/role/host.role.html"),
        ("@!file://guide/long.md\n\n글로\n", "글로", "/resources/role/host.role.html"),
        ("<role>\n<personality>\n다시\n</personality>\n</role>\n", "다시", "/prompts/host.html"),
    ):
        served.write("role/host.role.md", f"# Host\n\n{text}")
        reader.until("document.querySelector('main').textContent.includes(arguments[0])", word)
        reader.until("location.pathname === arguments[0]", page)
    served.change("guide/other.md", "herbs", "<role>\n<personality>\n약초\n</personality>\n</role>")
    reader.open(served.home + "guide/other.html")
    reader.until("document.querySelector('main').textContent.includes('약초')")
    assert reader.run("return location.pathname") == "/prompts/other.html"
    (served.root / "guide/other.md").unlink()
    reader.until("document.title.startsWith('Page not found')")
    assert served.get("/guide/other.html").status == 404
    assert served.get("/guide/never.html").status == 404


def test_a_tab_follows_a_file_that_gets_another_name(reader: Reader, served: Served) -> None:
    opened(reader, served, "guide/other.html")
    (served.root / "차").mkdir()
    (served.root / "guide/other.md").rename(served.root / "차/약초.md")
    reader.until("decodeURI(location.pathname) === '/차/약초.html'")
    assert "herbs" in reader.run("return document.querySelector('main').innerText")
    assert served.get("/guide/other.html").status == 302


def test_a_view_that_was_chosen_stays(reader: Reader, served: Served) -> None:
    opened(reader, served, "prompts/host.html")
    reader.one("[data-view=flattened]").click()
    reader.until("!document.querySelector('.source').hidden")
    served.change("guide/long.md", "old words", "더 새로운")
    reader.until("document.querySelector('.source')?.textContent.includes('더 새로운')")
    assert reader.run("return document.getElementById('page.prompt').hidden")
    assert never_loaded_again(reader)


def test_twenty_tabs_follow(reader: Reader, served: Served) -> None:
    opened(reader, served)
    for _ in range(19):
        reader.driver.switch_to.new_window("tab")
        reader.driver.get(served.home + PAGE)
    served.change("guide/long.md", "old words", "words for all")
    for tab in reader.driver.window_handles:
        reader.driver.switch_to.window(tab)
        reader.until("document.querySelector('main').textContent.includes('words for all')")


@pytest.mark.parametrize("page", ["", "graph.html", "health.html", "nowhere.html"])
def test_every_page_obeys_the_policy(reader: Reader, served: Served, page: str) -> None:
    opened(reader, served, page)
    reader.until("document.querySelector('main')")
    complaints = [each for each in reader.complaints() if "404 (Not Found)" not in each]
    assert complaints == []
    assert reader.driver.find_elements(By.CSS_SELECTOR, "link[rel=stylesheet]")
    assert reader.run("return [...document.querySelectorAll('link[rel=stylesheet]')].every((each) => each.sheet)")


def test_the_server_starts_again_under_an_open_page(reader: Reader, served: Served) -> None:
    opened(reader, served)
    port = served.port
    served.command.interrupted()
    served.change("guide/long.md", "old words", "after a pause")
    with running("serve", served.root, "--port", str(port)) as command:
        command.heard("^first build: ")
        reader.until("document.querySelector('main').textContent.includes('after a pause')")
        assert never_loaded_again(reader)
