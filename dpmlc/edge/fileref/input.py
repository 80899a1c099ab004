"""What a command of `dpmlc fileref` is given: a file or standard input, as text or as a message."""

import os
import sys

from dpmlc.edge.fileref.lines import message
from dpmlc.edge.found import ClosedError
from dpmlc.edge.reading import TooLargeError, content
from dpmlc.edge.root import OutsideError
from dpmlc.edge.safe_open import door
from dpmlc.fileref.faults import message_form
from dpmlc.fileref.messages import PROMPT, Misread, PromptRequest

LIMIT = 16 << 20


def text_in(file: str) -> str:
    """The text of `file`, or of standard input for `-`, byte for byte. Raises OutsideError where there is none."""
    try:
        return _bytes_in(file).decode("utf-8")
    except UnicodeDecodeError as error:
        raise OutsideError(f"`{file}` is not UTF-8 text: another byte at {error.start}") from error


def message_in(file: str) -> PromptRequest | Misread:
    """The prompt request in `file`, or on standard input for `-`. Raises OutsideError where nothing can be read."""
    found = message(_bytes_in(file))
    if isinstance(found, PromptRequest | Misread):
        return found
    return Misread("", "", (message_form("type", f'"{PROMPT}"', "another message"),))


def _bytes_in(file: str) -> bytes:
    if file == "-":
        found = sys.stdin.buffer.read(LIMIT + 1)
        if len(found) > LIMIT:
            raise OutsideError(f"standard input has more than {LIMIT} bytes")
        return found
    folder, name = os.path.split(os.path.abspath(file))
    if not os.path.isdir(folder):
        raise OutsideError(f"there is no file `{file}`")
    entrance = door(folder)
    try:
        return content(entrance, name, LIMIT)
    except ClosedError as closed:
        raise OutsideError(f"`{file}` was not read: {closed.detail}") from closed
    except TooLargeError as large:
        raise OutsideError(f"`{file}` has {large.size} bytes, the limit is {LIMIT}") from large
    finally:
        entrance.close()
