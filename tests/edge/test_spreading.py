"""Work that several processes share: the results of one process, whatever happens to the others."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from threading import Lock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmlc.edge.forked import MOST_PARTS, shared
from dpmlc.edge.lost import LostProcessError
from dpmlc.edge.spreading import parts, saved, spread_over
from dpmlc.text.spread import here

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be copied here")

FIRST = os.getpid()


def in_copies(jobs: int, function: Callable[[int], object], number: int) -> list[object]:
    return list(shared(jobs, function, range(number), parts(number, jobs)))


@pytest.fixture
def no_child_is_left() -> Callable[[], bool]:
    """Whether all processes that a test started are gone; a browser of other tests may be a child of this one, too."""
    before = children()
    return lambda: children() <= before


def children() -> set[int]:
    """The processes of which this one is the parent, dead ones that nobody asked for among them."""
    if Path("/proc/self/stat").exists():
        tables = []
        for each in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # A process ends while others are looked at.
                tables.append(each.read_text("utf-8", "replace"))
        # `PID (NAME) STATE PARENT …`; a name may hold anything.
        rows = [(each.rpartition(")")[2].split()[1], each.partition(" ")[0]) for each in tables]
        return {int(own) for parent, own in rows if int(parent) == FIRST}
    with subprocess.Popen(["ps", "-A", "-o", "ppid=,pid="], stdout=subprocess.PIPE, text=True) as asked:
        told = [line.split() for line in asked.communicate()[0].splitlines()]
    return {int(own) for parent, own in told if int(parent) == FIRST} - {asked.pid}


@dataclass(slots=True)
class Meeting:
    """Each process waits before its first thing until all have come to theirs; then the copies `act`."""

    jobs: int
    act: Callable[[], object] = os.getpid
    _barrier: Barrier = field(init=False)
    _came: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._barrier = get_context("fork").Barrier(self.jobs)

    def __call__(self, each: int) -> int:
        if os.getpid() not in self._came:
            self._came.add(os.getpid())
            self._barrier.wait(60)
            if os.getpid() != FIRST:
                self.act()
        return each


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
@pytest.mark.parametrize("number", [1, 2, 3, 50, 1000])
def test_results_come_in_the_order_of_things(jobs: int, number: int, no_child_is_left: Callable[[], bool]) -> None:
    expected = [(each, "字" * (each % 5)) for each in range(number)]
    assert in_copies(jobs, lambda each: (each, "字" * (each % 5)), number) == expected
    assert no_child_is_left()


def test_all_processes_work_and_this_one_is_among_them() -> None:
    meeting = Meeting(3)
    workers = set(in_copies(3, lambda each: (meeting(each), os.getpid())[1], 60))
    assert len(workers) == 3
    assert FIRST in workers


def test_results_may_be_larger_than_a_pipe() -> None:
    lengths = [len(str(each)) for each in in_copies(2, lambda each: str(each % 10) * 3_000_000, 12)]
    assert lengths == [3_000_000] * 12


def test_an_error_is_that_of_the_first_thing_in_order_whoever_meets_it(no_child_is_left: Callable[[], bool]) -> None:
    def fail(each: int) -> int:
        if meeting(each) >= 40:
            raise KeyError(each)
        return each

    for _ in range(5):
        meeting = Meeting(3)
        with pytest.raises(KeyError) as found:
            in_copies(3, fail, 400)
        assert found.value.args == (40,)
    assert no_child_is_left()


class StubbornError(Exception):
    """An exception that cannot be made anew from its arguments."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} 和 {two}")
        self.sum = one + two


def raise_stubborn() -> None:
    raise StubbornError(1, 2)


def raise_what_cannot_be_copied() -> None:
    error = KeyError("壶")
    error.lock = Lock()  # type: ignore[attr-defined]
    raise error


def raise_no_memory() -> None:
    raise MemoryError


def kill_myself(number: int) -> None:
    os.kill(os.getpid(), number)


LOST: dict[str, tuple[Callable[[], object], str]] = {
    "killed": (partial(kill_myself, signal.SIGKILL), "was killed (SIGKILL)"),
    "ended": (partial(kill_myself, signal.SIGTERM), "was killed (SIGTERM)"),
    "left": (partial(os._exit, 3), "ended with exit code 3"),
    "left in peace": (partial(os._exit, 0), "ended without a word"),
    "no memory": (raise_no_memory, "found no more memory"),
}


@pytest.mark.parametrize("name", LOST)
@pytest.mark.parametrize("jobs", [2, 5])
def test_a_copy_that_does_not_finish_ends_the_work(name: str, jobs: int, no_child_is_left: Callable[[], bool]) -> None:
    act, how = LOST[name]
    with pytest.raises(LostProcessError) as found:
        in_copies(jobs, Meeting(jobs, act), 100)
    why = "; systems do that when memory runs out" if name == "killed" else ""
    assert found.value.message == (
        f"a process {how} and did not finish its part of the build{why}; nothing was written"
    )
    advice = "work in one process: `--jobs 1`" if jobs == 2 else "use fewer processes: `--jobs 2`"
    assert found.value.help == (f"{advice} writes the same and needs less memory",)
    assert no_child_is_left()


