"""Mermaid fences of a package as drawings in its site."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree, html

from dpmlc.compiler import Build, Compiler, Request, build_package
from dpmlc.edge.diagrams import Mermaid, found_renderer, prepared
from dpmlc.pages.figures.diagrams import Renderer, kind_of
from dpmlc.pages.figures.drawing import drawing
from dpmlc.pages.figures.renderer import Drawing, Undrawn
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.settings import Settings
from dpmlc.text.artifact import Artifact
from dpmlc.text.files import MemoryFiles
from tests.pages.conftest import DEFAULT, SHIPPED, WARDROBE

TEA = "flowchart LR\n  A[备水] --> B{水温?}\n  B -->|85℃| C[绿茶]\n  B -->|100℃| D[홍차 우리기]\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40.2 20">{}</svg>'


@pytest.fixture(scope="module")
def mermaid() -> Iterator[Mermaid]:
    pytest.importorskip("mmdr", reason="the extra `diagrams` is not installed")
    found = found_renderer()
    assert found is not None
    yield found
    found.close()


def built(files: Mapping[str, str], renderer: Renderer | None) -> Build:
    settings = replace(Settings(package="tea"), site=SiteOptions())
    return build_package(MemoryFiles(files), settings, SHIPPED, theme=DEFAULT, memory=WARDROBE, renderer=renderer)


def site(files: Mapping[str, str], renderer: Renderer | None) -> dict[str, str]:
    found = (each for each in built(files, renderer).artifacts if isinstance(each, Artifact))
    return {each.path[5:]: each.content.decode() for each in found if each.path.startswith("site/")}


def fence(source: str) -> str:
    return f"```mermaid\n{source}```\n"


def drawn(source: str, mermaid: Mermaid) -> Drawing:
    found = mermaid.draw(source)
    assert isinstance(found, Drawing), found
    return found


def words(svg: str) -> str:
    return " ".join("".join(etree.fromstring(svg).itertext("{*}text")).split())


def test_a_diagram_is_a_file_that_its_pages_show(mermaid: Mermaid) -> None:
    files = site({"README.md": f"# 茶\n\n{fence(TEA)}", "guides/a.md": f"# A\n\n> 引用\n>\n{fence(TEA)}"}, mermaid)
    (address,) = (path for path in files if path.startswith("diagrams/"))
    first, second = html.fromstring(files["index.html"]), html.fromstring(files["guides/a.html"])
    (image,) = first.xpath("//figure[@class='diagram']//img")
    assert image.get("src") == address
    assert image.get("alt") == "Diagram: flowchart, nodes: 4"
    assert re.fullmatch(r'<svg xmlns="[^"]*" width="(\d+)" height="(\d+)"', files[address].partition(" id=")[0])
    assert f'width="{image.get("width")}" height="{image.get("height")}"' in files[address]
    assert first.xpath("string(//figure//details/pre)") == TEA
    assert second.xpath("//figure//img/@src") == [f"../{address}"]


def test_without_a_renderer_the_source_stays() -> None:
    files = site({"README.md": f"# 茶\n\n{fence(TEA)}"}, None)
    page = html.fromstring(files["index.html"])
    assert page.xpath("string(//pre[@data-language='mermaid'])") == TEA
    assert not page.xpath("//figure | //main//img")
    assert not [path for path in files if path.startswith("diagrams/")]


def test_a_prompt_shows_its_diagrams_and_hands_on_their_source(mermaid: Mermaid) -> None:
    text = f"<role>\n<personality>\n{fence(TEA)}</personality>\n</role>\n"
    files = site({"role/a/a.role.md": text}, mermaid)
    assert html.fromstring(files["prompts/a.html"]).xpath("//figure[@class='diagram']//img")
    assert TEA in files["prompts/a.md"]


@pytest.mark.parametrize(
    ("source", "alt"),
    [
        ('sequenceDiagram\naccTitle: 点茶 <的> "顺序"\n客->>师: 茶\n', '点茶 <的> "顺序"'),
        ("%% 说明\n---\n", None),
        ("---\ntitle: 标题\n---\nmindmap\n  root((茶))\n    绿\n    红\n", "Diagram: mindmap, nodes: 3"),
        ('pie\n"绿" : 3\n"红" : 5\n', "Diagram: pie, nodes: 2"),
        ("stateDiagram-v2\n[*] --> 待办\n", "Diagram: stateDiagram-v2, nodes: 2"),
    ],
)
def test_the_alternative_says_what_is_shown(source: str, alt: str | None, mermaid: Mermaid) -> None:
    page = html.fromstring(site({"README.md": f"# x\n\n{fence(source)}"}, mermaid)["index.html"])
    assert page.xpath("//figure//img/@alt") == ([alt] if alt else [])


def test_what_cannot_be_drawn_stays_with_the_reason(mermaid: Mermaid) -> None:
    source = "flowchart LR\n  A[ <b>\n"
    page = html.fromstring(site({"README.md": f"# x\n\n{fence(source)}"}, mermaid)["index.html"])
    (figure,) = page.xpath("//figure[@class='diagram undrawn']")
    assert figure.xpath("string(pre)") == source
    assert figure.xpath("string(figcaption)").startswith("Not drawn: ")
    assert not figure.xpath(".//img")


HOSTILE = {
    "script": 'flowchart TD\nA["<script>alert(1)</script><img src=x onerror=alert(1)>"]-->B["<b>粗</b>"]\n',
    "link": 'flowchart TD\nA-->B\nclick A "javascript:alert(1)" "tip"\nclick B "https://elsewhere.example/" _blank\n',
    "callback": "flowchart TD\nA-->B\nclick A call alert(1)\n",
    "loose": '%%{init: {"securityLevel":"loose","flowchart":{"htmlLabels":true}}}%%\nflowchart TD\nA["<i>x</i>"]-->B\n',
    "theme": '%%{init: {"themeCSS":"@import url(https://elsewhere.example)"}}%%\nflowchart TD\nA-->B\n',
    "fill": "flowchart TD\nA-->B\nstyle A fill:url(https://elsewhere.example/x),stroke:red\n",
    "image": 'flowchart TD\nA@{ img: "https://elsewhere.example/x.png", label: "x", w: 60, h: 60 }\n',
    "font": '%%{init: {"themeVariables":{"fontFamily":"x\\"><script>alert(1)</script>"}}}%%\nflowchart TD\nA-->B\n',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_in_a_drawing_acts_or_comes_from_elsewhere(name: str, mermaid: Mermaid) -> None:
    found = mermaid.draw(HOSTILE[name])
    if isinstance(found, Undrawn):
        return
    root = etree.fromstring(found.svg)
    names = {etree.QName(each).localname for each in root.iter("{*}*")}
    assert not names & {"script", "foreignObject", "image", "a", "use", "animate", "set"}
    assert {etree.QName(each).namespace for each in root.iter("{*}*")} == {"http://www.w3.org/2000/svg"}
    values = [(str(key), str(value)) for each in root.iter("{*}*") for key, value in each.attrib.items()]
    assert not [key for key, _ in values if key.startswith("on") or key.endswith("href")]
    looks = [value for key, value in values if key == "style"] + [str(each.text) for each in root.iter("{*}style")]
    assert not [each for each in looks if "elsewhere" in each or "@import" in each]


@pytest.mark.parametrize(
    "inner",
    [
        "<script>1</script>",
        "<g onload='1'/>",
        "<a href='https://elsewhere.example'><text>茶</text></a>",
        "<foreignObject><svg><script>1</script></svg></foreignObject>",
        "<x:script xmlns:x='http://www.w3.org/2000/svg'>1</x:script>",
        "<g xmlns='http://www.w3.org/1999/xhtml'><iframe/></g>",
        "<style>" + "/* 长 */" * 4000 + "@import 'x';</style>",
        "<style>a{fill:\\75rl(x)}</style>",
        "<rect style='fill:URL( \"https://elsewhere.example\")'/>",
        "<image href='data:x'/><animate attributeName='href'/><use href='#a'/>",
        "<!--<script>--><?x y?><![CDATA[<script>]]>",
    ],
)
def test_only_shapes_words_and_looks_are_left(inner: str) -> None:
    found = drawing(SVG.format(inner))
    assert found is not None
    assert not re.search(r"<(script|a|image|use|animate|iframe|foreignObject)|@import|elsewhere|on\w+=|\\", found.svg)
    assert (found.width, found.height) == (41, 20)
    assert drawing(found.svg) == found


@pytest.mark.parametrize(
    "svg",
    [
        "", "<svg", "<svg/>", "<p>x</p>", SVG.format("\0"), SVG.format("&nbsp;"), SVG.replace("40.2", "1e99"),
        SVG.replace("40.2", "nan"), SVG.replace("40.2", "-1"), SVG.replace("0 0", ""),
        '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG.format("&a;"), "<svg viewBox='0 0 1 1'/>",
    ],
)  # fmt: skip
def test_what_is_no_svg_is_not_shown(svg: str) -> None:
    assert drawing(svg) is None


def test_what_an_svg_says_and_refers_to_inside_stays() -> None:
    inner = (
        "<title>茶 &amp;lt; 水</title><style>#a&gt;b{fill:red}</style>"
        '<path d="M0" marker-end="url(#m)"/><text xml:space="preserve"> a&lt; </text>'
    )
    found = drawing(SVG.format(inner))
    assert found is not None
    assert found.title == "茶 < 水"
    assert 'marker-end="url(#m)"' in found.svg
    assert etree.fromstring(found.svg).findtext("{*}style") == "#a>b{fill:red}"
    assert etree.fromstring(found.svg).findtext("{*}text") == " a< "


@pytest.mark.parametrize(
    "source",
    [
        "",
        "茶",
        "flowchart TD\n" + "".join(f"A{i}-->A{i + 1}\n" for i in range(100_000)),
        "flowchart TD\n" + "".join(f"A{i}-->A{j}\n" for i in range(60) for j in range(i)),
        "flowchart TD\n" + "".join(f"subgraph s{i}\n" for i in range(2000)) + "a-->b\n" + "end\n" * 2000,
        "flowchart TD\nA" + "(" * 90_000,
        "flowchart TD\nA[\ud800]-->B",
        "flowchart TD\nA\0-->B",
    ],
    ids=["empty", "no kind", "long", "tangled", "deep", "open", "surrogate", "nul"],
)
def test_a_source_that_is_too_much_or_none_is_refused(source: str, mermaid: Mermaid) -> None:
    assert isinstance(mermaid.draw(source), Undrawn)
    assert isinstance(mermaid.draw(TEA), Drawing)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("%% a\nflowchart TD\n  %%\nA-->B\n%%", "LOOKflowchart TD\nA-->B\n"),
        ("---\ntitle: 茶\n---\npie\n", "---\ntitle: 茶\n---\nLOOKpie\n"),
        ("---\nconfig:\n  theme: dark\n---\npie\n", "---\nconfig:\n  theme: dark\n---\npie\n"),
        ('%%{init: {"theme":"dark"}}%%\npie\n', 'LOOK%%{init: {"theme":"dark"}}%%\npie\n'),
        ("---\npie\n", "LOOK---\npie\n"),
    ],
)
def test_a_source_is_prepared(source: str, expected: str) -> None:
    look = prepared("").removesuffix("\n") + "\n"
    assert prepared(source) == expected.replace("LOOK", look)


def test_an_empty_comment_does_not_hang(mermaid: Mermaid) -> None:
    assert drawn("sequenceDiagram\n%%\n客->>师: 茶\n", mermaid).nodes == 2


@pytest.mark.slow
def test_a_source_that_never_ends_ends_its_process_alone(monkeypatch: pytest.MonkeyPatch, mermaid: Mermaid) -> None:
    monkeypatch.setattr(
        "dpmlc.edge.diagrams.prepared", str
    )  # What merman 0.9 never comes back from is taken out there.
    other = Mermaid()
    assert other.draw("sequenceDiagram\n%%\nA->>B: x") == Undrawn("drawing it takes too much time or memory")
    assert isinstance(other.draw("flowchart TD\nA-->B"), Drawing)
    other.close()


def test_a_library_that_cannot_be_loaded_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that lacks the C++ library. No place of this machine gets into the site."""
    (tmp_path / "mmdr.py").write_text('raise ImportError("/opt/lib/x.so: libstdc++.so.6: cannot open")\n')
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    other = Mermaid()
    told = Undrawn("the library `mmdr` cannot be loaded on this machine: x.so: libstdc++.so.6: cannot open")
    assert (other.draw(TEA), other.draw("pie\n")) == (told, told)
    other.close()


