"""Which part of a file is sent for which `Range` (RFC 9110, 14)."""

import pytest

from dpmlc.edge.serve.answer import Answer
from dpmlc.edge.serve.ranges import part

WHOLE = Answer(200, b"0123456789", {"Content-Type": "audio/ogg", "ETag": '"v1"'})


@pytest.mark.parametrize(
    ("asked", "status", "body", "said"),
    [
        ("", 200, b"0123456789", None),
        ("bytes=0-", 206, b"0123456789", "bytes 0-9/10"),
        ("bytes=0-0", 206, b"0", "bytes 0-0/10"),
        ("bytes=3-5", 206, b"345", "bytes 3-5/10"),
        ("bytes=9-", 206, b"9", "bytes 9-9/10"),
        ("bytes=7-99999999999999999", 206, b"789", "bytes 7-9/10"),
        ("bytes=-3", 206, b"789", "bytes 7-9/10"),
        ("bytes=-99", 206, b"0123456789", "bytes 0-9/10"),
        ("Bytes= 3-5 ", 206, b"345", "bytes 3-5/10"),
        ("bytes=10-", 416, b"there is no such part\n", "bytes */10"),
        ("bytes=99-100", 416, b"there is no such part\n", "bytes */10"),
        ("bytes=-0", 416, b"there is no such part\n", "bytes */10"),
        ("bytes=5-3", 200, b"0123456789", None),
        ("bytes=0-1,3-4", 200, b"0123456789", None),
        ("bytes=-", 200, b"0123456789", None),
        ("bytes=a-b", 200, b"0123456789", None),
        ("bytes=٣-٥", 200, b"0123456789", None),
        ("bytes=" + "9" * 5000 + "-", 200, b"0123456789", None),
        ("lines=1-2", 200, b"0123456789", None),
    ],
)
def test_a_part_is_sent_where_one_is_asked_for(asked: str, status: int, body: bytes, said: str | None) -> None:
    found = part(WHOLE, asked, "")
    assert (found.status, found.body, found.headers.get("Content-Range")) == (status, body, said)


@pytest.mark.parametrize(
    ("only_of", "status"),
    [('"v1"', 206), ('"v0"', 200), ('W/"v1"', 200), ("Wed, 21 Oct 2015 07:28:00 GMT", 200)],
)
def test_a_part_of_another_version_is_not_sent(only_of: str, status: int) -> None:
    assert part(WHOLE, "bytes=3-5", only_of).status == status


def test_of_nothing_there_is_no_part() -> None:
    empty = Answer(200, b"", WHOLE.headers)
    assert part(empty, "bytes=0-", "").status == 416
    assert part(empty, "", "").status == 200


@pytest.mark.parametrize(
    "whole",
    [
        Answer(304, b"", {"ETag": '"v1"'}),
        Answer(404, b"0123456789", {"Content-Type": "text/plain"}),
        Answer(200, b"0123456789", {"Content-Type": "text/html; charset=utf-8", "ETag": '"v1"'}),
    ],
)
def test_pages_and_what_is_no_file_are_sent_as_they_are(whole: Answer) -> None:
    assert part(whole, "bytes=3-5", "") == whole
