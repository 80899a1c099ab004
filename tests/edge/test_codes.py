"""What is kept of the templates that ship with dpmlc: used where it is theirs and ours, never otherwise."""

import marshal
from collections.abc import Mapping
from pathlib import Path
from types import CodeType

import pytest

from dpmlc.edge.cache.codes import codes_of
from dpmlc.edge.themes import shipped_theme
from dpmlc.pages.themes.dress import compiled

TEXTS = {"茶.html": "<p>차</p>"}
FORBIDDEN = compile("raise SystemExit('it was run')", "foreign", "exec")


class Maker:
    """Makes code for one template, and counts how often it was asked to."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> Mapping[str, CodeType]:
        self.asked += 1
        return {"茶.html": compile("tea = '차'", "theme:tea/templates/茶.html", "exec")}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "dpmlc"


def kept(home: Path) -> Path:
    return home / "theme-tea.codes"


def test_codes_are_made_once(home: Path) -> None:
    make = Maker()
    first = codes_of("tea", TEXTS, make)
    second = codes_of("tea", TEXTS, make)
    assert (make.asked, first, kept(home).stat().st_mode & 0o077) == (1, second, 0)


def test_other_texts_have_other_codes(home: Path) -> None:
    make = Maker()
    for texts in (TEXTS, {"茶.html": "<p>泉</p>"}, {"차.html": "<p>차</p>"}, TEXTS):
        codes_of("tea", texts, make)
    assert make.asked == 4


@pytest.mark.parametrize("at", [0, 31, 32, 40, -1])
def test_what_is_damaged_is_made_again(home: Path, at: int) -> None:
    make = Maker()
    codes_of("tea", TEXTS, make)
    held = bytearray(kept(home).read_bytes())
    held[at] ^= 1
    kept(home).write_bytes(held)
    assert "茶.html" in codes_of("tea", TEXTS, make)
    assert make.asked == 2
    codes_of("tea", TEXTS, make)
    assert make.asked == 2, "it is mended by then"


@pytest.mark.parametrize("seal", [0, 31, 32])
def test_what_nobody_sealed_is_not_read(home: Path, seal: int) -> None:
    make = Maker()
    codes_of("tea", TEXTS, make)
    kept(home).write_bytes(bytes(seal) + marshal.dumps({"茶.html": FORBIDDEN}))
    assert codes_of("tea", TEXTS, make)["茶.html"] != FORBIDDEN


def test_what_another_user_sealed_is_not_read(home: Path) -> None:
    codes_of("tea", TEXTS, lambda: {"茶.html": FORBIDDEN})
    foreign = kept(home).read_bytes()
    (home / "key").unlink()
    make = Maker()
    codes_of("tea", TEXTS, make)
    kept(home).write_bytes(foreign)
    assert codes_of("tea", TEXTS, make)["茶.html"] != FORBIDDEN
    assert make.asked == 2


def test_a_link_in_their_place_is_not_followed(home: Path) -> None:
    make = Maker()
    codes_of("tea", TEXTS, make)
    kept(home).rename(home / "elsewhere")
    kept(home).symlink_to("elsewhere")
    codes_of("tea", TEXTS, make)
    assert make.asked == 2
    assert not kept(home).is_symlink()


def test_nothing_is_made_ahead_where_nothing_can_be_kept(home: Path) -> None:
    home.write_text("a file where the folder would be")
    make = Maker()
    assert codes_of("tea", TEXTS, make) == {}
    assert make.asked == 0


@pytest.mark.parametrize("name", ["default", "plain"])
def test_codes_that_were_kept_are_those_of_the_theme(home: Path, name: str) -> None:
    theme = shipped_theme(name)
    made, known = theme.codes(), theme.codes()
    assert made == known == compiled(theme)
    assert known.keys() == theme.templates.keys()
    assert all(code.co_filename.startswith(f"theme:{name}/templates/") for code in known.values())
