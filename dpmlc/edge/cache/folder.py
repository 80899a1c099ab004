"""The folder that holds what is remembered: `.dpmlc/cache` in the package, or the one of `--cache-dir`.

A package may be a stranger's. So no link in it is followed on the way, and nothing is believed that the key of this
user, which lies outside of every package, does not vouch for.
"""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress

HOME = ".dpmlc"
_CACHE = "cache"
IGNORE = b"# Written by dpmlc; `dpmlc clean` removes it.\n*\n"
_KEY_SIZE = 32
_LARGEST = 64 << 20
_FILE = 0o600
_READ = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY", "O_NOINHERIT"):
    _READ |= getattr(os, _name, 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class NoKeyError(OSError):
    """The key of this user cannot be had; `filename` is where it would stand."""


def cache_folder(root: str, given: str | None) -> str:
    """The absolute path of the cache folder; it need not exist."""
    return os.path.abspath(given) if given else os.path.join(root, HOME, _CACHE)


def owned_by_package(root: str, given: str | None) -> str:
    """What of the cache is no part of the package: `.dpmlc` as a whole, or the folder given."""
    return os.path.realpath(given) if given else os.path.join(os.path.realpath(root), HOME)


def own_folder(root: str, given: str | None) -> str:
    """The same, as the package sees it: links as they are."""
    return os.path.abspath(given) if given else os.path.join(root, HOME)


def make(root: str, given: str | None) -> str:
    """The cache folder, made where it is missing. Raises OSError, also where a link stands in its place."""
    folder = cache_folder(root, given)
    if given:
        os.makedirs(folder, exist_ok=True)
        return folder
    for each in (os.path.join(root, HOME), folder):
        with suppress(FileExistsError):
            os.mkdir(each)
        if not stat.S_ISDIR(os.lstat(each).st_mode):
            raise NotADirectoryError(20, "a link or a file stands in its place", each)
    with suppress(FileExistsError):
        _write_new(os.path.join(root, HOME, ".gitignore"), (IGNORE,))
    return folder


def is_plain(root: str, given: str | None) -> bool:
    """Whether the cache folder can be read without following a link of the package."""
    if given:
        return True
    try:
        return all(
            stat.S_ISDIR(os.lstat(each).st_mode) for each in (os.path.join(root, HOME), cache_folder(root, None))
        )
    except OSError:
        return False


def content(path: str, largest: int = _LARGEST) -> bytes:
    """The bytes of a regular file. Raises OSError, also for more than `largest` bytes."""
    descriptor = os.open(path, _READ)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > largest:
            raise OSError(22, "it is no file of dpmlc", path)
        return file.read()


def write(path: str, held: bytes) -> None:
    """Put `held` at `path`, whole or not at all. Raises OSError."""
    write_parts(path, (held,))


def write_parts(path: str, parts: Iterable[bytes]) -> None:
    """Put all `parts` at `path`, one behind the other, whole or not at all. Raises OSError."""
    aside = f"{path}.{os.getpid()}"
    with suppress(FileNotFoundError):
        os.unlink(aside)
    try:
        _write_new(aside, parts)
        with suppress(OSError):  # An empty folder in the way; whatever else is there, `replace` decides.
            os.rmdir(path)
        os.replace(aside, path)
    except OSError:
        with suppress(OSError):
            os.unlink(aside)
        raise


def user_key() -> bytes | None:
    """The key of this user, None where there is none yet or somebody else could have written it."""
    try:
        descriptor = os.open(_key_place(), _READ)
        with open(descriptor, "rb") as file:
            status, found = os.fstat(descriptor), file.read(_KEY_SIZE + 1)
    except OSError:
        return None
    mine = not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & 0o077)
    return found if mine and len(found) == _KEY_SIZE else None


def made_key() -> bytes:
    """The key of this user, made where it is missing or unfit. Raises NoKeyError."""
    found = user_key()
    if found is not None:
        return found
    place = _key_place()
    try:
        os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
        write(place, os.urandom(_KEY_SIZE))
    except OSError as error:
        raise NoKeyError(error.errno, error.strerror, place) from error
    # Another process may have been faster; what stands there last is the key.
    found = user_key()
    if found is None:
        raise NoKeyError(13, "the key is not private", place)
    return found


def user_folder() -> str:
    """The folder of what dpmlc keeps for this user, whatever the package; it need not exist."""
    # A relative one is to be ignored (XDG Base Directory Specification): the key would stand in a package.
    stated = (os.environ.get(name, "") for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"))
    base = next(filter(os.path.isabs, stated), None) or os.path.expanduser("~/.cache")
    return os.path.join(base, "dpmlc")


def _key_place() -> str:
    return os.path.join(user_folder(), "key")


def _write_new(path: str, parts: Iterable[bytes]) -> None:
    descriptor = os.open(path, _NEW, _FILE)
    with open(descriptor, "wb") as file:
        file.writelines(parts)
