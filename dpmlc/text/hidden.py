"""Characters that no reader sees, though a model reads them (SPEC 6.6); what scripts and emoji need is none."""

import re
from collections.abc import Iterator

from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

# One class of the basic plane alone is looked up in a table; with characters beyond it, four times as slowly.
_PLAIN = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb"
)
_BEYOND = "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
_ANY_PLAIN = re.compile(f"[{_PLAIN}]")
_ANY_BEYOND = re.compile(f"[{_BEYOND}]")
_RUN = regular(f"[{_PLAIN}{_BEYOND}]+")
_FLAG = regular("[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,8}\U000e007f")
_RIGHT_TO_LEFT = regular(
    "[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_JOINS = regular(
    "[\u0600-\u0dff\u0e00-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff]"
)
_SPACELESS = regular("[\u0e00-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaa7f]")
_MONGOLIAN = regular("[\u1800-\u18af]")
_JAMO = regular("[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]")
_HAN = regular("[\u2e80-\u2fdf\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_EMOJI = regular("[#*0-9\xa9\xae\u203c-\u3299\U0001f000-\U0001fbff]")
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_NEAR = 200


@frozen
class Hidden:
    """Code points `start` to `end` that cannot be seen. `kind` names them, `spells` is what tag characters say."""

    start: int
    end: int
    kind: str
    spells: str = ""


def hidden(text: str) -> Iterator[Hidden]:
    """Runs of hidden characters in `text`, in order. A mark at the start of the text is one, too."""
    if text.isascii() or not (_ANY_PLAIN.search(text) or _ANY_BEYOND.search(text)):
        return
    for found in _RUN.finditer(text):
        start, end = found.span()
        while start < end:
            needed = _needed(text, start, end)
            if needed:
                start += needed
                continue
            stop = start + 1
            while stop < end and not _needed(text, stop, end):
                stop += 1
            yield _named(text, start, stop)
            start = stop


def _needed(text: str, at: int, end: int) -> int:
    """How many characters at `at` their neighbours need; `end` is that of the run."""
    mark, before, after = text[at], text[at - 1 : at], text[end : end + 1]
    match mark:
        case "\u200d":
            emoji = at + 1 == end and _EMOJI.match(after) and (_EMOJI.match(before) or before in "\ufe0f\U000e007f")
            return int(bool(before and (emoji or _joined(before, after))))
        case "\u200c":
            return int(_joined(before, after))
        case "\u200b":
            return int(bool(_SPACELESS.match(before) or _SPACELESS.match(after)))
        case "\u200e" | "\u200f" | "\u061c":
            return int(_in_right_to_left(text, at))
        case "\u115f" | "\u1160":
            return int(bool(_JAMO.match(before) or _JAMO.match(after) or before == "\u115f" or after == "\u1160"))
        case "\u034f":
            return int(bool(_RIGHT_TO_LEFT.match(before)))
        case _ if "\u180b" <= mark <= "\u180f":
            return int(bool(_MONGOLIAN.match(before) or _MONGOLIAN.match(after)))
        case "\ufe0e" | "\ufe0f" if _EMOJI.match(before):
            return 1
        case _ if "\ufe00" <= mark <= "\ufe0f":
            return int(bool(before) and before > "\x7f" and not before.isspace() and not _RUN.match(before))
        case _ if "\U000e0100" <= mark <= "\U000e01ef":
            return int(bool(_HAN.match(before)))
        case _ if before == "\U0001f3f4":
            flag = _FLAG.match(text, at)
            return flag.end() - at if flag else 0
    return 0


def _joined(before: str, after: str) -> bool:
    return bool(_JOINS.match(before) or _JOINS.match(after))


def _in_right_to_left(text: str, at: int) -> bool:
    """Whether a letter that is written from right to left stands near on the line."""
    first = max(text.rfind("\n", max(0, at - _NEAR), at) + 1, at - _NEAR, 0)
    last = text.find("\n", at, at + _NEAR)
    return bool(_RIGHT_TO_LEFT.search(text, first, last if last >= 0 else at + _NEAR))


def _named(text: str, start: int, stop: int) -> Hidden:
    run = text[start:stop]
    tags = "".join(chr(ord(each) - 0xE0000) for each in run if "\U000e0020" <= each <= "\U000e007e")
    if tags:
        return Hidden(start, stop, "tag characters", tags)
    if any(each in _TURNING for each in run):
        return Hidden(start, stop, "characters that turn the direction of writing")
    if len(run) > 1 and all("\ufe00" <= each <= "\ufe0f" or "\U000e0100" <= each <= "\U000e01ef" for each in run):
        return Hidden(start, stop, "variation selectors without a character to vary")
    return Hidden(start, stop, "invisible characters")
