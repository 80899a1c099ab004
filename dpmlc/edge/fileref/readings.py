"""The files that a prompt refers to -> what may be passed on of them under the policy."""

from collections.abc import Iterable, Mapping
from typing import Literal

from dpmlc.edge.disk import DiskFiles
from dpmlc.fileref.adapters import Reading, Unusable, Usable
from dpmlc.fileref.messages import FileReference
from dpmlc.text.files import Refusal

Depth = Literal["path", "content"]


def readings(references: Iterable[FileReference], files: DiskFiles, depth: Depth, limit: int) -> Mapping[str, Reading]:
    """For each `ref_id` its file, with the text of it if `depth` says so, at most `limit` bytes; or why not."""
    return {each.ref_id: _reading(each, files, depth, limit) for each in references}


def _reading(reference: FileReference, files: DiskFiles, depth: Depth, limit: int) -> Reading:
    if not reference.path:
        return Unusable("", "its entry in `file_references` has no path")
    path = reference.path.replace("\\", "/").removeprefix("./")
    if path.startswith("package://"):
        return Unusable(path, "a path from the workspace's root is expected")
    found = files.probe(path)
    if isinstance(found, Refusal):
        return Unusable(path, found.detail, found.key)
    if found.kind != "file":
        return Unusable(path, "it is no regular file")
    if depth == "path":
        return Usable(path)
    content = files.read(path, limit)
    if isinstance(content, Refusal):
        return Unusable(path, content.detail, content.key)
    return _with_text(path, content)


def _with_text(path: str, content: bytes) -> Reading:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Unusable(path, "it is not UTF-8 text")
    return Unusable(path, "it is not text: it holds a NUL byte") if "\0" in text else Usable(path, text)
