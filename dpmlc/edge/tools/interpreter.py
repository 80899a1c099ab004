"""Which program runs a tool, with which switches."""

import os
import re
import shutil
import subprocess
import sys

from dpmlc.edge.tools.grants import Grants, RunLimits
from dpmlc.text.frozen import frozen

HERE = os.path.dirname(os.path.abspath(__file__))
_VERSION = re.compile(r"v(\d+)\.(\d+)")
_SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/opt", "/etc/ssl", "/etc/pki", "/etc/ld.so.cache")
_NETWORK = ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf", "/run/systemd/resolve")


class NoInterpreterError(Exception):
    """The language's interpreter is not there."""


@frozen
class Interpreter:
    """`command` without the channel's number; `read` are paths that it needs; `memory` is its address space."""

    command: tuple[str, ...]
    read: tuple[str, ...]
    memory: int


def interpreter(path: str, work: str, root: str, grants: Grants, limits: RunLimits) -> Interpreter:
    """The command for the tool at `path`, an absolute path; raises NoInterpreterError."""
    network = (*_NETWORK, "/proc") if grants.network else ("/proc",)
    read = (*_SYSTEM, "/etc/localtime", *network, HERE, root, *grants.read)
    if path.endswith(".py"):
        python = (sys.executable, "-I", "-B", os.path.join(HERE, "harness.py"))
        # Debian's `sitecustomize.py` is a link to there.
        settings = f"/etc/python{sys.version_info.major}.{sys.version_info.minor}"
        return Interpreter(
            python, (*read, sys.prefix, sys.base_prefix, settings, *_search()), limits.memory + (64 << 20)
        )
    node = shutil.which("node")
    if node is None:
        raise NoInterpreterError("there is no `node` on the PATH, which JavaScript tools need")
    real = os.path.realpath(node)
    library = os.path.join(os.path.dirname(os.path.dirname(real)), "lib")
    command = (node, *_node_switches(node, work, root, grants), f"--max-old-space-size={max(limits.memory >> 20, 16)}")
    # Node reserves address space that it never uses: below 2 GiB it does not start.
    return Interpreter(
        (*command, os.path.join(HERE, "harness.js")), (*read, node, real, library), limits.memory + (2 << 30)
    )


def _search() -> tuple[str, ...]:
    return tuple(each for each in sys.path if os.path.isabs(each) and "site-packages" in each)


def _node_switches(node: str, work: str, root: str, grants: Grants) -> tuple[str, ...]:
    """Node's permission model where it has one (20 and later): files, processes, workers, native code."""
    told = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    found = _VERSION.match(told)
    major, minor = (int(found[1]), int(found[2])) if found else (0, 0)
    if major < 20:
        return ("--no-warnings",)
    switch = "--permission" if (major, minor) >= (23, 5) else "--experimental-permission"
    network = ("--allow-net",) if major >= 25 and grants.network else ()
    reads = (
        f"--allow-fs-read={each}" for each in (_below(HERE), _below(root), _below(work), *map(_below, grants.read))
    )
    writes = (f"--allow-fs-write={_below(each)}" for each in (work, *grants.write))
    return (
        "--no-warnings",
        switch,
        *network,
        *reads,
        *(f"--allow-fs-read={_below(each)}" for each in grants.write),
        *writes,
    )


def _below(folder: str) -> str:
    return folder if folder.endswith(os.sep) else folder + os.sep
