"""Checking again what was checked: when it is enough to look at what changed, and that it comes to the same."""

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from dpmlc.check.checked import Checked, check_package
from dpmlc.check.leads import Leads
from dpmlc.check.rechecked import Known, recheck_package
from dpmlc.edge.builtin import builtin_documents
from dpmlc.link.options import LinkOptions, PackageNames
from dpmlc.memory import Lasting
from dpmlc.settings import Settings
from dpmlc.text.files import MemoryFiles

BUILTIN = builtin_documents()
PACKAGES = LinkOptions(packages={"": PackageNames(), "leaf": PackageNames()})
SETTINGS = Settings(package="tea", dependencies={"leaf": "../leaf"}, link=PACKAGES)
LIMITS = SETTINGS.limits
LEAF = "package://leaf/"

PACKAGE = {
    "a.role.md": "<role><personality>\n@!thought://t\n</personality></role>\n",
    "b.role.md": "<role><personality>\n@!file://guide.md?section=둘\n</personality></role>\n",
    "t.thought.md": "<thought>\n생각 @?file://data.csv\n</thought>\n",
    "u.thought.md": "<thought>\n@!file://gone.md\n</thought>\n",
    "guide.md": "# 하나\n\n## 둘\n\n본문\n",
    "data.csv": "가,나\n1,2\n",
    "kettle.resource.md": '<resource protocol="kettle">\n<registry>\n| id | target |\n|---|---|\n'
    "| a | @file://guide.md |\n</registry>\n</resource>\n",
    "steps.protocol.md": "# steps\n\n```ebnf\nsteps_element ::= '<steps>' text '</steps>'\ntext ::= (* any *)\n```\n",
    "lot.attributes.md": "| name | type | applies to | meaning |\n|---|---|---|---|\n| heat | integer 1-9 | | hot |\n",
    "bytes.md": "text\n",
    f"{LEAF}l.thought.md": "<thought>\n잎 @!file://none.md\n</thought>\n",
    f"{LEAF}none.md": "<unclosed>\n",
    f"{LEAF}round.md": "@!file://about.md\n",
    f"{LEAF}about.md": "@!file://round.md\n",
    "kept.md": "@?file://guide.md?section=둘\n",
}


def checked(files: dict[str, str | bytes], memory: Lasting) -> Checked:
    return check_package(MemoryFiles(files), SETTINGS, BUILTIN, memory=memory)


def again(known: Known, files: dict[str, str | bytes], changed: set[str], memory: Lasting) -> Known | None:
    found = recheck_package(known, MemoryFiles(files), SETTINGS, BUILTIN, frozenset(changed), memory)
    return None if found is None else found.known


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.role.md", "<role><personality>\n다른 @!thought://u\n</personality></role>\n"),
        ("t.thought.md", "<thought>\n@!thought://t\n</thought>\n"),  # It inlines itself now.
        ("guide.md", "# 하나\n"),  # A part that somebody inlines is gone.
        ("u.thought.md", "<thought>\n</thought>\n"),  # Nothing is wrong any more.
        ("u.thought.md", "<thought>\n<tag\n@!package://leaf/l.thought.md\n</thought>\n"),
        ("kept.md", "@!package://leaf/round.md\n"),  # Documents that inlined each other unseen.
        ("data.csv", "가\n"),
        (f"{LEAF}none.md", "<unclosed>\n\n<more>\n"),
    ],
)
def test_a_changed_text_is_all_that_is_looked_at(path: str, text: str) -> None:
    memory, after = Lasting(), {**PACKAGE, path: text}
    known = again(Known.of(checked(PACKAGE, memory), LIMITS), after, {path}, memory)
    assert known is not None
    clean = checked(after, Lasting())
    assert known.checked == clean
    assert known.leads == Leads.of(clean.bounds)
    assert known.facts == Known.of(clean, LIMITS).facts


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("new.md", "# 새 글\n"),
        ("data.csv", None),
        ("kettle.resource.md", "# 설명만\n"),
        ("guide.md", PACKAGE["kettle.resource.md"].replace("kettle", "cup")),
        ("steps.protocol.md", "# steps\n"),
        ("lot.attributes.md", "# lot\n"),
        ("bytes.md", b"\xff\xfe"),
        ("guide.md", b"\xff\xfe"),
    ],
)
def test_everything_is_looked_at_where_more_than_text_changed(path: str, text: str | bytes | None) -> None:
    memory = Lasting()
    after: dict[str, str | bytes] = {**PACKAGE, path: text or ""}
    if text is None:
        del after[path]
    assert again(Known.of(checked(PACKAGE, memory), LIMITS), after, {path}, memory) is None


def test_the_same_names_are_compared_with_those_that_are_known() -> None:
    known = {f"{number}.thought.md": "<thought>\n茶\n</thought>\n" for number in range(1000, 1250)}
    unknown = {f"{number}.md": f"@!thought://{number}0\n" for number in range(1000, 1250)}  # Too many to compare all.
    memory, after = Lasting(), {"note.md": "둘\n", **known, **unknown}
    before = checked({**after, "note.md": "하나\n"}, memory)
    found = again(Known.of(before, LIMITS), after, {"note.md"}, memory)
    assert found is not None
    assert found.checked.diagnostics == checked(after, Lasting()).diagnostics


TEXTS = (
    "본문", "<thought>\n@!thought://t\n</thought>", "@!thought://u @!file://guide.md", "## 둘\n\n@!kettle://a",
    "<open>", "@!file://data.csv?line=1", "@?file://*.md", "@!package://leaf/l.thought.md", "@!file://none.md",
    "@?file://guide.md?section=둘", "@!package://leaf/round.md",
    "@!kettle://b", "<role><personality>\n@!thought://t\n</personality></role>", "@!file://a.role.md", "`@!x`", "",
)  # fmt: skip
TEXTUAL = sorted(
    each for each in PACKAGE if each.endswith((".thought.md", ".role.md", "guide.md", "none.md", "kept.md"))
)


@pytest.mark.slow
@given(
    st.lists(
        st.dictionaries(st.sampled_from(TEXTUAL), st.lists(st.sampled_from(TEXTS), max_size=3), min_size=1, max_size=2),
        min_size=1,
        max_size=6,
    )
)
@examples(max_examples=150, deadline=None)
def test_checked_again_is_checked(edits: list[dict[str, list[str]]]) -> None:
    memory, files = Lasting(), dict(PACKAGE)
    known: Known | None = Known.of(checked(files, memory), LIMITS)
    for edit in edits:
        files |= {path: "\n\n".join(texts) for path, texts in edit.items()}
        assert known is not None
        known = again(known, files, set(edit), memory)
        clean = checked(files, Lasting())
        assert known is not None
        assert known.checked == clean
        assert known.leads.to == Leads.of(clean.bounds).to
        assert known.facts == Known.of(clean, LIMITS).facts
