"""Package paths: how dpmlc names a file, on every system and in every output.

A file of the package itself is its POSIX path from the root, `role/nuwa/nuwa.role.md`; a file of the dependency
NAME is `package://NAME/thought/a.thought.md`. Names are compared byte by byte. No absolute path exists inside.
"""

_PREFIX = "package://"
_NEVER = frozenset({".git", "node_modules", ".venv"})
_SHOWN = ".promptx"


def package_of(path: str) -> str:
    """Name of the dependency that holds `path`, or `""` for the package itself."""
    return path[len(_PREFIX) :].partition("/")[0] if path.startswith(_PREFIX) else ""


def inner(path: str) -> str:
    """`path` from the root of the package that holds it."""
    return path[len(_PREFIX) :].partition("/")[2] if path.startswith(_PREFIX) else path


def within(package: str, path: str) -> str:
    """The package path of `path`, relative to the root of `package` (`""` is the package itself)."""
    return f"{_PREFIX}{package}/{path}" if package else path


def folder(path: str) -> str:
    """The folder of `path` inside its package, without a slash at the end; the root is `""`."""
    return inner(path).rpartition("/")[0]


def name(path: str) -> str:
    """The last segment of `path`."""
    return path.rpartition("/")[2]


def is_hidden(name: str) -> bool:
    """Whether a file or folder of this name counts as hidden (SPEC 1.1)."""
    return name.startswith(".") and name != _SHOWN


def is_never_read(name: str) -> bool:
    """Whether nothing of this name is part of a package, whatever grants it (SPEC 1.1). Git's own has any case."""
    return name in _NEVER or name.lower() == ".git"
