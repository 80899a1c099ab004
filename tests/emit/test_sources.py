"""Where each character of a prompt came from: `sources.json` (SPEC 4.4) and `explain FILE:LINE`."""

import gc
import json
import time
from dataclasses import replace
from typing import Any

import pytest
from emit_cases import bound, flat, index_of, opened, reference, validated
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.emit.sources import sources
from dpmlc.emit.texts import Texts
from dpmlc.emit.walk import trail
from dpmlc.explain import Indent, explain, provenance
from dpmlc.link.bound import Target
from dpmlc.link.flat import Close, Flat, Open, Piece
from dpmlc.text.files import MemoryFiles
from dpmlc.text.source import lines
from dpmlc.text.span import Span

TEXTS = {
    "r.role.md": "<role>\nsee @!file://a.md now\n@!file://b.csv\n</role>\n",
    "a.md": "one\n  two\nthree\n",
    "b.csv": "x,y\n1,2\n3,4\n",
}
INDEX = index_of(TEXTS)
A = Target("a.md", "document")
B = Target("b.csv", "file")
TO_A = bound(reference("r.role.md", TEXTS, "@!file://a.md"), A)
TO_B = bound(reference("r.role.md", TEXTS, "@!file://b.csv"), B)


def made(value: Flat) -> str:
    return sources(trail(value, Texts(INDEX, MemoryFiles(TEXTS))))


def check(value: Flat, **expected: object) -> Any:
    """`sources.json` of `value` is valid, and its keys named in `expected` have these values."""
    found = validated(made(value), "sources")
    assert {key: found[key] for key in expected} == expected
    return found


class TestRanges:
    def test_a_document_as_it_is(self) -> None:
        check(
            flat("a.md", (TEXTS["a.md"], "a.md", 0)),
            lines=3, files=["a.md"], ranges=[[1, 3, 0, 1]], insets=[], inlined=[],
        )  # fmt: skip

    def test_nothing(self) -> None:
        check(flat("a.md"), lines=0, files=[], ranges=[], insets=[], inlined=[])

    def test_no_line_end_at_the_end(self) -> None:
        check(flat("a.md", ("one", "a.md", 0)), lines=1, ranges=[[1, 1, 0, 1]])

    def test_lines_of_dpmlc(self) -> None:
        value = flat("a.md", "<x>\n", ("one\n", "a.md", 0), "\n</x>\n")
        check(value, lines=4, ranges=[[1, 1, None, None], [2, 2, 0, 1], [3, 4, None, None]], insets=[])

    def test_a_jump(self) -> None:
        value = flat("a.md", ("one\n", "a.md", 0), ("three\n", "a.md", 10))
        check(value, ranges=[[1, 1, 0, 1], [2, 2, 0, 3]])

    def test_pieces_that_go_on_are_one_range(self) -> None:
        value = flat("a.md", ("on", "a.md", 0), ("e\n", "a.md", 2), ("  two\n", "a.md", 4))
        check(value, ranges=[[1, 2, 0, 1]], insets=[])

    def test_a_slice_of_a_resource(self) -> None:
        check(flat("b.csv", ("3,4\n", "b.csv", 8)), files=["b.csv"], ranges=[[1, 1, 0, 3]])


