"""A whole answer -> the part of it that a request asked for (RFC 9110, 14): players seek so in sound and film."""

import re
from dataclasses import replace

from dpmlc.edge.serve.answer import Answer

_ONE = re.compile(r"bytes=[ \t]*(?:(\d{1,18})-(\d{0,18})|-(\d{1,18}))[ \t]*", re.IGNORECASE | re.ASCII)


def part(whole: Answer, asked: str, only_of: str) -> Answer:
    """What is sent of `whole` where `Range` is `asked` and `If-Range` is `only_of`, both "" where they are missing.

    Pages are always sent whole, and so is everything where several parts are asked for, which may be answered so.
    """
    tag = whole.headers.get("ETag")
    if whole.status != 200 or not tag or whole.headers["Content-Type"].startswith("text/html"):
        return whole
    whole = replace(whole, headers={**whole.headers, "Accept-Ranges": "bytes"})
    found = _ONE.fullmatch(asked)
    if found is None or only_of not in {"", tag}:
        return whole
    span = _span(found, len(whole.body))
    if span is None:
        return whole
    if not span:
        headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Range": f"bytes */{len(whole.body)}"}
        return Answer(416, b"there is no such part\n", headers)
    said = f"bytes {span.start}-{span.stop - 1}/{len(whole.body)}"
    return Answer(206, whole.body[span.start : span.stop], {**whole.headers, "Content-Range": said})


def _span(found: re.Match[str], size: int) -> range | None:
    """The places asked for of `size` bytes, empty where there are none such; None where the end is before the start."""
    start, end, last = found.groups()
    if last is not None:
        return range(max(0, size - int(last)), size)
    if end and int(end) < int(start):
        return None
    return range(int(start), min(int(end) + 1 if end else size, size))
