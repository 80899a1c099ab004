"""Addresses: readable, the same on every system, and never two pages in one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.pages.plan.address import (
    OWN_NAMES,
    Claim,
    apart,
    collisions,
    file_address,
    href,
    prompt_address,
    prose_address,
    resource_address,
    root_of,
    slug,
)
from dpmlc.text.paths import package_of
from tests.pages.conftest import Make


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


def test_no_file_of_the_package_stands_where_one_of_a_dependency_does() -> None:
    theirs = file_address("package://tea/a b.png")
    assert theirs.startswith("files/package/tea/a-b.")
    assert file_address(theirs.removeprefix("files/")) != theirs


@given(st.text())
def test_a_slug_is_a_name_that_every_system_can_hold(name: str) -> None:
    made = slug(name.replace("/", ""))
    assert made not in {"", ".", ".."}
    assert not set(made) & set('<>:"\\|?*#% \n\0')
    assert made.encode()
    assert not made.endswith(".")


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("지침/첫 걸음.md", "지침/첫-걸음.html"),
        ("guide/water.md", "guide/water.html"),
        ("guide/tools.md", "guide/tools.html"),
        ("차.markdown", "차.html"),
        ("a/b/README.md", "a/b/index.html"),
        ("a/b/ReadMe.markdown", "a/b/index.html"),
        ("茶/index.md", "茶/index.html"),
        ("茶/INDEX.md", "茶/index.html"),
        ("a/README.zh.md", "a/README.zh.html"),
        ("a/readme/b.md", "a/readme/b.html"),
        ("guide/a/README.md", "guide/a/index.html"),
        ("guide/README.md", "guide/README.html"),
        ("README.md", "README.html"),
        ("tools/README.md", "guide/tools/index.html"),
        ("README/README.md", "README/index.html"),
        ("package://tea/README.md", "guide/package/tea/index.html"),
        ("index.md", "index-.html"),
        ("INDEX.md", "INDEX-.html"),
        ("guide/index.md", "guide/index-.html"),
        ("guide.md", "guide.html"),
        ("tools.md", "guide/tools.html"),
        ("tools/kettle.md", "guide/tools/kettle.html"),
        ("Prompts/a.md", "guide/Prompts/a.html"),
        ("404.md", "guide/404.html"),
        (" search /a.md", "guide/search/a.html"),
        ("ſearch/a.md", "guide/ſearch/a.html"),
        ("Guide/a.md", "guide/Guide/a.html"),
        ("Guide.md", "Guide.html"),
        ("a/tools.md", "a/tools.html"),
        ("toolshed/a.md", "toolshed/a.html"),
        ("a.html/b.md", "a.html-/b.html"),
        ("llms.txt/b.md", "llms.txt-/b.html"),
        ("a.MD/b.js/c.md", "a.MD-/b.js-/c.html"),
        ("package://tea/a.md", "guide/package/tea/a.html"),
        ("package://tea/guide/index.md", "guide/package/tea/guide/index.html"),
    ],
)
def test_prose_stands_under_its_own_path(path: str, address: str) -> None:
    assert prose_address(path) == address


_SEGMENTS = st.one_of(
    st.sampled_from([*OWN_NAMES, "guide", "index", "package", "a.html", "llms.txt", "sitemap.xml", "tree.js", ".."]),
    st.text(max_size=6),
)


@given(st.lists(_SEGMENTS, min_size=1, max_size=3), st.sampled_from(["", "package://tea/"]))
def test_prose_never_takes_a_place_of_the_site(segments: list[str], package: str) -> None:
    """Whatever an author calls a document: files of the site stand at the root or below a name of its own."""
    path = package + "/".join(each.replace("/", "") or "x" for each in segments) + ".md"
    address = prose_address(path)
    first, *more = address.casefold().split("/")
    assert first.removesuffix(".html") not in OWN_NAMES | {"index"}
    assert address.casefold() != "guide/index.html"
    assert not more or "." not in first or first.endswith("-") or not first.endswith((".html", ".txt", ".xml", ".js"))
    if first == "guide" and more:
        assert address.startswith("guide/")
    assert not package_of(path) or address.startswith("guide/package/tea/")


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("role/nuwa/nuwa.role.md", "resources/role/nuwa/nuwa.role.html"),
        ("package://tea/thought/a.thought.md", "resources/package/tea/thought/a.thought.html"),
        ("a.dpml", "resources/a.html"),
        ("index.md", "resources/index-.html"),
        ("tools/a.md", "resources/tools/a.html"),
    ],
)
def test_a_document_with_elements_stands_in_its_section(path: str, address: str) -> None:
    assert resource_address(path) == address


def test_a_section_keeps_the_name_of_its_list() -> None:
    assert prompt_address("Index") == "prompts/Index-.html"
    assert prompt_address("茶/index") == "prompts/茶/index.html"


def test_no_page_stands_in_a_folder_called_like_a_page() -> None:
    assert prompt_address("a.html/b") == "prompts/a.html-/b.html"
    assert prompt_address("a.source.md/b") == "prompts/a.source.md-/b.html"


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


def test_names_that_look_the_same_are_told_apart(make: Make) -> None:
    site = make({"\ud55c.md": "# a\n", "\u1112\u1161\u11ab.md": "# b\n", "차-물.md": "# c\n", "차 물.md": "# d\n"})
    first, second = (each for each in site.build.diagnostics if each.code == "page-collision")
    assert sorted(map(len, (first.notes, second.notes))) == [0, 1]
