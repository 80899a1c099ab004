"""Show where the time of a build goes: `python bench/profile.py PACKAGE [build options]`.

Prints a table of stages with seconds and share, and the functions that were seen most. The build runs in this process,
into a folder that is thrown away (unless `-o` is given), and remembers nothing. It is looked at by sampling: the system
sends a signal (ITIMER_PROF) after so much processor time, 1 ms or its own tick, often 4 ms; each time the whole stack
counts for one stage (`stages.py`). A build costs 1 to 3 % more by this. Processes that `--jobs` starts are not seen.

`python bench/profile.py PACKAGE --edits N [--site] [--of GLOB]` shows instead what an edit costs under `dpmlc watch`:
the first build is not counted, then one document after the other is edited, N times, built and written. The package is
changed by that. `--tree STAGE` adds the stacks that a stage was seen with, its inner functions summed up.
"""

import argparse
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

HERE = os.path.dirname(os.path.abspath(__file__))
# This file and `site.py` would stand in for modules of the standard library that somebody may import in the build.
sys.path[:] = [each for each in sys.path if os.path.abspath(each or ".") != HERE]
sys.path.insert(0, os.path.dirname(HERE))
sys.path.append(HERE)

from stages import IMPORTS, OTHER, STAGES, Sorter, Stack, module, name  # noqa: E402

_TICK = 0.001
_TOP = 25


class Samples:
    """Stacks seen while it was on, each with the processor seconds since the one before: signals wait for calls of C
    to end, and only one of them is kept. `seconds` are all that passed.
    """

    def __init__(self) -> None:
        self.stacks: list[tuple[Stack, float]] = []
        self.seconds = 0.0
        self._last = 0.0

    @contextmanager
    def on(self) -> Iterator[None]:
        """Look as long as the block runs."""
        before = signal.signal(signal.SIGPROF, self._see)
        start = self._last = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, _TICK, _TICK)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.seconds += time.process_time() - start
            signal.signal(signal.SIGPROF, before)

    def _see(self, _number: int, frame: FrameType | None) -> None:
        stack = []
        while frame is not None:
            stack.append(frame.f_code)
            frame = frame.f_back
        now = time.process_time()
        self.stacks.append((tuple(stack), now - self._last))
        self._last = now


def report(samples: Samples, tree: str, top: int) -> None:
    """Print the tables; stages in the order of a build, those that were never seen left out."""
    if not samples.stacks:
        print(f"no sample in {samples.seconds:.3f} s of processor time: too short to look at")
        return
    sorter, whole = Sorter(), sum(each for _, each in samples.stacks)
    staged = [(sorter.stage(stack), stack, each) for stack, each in samples.stacks]
    counted = _summed((stage, each) for stage, _, each in staged)
    every = f"one every {whole / len(staged) * 1000:.1f} ms"
    print(f"{len(staged)} samples (ITIMER_PROF), {every}, {samples.seconds:.2f} s of processor time")
    rows = [(stage, counted[stage]) for stage in [*STAGES, IMPORTS, OTHER] if stage in counted]
    _print_rows("stage", rows, whole)
    own = _summed((name(stack[0]), each) for _, stack, each in staged)
    _print_top("in the function itself", own, whole, top)
    held = _summed((found, each) for _, stack, each in staged for found in set(map(name, filter(_is_ours, stack))))
    _print_top("in a function of dpmlc with all that it calls", held, whole, top)
    if tree:
        below = _summed((_path(stack), each) for stage, stack, each in staged if stage == tree)
        _print_top(f"in `{tree}`, by the functions that led there", below, whole, top)


def _summed(found: Iterable[tuple[str, float]]) -> Mapping[str, float]:
    sums: dict[str, float] = {}
    for what, seconds in found:
        sums[what] = sums.get(what, 0.0) + seconds
    return sums


def _print_top(what: str, found: Mapping[str, float], whole: float, top: int) -> None:
    _print_rows(what, sorted(found.items(), key=lambda row: (-row[1], row[0]))[:top], whole)


def _print_rows(what: str, rows: Iterable[tuple[str, float]], whole: float) -> None:
    print(f"\n{'seconds':>8} {'share':>6}  {what}")
    for row, seconds in rows:
        print(f"{seconds:8.3f} {seconds / whole:6.1%}  {row}")


def _is_ours(code: CodeType) -> bool:
    return module(code).startswith("dpmlc.")


def _path(stack: Stack) -> str:
    """The functions of dpmlc that were running, the innermost last."""
    ours = [name(code).removeprefix("dpmlc.") for code in stack[::-1] if _is_ours(code)]
    return " > ".join(ours[-5:])


