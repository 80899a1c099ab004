"""Adapters: no token is lost, whatever becomes of its file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.fileref.adapters import ADAPTERS, AdapterName, Reading, Unusable, Usable, convert, converted_object
from dpmlc.fileref.compose import compose
from dpmlc.fileref.messages import FileReference, PromptRequest
from dpmlc.fileref.tokens import FileToken, Text

PROMPT = r"먼저 <@file:r|src/auth.ts> 그리고 \<@file:x|y> <@file:q|없음> <@file:z|c>"
REQUEST = PromptRequest(PROMPT, (FileReference("r", "src/auth.ts"), FileReference("q", "x")), ("a.md", "src/auth.ts"))
READINGS: dict[str, Reading] = {"r": Usable("src/auth.ts"), "q": Unusable("x", "no such file")}


def test_claude_code_moves_files_to_the_context() -> None:
    found = convert(REQUEST, "claude-code", READINGS)
    assert found.prompt_text == "먼저  그리고 <@file:x|y> 없음 <@file:z|c>"
    assert found.context_files == ("a.md", "src/auth.ts", "src/auth.ts")
    assert [each.message for each in found.diagnostics] == ["the file `x` of `q` is not passed on: no such file"]


def test_the_context_keeps_its_form() -> None:
    request = PromptRequest("<@file:r|a>", (FileReference("r", "a"),), ({"path": "b", "why": 1},))
    found = convert(request, "claude-code", {"r": Usable("a")})
    assert found.context_files == ({"path": "b", "why": 1}, {"path": "a"})


def test_generic_labels() -> None:
    found = convert(REQUEST, "generic", READINGS)
    assert found.prompt_text == "먼저 [File: src/auth.ts] 그리고 <@file:x|y> 없음 <@file:z|c>"
    assert found.context_files == ("a.md", "src/auth.ts")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("let a", "看\n[File: a.ts]\n```ts\nlet a\n```\n了"),
        ("a\n", "看\n[File: a.ts]\n```ts\na\n```\n了"),
        ("", "看\n[File: a.ts]\n```ts\n```\n了"),
        ("````\n<@file:r|a.ts>\\", "看\n[File: a.ts]\n`````ts\n````\n<@file:r|a.ts>\\\n`````\n了"),
    ],
)
def test_generic_inlines_what_cannot_break_out(content: str, expected: str) -> None:
    request = PromptRequest("看<@file:r|a.ts>了", (FileReference("r", "a.ts"),))
    assert convert(request, "generic", {"r": Usable("a.ts", content)}).prompt_text == expected


def test_script_passes_arguments() -> None:
    request = PromptRequest("<@file:r|x> <@file:q|y> <@file:r|x>", (FileReference("r"), FileReference("q")))
    found = convert(request, "script", {"r": Usable("-rf"), "q": Usable("차 방/y.md")})
    assert found.arguments == ("./-rf", "차 방/y.md")
    assert found.prompt_text == "x y x"


def test_what_policy_denies_says_how_to_allow_it() -> None:
    request = PromptRequest("차 <@file:r|비밀>", (FileReference("r", ".env"),))
    found = convert(request, "script", {"r": Unusable(".env", "its name begins with a dot", "dot_files")})
    assert (found.prompt_text, found.arguments) == ("차 비밀", ())
    [fault] = found.diagnostics
    assert fault.code == "access-denied"
    assert fault.help == ('to allow it, add to `[policy]` in `dpml.toml`: `dot_files = [".env"]`',)
    assert fault.span is not None
    assert (fault.span.start, fault.span.end) == (2, 14)


def test_the_request_comes_back_converted() -> None:
    extra = {"": {"message_id": "m"}, "payload": {"session": 1}}
    request = PromptRequest("<@file:r|a>", (FileReference("r", "a", {"size": 2}),), (), extra)
    assert converted_object(request, convert(request, "script", {"r": Usable("a")})) == {
        "type": "control.prompt.request",
        "message_id": "m",
        "payload": {
            "prompt_text": "a",
            "file_references": [{"ref_id": "r", "path": "a", "size": 2}],
            "session": 1,
            "arguments": ["a"],
        },
    }


WORDS = st.text(st.sampled_from("<@file:r|x>\\ 차"), max_size=12)


@given(st.lists(WORDS | st.just(FileToken("r", "보이는/길.md")), max_size=6), st.sampled_from(ADAPTERS))
def test_what_cannot_be_converted_is_its_display_path(parts: list[str | FileToken], adapter: AdapterName) -> None:
    composed = compose([Text(each) if isinstance(each, str) else each for each in parts])
    found = convert(PromptRequest(composed.prompt, (FileReference("r", "p"),)), adapter, {})
    count = sum(isinstance(each, FileToken) for each in parts)
    assert found.prompt_text.count("보이는/길.md") == count
    assert len(found.diagnostics) == count
    # A space stands where typed text ends in a backslash before a token.
    plain = "".join(each if isinstance(each, str) else each.display_path for each in parts)
    assert found.prompt_text.replace("\\ ", "\\") == plain.replace("\\ ", "\\")
