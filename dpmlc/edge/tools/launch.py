"""Run a program confined: `python -I launch.py SPEC` (JSON). Alone, without dpmlc: it is what stands around a tool.

On Linux the program gets namespaces of its own (users, processes, mounts, network), everything read-only but an empty
memory file system, and Landlock, each where the system has it. What holds is told on the channel, as one JSON line.
When the program ends, or this process is told to, everything that it started ends with it.
"""

import ctypes
import json
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any, NoReturn

_USER, _MOUNT, _PID, _NET, _IPC = 0x10000000, 0x20000, 0x20000000, 0x40000000, 0x08000000
_PRIVATE, _BIND, _REC = 1 << 18, 4096, 16384
_RECURSIVE, _READ_ONLY, _HERE = 0x8000, 1, -100
_MOUNT_SETATTR = 442
_DEATH_SIGNAL, _SUBREAPER, _NO_NEW_PRIVILEGES = 1, 36, 38
_INNER = 65534

_libc = ctypes.CDLL(None, use_errno=True)


def _call(number: int, *arguments: Any) -> int:
    return int(_libc.syscall(ctypes.c_long(number), *arguments))


def _mount(source: str, target: str, kind: str, flags: int, options: str = "") -> bool:
    done = _libc.mount(source.encode(), os.fsencode(target), kind.encode(), ctypes.c_ulong(flags), options.encode())
    return bool(done == 0)


class _Attributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("user", ctypes.c_uint64),
    )


def _attributes(path: str, flags: int, to_set: int, to_clear: int) -> bool:
    wanted = _Attributes(to_set, to_clear, 0, 0)
    done = _call(_MOUNT_SETATTR, _HERE, os.fsencode(path), flags, ctypes.byref(wanted), ctypes.c_size_t(32))
    return done == 0


def _own_namespaces(net: bool) -> bool:
    """Leave the system's namespaces; without privileges inside, so that nothing can be undone."""
    user, group = os.getuid(), os.getgid()
    flags = _USER | _PID | _IPC | (0 if net else _NET)
    if _libc.unshare(flags) != 0:
        return False
    try:
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{_INNER} {user} 1"),
            ("gid_map", f"{_INNER} {group} 1"),
        ):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)
    except OSError:
        return False
    return True


def _own_mounts(spec: dict[str, Any]) -> bool:
    """Everything read-only, but `work`, which becomes an empty memory file system, and what is granted."""
    work, writable, size = spec["work"], spec["write"], spec["file"]
    # Of this process alone: the launcher has to see the system's own `/proc` to know what it started.
    if _libc.unshare(_MOUNT) != 0 or not _mount("none", "/", "", _REC | _PRIVATE):
        return False
    for path in writable:
        _mount(path, path, "", _BIND | _REC)
    if not _attributes("/", _RECURSIVE, _READ_ONLY, 0):
        return False
    for path in writable:
        _attributes(path, 0, 0, _READ_ONLY)
    used = (*spec["read"], *writable, spec["command"][0])
    if not spec["net"] and not any(each.startswith("/run/") for each in used):
        _mount("tmpfs", "/run", "tmpfs", 1 | 2 | 4 | 8, "size=4k,mode=0555")  # The sockets of the system's services.
    held = _mount("tmpfs", work, "tmpfs", 2 | 4, f"size={size},mode=0777")
    if not _mount("proc", "/proc", "proc", 2 | 4 | 8):
        _mount("tmpfs", "/proc", "tmpfs", 2 | 4 | 8, "size=4k,mode=0555")  # Nobody else's processes are to be seen.
    return held