def build(package: Path, options: list[str], samples: Samples) -> None:
    """One build as the command line does it, imports and all."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["build", *options]
        if not any(each in {"-o", "--output"} or each.startswith("--output=") for each in options):
            words += ["-o", os.path.join(folder, "out")]
        if not any(each.startswith("--cache-dir") for each in options):
            words += ["--cache-dir", os.path.join(folder, "cache")]
        sys.argv = ["dpmlc", *words, str(package)]
        started = time.process_time()
        with samples.on():
            from dpmlc.__main__ import main  # noqa: PLC0415 - imports are part of what is looked at

            try:
                ended: object = main()
            except SystemExit as left:
                ended = left.code
    print(f"\nended with {ended or 0}; before it, {started:.2f} s for the start of Python and this program")


class Author:
    """A watcher that is nobody's notice: whenever somebody waits, it edits the next document, and says so."""

    how = "by itself"

    def __init__(self, paths: list[str], edits: int) -> None:
        self._paths = paths
        self._left = edits
        # Another run has left its marks in the files; an edit that changes nothing is none.
        self._first = int(time.time()) % 9_000_000

    def follow(self, _roots: object, _folders: object) -> bool:
        return False

    def wait(self, _seconds: float) -> frozenset[str] | None:
        from edits import save  # noqa: PLC0415 - needs nothing of dpmlc

        if not self._left or not self._paths:
            raise KeyboardInterrupt
        self._left -= 1
        path = self._paths[self._left % len(self._paths)]
        save(Path(path), self._first + self._left)
        return frozenset({path})

    def took(self, _seconds: float) -> None:
        """Looking is part of what is measured."""

    def close(self) -> None:
        """Nothing is held."""


class Quiet:
    """Nobody who listens."""

    def begin(self) -> None:
        """Nobody waits."""

    def done(self) -> None:
        """Nobody waits."""

    def drafted(self, package: object, draft: object) -> None:
        """Nobody looks."""

    def quiet(self, package: object) -> None:
        """Nobody waits."""

    def say(self, text: str) -> None:
        print(text, end="")


def follow(package: Path, edits: int, pattern: str, samples: Samples, *, with_site: bool) -> None:
    """Rounds of a watching process, in this one, written to a folder that is thrown away."""
    from dpmlc.__main__ import collect_seldom  # noqa: PLC0415 - only this part needs them
    from dpmlc.edge.diagrams import diagrams  # noqa: PLC0415
    from dpmlc.edge.output.contents import Contents  # noqa: PLC0415
    from dpmlc.edge.package import Trust  # noqa: PLC0415
    from dpmlc.edge.watch.rebuild import Built  # noqa: PLC0415
    from dpmlc.edge.watch.renew import Renewer  # noqa: PLC0415
    from dpmlc.edge.watch.session import Session, Wanted  # noqa: PLC0415

    collect_seldom()
    found = sorted(str(path) for path in package.resolve().glob(pattern))
    chosen = random.Random(1).sample(found, min(edits, len(found)))
    with tempfile.TemporaryDirectory() as folder, diagrams() as renderer:
        out = os.path.join(folder, "out")
        wanted = Wanted(str(package.resolve()), Trust(), (out,), with_site, renderer)
        renewer, rounds = Renewer(out), []

        def write(each: object) -> None:
            made = each.outcome  # type: ignore[attr-defined]
            if not isinstance(made, Built):
                raise made.error
            renewer.renew(made.build.artifacts, Contents(made.package.files, made.package.files.link))

        session = Session(wanted, Author(chosen, edits), Quiet())
        all_rounds = session.rounds()
        write(next(all_rounds))
        try:
            while True:
                start = time.perf_counter()
                with samples.on():
                    write(next(all_rounds))
                rounds.append(time.perf_counter() - start)
        except KeyboardInterrupt:
            pass
    if not rounds:
        sys.exit("no edit led to a build: is there a file for `--of`?")
    middle = statistics.median(rounds) * 1000
    processor = samples.seconds / len(rounds) * 1000
    print(
        f"{len(rounds)} edits: {processor:.1f} ms of processor time each, {middle:.1f} ms on the wall (median); waiting"
        f" for the system's notice is not in it"
    )


def main() -> None:
    if not hasattr(signal, "setitimer"):
        sys.exit("this system has no ITIMER_PROF")
    parser = argparse.ArgumentParser(description="Show where the time of a build goes.", allow_abbrev=False)
    parser.add_argument("package", type=Path)
    parser.add_argument("--edits", type=int, default=0, metavar="N", help="look at N edits of a watching process")
    parser.add_argument("--site", action="store_true", help="with --edits: with the site")
    parser.add_argument(
        "--of", default="**/*.md", metavar="GLOB", help="with --edits: what is edited; default: **/*.md"
    )
    parser.add_argument("--tree", default="", metavar="STAGE", help="the stacks of one stage")
    parser.add_argument("--top", type=int, default=_TOP, metavar="N", help=f"rows of a list; default: {_TOP}")
    chosen, options = parser.parse_known_args()
    samples = Samples()
    if chosen.edits:
        follow(chosen.package, chosen.edits, chosen.of, samples, with_site=chosen.site)
    else:
        build(chosen.package, options, samples)
    report(samples, chosen.tree, chosen.top)


if __name__ == "__main__":
    main()
