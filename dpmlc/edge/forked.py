"""Copies of this process that share one row of work with it, and what happens when one of them dies.

The parts of the work stand as bytes in a pipe: who reads one does that part, this process as well as its copies, so
nobody waits to be told. Results come back through a pipe of each copy. A pipe that ends tells that its copy is gone,
whatever ended it: nothing is waited for that cannot come.
"""

import gc
import os
import pickle
import selectors
import signal
import struct
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from typing import Any, Generic, NoReturn, TypeVar

from dpmlc.edge.lost import lost
from dpmlc.text.frozen import frozen
from dpmlc.text.slotted import slotted

MOST_PARTS = 256
"""A part's number is one byte: a single byte is never divided between two readers."""

_HEAD = struct.Struct("=IQ")
_PIPE = 1 << 20
_T = TypeVar("_T")
_R = TypeVar("_R")


@frozen
class _Failed:
    """What a part of the work raised; it is raised where the part's results would come."""

    error: Exception


@slotted
class _Copy:
    """A running copy (0: none any more), the end of the pipe that it writes to, and what came of a message so far."""

    process: int
    pipe: int
    received: bytearray = field(default_factory=bytearray)


@frozen
class _Work(Generic[_T, _R]):
    """`function` for each of `things`, in `parts`; `left` is the pipe with the numbers of those nobody has begun."""

    function: Callable[[_T], _R]
    things: Sequence[_T]
    parts: Sequence[range]
    left: int
    jobs: int

    def next(self) -> int | None:
        """The number of a part that is the caller's to do; None when all are begun."""
        token = os.read(self.left, 1)
        return token[0] if token else None


def shared(jobs: int, function: Callable[[_T], _R], things: Sequence[_T], parts: Sequence[range]) -> Iterator[_R]:
    """The results for all `things`, in their order, made by `jobs` processes of which this is one.

    `parts` cover `things` in order, at most MOST_PARTS of them. Where the system gives no more processes, fewer work.
    What a copy raises is raised here, in its place in the order. Raises LostProcessError where a copy is killed. No
    copy outlives the iterator; should this process be killed, each ends before its next thing.
    """
    work = _Work(function, things, parts, _numbers(len(parts)), jobs)
    copies: list[_Copy] = []
    try:
        with _uninterrupted() as before:
            while len(copies) < min(jobs, len(parts)) - 1 and (copy := _started(work, copies, before)):
                copies.append(copy)
        yield from _collected(work, copies)
    finally:
        os.close(work.left)
        _end(copies)


def _numbers(count: int) -> int:
    """The reading end of a pipe that holds the numbers below `count`, and nothing after them."""
    reading, writing = os.pipe()
    os.write(writing, bytes(range(count)))
    os.close(writing)
    return reading


@contextmanager
def _uninterrupted() -> Iterator[set[Any]]:
    """No Ctrl-C while processes are started, so that none is started and forgotten. Gives what was held back before."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield before
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _started(work: _Work[Any, Any], others: Sequence[_Copy], mask: set[Any]) -> _Copy | None:
    """One more copy at work; None where the system has no process or no pipe left."""
    try:
        reading, writing = os.pipe()
    except OSError:
        return None
    parent = os.getpid()
    try:
        process = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        return None
    if process == 0:
        _be_copy(work, writing, (reading, *(each.pipe for each in others)), parent, mask)
    # No other copy may hold this end: the pipe would not end with its writer.
    os.close(writing)
    _widen(reading)
    os.set_blocking(reading, False)
    return _Copy(process, reading)


def _widen(pipe: int) -> None:
    """Room for several results, so that a copy seldom waits. Without it all goes on, only slower."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl  # noqa: PLC0415  Not on every system; the size is Linux's.

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)


