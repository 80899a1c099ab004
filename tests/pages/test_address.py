"""Addresses: readable, the same on every system, and never two pages in one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.pages.address import Claim, apart, collisions, document_address, href, prompt_address, root_of, slug


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("tea-master", "tea-master"),
        ("茶艺师", "茶艺师"),
        ("차 예법", "차-예법"),
        ("cafe\u0301", "café"),
        ("a b?c#d%e", "a-b-c-d-e"),
        ("..", "x"),
        ("", "x"),
        ("con", "con-"),
        ("NUL.txt", "NUL.txt-"),
        ("a/b", "a/b"),
        ("<script>", "script"),
        ("{tea}", "tea"),
        ("-_-", "_"),
    ],
)
def test_slug(name: str, made: str) -> None:
    assert slug(name) == made


@given(st.text())
def test_a_slug_is_a_name_that_every_system_can_hold(name: str) -> None:
    made = slug(name.replace("/", ""))
    assert made not in {"", ".", ".."}
    assert not set(made) & set('<>:"\\|?*#% \n\0')
    assert made.encode()
    assert not made.endswith(".")


@pytest.mark.parametrize(
    ("path", "section", "address"),
    [
        ("role/nuwa/nuwa.role.md", "resources", "resources/role/nuwa/nuwa.role.html"),
        ("지침/첫 걸음.md", "guide", "guide/지침/첫-걸음.html"),
        ("package://tea/thought/a.thought.md", "resources", "resources/package/tea/thought/a.thought.html"),
        ("a.dpml", "resources", "resources/a.html"),
    ],
)
def test_document_address(path: str, section: str, address: str) -> None:
    assert document_address(path, section) == address


def test_a_section_keeps_the_names_that_it_needs() -> None:
    assert document_address("index.md", "guide") == "guide/index-.html"
    assert document_address("茶/index.md", "guide") == "guide/茶/index.html"
    assert prompt_address("Index") == "prompts/Index-.html"


def test_names_are_kept_apart() -> None:
    assert apart(["a", "a-2", "a", "茶", "a", "a-2"]) == ("a", "a-2", "a-3", "茶", "a-4", "a-2-2")


def test_prompt_address() -> None:
    assert prompt_address("team/茶艺师") == "prompts/team/茶艺师.html"


@pytest.mark.parametrize(
    ("source", "target", "link"),
    [
        ("index.html", "protocols/file.html", "protocols/file.html"),
        ("protocols/file.html", "index.html", "../index.html"),
        ("protocols/file.html", "protocols/http.html", "http.html"),
        ("a/b/c.html", "a/d/e.html#位置", "../d/e.html#%E4%BD%8D%E7%BD%AE"),
        ("a/b.html", "a/b.html#x", "#x"),
        ("a/b.html", "a/b.html", "b.html"),
        ("a/b.html", "a/b/c.html", "b/c.html"),
    ],
)
def test_href(source: str, target: str, link: str) -> None:
    assert href(source, target) == link


@pytest.mark.parametrize(("address", "root"), [("index.html", ""), ("a/b.html", "../"), ("a/b/c.html", "../../")])
def test_root_of(address: str, root: str) -> None:
    assert root_of(address) == root


def test_collisions_by_case_and_normal_form() -> None:
    claims = [Claim("guide/Tea.html", "Tea.md"), Claim("guide/tea.html", "tea.md"), Claim("guide/x.html", "x.md")]
    assert [(one.owner, two.owner) for one, two in collisions(claims)] == [("Tea.md", "tea.md")]
    claims = [Claim("caf\u00e9.html", "composed"), Claim("cafe\u0301.html", "decomposed")]
    assert [(one.owner, two.owner) for one, two in collisions(claims)] == [("composed", "decomposed")]