class TestInsets:
    def test_indentation_of_dpmlc(self) -> None:
        value = flat("a.md", "  ", ("one\n", "a.md", 0))
        check(value, ranges=[[1, 1, 0, 1]], indents=[[1, 1, 2]], insets=[])

    def test_a_whole_document_indented(self) -> None:
        value = flat("a.md", "  ", Piece(TEXTS["a.md"], "a.md", 0, "  "), "\n  ", Piece("three", "a.md", 10, "  "))
        assert value.text == "  one\n    two\n  three\n\n  three"
        check(
            value, lines=5, ranges=[[1, 3, 0, 1], [4, 4, None, None], [5, 5, 0, 3]], indents=[[1, 5, 2]], insets=[]
        )  # fmt: skip

    def test_indents_end_at_a_line_without(self) -> None:
        value = flat("a.md", Piece(TEXTS["a.md"], "a.md", 0, " "), "x\n", Piece(TEXTS["a.md"], "a.md", 0, " "))
        check(value, indents=[[2, 3, 1], [6, 7, 1]])

    def test_text_of_dpmlc_in_a_line(self) -> None:
        value = flat("a.md", ("on", "a.md", 0), "--", ("e\n", "a.md", 2))
        inset = {"line": 1, "column": 3, "length": 2, "file": None, "source_line": None, "source_column": None}
        check(value, ranges=[[1, 1, 0, 1]], indents=[], insets=[inset])

    def test_text_of_another_file_in_a_line(self) -> None:
        # see one now: "one" is a.md's, " now" stands further right in the role.
        value = flat("r.role.md", ("see ", "r.role.md", 7), ("one", "a.md", 0), (" now\n", "r.role.md", 24))
        check(
            value,
            files=["r.role.md", "a.md"],
            ranges=[[1, 1, 0, 2]],
            insets=[
                {"line": 1, "column": 5, "length": 3, "file": 1, "source_line": 1, "source_column": 1},
                {"line": 1, "column": 8, "length": 4, "file": 0, "source_line": 2, "source_column": 18},
            ],
        )

    def test_a_line_belongs_to_its_first_text_that_is_not_white_space(self) -> None:
        value = flat("r.role.md", (" ", "r.role.md", 10), ("one\n", "a.md", 0))
        # Neither stands in the column that it has in a.md: `one` is moved by text that is not dpmlc's.
        check(
            value,
            files=["a.md", "r.role.md"],
            ranges=[[1, 1, 0, 1]],
            insets=[
                {"line": 1, "column": 1, "length": 1, "file": 1, "source_line": 2, "source_column": 4},
                {"line": 1, "column": 2, "length": 3, "file": 0, "source_line": 1, "source_column": 1},
            ],
        )


class TestInlined:
    def test_whole_lines(self) -> None:
        value = flat(
            "r.role.md", ("<role>\n", "r.role.md", 0), opened(TO_A), "<x>\n", (TEXTS["a.md"], "a.md", 0), "</x>\n",
            Close(), "\n", opened(TO_B), ("x,y\n", "b.csv", 0), Close(), ("</role>\n", "r.role.md", 45),
        )  # fmt: skip
        check(
            value,
            lines=9,
            files=["r.role.md", "a.md", "b.csv"],
            inlined=[
                {"name": "file://a.md", "file": 1, "first": 2, "last": 6, "from": [0, 2, 5], "bytes": 25},
                {"name": "file://b.csv", "file": 2, "first": 8, "last": 8, "from": [0, 3, 1], "bytes": 4},
            ],
        )

    def test_in_a_sentence(self) -> None:
        value = flat("r.role.md", ("see ", "r.role.md", 7), opened(TO_A), ("one", "a.md", 0), Close(), " now\n")
        inlined = {"name": "file://a.md", "file": 1, "first": 1, "last": 1, "from": [0, 2, 5], "bytes": 3}
        check(value, inlined=[inlined])

    def test_behind_what_ends_the_line_before_it(self) -> None:
        value = flat(
            "r.role.md", ("<role>", "r.role.md", 0), opened(TO_A), opened(TO_B), "\n", "\n  <x>\n",
            Piece("x,y\n", "b.csv", 0, "  "), Close(), "</x>", Close(), ("</role>\n", "r.role.md", 45),
        )  # fmt: skip
        check(
            value,
            lines=5,
            inlined=[
                {"name": "file://a.md", "file": 2, "first": 3, "last": 5, "from": [0, 2, 5], "bytes": 14},
                {"name": "file://b.csv", "file": 1, "first": 3, "last": 4, "from": [0, 3, 1], "bytes": 10},
            ],
        )

    def test_line_ends_alone(self) -> None:
        value = flat("r.role.md", ("<role>", "r.role.md", 0), opened(TO_B), "\n", "\n", Close(), "x")
        inlined = {"name": "file://b.csv", "file": 1, "first": 3, "last": 3, "from": [0, 3, 1], "bytes": 0}
        check(value, inlined=[inlined])

    def test_made_by_a_handler(self) -> None:
        opaque = bound(TO_A.reference, Target("db://x", "opaque", "row"))
        value = flat("r.role.md", opened(opaque), "行\n", Close())
        inlined = {"name": "file://a.md", "file": None, "first": 1, "last": 1, "from": [0, 2, 5], "bytes": 4}
        check(value, files=["r.role.md"], inlined=[inlined])

    def test_nothing_inside(self) -> None:
        value = flat("r.role.md", ("<role>\n", "r.role.md", 0), opened(TO_B), Close())
        inlined = {"name": "file://b.csv", "file": 1, "first": 2, "last": 2, "from": [0, 3, 1], "bytes": 0}
        check(value, inlined=[inlined])


