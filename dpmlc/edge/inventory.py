"""A door -> the files of a package that SPEC 1.1 does not leave out, and what was left out by which rule."""

from collections.abc import Callable

from dpmlc.edge.found import ClosedError, Found
from dpmlc.edge.ignore import IgnoreFile, ignore_file, left_out
from dpmlc.edge.reading import TooLargeError, content
from dpmlc.edge.safe_open import Door
from dpmlc.text.files import Entry
from dpmlc.text.frozen import frozen
from dpmlc.text.paths import is_hidden, is_never_read

_MARK = "build.json"
_IGNORE_LIMIT = 1 << 20
_LINK, _ODD = "a symbolic link", "no regular file"


@frozen
class LeftOut:
    """A file or folder (with a slash at its end) that is no part of the package, and the rule that says so."""

    path: str
    rule: str

    @property
    def may_become_a_file(self) -> bool:
        """Whether it is left out for what stands there now, and not for its name."""
        return self.rule in {_LINK, _ODD}


@frozen
class Inventory:
    """Entries by path in byte order; `unread` are folders that the system did not open, with its reason."""

    entries: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...]
    unread: tuple[tuple[str, str], ...]


@frozen
class Outside:
    """What the settings take out of a package: folders with the rule to name, and hidden paths that they let in."""

    folders: tuple[tuple[str, str], ...] = ()
    dot_files: tuple[str, ...] = ()

    def rule(self, path: str) -> str:
        """The rule that takes the folder `path` out, or ""."""
        return next((rule for folder, rule in self.folders if folder == path), "")

    def lets_in(self, path: str) -> bool:
        """Whether the hidden `path` is granted, or leads to something that is."""
        return is_granted(path, self.dot_files) or any(each.startswith(f"{path}/") for each in self.dot_files)


def is_granted(path: str, dot_files: tuple[str, ...]) -> bool:
    """Whether `dot_files` lists `path` or a folder above it."""
    return any(path == each or path.startswith(f"{each}/") for each in dot_files)


def is_text(path: str) -> bool:
    """Whether the bytes of a name or path are UTF-8."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


Known = Callable[[str], list[Found] | None]
"""What was seen just now in a folder; None for one that has to be asked."""


def nothing_known(_: str) -> None:
    """Ask each folder."""


def inventory(entrance: Door, outside: Outside, known: Known = nothing_known) -> Inventory:
    """All regular files below the door. Links are never walked: what they lead to has its own place, or is outside."""
    files: list[Entry] = []
    out: list[LeftOut] = []
    unread: list[tuple[str, str]] = []
    pending: list[tuple[str, tuple[IgnoreFile, ...]]] = [("", ())]
    while pending:
        folder, ignores = pending.pop()
        try:
            seen = known(folder)
            found = entrance.scan(folder) if seen is None else seen
        except ClosedError as closed:
            unread.append((folder, closed.detail))
            continue
        if folder and _is_output(found):
            out.append(LeftOut(f"{folder}/", "it is an output folder of dpmlc"))
            continue
        start = f"{folder}/" if folder else ""
        ignores = _with_ignores(entrance, start, found, ignores)
        for each in found:
            path = start + each.name
            rule = _rule(each, path, ignores, outside)
            if rule:
                out.append(LeftOut(f"{path}/" if each.kind == "directory" else path, rule))
            elif each.kind == "directory":
                pending.append((path, ignores))
            else:
                files.append(Entry(path, "file", each.size))
    files.sort(key=lambda entry: entry.path.encode())
    return Inventory(tuple(files), tuple(sorted(out, key=_by_path)), tuple(sorted(unread)))


def _by_path(each: LeftOut) -> bytes:
    return each.path.encode("utf-8", "surrogateescape")


def _is_output(found: list[Found]) -> bool:
    names = {each.name for each in found}
    return _MARK in names and not names.isdisjoint(("bundles", "site"))


def _with_ignores(
    entrance: Door, folder: str, found: list[Found], ignores: tuple[IgnoreFile, ...]
) -> tuple[IgnoreFile, ...]:
    if not any(each.name == ".gitignore" and each.kind == "file" for each in found):
        return ignores
    try:
        text = content(entrance, f"{folder}.gitignore", _IGNORE_LIMIT)
    except (ClosedError, TooLargeError):
        return ignores
    return (*ignores, ignore_file(folder, text.decode("utf-8", "replace").removeprefix("\ufeff")))


def _rule(each: Found, path: str, ignores: tuple[IgnoreFile, ...], outside: Outside) -> str:
    """Which rule leaves it out, "" for none; the common case asks nothing twice."""
    if is_never_read(each.name):
        return f"`{each.name}` is never part of a package"
    if (path[0] == "." or "/." in path) and _is_below_hidden(path) and not outside.lets_in(path):
        return "hidden: its name begins with a dot"
    if each.kind == "directory":
        rule = outside.rule(path)
        if rule:
            return rule
    elif each.kind != "file":
        return _LINK if each.kind == "link" else _ODD
    if not path.isascii() and not is_text(path):
        return "its name is not UTF-8"
    if ignores:
        decisive = left_out(f"{path}/" if each.kind == "directory" else path, ignores)
        return f"listed in `{decisive.folder}.gitignore`" if decisive else ""
    return ""


def _is_below_hidden(path: str) -> bool:
    return any(is_hidden(name) for name in path.split("/"))