def _landlock(read: list[str], write: list[str], net: bool) -> bool:
    """Let the program reach only these paths, and no TCP port unless `net`. Never more than the system allows."""
    version = _call(444, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return False
    files = (1 << 13) - 1
    for least, bit in ((2, 13), (3, 14), (5, 15)):
        files |= 1 << bit if version >= least else 0
    ports = 3 if version >= 4 and not net else 0
    scoped = 3 if version >= 6 else 0
    wanted = (ctypes.c_uint64 * 3)(files, ports, scoped)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _call(444, ctypes.byref(wanted), ctypes.c_size_t(size), 0)
    if rules < 0:
        return False
    looking = 0b1101  # Execute, read files, list folders.
    for path in read:
        _allow(rules, path, looking)
    for path in write:
        _allow(rules, path, files)
    for path in ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"):
        _allow(rules, path, 0b110)
    held = _call(446, rules, 0) == 0
    os.close(rules)
    return held


def _allow(rules: int, path: str, access: int) -> None:
    try:
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    access = access if os.path.isdir(path) else access & 0b110000000000111
    rule = ctypes.create_string_buffer(access.to_bytes(8, "little") + folder.to_bytes(4, "little"), 12)
    _call(445, rules, 1, rule, 0)
    os.close(folder)


def _limit(spec: dict[str, Any], namespaces: bool) -> None:
    limits = {
        resource.RLIMIT_AS: spec["memory"],
        resource.RLIMIT_CPU: spec["cpu"],
        resource.RLIMIT_FSIZE: spec["file"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: 256,
    }
    if namespaces:  # Else the user's other processes would count.
        limits[resource.RLIMIT_NPROC] = spec["processes"]
    for which, most in limits.items():
        try:
            resource.setrlimit(which, (most, most))
        except (OSError, ValueError):
            continue


def _program(spec: dict[str, Any], namespaces: bool, held: list[str]) -> NoReturn:
    """Become the program."""
    try:
        linux = sys.platform == "linux"
        if linux:
            _libc.prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
            _libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        if linux and spec["landlock"] and _landlock(spec["read"], [spec["work"], *spec["write"]], spec["net"]):
            held.append("landlock")
        os.write(spec["channel"], json.dumps({"held": held}).encode() + b"\n")
        _limit(spec, namespaces)
        os.chdir(spec["work"])
        os.execv(spec["command"][0], spec["command"])
    finally:
        os._exit(127)


def _first(spec: dict[str, Any]) -> NoReturn:
    """The first process of the namespaces: when it ends, the system ends all others."""
    _libc.prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    held = ["processes"] if spec["net"] else ["processes", "network"]
    if _own_mounts(spec):
        held.append("files")
    child = os.fork()
    if child == 0:
        _program(spec, True, held)
    os.close(spec["channel"])
    os._exit(_awaited(child))


def _awaited(child: int) -> int:
    """The exit status of `child`; whoever else ends meanwhile is buried."""
    while True:
        try:
            ended, status = os.wait()
        except ChildProcessError:
            return 1
        if ended == child:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _end_all(alive: set[int]) -> None:
    """End `alive`, own children, and every other descendant; orphans come to this process, so that none is missed."""
    own = os.getpid()
    for _ in range(2000):
        for pid in {*alive, *_children(own)}:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        alive.discard(ended)
        if not ended:
            time.sleep(0.001)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    waiting = [pid]
    while waiting:
        try:
            with open(f"/proc/{(now := waiting.pop())}/task/{now}/children", encoding="ascii") as file:
                children = [int(each) for each in file.read().split()]
        except OSError:
            continue
        found += children
        waiting += children
    return found


def _told_to_end(child: int, number: int, frame: FrameType | None) -> NoReturn:
    _end_all({child})
    os._exit(128 + number)


def main() -> int:
    """Start the program, wait for it, end what it left."""
    spec = json.loads(sys.argv[1])
    linux = sys.platform == "linux"
    if linux:
        _libc.prctl(_SUBREAPER, 1, 0, 0, 0)
        _libc.prctl(_DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)
    namespaces = linux and spec["namespaces"] and _own_namespaces(spec["net"])
    child = os.fork()
    if child == 0:
        if namespaces:
            _first(spec)
        _program(spec, False, [])
    signal.signal(signal.SIGTERM, partial(_told_to_end, child))
    os.close(spec["channel"])
    status = _awaited(child)
    _end_all(set())
    return status


if __name__ == "__main__":
    sys.exit(main())
