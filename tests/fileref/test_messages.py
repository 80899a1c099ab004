"""Messages: what is read, what is refused in which words, and that nothing unknown is lost."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.fileref.messages import Cancel, Misread, PromptRequest, Search, as_object, read_message

QUERY = "7e57ab1e-0000-4000-8000-00000000cafe"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def message(kind: str = "control.file.search", **payload: Any) -> dict[str, Any]:
    return {"type": kind, "message_id": "m", "payload": {"query_id": QUERY, "query": "차", **payload}}


def said(found: object) -> list[str]:
    misread = read_message(found)
    assert isinstance(misread, Misread)
    assert {each.code for each in misread.diagnostics} == {"message-form"}
    return [each.message for each in misread.diagnostics]


def test_a_search_has_defaults() -> None:
    found = read_message(message())
    assert isinstance(found, Search)
    assert (found.query, found.scope, found.max_results, found.filters.extensions) == ("차", "workspace", 20, ())


@pytest.mark.parametrize(("asked", "given"), [(1, 1), (50, 50), (51, 50), (1e9, 50), (20.0, 20)])
def test_more_than_fifty_results_are_cut_to_fifty(asked: float, given: int) -> None:
    found = read_message(message(max_results=asked))
    assert isinstance(found, Search)
    assert found.max_results == given


REFUSED = [
    ([], ["the message is an object, found an array of 0"]),
    ({}, ["`type` is a string, found nothing"]),
    ({"type": "차"}, [
        '`type` is "control.file.search" or "control.file.search.cancel" or "control.prompt.request", found "차"'
    ]),
    ({"type": "control.file.search", "message_id": "m"}, [
        "`payload` is an object, found nothing",
        "`payload.query` is a string, found nothing",
        "`payload.query_id` is a string, found nothing",
    ]),
    ({**message(), "message_id": 7}, ["`message_id` is a string, found 7"]),
    (message(query_id="1"), ['`payload.query_id` is a UUID of version 4, found "1"']),
    (message(query_id=QUERY.replace("-4000", "-1000")), [
        '`payload.query_id` is a UUID of version 4, found "7e57ab1e-0000-1000-8000-00000000cafe"'
    ]),
    (message(query="a" * 257), [
        "`payload.query` is a string of at most 256 characters, found a string of 257 characters"
    ]),
    (message(scope="all"), ['`payload.scope` is "workspace" or "project" or "global", found "all"']),
    (message(max_results=True), ["`payload.max_results` is a whole number of at least 1, found true"]),
    (message(max_results=0), ["`payload.max_results` is a whole number of at least 1, found 0"]),
    (message(max_results=1.5), ["`payload.max_results` is a whole number of at least 1, found 1.5"]),
    (message(filters=[]), ["`payload.filters` is an object, found an array of 0"]),
    (message(filters={"extensions": ".ts"}), ['`payload.filters.extensions` is an array of strings, found ".ts"']),
    (message(filters={"exclude_patterns": [1]}), [
        "`payload.filters.exclude_patterns` is an array of strings, found an array of 1"
    ]),
    (message("control.prompt.request", prompt_text="", file_references=[{}]), [
        "`payload.file_references[0].ref_id` is a string, found nothing"
    ]),
    (message("control.prompt.request", prompt_text="", file_references=[{"ref_id": "r"}, {"ref_id": "r"}]), [
        '`payload.file_references[1].ref_id` is an id of its own, found "r"'
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("found", "words"), REFUSED)
def test_refused(found: object, words: list[str]) -> None:
    assert said(found) == words


def test_who_asked_is_told_where_it_can_be_known() -> None:
    misread = read_message(message(query=1))
    assert isinstance(misread, Misread)
    assert (misread.message_id, misread.query_id) == ("m", QUERY)


KEPT = [
    message(scope="global", max_results=3, filters={"extensions": [".ts"], "since": 1}, mood="차"),
    {**message("control.file.search.cancel", reason={"a": [1]}), "trace": "t"},
    message("control.prompt.request", prompt_text="a", file_references=[{"ref_id": "r", "path": "p", "size": 1}]),
    message("control.prompt.request", prompt_text="", context_files=["p", {}], file_references=[{"ref_id": "r"}]),
]  # fmt: skip


@pytest.mark.parametrize("found", KEPT)
def test_what_is_unknown_is_kept(found: dict[str, Any]) -> None:
    read = read_message(found)
    assert isinstance(read, Search | Cancel | PromptRequest)
    written = as_object(read)
    assert isinstance(written["payload"], dict)
    assert {**written, "payload": 0} == {**found, "payload": 0}
    assert found["payload"].items() <= written["payload"].items()
    assert read_message(written) == read


@given(JSON)
def test_nothing_raises(found: object) -> None:
    for each in (found, {"type": "control.file.search", "payload": found}, message(filters=found, scope=found)):
        read_message(each)


@given(st.dictionaries(st.sampled_from(["query", "scope", "max_results", "filters", "query_id", "x"]), JSON))
def test_what_is_read_comes_back(payload: dict[str, object]) -> None:
    read = read_message(message(**payload))
    if not isinstance(read, Misread):
        assert read_message(as_object(read)) == read
