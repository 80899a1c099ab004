"""An output folder and what would be written into it -> a diff for `build --check`."""

import difflib
import os
from collections.abc import Iterator, Sequence

from dpmlc.edge.found import ClosedError
from dpmlc.edge.publish import compare
from dpmlc.edge.reading import TooLargeError, content
from dpmlc.edge.safe_open import door
from dpmlc.report.width import visible_lines
from dpmlc.text.artifact import RECORD, Artifact, Output

_LARGEST = 256 << 10
_MOST_LINES = 2_000


def differences(folder: str, outputs: Sequence[Output], aside: frozenset[str] = frozenset()) -> str:
    """One line a file, `added`, `changed` or `gone`, and below a changed text how; "" where all is equal.

    Scripts of the site say no more than its pages, in long lines: of them the name is enough.

    Changes of the files `aside` are not looked at.
    """
    found = compare(folder, outputs)
    new = {each.path: each.content for each in outputs if isinstance(each, Artifact)}
    lines = [f"added {path}" for path in found.added]
    lines += [line for path in found.changed if path not in aside for line in _changed(folder, path, new.get(path))]
    lines += [f"gone {path}" for path in found.gone]
    return visible_lines("".join(f"{line}\n" for line in lines))


def _changed(folder: str, path: str, new: bytes | None) -> Iterator[str]:
    yield f"changed {path}"
    old = _text(_read(folder, path))
    made = _text(new)
    if old is None or made is None or path == RECORD or (path.startswith("site/") and path.endswith(".js")):
        return
    before, after = old.splitlines(), made.splitlines()
    if len(before) + len(after) > _MOST_LINES:  # The difference of long texts takes time in their product.
        return
    yield from difflib.unified_diff(before, after, f"old/{path}", f"new/{path}", lineterm="")


def _read(folder: str, path: str) -> bytes | None:
    entrance = door(os.path.abspath(folder))
    try:
        return content(entrance, path, _LARGEST)
    except (ClosedError, TooLargeError):
        return None
    finally:
        entrance.close()


def _text(content_: bytes | None) -> str | None:
    if content_ is None or len(content_) > _LARGEST:
        return None
    try:
        return content_.decode()
    except UnicodeDecodeError:
        return None