def origins(value: Flat) -> list[tuple[str, int, int] | None]:
    """For each character but line ends: its file, line and column; straight from the pieces."""
    found: list[tuple[str, int, int] | None] = []
    for row in value.rows:
        if isinstance(row, Piece):
            for number, character in enumerate(row.text):
                if character == "\n":
                    continue
                if number and row.text[number - 1] == "\n":
                    found += [None] * len(row.indent)
                if row.path is None:
                    found.append(None)
                else:
                    place = lines(TEXTS[row.path]).position(row.start + number)
                    found.append((row.path, place.line, place.column))
    return found


def traced(prompt: str, found: Any) -> list[tuple[str, int, int] | None]:
    """The same, as the rule in the schema reads it from `sources.json`."""
    files, mapped = found["files"], []
    for number, text in enumerate(prompt.split("\n"), start=1):
        insets = [each for each in found["insets"] if each["line"] == number]
        made_here = indent = next((each[2] for each in found["indents"] if each[0] <= number <= each[1]), 0)
        for column in range(1, len(text) + 1):
            first, _, file, source_line = next(each for each in found["ranges"] if each[0] <= number <= each[1])
            inset = next((each for each in insets if each["column"] <= column < each["column"] + each["length"]), None)
            if column <= indent:
                mapped.append(None)
            elif inset is not None and inset["file"] is not None:
                shift = column - inset["column"]
                mapped.append((files[inset["file"]], inset["source_line"], inset["source_column"] + shift))
            elif inset is not None or file is None:
                made_here += 1
                mapped.append(None)
            else:
                mapped.append((files[file], source_line + number - first, column - made_here))
    return mapped


@st.composite
def flats(draw: st.DrawFn) -> Flat:
    rows: list[Piece | Open | Close] = []
    depth = 0
    for _ in range(draw(st.integers(0, 12))):
        match draw(st.integers(0, 5)):
            case 0:
                rows.append(Piece(draw(st.text("a \n行", max_size=6)), None, 0, draw(st.sampled_from(["", "  "]))))
            case 1:
                rows.append(opened(draw(st.sampled_from([TO_A, TO_B]))))
                depth += 1
            case 2 if depth:
                rows.append(Close())
                depth -= 1
            case _:
                path = draw(st.sampled_from(sorted(TEXTS)))
                start = draw(st.integers(0, len(TEXTS[path])))
                end = draw(st.integers(start, len(TEXTS[path])))
                rows.append(Piece(TEXTS[path][start:end], path, start, draw(st.sampled_from(["", " ", "    "]))))
    return Flat("r.role.md", (*rows, *[Close()] * depth), True, ())


@given(flats())
def test_every_character_leads_to_its_source_or_to_dpmlc(value: Flat) -> None:
    found = validated(made(value), "sources")
    assert trail(value, Texts(INDEX, MemoryFiles(TEXTS))).text == value.text
    assert traced(value.text, found) == origins(value)
    prompt = value.text
    assert found["lines"] == prompt.count("\n") + bool(prompt and not prompt.endswith("\n"))
    covered = [number for first, last, *_ in found["ranges"] for number in range(first, last + 1)]
    assert covered == list(range(1, found["lines"] + 1))


@given(flats())
def test_an_inlined_part_has_the_lines_that_hold_its_text(value: Flat) -> None:
    found, prompt = json.loads(made(value)), value.text.split("\n")
    spans: list[tuple[int, int]] = []
    opened_: list[int] = []
    at = 0
    for row in value.rows:
        match row:
            case Open():
                opened_.append(len(spans))
                spans.append((at, at))
            case Close():
                number = opened_.pop()
                spans[number] = (spans[number][0], at)
            case Piece():
                at += len(row.shown)
            case _:
                pass
    for part, (first, last) in zip(found["inlined"], spans, strict=True):
        text = value.text[first:last].lstrip("\n")
        assert part["bytes"] == len(text.encode())
        assert part["first"] == value.text.count("\n", 0, last - len(text)) + 1
        lines = prompt[part["first"] - 1 : part["last"]]
        assert text.removesuffix("\n") in "\n".join(lines)
        assert len(lines) == (text.removesuffix("\n").count("\n") + 1 if text else 1)


