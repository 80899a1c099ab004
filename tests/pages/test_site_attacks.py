"""A site against authors who wish its readers ill: what their files and names may not do to it."""

import pytest

from dpmlc.pages.plan.address import (
    file_address,
    prompt_address,
    prose_address,
    protocol_address,
    resource_address,
    slug,
)
from tests.pages.conftest import Make


def copies(site: object) -> set[str]:
    """The addresses of the files that a site brings along."""
    found = (each.path for each in site.build.artifacts)  # type: ignore[attr-defined]
    return {path.removeprefix("site/") for path in found if path.startswith("site/files/")}


@pytest.mark.parametrize("length", [100, 114, 115, 116, 119, 120])
def test_a_long_name_never_turns_a_harmless_file_into_a_page(make: Make, length: int) -> None:
    name = "a" * length + ".html.txt"
    site = make({"README.md": f"# 茶\n\n[x]({name})\n", name: b"<script>evil()</script>"})
    assert [each.rpartition(".")[2] for each in copies(site)] == ["txt"]


def test_files_with_names_that_look_alike_in_addresses_stay_two(make: Make) -> None:
    site = make({"README.md": "# 茶\n\n[1](<a b.txt>) [2](a-b.txt)\n", "a b.txt": b"one", "a-b.txt": b"two"})
    assert len(copies(site)) == 2
    assert "files/a-b.txt" in copies(site)


def test_a_file_of_a_dependency_never_takes_the_address_of_an_own_one() -> None:
    addresses = [file_address(each) for each in ("tea/x.png", "package://tea/x.png", "package/tea/x.png")]
    assert len(set(addresses)) == 3
    assert addresses[0] == "files/tea/x.png"


@pytest.mark.parametrize("name", ["字" * 100, "\U0001d160" * 60, "a" * 300, "\U0001f375" * 250])
def test_a_page_and_what_stands_beside_it_have_names_that_every_disk_can_hold(name: str) -> None:
    assert len(f"{slug(name)}.source.md".encode()) <= 255
    assert len(file_address(f"{name}.txt").removeprefix("files/").encode()) <= 255


@pytest.mark.parametrize("name", ["index", "INDEX", "Index"])
def test_no_page_takes_the_address_of_the_list_of_its_section(name: str) -> None:
    lists = {"index.html", "guide/index.html", "resources/index.html", "prompts/index.html", "protocols/index.html"}
    prose = {prose_address(f"{name}.md"), prose_address(f"guide/{name}.md")}
    made = {*prose, resource_address(f"{name}.md"), prompt_address(name), protocol_address(name)}
    assert len(made) == 5
    assert not {each.casefold() for each in made} & lists


def test_an_index_beside_a_readme_has_a_page_of_its_own(make: Make) -> None:
    site = make({"README.md": "# 茶\n", "index.md": "# 目录\n\n泉水\n\n## 井水\n"})
    assert "井水" in site["index-.html"]
    assert 'href="../index-.html"' in site["guide/index.html"]


def test_the_twin_of_a_bundle_never_takes_the_place_of_the_source_of_another(make: Make) -> None:
    role = "<role>\n<personality>\n沏茶\n</personality>\n</role>\n"
    site = make({"x.role.md": role, "x.source.md": role.replace("沏茶", "别的")})
    assert [each for each in site.found if "page-collision" in each]


def test_a_pattern_that_is_written_many_times_is_one_in_the_picture(make: Make) -> None:
    def picture(times: int) -> str:
        files = {f"data/{each}.csv": b"1" for each in "天地人"}
        site = make({**files, "a.thought.md": "<thought>\n" + "见 @?file://data/*.csv 。\n" * times + "</thought>\n"})
        return site["graph.html"]

    assert picture(50) == picture(1)


def test_a_file_with_a_secret_is_not_brought_along(make: Make) -> None:
    """Made up for the test; the shape is what counts."""
    key = "AKIA" + "Q3EGRIV7WZ5TNXJ2"
    site = make({"a.md": "见 [密钥](key.txt) 和 [表](table.csv)\n", "key.txt": f"id = {key}\n", "table.csv": "1\n"})
    assert site.found == ("a.md:1:8 secret",)
    assert {each.path for each in site.build.artifacts if "/files/" in each.path} == {"site/files/table.csv"}
    assert key not in "".join(site.files.values())
