"""Static files of a theme: names by content, and stylesheets that lead to them."""

import pytest

from dpmlc.pages.themes.statics import statics
from dpmlc.pages.themes.theme import Theme


def made(static: dict[str, str]) -> dict[str, str]:
    """The text of each file by its path in the theme, with the names that its content was given made short."""
    files, named = statics(Theme("ours", "ours", {}, {path: text.encode() for path, text in static.items()}))
    found = {each.path: each.content.decode() for each in files}
    for address in named.values():
        head, _, ending = address.rsplit(".", 2)
        found = {
            path: text.replace(address.rpartition("/")[2], f"{head.rpartition('/')[2]}.HASH.{ending}")
            for path, text in found.items()
        }
    return {path: found[address] for path, address in named.items()}


@pytest.mark.parametrize(
    ("path", "written", "read"),
    [
        ("a.css", 'src: url("fonts/tea.woff2")', 'src: url("fonts/tea.HASH.woff2")'),
        ("a.css", "src: url( fonts/tea.woff2 )", "src: url( fonts/tea.HASH.woff2 )"),
        ("a.css", "src: URL('./fonts/tea.woff2?#iefix')", "src: URL('fonts/tea.HASH.woff2?#iefix')"),
        ("css/a.css", "src: url(../fonts/tea.woff2)", "src: url(../fonts/tea.HASH.woff2)"),
        ("fonts/a.css", "src: url(tea.woff2), url(tea.woff2)", "src: url(tea.HASH.woff2), url(tea.HASH.woff2)"),
        ("a.css", '@import "b.css"; @import url(b.css)', '@import "b.HASH.css"; @import url(b.HASH.css)'),
        ("a.css", "url(%E8%8C%B6.svg#leaf)", "url(茶.HASH.svg#leaf)"),
        ("a.css", "url(/fonts/tea.woff2)", "url(/fonts/tea.woff2)"),
        ("a.css", "url(data:font/woff2;base64,AA) url(https://x/fonts/tea.woff2)", None),
        ("a.css", "url(nothing.png) url( url(", None),
        ("a.css", "url(a.css)", None),
        ("a.js", "url(fonts/tea.woff2)", None),
    ],
)
def test_a_stylesheet_leads_to_files_by_the_names_they_are_given(path: str, written: str, read: str | None) -> None:
    others = {"fonts/tea.woff2": "字体", "b.css": "b { color: red }", "茶.svg": "<svg/>"}
    assert made({**others, path: written})[path] == (read or written)


def test_a_changed_picture_gives_the_stylesheets_above_it_new_names() -> None:
    def names(picture: str) -> set[str]:
        static = {"a.css": '@import "b.css"', "b.css": "url(p.png)", "p.png": picture, "c.css": "url(q.png)"}
        _, named = statics(Theme("ours", "ours", {}, {path: text.encode() for path, text in static.items()}))
        return set(named.values())

    kept = names("叶") & names("잎")
    assert {each.split(".")[0] for each in kept} == {"assets/c"}


def test_stylesheets_in_a_circle_and_in_a_long_chain_are_no_end() -> None:
    circle = made({"a.css": '@import "b.css"', "b.css": '@import "a.css"'})
    assert circle == {"a.css": '@import "b.HASH.css"', "b.css": '@import "a.css"'}
    chain = {f"{number}.css": f"@import '{number + 1}.css'".encode() for number in range(3000)}
    assert len(statics(Theme("ours", "ours", {}, chain))[0]) == 3000
