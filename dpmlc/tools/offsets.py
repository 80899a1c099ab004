"""Byte offsets of a text's UTF-8 -> code points; parsers count the one, dpmlc the other."""

from dpmlc.text.frozen import frozen

_STEP = 1024
_CONTINUING = bytes(range(0x80, 0xC0))


@frozen
class Offsets:
    """`counts[i]` is the number of code points in the first `i * 1024` bytes; a look-up counts at most 1024 more."""

    content: bytes
    counts: tuple[int, ...]

    def point(self, byte: int) -> int:
        """The code point that starts at `byte`."""
        block = byte // _STEP
        return self.counts[block] + _starts(self.content[block * _STEP : byte])


def offsets(content: bytes) -> Offsets:
    """The table of `content`."""
    counts = [0]
    for start in range(0, len(content), _STEP):
        counts.append(counts[-1] + _starts(content[start : start + _STEP]))
    return Offsets(content, tuple(counts))


def _starts(piece: bytes) -> int:
    return len(piece.translate(None, _CONTINUING))
