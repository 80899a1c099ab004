"""A kept reference, written anew, reads as one reference and leads to the same files (SPEC 4.2, 3.3)."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from packages import package

from dpmlc.link.options import LinkOptions, PackageNames
from dpmlc.scan.find import find

NAMES = st.text("abz019 -_.%'(){}[]*~!?,;:@&=#+|<>\\`说明文档（）。，é\u0301", min_size=1, max_size=10)


@given(NAMES, NAMES, st.sampled_from(["", "。", "的内容", ". More", "）", " **x**", "-b", "/c"]))
@example("a b", "x.md", "")
@example("100%", "说明", "的内容")
@example("c(1", "d).md", "")
@example("[x]", "a.md", "")
@example("a", "%41.md", "")
@example("~", "a.md", "")
@example("c:", "a.md", "")
def test_what_is_rewritten_is_read_whole(folder: str, name: str, after: str) -> None:
    assume(not {folder, name} & {".", ".."} and "\\" not in folder + name)
    location = f"{folder}/{name}"
    document = f"{folder}/x.md"
    assume(location != document)
    made = package({location: "text", document: f'see @?file://"./{name}"{after}\n'})
    bounds = made.bounds(document)
    assume(len(bounds) == 1)
    bound = bounds[0]
    assume([each.kind for each in bound.targets] == ["file"] or name.endswith(".md"))
    assert [each.location for each in bound.targets] == [location]
    line = f"see {bound.written}{after}"
    (found, *_) = find(line, "", ()).references
    assert found.text == bound.written
    again = package({location: "text", document: "", "prompt.md": line}).bounds("prompt.md")
    assert [each.location for each in again[0].targets] == [location]
    assert again[0].written == bound.written


@pytest.mark.parametrize(
    ("folder", "text", "written"),
    [
        ("docs", "@?file://./a.md", "@?file://docs/a.md"),
        ("my docs", "@?file://./a.md", '@?file://"my docs/a.md"'),
        ("my docs", "@?file://./a.md?line=1", '@?file://"my docs/a.md"?line=1'),
        ("my docs", "@?file://./*.csv", "@?file://my%20docs/*.csv"),
        ("[1]", "@?file://./*.csv", "@?file://%5B1]/*.csv"),
        ("资料", "见@?file://./a.md的内容", "@?file://资料/a.md"),
        ("资料，", "@?file://./*.csv", "@?file://资料%EF%BC%8C/*.csv"),
        ("docs", '@?file://"./a.md"', '@?file://"docs/a.md"'),
        ("docs", "@!thinking:@?file://./a.md", "@?file://docs/a.md"),
        ("docs", "@?thinking:@file://./a.md", "@?thinking:@file://docs/a.md"),
    ],
)
def test_examples(folder: str, text: str, written: str) -> None:
    made = package({f"{folder}/a.md": "1", f"{folder}/b.csv": "2", f"{folder}/x.md": f"{text}\n"})
    assert made.bound(f"{folder}/x.md").written == written


def test_a_folder_called_like_the_package() -> None:
    options = LinkOptions(packages={"": PackageNames("Garden")})
    made = package({"Garden/a.md": "1", "Garden/x.md": "@?file://./a.md"}, options)
    assert made.bound("Garden/x.md").written == "@?file://./Garden/a.md"