@given(flats())
def test_every_line_can_be_explained(value: Flat) -> None:
    known = provenance(made(value))
    assert known is not None
    for line in range(1, known.lines + 1):
        assert explain(known, line, value.text.split("\n")[line - 1])
    assert explain(known, 0, "") is None
    assert explain(known, known.lines + 1, "") is None


@pytest.mark.slow
def test_cost_is_linear() -> None:
    def seconds(count: int) -> float:
        rows = [("--", None, 0), ("one\n", "a.md", 0)] * count
        value = Flat("a.md", tuple(Piece(*row) for row in rows), True, ())
        gc.collect()
        start = time.process_time()
        made(value)
        return time.process_time() - start

    gc.disable()
    try:
        # The least of several, by turns: other programs run beside the test.
        pairs = [(seconds(8_000), seconds(2_000)) for _ in range(7)]
    finally:
        gc.enable()
    # Twice the text may take 2.5 times as long, so four times 6.25 times.
    assert min(pair[0] for pair in pairs) / min(pair[1] for pair in pairs) < 6.25


class TestExplain:
    NESTED = bound(reference("a.md", TEXTS | {"a.md": "@!file://b.csv"}, "@!file://b.csv"), B)
    VALUE = flat(
        "r.role.md",
        ("<role>\n", "r.role.md", 0),
        opened(TO_A),
        "<x>\n",
        ("one\n", "a.md", 0),
        "  ", opened(NESTED), ("1,2", "b.csv", 4), Close(), "\n",
        Close(),
        ("see ", "r.role.md", 7), opened(TO_B), ("3,4", "b.csv", 8), Close(), (" now\n", "r.role.md", 24),
    )  # fmt: skip

    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            (1, ["line r.role.md:1"]),
            (
                2,
                [
                    "made by dpmlc",
                    "inlined as `file://a.md` (lines 2 to 4 of the prompt, 14 bytes)",
                    "by the reference at r.role.md:2:5",
                ],
            ),
            (
                4,
                [
                    "line b.csv:2",
                    "columns 1 to 2: made by dpmlc",
                    "inlined as `file://b.csv` (line 4 of the prompt, 3 bytes)",
                    "by the reference at a.md:1:1",
                    "inlined as `file://a.md` (lines 2 to 4 of the prompt, 14 bytes)",
                    "by the reference at r.role.md:2:5",
                ],
            ),
            (
                5,
                [
                    "line r.role.md:2",
                    "columns 5 to 7: b.csv:3:1, inlined as `file://b.csv`",
                    "columns 8 to 11: r.role.md:2:18",
                ],
            ),
        ],
    )
    def test_in_words(self, line: int, expected: list[str]) -> None:
        known = provenance(made(self.VALUE))
        assert known is not None
        assert list(explain(known, line, self.VALUE.text.split("\n")[line - 1]) or ()) == expected

    def test_an_empty_line_has_no_indentation(self) -> None:
        pieces = [Piece("  one\n", "a.md", 0), Piece("\n", "a.md", 4), Piece("  two\n", "a.md", 5)]
        known = provenance(made(Flat("a.md", tuple(pieces), True, ())))
        assert known is not None
        indented = replace(known, indents=(Indent(1, 3, 2),))
        assert explain(indented, 1, "  one") == ("line a.md:1", "columns 1 to 2: made by dpmlc")
        assert explain(indented, 2, "") == ("line a.md:2",)

    @pytest.mark.parametrize(
        "text",
        ["", "[]", "{}", "null", '{"format": 2}', '{"format": 1, "lines": 1}', "[" * 100_000,
         '{"format": 1, "lines": 1, "files": [], "ranges": [[1, 1, 5, 1]], "insets": [], "inlined": []}',
         '{"format": 1, "lines": 1, "files": [], "ranges": [["a", 1, null, null]], "insets": [], "inlined": []}',
         '{"format": 1, "lines": Infinity, "files": [], "ranges": [], "insets": [], "inlined": []}',
         '{"format": 1, "lines": 1, "files": 7, "ranges": {}, "insets": [[]], "inlined": "x"}'],
    )  # fmt: skip
    def test_what_dpmlc_did_not_write(self, text: str) -> None:
        assert provenance(text) is None


def test_span_of_a_reference_counts_code_points() -> None:
    assert Texts(INDEX, MemoryFiles(TEXTS)).start(Span("a.md", 6, 7)).column == 3
