"""What a tool may do, how much of everything it gets, and what the system kept of it."""

from dpmlc.text.frozen import frozen


@frozen
class Grants:
    """Nothing by default. `write` and `read` are folders beside its own empty one and its package.

    `environment` are the variables that the tool gets, with their values.
    """

    network: bool = False
    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()


@frozen
class RunLimits:
    """`seconds` for everything but `cleanup`, which has `cleanup` seconds; sizes in bytes; `processes` at once."""

    seconds: float = 10.0
    cleanup: float = 2.0
    memory: int = 256 << 20
    output: int = 1 << 20
    files: int = 64 << 20
    processes: int = 64


@frozen
class Confinement:
    """What held during a run: `loose` says in words what the system could not keep from the tool."""

    loose: tuple[str, ...]


def confinement(held: frozenset[str], grants: Grants, node: bool) -> Confinement:
    """Judge what the launcher (and Node's own permissions) held."""
    loose: list[str] = []
    if not grants.network and "network" not in held and "landlock" not in held:
        loose.append("it could have used the network")
    if "files" not in held and "landlock" not in held:
        loose.append("it could have written files" if not node else "native code could have written files")
    if "landlock" not in held and not node:
        loose.append("it could have read any file of this user")
    if "processes" not in held:
        loose.append("processes that it started and hid were looked for, but may have escaped")
    return Confinement(tuple(loose))
