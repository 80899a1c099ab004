"""SVG pictures of a package are shown with nothing in them that could run; whoever may miss a part is told."""

import re

import pytest
from lxml import etree

from dpmlc.pages.figures.drawing import picture
from tests.pages.conftest import Make

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12" viewBox="0 0 2400 1200">{}</svg>'
LEAF = '<path d="M0 0h9v9z" fill="url(#g)"/>'


@pytest.mark.parametrize(
    ("content", "without"),
    [
        (SVG.format(LEAF), ()),
        ('<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n'
         + SVG.format(LEAF), ()),
        (SVG.format(f"<script>run()</script><metadata>茶</metadata>{LEAF}"), ()),
        (SVG.format(f'{LEAF}<g onclick="run()" style="background:url(//elsewhere.example)">茶</g>'), ()),
        (SVG.format(f'{LEAF}<use href="x#a"/><image href="data:,A"/><use href="//elsewhere#b"/>'), ("image", "use")),
        (SVG.format(f"{LEAF}<foreignObject><p><b>x</b></p></foreignObject>"), ("foreignObject",)),
        (SVG.format(f"<style>@import '//elsewhere.example'; a{{}}</style>{LEAF}"), ()),
    ],
)  # fmt: skip
def test_a_picture_keeps_its_size_and_shapes(content: str, without: tuple[str, ...]) -> None:
    found = picture(content.encode())
    assert found is not None
    assert found.without == without
    root = etree.fromstring(found.svg)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("24", "12", "0 0 2400 1200")
    assert [each.get("d") for each in root.iter("{*}path")] == ["M0 0h9v9z"]
    assert not re.search(r"run\(|elsewhere|<(script|use|image|foreignObject|p)\b|onclick", found.svg)


def test_an_encoding_that_it_states_is_read() -> None:
    text = '<?xml version="1.0" encoding="utf-16"?>' + SVG.format("<text>茶</text>")
    found = picture(text.encode("utf-16"))
    assert found is not None
    assert etree.fromstring(found.svg).findtext("{*}text") == "茶"


@pytest.mark.parametrize(
    "content",
    [
        b"", b"<svg>", b"<svg/>", b"\x89PNG", SVG.format("<g>").encode(), SVG.replace("svg", "s:svg").encode(),
        ('<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG.format("&a;")).encode(),
        ('<?xml version="1.0" encoding="gb18030"?>' + SVG.format("茶")).encode("gb18030"),
        ('<?xml version="1.0" encoding="nonsense"?>' + SVG.format("茶")).encode(),
    ],
)  # fmt: skip
def test_what_is_no_svg_is_not_shown(content: bytes) -> None:
    assert picture(content) is None


def test_it_stands_in_the_site_and_its_reader_is_told_what_is_missing(make: Make) -> None:
    site = make(
        {
            "g/a.md": "# A\n\n![잎](leaf.SVG) [나무](tree.svg)\n",
            "g/leaf.SVG": SVG.format(f"{LEAF}<script>run()</script>"),
            "g/tree.svg": SVG.format(f'{LEAF}<use href="a.svg#a"/>'),
        }
    )
    assert site.found == ("g/a.md:3:21 picture-changed",)
    assert [each.message for each in site.build.diagnostics] == ["the picture `g/tree.svg` is shown without `<use>`"]
    assert 'src="../files/g/leaf.SVG"' in site.files["g/a.html"]
    assert "run()" not in site.files["files/g/leaf.SVG"]
    assert etree.fromstring(site.files["files/g/tree.svg"]).get("width") == "24"


def test_one_that_is_too_large_is_told_of(make: Make) -> None:
    site = make({"a.md": "![x](x.svg)\n", "x.svg": SVG.format("<g/>" * 300_000)})
    assert site.found == ("a.md:1:6 picture-changed",)
    assert not [path for path in site.files if path.startswith("files/")]


def uses(text: str) -> list[str | None]:
    found = picture(SVG.format(text).encode())
    assert found is not None
    assert bool(found.without) == ("<use" in text and "<use" not in found.svg)
    return [each.get("href") for each in etree.fromstring(found.svg).iter("{*}use")]


XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<symbol id="잎"><path d="M0 0"/></symbol><use href="#잎" x="3"/><use href="#잎"/>', ["#잎", "#잎"]),
        (f'<g {XLINK}><use xlink:href="#a"/></g><g id="a"><g/></g>', ["#a"]),
        ('<use href="#not-there"/>', ["#not-there"]),
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', []),
        ('<g id="a"><g><use href="#a"/></g></g>', []),
        ('<g id="a"><g id="b"><use href="#a"/></g></g>', []),
        ('<g id="a"><use href="#a"/></g><g id="a"><path/></g>', []),
        ('<g id="茶"><use href="#%E8%8C%B6"/></g>', []),
        ('<use id="a" href="#a"/>', []),
        ('<g id="a"><use href="#%E8"/></g><g id="%E8"><use href="#a"/></g>', []),
    ],
)
def test_a_picture_may_repeat_its_own_parts_but_not_in_circles(text: str, expected: list[str]) -> None:
    assert uses(text) == expected


def test_copies_of_copies_do_not_make_endlessly_much_of_little() -> None:
    layers = "".join(f'<g id="l{at + 1}">{f"""<use href="#l{at}"/>""" * 10}</g>' for at in range(4))
    assert len(uses(f'<g id="l0"><path/></g>{layers}')) == 40, "11,110 copies of one or two elements"
    layers += f'<g id="l5">{"""<use href="#l4"/>""" * 10}</g>'
    assert uses(f'<g id="l0"><path/></g>{layers}') == []


@pytest.mark.parametrize(
    "layer",
    [
        '<g id="l{}">' + '<use href="#%6C{}"/>' * 10 + "</g>",
        '<g id="g{0}">' + '<use href="#l{1}"/>' * 10 + '</g><use id="l{0}" href="#g{0}"/>',
    ],
    ids=["escaped names", "copies with names"],
)
def test_nor_do_copies_whose_names_are_hard_to_see(layer: str) -> None:
    layers = [layer.format(at + 1, *[at] * 10) for at in range(6)]
    bottom = '<g id="l0"><path/></g>'
    assert uses(bottom + "".join(layers[:2])) != []
    assert uses(bottom + "".join(layers)) == []


def test_depth_and_number_do_not_multiply() -> None:
    found = picture(SVG.format("<g>" * 50_000 + '<use href="#x"/><image/>' * 20_000 + "</g>" * 50_000).encode())
    assert found is not None
    assert (found.svg.count("<use"), found.without) == (20_000, ("image",))


def test_gradients_may_go_on_from_others_of_the_picture() -> None:
    found = picture(SVG.format(f'<linearGradient {XLINK} id="b" xlink:href="#a"/><pattern href="x.svg#a"/>').encode())
    assert found is not None
    assert '<linearGradient id="b" href="#a">' in found.svg
    assert "<pattern>" in found.svg
