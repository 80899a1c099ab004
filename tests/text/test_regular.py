"""An expression that is compiled at its first use finds what a compiled one finds."""

import re

import pytest

from dpmlc.text.regular import regular


@pytest.mark.parametrize("flags", [re.NOFLAG, re.IGNORECASE])
def test_it_finds_what_a_compiled_one_finds(flags: re.RegexFlag) -> None:
    source, text = r"(茶|tea)\s*", "Tea 茶 tea"
    one, other = regular(source, flags), re.compile(source, flags)
    for again in (one, one):
        assert again.pattern == source
        assert [each.span() for each in again.finditer(text)] == [each.span() for each in other.finditer(text)]
        assert again.sub("차", text) == other.sub("차", text)
        assert again.split(text) == other.split(text)
        assert again.match(text, 4, 5) is not None
        assert again.fullmatch("茶") is not None
        assert again.groups == 1


def test_nothing_is_compiled_before() -> None:
    wrong = regular("(")
    with pytest.raises(re.error):
        wrong.search("")
