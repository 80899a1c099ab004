"""Edits of one thing that something else tells of: a build that goes on from the one before sees each."""

from collections.abc import Mapping

import pytest

from dpmlc.compiler import Compiler, Request
from dpmlc.pages.themes.theme import Theme
from dpmlc.text.files import MemoryFiles
from tests.make.test_durable import Disk, clean_build
from tests.test_incremental import BUILTIN, NOT_TEXT, ROLE, SETTINGS, TERMS, THEME, THOUGHT, UNIT

pytestmark = pytest.mark.slow

Contents = Mapping[str, str | bytes]
TOOL = (
    "module.exports = {\n  getMetadata() { return { id: 'kettle', name: 'Kettle', description: '물' } },\n"
    "  getSchema() { return { type: 'object', properties: { %s } } },\n  async execute() { return 1 },\n}\n"
)  # fmt: skip
HEAT, TIME = "heat: { type: 'number' }", "time: { type: 'string' }"
CHOICES = "| name | type | applies to | meaning |\n|---|---|---|---|\n| heat | enum: %s | role | how hot |\n"
CHAIN: Contents = {
    "a.role.md": ROLE.format("@!file://b.md"), "b.md": "# B\n\n@!file://c.md @?file://d.md\n",
    "c.md": "# C\n\n[d](d.md) #水位 [e](e.csv) [f](f/)\n", "d.md": "# D\n\n@!file://e.csv\n", "e.csv": "1\n",
    "f/x.md": "# X\n",
}  # fmt: skip
MANY: Contents = {
    **{f"u/{number:02}.md": f"# U{number}\n\n@?file://d/*.md\n" for number in range(25)},
    "d/a.md": "# A\n", "d/b.md": "# B\n",
}  # fmt: skip

EDITS: dict[str, tuple[Contents, dict[str, str | bytes | None]]] = {
    "the title of a kept document two steps away": (CHAIN, {"d.md": "# 다른\n\n@!file://e.csv\n"}),
    "a part that is kept and gone": (
        {"a.md": "@?file://b.md?section=둘\n", "b.md": "# 하나\n\n## 둘\n"}, {"b.md": "# 하나\n"},
    ),
    "a resource inside a kept document": (CHAIN, {"e.csv": "2\n"}),
    "line ends of a resource": (CHAIN, {"e.csv": "1\r\n"}),
    "line ends and a mark of a document": (CHAIN, {"d.md": b"\xef\xbb\xbf# D\r\n\r\n@!file://e.csv\r\n"}),
    "a term of a text two steps away": (CHAIN, {"t.md": TERMS.format("水位")}),
    "a file that a link two steps away brings along": (CHAIN, {"e.csv": None, "d.md": "# D\n"}),
    "a front for a folder that a link names": (CHAIN, {"f/README.md": "# F\n"}),
    "a document that becomes the first page": (CHAIN, {"README.md": "# Tea\n"}),
    "another first page": ({**CHAIN, "index.md": "# I\n\n[x](#x)\n"}, {"README.md": "# R\n"}),
    "a folder that becomes a file": (
        {"a.role.md": ROLE.format("@?file://k"), "k/a.csv": "1"}, {"k": "1", "k/a.csv": None},
    ),
    "the order of parameters": (
        {"a.role.md": ROLE.format("@tool://kettle"), "tool/kettle/kettle.tool.js": TOOL % f"{HEAT}, {TIME}"},
        {"tool/kettle/kettle.tool.js": TOOL % f"{TIME}, {HEAT}"},
    ),
    "the order of choices": ({"t.attributes.md": CHOICES % "x, y"}, {"t.attributes.md": CHOICES % "y, x"}),
    "the label of a user of a pattern that a page leaves out": (MANY, {"u/24.md": "# Ω\n\n@?file://d/*.md\n"}),
    "the first user of a pattern": (MANY, {"u/00.md": "# Q\n\n\n@?file://d/*.md\n"}),
    "one file less for a pattern": (MANY, {"d/b.md": None}),
    "where a registry leads": (
        {
            "p.resource.md": UNIT.format("r/a.md"), "a.role.md": ROLE.format("@!recipe://a"),
            "r/a.md": "1", "r/b.md": "2",
        },
        {"p.resource.md": UNIT.format("r/b.md")},
    ),
    "a nearer document of the same name": (
        {"role/a/a.role.md": ROLE.format("@!thought://t"), "thought/t.thought.md": THOUGHT.format("远")},
        {"role/a/thought/t.thought.md": THOUGHT.format("近")},
    ),
    "a document that is no text any more": ({**CHAIN, "b.md": "# B\n\n@?file://d.md\n"}, {"d.md": NOT_TEXT}),
}  # fmt: skip


@pytest.mark.parametrize("theme", [THEME, None], ids=["site", "bundles"])
@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_seen_wherever_something_tells_of_it(name: str, theme: Theme | None, tmp_path: object) -> None:
    before, edit = EDITS[name]
    after = {path: text for path, text in {**before, **edit}.items() if text is not None}
    disk, clean, compiler = Disk(str(tmp_path), theme), Disk(f"{tmp_path}/none", theme), Compiler()
    disk.built(before)
    compiler.build(Request(MemoryFiles(before), SETTINGS, BUILTIN, theme))
    made = clean_build(clean, after)
    again = compiler.build(Request(MemoryFiles(after), SETTINGS, BUILTIN, theme))
    assert disk.built(after).diagnostics == made.diagnostics == again.diagnostics
    assert disk.output == clean.output
    assert again.artifacts == made.artifacts