def test_an_error_keeps_its_kind_and_what_it_holds() -> None:
    with pytest.raises(StubbornError, match="1 和 2") as found:
        in_copies(2, Meeting(2, raise_stubborn), 40)
    assert found.value.sum == 3


def test_an_error_that_cannot_be_copied_is_told_in_words() -> None:
    with pytest.raises(RuntimeError, match="KeyError: '壶'"):
        in_copies(2, Meeting(2, raise_what_cannot_be_copied), 40)


def test_an_error_says_where_it_came_from_in_the_other_process() -> None:
    with pytest.raises(OSError, match="no such tea") as found:
        in_copies(2, Meeting(2, pour), 40)
    assert "in pour\n" in "".join(found.value.__notes__)


def pour() -> None:
    raise OSError("no such tea")


def test_an_interruption_ends_all_processes(no_child_is_left: Callable[[], bool]) -> None:
    def interrupted(each: int) -> int:
        meeting(each)
        if os.getpid() == FIRST:
            os.kill(FIRST, signal.SIGINT)
        return each

    meeting = Meeting(3)
    with pytest.raises(KeyboardInterrupt):
        in_copies(3, interrupted, 60)
    assert no_child_is_left()


def test_copies_do_not_hear_an_interruption() -> None:
    assert in_copies(3, Meeting(3, partial(kill_myself, signal.SIGINT)), 60) == list(range(60))


def test_who_stops_to_listen_ends_all_processes(no_child_is_left: Callable[[], bool]) -> None:
    results = shared(3, str, range(1000), parts(1000, 3))
    assert next(results) == "0"
    assert isinstance(results, Generator)
    results.close()
    assert no_child_is_left()


ORPHANS = """
import os, signal
from dpmlc.edge.forked import shared
first = os.getpid()
def work(each):
    if os.getpid() == first and each > 20:
        os.kill(first, signal.SIGKILL)
    return sum(range(10 ** 5))
list(shared(3, work, range(10 ** 6), [range(n, n + 4000) for n in range(0, 10 ** 6, 4000)]))
"""


def test_copies_end_when_the_first_process_is_killed() -> None:
    """`run` returns when nobody holds the pipe of its output any more; the work would take minutes."""
    done = subprocess.run([sys.executable, "-c", ORPHANS], stdout=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL


def test_the_system_may_not_say_how_a_process_ended() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert in_copies(3, Meeting(3), 60) == list(range(60))
        with pytest.raises(LostProcessError, match="a process ended without a word"):
            in_copies(2, Meeting(2, partial(kill_myself, signal.SIGKILL)), 60)
    finally:
        signal.signal(signal.SIGCHLD, before)


SCARCE = """
import os, resource
from dpmlc.edge.forked import shared
used = len(os.listdir("/proc/self/fd"))
resource.setrlimit(resource.RLIMIT_NOFILE, (used + 6, used + 6))
assert list(shared(40, lambda each: each, range(200), [range(n, n + 1) for n in range(200)])) == list(range(200))
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="the system does not tell its open files")
def test_fewer_work_where_the_system_gives_no_more_processes() -> None:
    done = subprocess.run([sys.executable, "-c", SCARCE], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@given(st.integers(0, 100_000), st.integers(1, 600))
@settings(max_examples=150)
def test_parts_cover_all_things_in_order(number: int, jobs: int) -> None:
    found = parts(number, jobs)
    assert [each for part in found for each in part] == list(range(number))
    assert len(found) <= MOST_PARTS
    assert all(found)


def test_parts_become_smaller() -> None:
    assert [len(part) for part in parts(40, 2)] == [2] * 18 + [1] * 4


@pytest.mark.parametrize(
    ("make", "send", "take", "jobs", "expected"),
    [
        (0.003, 0, 0, 3, 0.002),
        (0.004, 0, 0, 2, 0.002),
        (0.003, 0, 0.003, 4, 0.0),  # To take a result takes as long as to make it.
        (0.003, 0, 0.009, 4, 0.0),
        (0.0, 0, 0, 2, 0.0),
        (0.004, 0.001, 0.001, 2, 0.0015),  # Each makes half: 4 / 2 + 1 / 2 here, 5 / 2 there.
    ],
)
def test_what_processes_save(make: float, send: float, take: float, jobs: int, expected: float) -> None:
    assert saved(make, send, take, jobs) == pytest.approx(expected)


def test_little_work_is_done_here() -> None:
    def work(each: int) -> int:
        meeting(each)
        return sum(range(5_000), os.getpid())

    meeting = Meeting(1)
    assert len(set(spread_over(2, 60.0)(work, range(60)))) == 1
    assert spread_over(1) is here


def test_what_takes_long_may_come_late() -> None:
    def work(each: int) -> int:
        if each >= 60:
            sum(range(200_000))
        if each >= 190:
            meeting(each)
        return os.getpid()

    meeting = Meeting(2)
    assert len(set(spread_over(2, 0.05)(work, range(60)))) == 1
    assert len(set(spread_over(2, 0.05)(work, range(200)))) == 2


@pytest.mark.parametrize("number", [0, 1, 3, 4, 5, 67, 68, 69, 300])
def test_every_thing_is_done_once(number: int) -> None:
    assert list(spread_over(3, 0.0)(str, range(number))) == [str(each) for each in range(number)]
