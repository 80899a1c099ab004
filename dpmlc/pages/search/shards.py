"""All lines of the index in order -> shards, cut so that a changed line changes the shards around it and no others.

Once it is large enough, a shard ends where the checksum of the next key says so. The cuts behind a changed line are
then soon those that were there before, as they would never be if sizes alone decided.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import isqrt
from zlib import crc32

from dpmlc.pages.search.found import Text, text_of
from dpmlc.pages.search.rows import Line
from dpmlc.pages.search.scripts import digest, escaped, plain, script

_FRAME = len('dpmlcSearch("","'), len('");\n')


@dataclass(frozen=True, slots=True)
class Shard:
    """A stretch of the lines: first and last key, bytes of the first line and of all with one more for each; script."""

    first: str
    last: str
    head: int
    size: int
    name: str
    script: Text

    @staticmethod
    def of(lines: Sequence[Line]) -> "Shard":
        """The shard of one line or more. Its name stands for these lines alone, whatever lies before it."""
        row = b" ".join([line for _, line in lines])
        name = digest([row])
        (first, head), (last, _) = lines[0], lines[-1]
        return Shard(first, last, len(head), len(row) + 1, name, script(name, b'"%b"' % escaped(row)))

    def begin(self) -> tuple[str, int]:
        """The first key, and how many bytes its line has."""
        return self.first, self.head

    def lines(self) -> list[Line]:
        """Its lines again."""
        before, after = _FRAME
        parts = plain(text_of(self.script)[before + len(self.name) : -after]).split(b" ")
        return [(key.decode(), b"%b %b" % (key, row)) for key, row in zip(parts[::2], parts[1::2], strict=True)]


def shard_size(total: int) -> int:
    """Bytes of a shard on the average, for `total` bytes of all: the list of shards and three shards weigh the same.

    It grows by steps, so that an edit hardly ever changes it.
    """
    step = (total**8).bit_length() // 2
    return max(2048, 7 * isqrt(isqrt(isqrt(1 << step))) // 2)


def shards_of(lines: Sequence[Line], size: int) -> Iterator[Shard]:
    """All lines as shards of `size` bytes on the average."""
    keys = [key for key, _ in lines]
    ends = list(accumulate([len(line) + 1 for _, line in lines]))
    start = 0
    while start < len(lines):
        end = cut(keys, ends, start, size)
        yield Shard.of(lines[start:end])
        start = end


def cut(keys: Sequence[str], ends: Sequence[int], start: int, size: int) -> int:
    """Where the shard ends that begins with the line `start`. `ends` are the sums of bytes, one more for each line.

    It has 0.7 to 1.5 times `size` bytes unless one line has more; beyond the 0.7 a line that begins the next one is to
    be expected after 0.3.
    """
    before = ends[start - 1] if start else 0
    last = max(start + 1, bisect_right(ends, before + size * 5 // 4, start))
    for at in range(bisect_left(ends, before + size * 3 // 4, start) + 1, last):
        if crc32(keys[at].encode()) * size < (ends[at] - ends[at - 1]) * 4 << 32:
            return at
    return last


def firsts(shards: Sequence[Shard]) -> list[str]:
    """For each shard the shortest text that parts its keys from those before it; the first one begins with `*`."""
    return [
        _parting(before, shard.first)
        for before, shard in zip(("", *(each.last for each in shards)), shards, strict=False)
    ]


def _parting(before: str, key: str) -> str:
    """The shortest beginning of `key` that `before` does not share."""
    shared = next((at for at, (one, two) in enumerate(zip(before, key, strict=False)) if one != two), len(before))
    return key[: shared + 1]
