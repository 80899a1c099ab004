"""Which pages are looked at again after an edit that only touches some documents: few, and all that it may change."""

from collections.abc import Iterable

import pytest

from dpmlc.compiler import Build, Compiler, Request, build_package
from dpmlc.memory import Lasting, Wanted
from dpmlc.text.files import MemoryFiles
from dpmlc.text.spread import Spread
from tests.test_incremental import BUILTIN, ROLE, SETTINGS, THEME, differing, each

FILES: dict[str, str | bytes] = {
    "a.role.md": ROLE.format("@!thought://plan\n\n@?file://data/*.md\n\n@!thought://lost"),
    "b.role.md": ROLE.format("@!thought://plan\n\n@!thought://lost"),
    "c.role.md": ROLE.format("plain"),
    "plan.thought.md": "<thought>\n\n# 计划\n\n@!thought://water\n\n</thought>\n",
    "water.thought.md": "<thought>\n\n# 물\n\n水位\n\n</thought>\n",
    "alone.thought.md": "<thought>\n\n# Alone\n\n@!knowledge://none\n\n</thought>\n",
    "data/one.md": "# One\n",
    "data/two.md": "# Two\n",
    "guide.md": "# Guide\n\n[one](data/one.md#one) and @!thought://plan\n",
}


class Watched(Lasting):
    """A memory that notes of what it had to ask for a key."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def many(self, wanted: Wanted[object], spread: Spread) -> Iterable[object]:  # type: ignore[override]
        def key(name: str) -> tuple[object, ...]:
            self.asked.add(name)
            return wanted.key(name)

        seen = Wanted(wanted.kind, wanted.names, key, wanted.make, wanted.holds, wanted.same)
        return super().many(seen, spread)


def edited(path: str, text: str, files: dict[str, str | bytes] = FILES) -> tuple[Build, Build, set[str]]:
    """The build after an edit, going on from the one before and clean; and of what a key was asked for."""
    memory = Watched()
    compiler = Compiler(memory)
    compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    memory.asked.clear()
    after = {**files, path: text}
    request = Request(MemoryFiles(after), SETTINGS, BUILTIN, theme=THEME)
    return compiler.build(request, changed=differing(files, after)), build_package(
        MemoryFiles(after), SETTINGS, BUILTIN, theme=THEME
    ), memory.asked


def test_a_plain_edit_asks_only_for_pages_around_it() -> None:
    again, clean, asked = edited("water.thought.md", "<thought>\n\n# 물\n\n水位 높다\n\n</thought>\n")
    assert each(again) == each(clean)
    # Its text, its page, and the bundles that inline it.
    documents = {"water.thought.md", "resources/water.thought.html", "a.role.md", "b.role.md"}
    assert {name for name in asked if not name.startswith("elements/")} == documents


TEXTS = {
    "lines move": ("plan.thought.md", "<thought>\n\n\n\n# 计划\n\n@!thought://water\n\n</thought>\n"),
    "another title": ("plan.thought.md", "<thought>\n\n# 新计划\n\n@!thought://water\n\n</thought>\n"),
    "another reference": ("plan.thought.md", "<thought>\n\n# 计划\n\n@!thought://alone\n\n</thought>\n"),
    "no reference": ("plan.thought.md", "<thought>\n\n# 计划\n\n</thought>\n"),
    "lazy now": ("plan.thought.md", "<thought>\n\n# 计划\n\n@?thought://water\n\n</thought>\n"),
    "a pattern gone": ("a.role.md", ROLE.format("@!thought://plan\n\n@!thought://lost")),
    "another pattern first": ("a.role.md", ROLE.format("@?file://d*/*.md\n\n@?file://data/*.md")),
    "what is lost is asked otherwise": ("b.role.md", ROLE.format("@!thought://plan\n\n@?thought://lost")),
    "what is lost is asked no more": ("b.role.md", ROLE.format("@!thought://plan")),
    "an error comes": ("guide.md", "# Guide\n\n@!thought://nobody and <unclosed\n\n<role>\n"),
    "an error goes": ("alone.thought.md", "<thought>\n\n# Alone\n\n</thought>\n"),
    "a place that a link leads to goes": ("data/one.md", "# Eins\n"),
    "a circle": ("water.thought.md", "<thought>\n\n# 물\n\n@!thought://plan\n\n</thought>\n"),
    "another tag": ("c.role.md", "<role>\n<principle>\nplain\n</principle>\n</role>\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_an_edit_comes_to_what_a_clean_build_makes(name: str) -> None:
    again, clean, _ = edited(*TEXTS[name])
    assert again.diagnostics == clean.diagnostics
    assert [path for path, made in each(again) if made != dict(each(clean)).get(path)] == []
    assert [path for path, _ in each(again)] == [path for path, _ in each(clean)]


@pytest.mark.slow
def test_every_one_of_them_after_the_other() -> None:
    compiler, files = Compiler(), dict(FILES)
    compiler.build(Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME))
    for path, text in (*TEXTS.values(), *((path, str(text)) for path, text in FILES.items())):
        before, files = files, {**files, path: text}
        request = Request(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME)
        again = compiler.build(request, changed=differing(before, files))
        assert again.artifacts == build_package(MemoryFiles(files), SETTINGS, BUILTIN, theme=THEME).artifacts, path
