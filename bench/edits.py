"""One author's edits: a short sentence with a mark of its own in a document, saved as an editor saves it."""

import os
import random
import re
import statistics
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from generate import KINDS, MODULE

_HEADING = re.compile(r"^( *)#+ .*\n", re.MULTILINE)
_EDIT = re.compile(r"mark\d{7}")


def mark(number: int) -> bytes:
    """What can be looked for to see edit `number`: no other edit's mark has it in it."""
    return f"mark{number:07}".encode()


def save(path: Path, number: int) -> float:
    """Put the mark under the first heading, in place of an older one, and save; when the saving began.

    The file is emptied and written in place, in one write each, as most editors do.
    """
    text = path.read_text("utf-8")
    word = mark(number).decode()
    if _EDIT.search(text):
        text = _EDIT.sub(word, text, count=1)
    else:
        text = _HEADING.sub(lambda found: f"{found[0]}\n{found[1]}이번 수정 {word} 改好了。\n", text, count=1)
    content = text.encode()
    started = perf_counter()
    descriptor = os.open(path, os.O_WRONLY | os.O_TRUNC)
    try:
        os.write(descriptor, content)
    finally:
        os.close(descriptor)
    return started


def leaf(files: int, chance: random.Random) -> tuple[str, str]:
    """A thought, execution or knowledge file of a package of `generate.py`, and the bundle that holds its text."""
    number, place = chance.randrange(files // MODULE), chance.randrange(1, MODULE)
    kind = KINDS[place % 3]
    base = f"group{number // 100:03}/module{number:05}"
    return f"{base}/{kind}/m{number}-{place}.{kind}.md", f"bundles/m{number}/prompt.md"


def spread(seconds: Sequence[float]) -> str:
    """`median 12.3 ms, 95th percentile 20.1 ms, 9.0 to 31.2 ms, 40 edits`."""
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, -(-len(ordered) * 95 // 100) - 1)]
    middle = statistics.median(ordered)
    ends = f"{_milliseconds(ordered[0])} to {_milliseconds(ordered[-1])} ms"
    return f"median {_milliseconds(middle)} ms, 95th percentile {_milliseconds(late)} ms, {ends}, {len(ordered)} edits"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f}"
