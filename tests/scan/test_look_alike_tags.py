"""Lines that look like tags and are text: a hint where they stand as elements do (SPEC 1.5)."""

import pytest
from scanning import scanned


def check(text: str) -> list[str]:
    """What stands where a hint points, for each hint."""
    hints = [each for each in scanned(text).diagnostics if each.code == "tag-look-alike"]
    return [text[each.span.start : each.span.end] for each in hints if each.span]


@pytest.mark.parametrize(
    ("text", "pointed"),
    [
        ("<开场>\n先问好\n</开场>\n", ["<开场>"]),
        ('<role>\n  <开场 id="a">\n  x\n  </开场>\n</role>\n', ['<开场 id="a">']),
        ("<收尾:execution>\nx\n</收尾:execution>", ["<收尾:execution>"]),
        ("<역할>\r\nx\r\n</역할>\r\n", ["<역할>"]),
        ("＜role＞\nx\n＜/role＞\n", ["＜role＞"]),
        ("＜role＞\nx\n＜／role＞\n", ["＜role＞"]),
        ("<开>\n</开>\n<开>\n</开>\n<关>\n</关>\n", ["<开>", "<关>"]),
        # A placeholder has no partner, and prose is no line of its own.
        ("<姓名>\n", []),
        ("先写 <开场>\n再写 </开场>\n", []),
        ("<开场>x</开场>\n", []),
        ("</开场>\n<开场>\n", []),
        ("```\n<开场>\n</开场>\n```\n", []),
        ("<!--\n<开场>\n</开场>\n-->\n", []),
        ("<plan>\n先浇水\n</plan>\n", []),
        ("<1>\n</1>\n", []),
    ],
)
def test_what_looks_like_a_tag(text: str, pointed: list[str]) -> None:
    assert check(text) == pointed


def test_the_help_says_what_to_write() -> None:
    foreign, wide = (
        next(each for each in scanned(text).diagnostics) for text in ("<开>\n</开>\n", "＜role＞\n＜/role＞\n")
    )
    assert foreign.help == ("where an element is meant, give it such a name: `<opening>`",)
    assert wide.help == ("write `<role>` where an element is meant",)


def test_many_of_them_on_one_line_cost_no_more() -> None:
    """Nothing is searched back past a margin, and no bracket is looked at twice."""
    assert check("<开></开>" * 100_000) == []
    assert check("<开 " * 100_000) == []
    assert check("＜" * 100_000) == []
