"""Themes of a package, through the command itself: what they change on pages, and what is said where they are wrong."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dpmlc.edge.cli.run import run
from dpmlc.edge.themes import shipped, shipped_theme
from dpmlc.pages.themes.dress import dressed
from dpmlc.pages.themes.theme import Theme

PACKAGE = {
    "dpml.toml": '[site]\ntitle = "茶馆"\ntheme = "look"\n',
    "README.md": "# 차\n\n| leaf | water |\n| --- | --- |\n| 龙井 | 80 °C |\n",
    "host.role.md": "# 主人\n\n<role>\n  <personality>少说话。</personality>\n</role>\n",
    "look/theme.toml": 'name = "look"\ninherits = "default"\n',
}
LAYOUT = "look/templates/layout.html"
ABOVE = '{% extends "default/layout.html" %}\n'
FOOTER = ABOVE + "{% block footer %}\n  WHAT\n{% endblock %}\n"


class Built:
    """What the command said and wrote."""

    def __init__(self, status: int, said: str, site: Path) -> None:
        self.status = status
        self.said = said
        self.site = site

    @property
    def index(self) -> str:
        return (self.site / "index.html").read_text("utf-8")

    @property
    def errors(self) -> list[str]:
        return [line for line in self.said.split("\n") if line.startswith(("error", "warning"))]

    @property
    def places(self) -> list[str]:
        return [line.strip().removeprefix("--> ") for line in self.said.split("\n") if line.lstrip().startswith("-->")]


Build = Callable[..., Built]


@pytest.fixture
def build(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Build:
    """Writes the package with some files changed, and builds it."""

    def made(files: dict[str, str | bytes] | None = None, *options: str) -> Built:
        root = tmp_path / "package"
        for path, text in {**PACKAGE, **(files or {})}.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode() if isinstance(text, str) else text)
        capfd.readouterr()
        status = run(["build", str(root), "-o", str(tmp_path / "out"), *options])
        said = capfd.readouterr().err
        assert "Traceback" not in said
        assert "this is a bug" not in said
        return Built(status, said, tmp_path / "out" / "site")

    return made


def test_a_theme_that_changes_nothing_gives_the_pages_of_its_parent(build: Build) -> None:
    own = build()
    pages = {each.name: each.read_bytes() for each in own.site.glob("*.html")}
    other = build({"dpml.toml": '[site]\ntitle = "茶馆"\n'})
    assert own.status == other.status == 0
    assert {each.name: each.read_bytes() for each in other.site.glob("*.html")} == pages


def test_a_block_is_filled_and_the_parent_s_stays_around_it(build: Build) -> None:
    done = build({LAYOUT: FOOTER.replace("WHAT", '<p class="own">{{ site.title }}</p>{{ super() }}')})
    assert done.status == 0, done.said
    assert '<p class="own">茶馆</p>' in done.index
    assert "<footer>" in done.index
    assert 'class="brand"' in done.index


def test_one_template_is_replaced_the_others_stay(build: Build) -> None:
    done = build({"look/templates/list.html": '{% extends "layout.html" %}{% block content %}<i>空</i>{% endblock %}'})
    assert done.status == 0, done.said
    assert "<i>空</i>" in done.index
    assert "<i>空</i>" not in (done.site / "prompts" / "host.html").read_text("utf-8")


def test_stylesheets_are_linked_after_the_parent_s_and_images_come_along(build: Build) -> None:
    image = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
    done = build({"look/static/a.css": "a { color: red }\n", "look/static/img/leaf.png": image})
    assert done.status == 0, done.said
    head = done.index
    assert head.index("style.") < head.index("/a.")
    written = list((done.site / "assets" / "img").iterdir())
    assert [each.read_bytes() for each in written] == [image]
    assert written[0].name.startswith("leaf.")


def test_a_static_file_takes_the_place_of_the_parent_s_with_the_same_path(build: Build) -> None:
    done = build({"look/static/style.css": "body { color: teal }\n"})
    found = [each.read_text("utf-8") for each in (done.site / "assets").glob("style.*.css")]
    assert found == ["body { color: teal }\n"]


def test_names_of_static_files_fit_into_addresses_and_never_meet(build: Build) -> None:
    names = ["a b&\"'<#?.css", "a-b-.css", "A-B-.css", "쪽.css", "bare"]
    done = build({f"look/static/{name}": "" for name in names})
    assert done.status == 0, done.said
    links = re.findall(r'rel="stylesheet" href="([^"]*)"', done.index)[1:]
    assert [(done.site / link).read_text("utf-8") for link in links] == [""] * 4
    written = [each.name.casefold() for each in (done.site / "assets").iterdir() if each.is_file()]
    assert len(set(written)) == len(written)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes")
def test_what_is_no_file_of_the_package_does_not_come_along(build: Build, tmp_path: Path) -> None:
    static = tmp_path / "package" / "look" / "static"
    static.mkdir(parents=True)
    os.mkfifo(static / "pipe.css")
    (tmp_path / "outside.css").write_text(".outside { color: lime }")
    (static / "link.css").symlink_to(tmp_path / "outside.css")
    done = build()
    assert done.status == 0, done.said
    assert "lime" not in "".join(each.read_text("utf-8") for each in done.site.rglob("*.css"))
    assert [each for each in (done.site / "assets").iterdir() if each.name.startswith(("pipe", "link"))] == []


def test_a_theme_inherits_a_theme_of_the_package(build: Build) -> None:
    files: dict[str, str | bytes] = {
        "look/theme.toml": 'name = "look"\ninherits = "themes/house"\n',
        LAYOUT: '{% extends "house/layout.html" %}{% block footer %}own {{ super() }}{% endblock %}',
        "themes/house/theme.toml": 'name = "house"\n',
        "themes/house/templates/layout.html": FOOTER.replace("WHAT", "house {{ super() }}"),
    }
    done = build(files)
    assert done.status == 0, done.said
    order = [done.index.index(each) for each in ("own ", "house ", "<footer>")]
    assert order == sorted(order)


def test_markup_in_what_a_package_says_is_escaped_in_a_theme_too(build: Build) -> None:
    done = build({
        "dpml.toml": '[site]\ntitle = "<script>alert(1)</script>"\ntheme = "look"\n',
        LAYOUT: FOOTER.replace("WHAT", "<p>{{ site.title }}</p>"),
    })  # fmt: skip
    assert "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>" in done.index
    assert "<script>alert" not in done.index


def foot(what: str) -> str:
    """A layout whose third line is `what`, in the place of the footer."""
    return FOOTER.replace("WHAT", what)


WRONG = {
    "a block that nobody has": (ABOVE + "{% block foter %}x{% endblock %}", "2:1", "theme-block", "`footer`"),
    "a name that no page is given": (foot("{{ pge.title }}"), "3:3", "theme-name", "`page`"),
    "a field that a page does not have": (foot("{{ page.titel }}"), "3:3", "theme-variable", "`title`"),
    "a field in a branch that is never taken": (
        foot("{% if false %}{{ site.titel }}{% endif %}"), "3:3", "theme-variable", "`title`",
    ),
    "a field that a view does not have": (foot("{{ view.nope }}"), "3:3", "theme-variable", "`nope`"),
    "a word that there is not": (foot("{{ words.hom }}"), "3:3", "theme-variable", "`home`"),
    "a field of nothing": (foot("{{ page.previous.label }}"), "3:3", "theme-variable", "`label`"),
    "a bracket too few": (foot("{{ page.title }"), "3:3", "theme-template", "'}'"),
    "a tag that is not closed": (ABOVE + "{% block footer %}\n{% if page.title %}", "3:1", "theme-template", "endif"),
    "a tag that there is not": (foot("{% fro x %}"), "3:3", "theme-template", "fro"),
    "a filter that there is not": (foot("{{ page.title | upcase }}"), "3:3", "theme-template", "upcase"),
    "a parent that there is not": ('\n{% extends "defalt/layout.html" %}', "2:1", "theme-template", "defalt"),
    "itself as a parent": ('{% extends "layout.html" %}', "1:1", "theme-template", "`default/layout.html`"),
    "an include that there is not": (foot('{% include "x.html" %}'), "3:3", "theme-template", "`x.html`"),
    "a division by zero": (foot("{{ 1 // 0 }}"), "3:3", "theme-template", "zero"),
    "a call of a text": (foot("{{ page.title() }}"), "3:3", "theme-template", "callable"),
    "a sum of unlike things": (foot("{{ page.title + 1 }}"), "3:3", "theme-template", "str"),
    "a macro that calls itself": (
        foot("{% macro m(x) %}{{ m(x) }}{% endmacro %}{{ m(1) }}"), "3:3", "theme-template", "again",
    ),
    "a way out of the sandbox": (
        foot("{{ page.title.__class__.__mro__ }}"), "3:3", "theme-template", "__class__",
    ),
    "brackets without end": (foot("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}"), "1:1", "theme-template", "deep"),
    "conditions without end": (foot("{% if 1 %}" * 300 + "{% endif %}" * 300), "1:1", "theme-template", "deep"),
    "loops without end": (foot("{% for x in [] %}" * 60 + "{% endfor %}" * 60), "1:1", "theme-template", "deep"),
    "a loop without an end in sight": (
        foot("{% for x in range(10000000000) %}{% endfor %}"), "3:3", "theme-template", "range",
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_in_a_template_is_told_once_at_its_line(build: Build, case: str) -> None:
    template, place, code, said = WRONG[case]
    done = build({LAYOUT: template})
    assert done.status == 1
    assert len(done.errors) == 1, done.said
    assert done.errors[0].startswith(f"error[{code}]")
    assert done.places == [f"{LAYOUT}:{place}"]
    assert said in done.said
    assert not done.site.exists()


def test_each_wrong_line_is_told(build: Build) -> None:
    done = build({LAYOUT: FOOTER.replace("WHAT", "{{ page.titel }}\n  {{ pge }}\n  {{ 1 // 0 }}")})
    # What making a page finds comes to light once it can be made.
    assert done.places == [f"{LAYOUT}:3:3", f"{LAYOUT}:4:3"]


def test_a_wrong_template_does_not_keep_the_bundles_back_when_asked_to_go_on(build: Build) -> None:
    done = build({LAYOUT: FOOTER.replace("WHAT", "{{ 1 // 0 }}")}, "--keep-going")
    assert done.status == 1
    assert (done.site.parent / "bundles" / "host" / "prompt.md").is_file()


TOML = {
    "an unknown key": ({"look/theme.toml": 'nmae = "look"\n'}, "look/theme.toml:1:1", "unknown-key", "`name`"),
    "no TOML": ({"look/theme.toml": "name = look\n"}, "look/theme.toml:1:8", "toml-syntax", "look"),
    "another type": ({"look/theme.toml": "inherits = 3\n"}, "look/theme.toml:1:12", "wrong-value", "inherits"),
    "a parent that there is not": (
        {"look/theme.toml": 'inherits = "defalt"\n'}, "look/theme.toml:1:12", "unknown-theme", "`default`",
    ),
    "itself as a parent": (
        {"look/theme.toml": 'inherits = "look"\n'}, "look/theme.toml:1:12", "theme-circle", "`look` -> `look`",
    ),
    "a circle of parents": (
        {"look/theme.toml": 'inherits = "b"\n', "b/theme.toml": 'inherits = "look"\n'},
        "b/theme.toml:1:12", "theme-circle", "`look` -> `b` -> `look`",
    ),
    "the name of its parent": (
        {"look/theme.toml": 'inherits = "default"\nname = "default"\n'},
        "look/theme.toml:2:8", "theme-taken", "`default`",
    ),
    "a theme that there is not": (
        {"dpml.toml": '[site]\ntheme = "lok"\n'}, "dpml.toml:2:9", "unknown-theme", "lok",
    ),
    "a theme outside of the package": (
        {"dpml.toml": '[site]\ntheme = "../look"\n'}, "dpml.toml:2:9", "unknown-theme", "../look",
    ),
    "a template that is not UTF-8": ({LAYOUT: b"<p>\xff</p>"}, f"{LAYOUT}:1:1", "not-utf-8", "3"),
}  # fmt: skip


@pytest.mark.parametrize("case", TOML)
def test_what_is_wrong_in_a_theme_stops_the_build_at_its_place(build: Build, case: str) -> None:
    files, place, code, said = TOML[case]
    done = build(files)
    assert done.status == 2
    assert [each.partition("]")[0] for each in done.errors] == [f"error[{code}"], done.said
    assert done.places == [place]
    assert said in done.said


def test_a_theme_without_its_file_is_an_error(build: Build) -> None:
    done = build({"dpml.toml": '[site]\ntheme = "bare"\n', "bare/templates/layout.html": ABOVE})
    assert done.status == 2
    assert "bare/theme.toml" in done.said


@pytest.mark.parametrize("name", sorted(each.name for each in Path(shipped()).iterdir() if each.is_dir()))
def test_a_shipped_theme_is_looked_through_as_a_package_s_own_would_be(name: str) -> None:
    theme = shipped_theme(name)
    _, found = dressed(Theme(theme.name, "look", theme.templates, theme.static, theme.parent))
    assert found == ()


EXTRA = "look/templates/extra.html"
UNUSED = {
    "named like none": ({EXTRA: "<p>x</p>\n"}, [("extra.html", "docs/themes.md lists")]),
    "a slip of the pen": ({"look/templates/layuot.html": ABOVE}, [("layuot.html", "did you mean `layout.html`?")]),
    "in place of one of dpmlc's": ({LAYOUT: ABOVE}, []),
    "included": ({EXTRA: "x\n", LAYOUT: FOOTER.replace("WHAT", '{% include "extra.html" %}')}, []),
    "included by the theme's name": (
        {EXTRA: "x\n", LAYOUT: FOOTER.replace("WHAT", '{% include ["none.html", "look/extra.html"] %}')}, [],
    ),
    "imported": (
        {EXTRA: "{% macro m() %}x{% endmacro %}\n", LAYOUT: FOOTER.replace("WHAT", '{% import "extra.html" as e %}')},
        [],
    ),
    "used by what is not used": (
        {EXTRA: "x\n", "look/templates/more.html": '{% include "extra.html" %}\n'},
        [("extra.html", ""), ("more.html", "")],
    ),
    "chosen while the page is made": (
        {EXTRA: "x\n", LAYOUT: FOOTER.replace("WHAT", '{% include "ex" ~ "tra.html" %}')}, [],
    ),
    "below a template that cannot be read": ({EXTRA: "x\n", LAYOUT: "{% if %}"}, []),
    "for a theme in between": (
        {
            "look/theme.toml": 'inherits = "mid"\n', "mid/theme.toml": "", EXTRA: "mine\n",
            "mid/templates/layout.html": FOOTER.replace("WHAT", '{% include "extra.html" %}'),
            "mid/templates/extra.html": "x\n",
        }, [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", UNUSED)
def test_a_template_that_no_page_is_made_with(build: Build, case: str) -> None:
    files, expected = UNUSED[case]
    done = build(files)
    record = json.loads((done.site.parent / "build.json").read_text("utf-8")) if done.status == 0 else {}
    found = [each for each in record.get("diagnostics", ()) if each["code"] == "unused-template"]
    assert [each["path"] for each in found] == [f"look/templates/{name}" for name, _ in expected]
    assert {(each["severity"], each["line"], each["column"]) for each in found} <= {("hint", 1, 1)}
    for each, (_, help_) in zip(found, expected, strict=True):
        assert help_ in each["help"][0]