def _be_copy(work: _Work[Any, Any], pipe: int, foreign: Sequence[int], parent: int, mask: set[Any]) -> NoReturn:
    """All that a copy does. It never returns: what stands above this on the stack is the first process's."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the first process's to answer.
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for each in foreign:
            os.close(each)
        gc.freeze()  # What was there before is not looked through again, so its memory stays shared.
        while (number := work.next()) is not None:
            content = _message(work, number, parent)
            _write(pipe, _HEAD.pack(number, len(content)))
            _write(pipe, content)
        status = 0
    finally:
        os._exit(status)


def _message(work: _Work[Any, Any], number: int, parent: int) -> bytes:
    """The results of a part, or what it raised."""
    try:
        return pickle.dumps([_one(work, at, parent) for at in work.parts[number]], pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # Whatever it is, it is raised again where it is due.
        return _failure(error)


def _one(work: _Work[Any, Any], at: int, parent: int) -> Any:
    if os.getppid() != parent:  # Nobody is left who would read the result.
        os._exit(1)
    return work.function(work.things[at])


def _failure(error: Exception) -> bytes:
    """`error` with where it came from; one that cannot be copied is told in words."""
    error.add_note("in another process:\n" + "".join(traceback.format_exception(error)).rstrip())
    words = RuntimeError(f"{type(error).__name__}: {error}")
    ways: tuple[Any, ...] = (error, _Unasked(error))
    for each in ways:
        with suppress(Exception):  # Classes do what they like when they are copied.
            content = pickle.dumps(_Failed(each), pickle.HIGHEST_PROTOCOL)
            pickle.loads(content)
            return content
    return pickle.dumps(_Failed(words), pickle.HIGHEST_PROTOCOL)


@frozen
class _Unasked:
    """Becomes `error` when it is read back, without its `__init__`, which may take other arguments than `args`."""

    error: Exception

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self.error), self.error.args, vars(self.error))


def _again(kind: type[Exception], arguments: tuple[Any, ...], state: dict[str, Any]) -> Exception:
    error = kind.__new__(kind, *arguments)
    vars(error).update(state)
    return error


def _write(pipe: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(pipe, rest) :]


def _collected(work: _Work[Any, _R], copies: Sequence[_Copy]) -> Iterator[_R]:
    """The results in order. While one is missing this process works, too, and looks into the pipes between things."""
    done: dict[int, list[_R] | _Failed] = {}
    own = _own(work, done)
    busy = True
    with selectors.DefaultSelector() as pipes:
        for each in copies:
            pipes.register(each.pipe, selectors.EVENT_READ, each)
        for number in range(len(work.parts)):
            while number not in done:
                busy = busy and next(own, False)
                if not busy and number not in done and not pipes.get_map():
                    raise lost("a process ended without a word", work.jobs)
                for key, _ in pipes.select(0 if busy or number in done else None):
                    if not _received(key.data, done):
                        pipes.unregister(key.fileobj)
                        _gone(key.data, work.jobs)
            yield from _results(done.pop(number), work.jobs)


def _own(work: _Work[Any, _R], done: dict[int, list[_R] | _Failed]) -> Iterator[bool]:
    """Do parts here as long as there are any; True after each thing."""
    while (number := work.next()) is not None:
        made: list[_R] = []
        try:
            for at in work.parts[number]:
                made.append(work.function(work.things[at]))
                yield True
        except Exception as error:  # As in a copy.
            done[number] = _Failed(error)
        else:
            done[number] = made


def _received(copy: _Copy, done: dict[int, Any]) -> bool:
    """Take what is in the pipe; False where it has ended."""
    content = os.read(copy.pipe, _PIPE)
    copy.received += content
    while len(copy.received) >= _HEAD.size:
        number, length = _HEAD.unpack_from(copy.received)
        end = _HEAD.size + length
        if len(copy.received) < end:
            break
        with memoryview(copy.received) as view, view[_HEAD.size : end] as message:
            done[number] = pickle.loads(message)
        del copy.received[:end]
    return bool(content)


def _results(found: list[_R] | _Failed, jobs: int) -> list[_R]:
    if not isinstance(found, _Failed):
        return found
    if isinstance(found.error, MemoryError):
        raise lost("a process found no more memory", jobs) from found.error
    raise found.error


def _gone(copy: _Copy, jobs: int) -> None:
    """Raises LostProcessError unless the copy ended of itself, with all its work done."""
    status = _waited(copy)
    if status == 0:
        return
    if status > 0:
        raise lost(f"a process ended with exit code {status}", jobs)
    names = {each.value: each.name for each in signal.Signals}
    killed = f"a process was killed ({names.get(-status, f'signal {-status}')})"
    raise lost(killed, jobs, "; systems do that when memory runs out" if status == -signal.SIGKILL else "")


def _waited(copy: _Copy) -> int:
    """How the copy ended, negative for a signal; 0 where the system was told not to keep that (SIGCHLD is ignored)."""
    process, copy.process = copy.process, 0
    try:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    except ChildProcessError:
        return 0


def _end(copies: Sequence[_Copy]) -> None:
    """End those that still run, at once, and wait until they are gone."""
    running = [each for each in copies if each.process]
    for each in running:
        with suppress(ProcessLookupError):
            os.kill(each.process, signal.SIGKILL)
    for each in copies:
        os.close(each.pipe)
    for each in running:
        _waited(each)
