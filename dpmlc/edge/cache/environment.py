"""This dpmlc, this Python and what is installed beside it -> a digest: what is remembered holds for an equal one."""

import hashlib
import os
import sys
from functools import cache

import dpmlc
from dpmlc.edge.cache.signature import signed

_THEMES = "themes"
_COMPILED = {"__pycache__": ""}
_LATE = 1 << 62
_SHADOWS = (
    "mistune", "lxml", "jinja2", "markupsafe", "wcmatch", "bracex", "pathspec", "yaml", "rapidfuzz", "pygments", "mmdr",
    "tree_sitter", "tree_sitter_javascript",
)  # fmt: skip


@cache
def environment() -> str:
    """A digest (hex) of the version and files of dpmlc, of Python, of the libraries, and of who runs it.

    Libraries count by their folders of metadata, which an installation writes anew. What changes later is not what this
    process runs.
    """
    own = os.path.dirname(os.path.realpath(dpmlc.__file__))
    beside = os.path.join(os.path.dirname(own), _THEMES)
    digest = hashlib.blake2b(digest_size=16)
    for part in (
        dpmlc.__version__,
        sys.version,
        sys.executable,
        sys.platform,
        sys.getfilesystemencoding(),
        str(getattr(os, "geteuid", int)()),
        str(getattr(os, "getegid", int)()),
        signed([own, *([beside] if os.path.isdir(beside) else [])], (), _LATE, never=_COMPILED).digest,
        *(line for folder in dict.fromkeys(sys.path) for line in _libraries(folder)),
    ):
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    return digest.hexdigest()


def _libraries(folder: str) -> list[str]:
    """A line for each library that `folder` is seen to hold. Folders without any leave no trace."""
    try:
        with os.scandir(folder or ".") as entries:
            return sorted(f"{each.path}/{each.stat().st_mtime_ns}" for each in entries if _counts(each.name))
    except OSError:
        return []


def _counts(name: str) -> bool:
    return name.endswith((".dist-info", ".egg-info")) or name.partition(".")[0] in _SHADOWS
