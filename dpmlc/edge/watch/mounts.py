"""A folder -> whether its file system tells of changes, or has to be asked again and again."""

import os
import sys
from collections.abc import Iterable, Iterator

_SILENT = frozenset(
    {
        "9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "drvfs", "fakeowner", "fuse.davfs", "fuse.gcsfuse",
        "fuse.glusterfs", "fuse.grpcfuse", "fuse.osxfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs", "fuse.vmhgfs-fuse",
        "gfs2", "glusterfs", "grpcfuse", "lustre", "ncpfs", "nfs", "nfs3", "nfs4", "ocfs2", "osxfs", "prl_fs", "smb2",
        "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
    }
)  # fmt: skip
"""File systems whose files somebody else may change without this machine hearing of it."""

_TABLE = "/proc/self/mountinfo"


def silent(folders: Iterable[str], table: str | None = None) -> str:
    """The type of a file system of `folders` that tells nothing, "" where all tell. `table` is a mountinfo(5) text."""
    mounts = sorted(_mounts(_table() if table is None else table), key=lambda each: len(each[0]))
    for folder in folders:
        real = os.path.realpath(folder)
        # The last mount of the longest path is the one that is seen.
        kinds = [kind for place, kind in mounts if _holds(place, real)]
        if kinds and kinds[-1] in _SILENT:
            return kinds[-1]
    return ""


def _table() -> str:
    if sys.platform != "linux":
        return ""
    try:
        with open(_TABLE, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except OSError:
        return ""


def _mounts(table: str) -> Iterator[tuple[str, str]]:
    """Mount points and types; mountinfo(5) writes spaces and the like in octal."""
    for line in table.splitlines():
        before, dash, after = line.partition(" - ")
        fields = before.split(" ")
        if dash and len(fields) > 4:
            yield _plain(fields[4]), after.split(" ")[0]


def _plain(written: str) -> str:
    for code, sign in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        written = written.replace(code, sign)
    return written


def _holds(place: str, path: str) -> bool:
    return place in {"/", path} or path.startswith(place + "/")
