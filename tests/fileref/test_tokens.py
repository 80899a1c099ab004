"""Tokens: the cases of the specification, the laws of escaping, and the published expression as an oracle."""

import re
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.fileref.compose import compose
from dpmlc.fileref.tokens import FileToken, Part, Text, escape, parse, raw_tokens, unescape

CASES = tomllib.loads(Path(__file__).with_name("tokens.toml").read_text("utf-8"))
PUBLISHED = re.compile(r"(?<!\\)<@file:([a-zA-Z0-9_-]+)\|([^>]+)>")
KNOWN = frozenset({"r", "a"})
TRICKY = st.lists(
    st.sampled_from(["<", "@", "file:", "<@file:", "r", "a", "z", "|", ">", "\\", "차", "\n", "\0", "\ud800"])
)
HARD = TRICKY.map("".join)
PATHS = st.text(st.characters(exclude_characters=">"), min_size=1) | HARD.map(lambda text: text.replace(">", "") or "x")
PARTS = st.lists(st.one_of(HARD.map(Text), st.builds(FileToken, st.sampled_from(sorted(KNOWN)), PATHS)))


def named(case: dict[str, Any]) -> Any:
    return pytest.param(case, id=case.get("name") or case["text"])


@pytest.mark.parametrize("case", [named(each) for each in CASES["parse"]])
def test_parse(case: dict[str, Any]) -> None:
    expected = tuple(Text(words[0]) if kind == "text" else FileToken(*words) for kind, *words in case["parts"])
    assert parse(case["text"], case["known"]) == expected


@pytest.mark.parametrize("case", [named(each) for each in CASES["escape"]])
def test_escape(case: dict[str, Any]) -> None:
    assert escape(case["text"]) == case["escaped"]
    assert unescape(case["escaped"]) == case["text"]


@given(st.text() | HARD)
def test_what_is_escaped_comes_back_and_is_no_token(text: str) -> None:
    assert unescape(escape(text)) == text
    assert parse(escape(text), KNOWN) == ((Text(text),) if text else ())


@given(HARD)
def test_tokens_are_those_of_the_published_expression(text: str) -> None:
    expected = [(found[1], found[2], *found.span()) for found in PUBLISHED.finditer(text)]
    assert [(raw.token.ref_id, raw.token.display_path, raw.start, raw.end) for raw in raw_tokens(text)] == expected


@given(HARD)
def test_text_is_that_of_the_published_order(text: str) -> None:
    """Written the published way: extract, look up, then two replacements on what is left."""
    pieces, at = [], 0
    for found in PUBLISHED.finditer(text):
        pieces.append(text[at : found.start()].replace("\\\\", "\\").replace("\\<@", "<@"))
        pieces.append(f"[{found[2]}]" if found[1] in KNOWN else found[0])
        at = found.end()
    pieces.append(text[at:].replace("\\\\", "\\").replace("\\<@", "<@"))
    mine = [part.text if isinstance(part, Text) else f"[{part.display_path}]" for part in parse(text, KNOWN)]
    assert "".join(mine) == "".join(pieces)


def joined(parts: list[Part]) -> tuple[Part, ...]:
    """What should be read back: neighbouring texts joined, a space where a backslash would hide a token."""
    found: list[Part] = []
    for part in parts:
        last = found[-1] if found else None
        match part, last:
            case Text(""), _:
                continue
            case Text(text), Text(before):
                found[-1] = Text(before + text)
            case FileToken(), Text(before) if before.endswith("\\"):
                found[-1] = Text(before + " ")
                found.append(part)
            case _:
                found.append(part)
    return tuple(found)


@given(PARTS)
def test_parts_come_back_and_never_forge_a_token(parts: list[Part]) -> None:
    composed = compose(parts)
    assert parse(composed.prompt, KNOWN) == joined(parts)


@pytest.mark.parametrize(
    ("token", "prompt", "code"),
    [
        (FileToken("r", "a>b"), "看 a>b", "display-path"),
        (FileToken("r", ""), "看 ", "display-path"),
        (FileToken("r", "<@file:r|x>"), "看 \\<@file:r|x>", "display-path"),
        (FileToken("파일", "a"), "看 a", "reference-id"),
        (FileToken("r\n", "a"), "看 a", "reference-id"),
    ],
)
def test_a_file_that_no_token_can_hold_is_text(token: FileToken, prompt: str, code: str) -> None:
    composed = compose([Text("看 "), token])
    assert composed.prompt == prompt
    assert [each.code for each in composed.diagnostics] == [code]


def test_a_backslash_before_a_token_is_reported() -> None:
    composed = compose([Text("C:\\"), FileToken("r", "a")])
    assert composed.prompt == r"C:\\ <@file:r|a>"
    assert [(each.code, each.span and each.span.start) for each in composed.diagnostics] == [("space-before-token", 4)]


FLOODS = ["<@file:a|", "\\<@file:a|", "<@file:", "<@file:a", "\\", "<@", "<@file:a|>", "<@file:z|b>", "\\\\<@file:r|b>"]


@pytest.mark.parametrize("flood", FLOODS)
def test_parsing_is_linear(flood: str) -> None:
    def seconds(count: int) -> float:
        text = flood * count
        best = 9.0
        for _ in range(5):
            start = time.perf_counter()
            parse(text, KNOWN)
            best = min(best, time.perf_counter() - start)
        return best

    assert seconds(40_000) / seconds(20_000) < 2.5


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_ends(flood: str) -> None:
    assert len(parse(flood * 32_000, KNOWN)) <= 64_001