def test_a_process_that_ended_by_itself_is_started_again(mermaid: Mermaid) -> None:
    other = Mermaid()
    assert isinstance(other.draw(TEA), Drawing)
    other.close()
    assert words(drawn("flowchart TD\nA[다시]", other).svg) == "다시"
    other.close()


def test_the_same_bytes_from_every_process(mermaid: Mermaid) -> None:
    other = Mermaid()
    assert other.draw(TEA) == mermaid.draw(TEA)
    other.close()


def test_a_build_again_gives_the_same_and_another_renderer_counts(mermaid: Mermaid) -> None:
    files, settings = {"README.md": f"# x\n\n{fence(TEA)}"}, Settings(package="tea")
    compiler = Compiler()
    without = compiler.build(Request(MemoryFiles(files), settings, SHIPPED, theme=DEFAULT))
    first = compiler.build(Request(MemoryFiles(files), settings, SHIPPED, theme=DEFAULT, renderer=mermaid))
    again = compiler.build(Request(MemoryFiles(files), settings, SHIPPED, theme=DEFAULT, renderer=mermaid))
    assert without.artifacts != first.artifacts == again.artifacts
    assert (
        first.artifacts
        == build_package(MemoryFiles(files), settings, SHIPPED, theme=DEFAULT, renderer=mermaid).artifacts
    )


def test_a_password_in_a_label_stands_nowhere(mermaid: Mermaid) -> None:
    source = 'flowchart TD\nA["https://tea:geheim@teahouse.example/x"]\n'
    files = site({"README.md": f"# x\n\n{fence(source)}"}, mermaid)
    assert "diagrams/" in files["index.html"]
    assert not [path for path, text in files.items() if "geheim" in text]


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("", ""),
        ("\n %% x\n graph TD\n", "graph"),
        ("---\na: b\n---\npie\n", "pie"),
        ("---\n", ""),
        ("a" * 99, "a" * 40),
    ],
)
def test_a_kind_is_the_first_word(source: str, kind: str) -> None:
    assert kind_of(source) == kind
