"""Measure dpmlc beside other programs: `python bench/run.py [FILES] [--runs N]` (10,000 files and 5 runs by default).

Every pair runs in turn, A B A B, so that a change of the machine's speed meets both; the median of the ratios is
printed, with the lowest and the highest, on the wall and in processor time. Peak memory is the largest process as
the system counted it. dpmlc is the one that stands beside this folder, run by the Python that runs this file. Other
programs are looked for on the PATH and beside that Python: `files-to-prompt` (pip) and `repomix` (npm). What is not
found, or does not run, is named and left out; all else is measured all the same.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from generate import generate

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
DPMLC = (PYTHON, "-m", "dpmlc")
SCAN = """
import os, sys, time
from dpmlc.scan.scan import scan
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source
walk = os.walk(sys.argv[1])
paths = [os.path.join(folder, name) for folder, _, names in walk for name in names if name.endswith('.md')]
def contents():
    for path in paths:
        handle = os.open(path, os.O_RDONLY)
        yield path, os.read(handle, 1 << 16)
        os.close(handle)
start = time.process_time(); size = sum(len(content) for _, content in contents()); bare = time.process_time() - start
texts = [(path, content.decode()) for path, content in contents()]
start = time.process_time()
for path, text in texts: scan(Source(path, text), frozenset(), Limits())
taken = time.process_time() - start
each = f'{taken / len(texts) * 1e6:.0f} microseconds a document'
speed = f'{size / 1e6 / taken:.1f} MB/s, {each}, {taken / bare:.1f} times a bare read'
print(f'scan of {len(texts)} documents, {size / 1e6:.1f} MB: {speed}')
"""


class FailedError(Exception):
    """A program ended with an error; the message names it."""


@dataclass(frozen=True, slots=True)
class Run:
    """One finished process: seconds on the wall and of processors (children counted), peak of its memory in MB."""

    wall: float
    processor: float
    megabytes: float


def run(command: Sequence[str], folder: Path) -> Run:
    """Run `command` in `folder` to its end, output thrown away."""
    start = perf_counter()
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, stdin=quiet, env=environment(), cwd=folder)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise FailedError(f"`{' '.join(command)}` ended with {process.returncode}")
    return Run(perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def compare(what: str, ours: Sequence[str], theirs: Sequence[str], folder: Path, runs: int) -> None:
    """Print the ratios of `ours` to `theirs`, pair by pair after one uncounted pair."""
    try:
        pairs = [(run(ours, folder), run(theirs, folder)) for _ in range(runs + 1)][1:]
    except FailedError as error:
        print(f"{what}: not measured, {error}", flush=True)
        return
    wall = _ratio([(mine.wall, other.wall) for mine, other in pairs])
    processor = _ratio([(mine.processor, other.processor) for mine, other in pairs])
    peaks = [max(each.megabytes for each in side) for side in zip(*pairs, strict=True)]
    print(f"{what}: wall {wall}; processor {processor}; peak {peaks[0]:.0f} MB against {peaks[1]:.0f} MB", flush=True)


def _ratio(pairs: Sequence[tuple[float, float]]) -> str:
    ratios = sorted(mine / max(other, 1e-3) for mine, other in pairs)
    mine, other = (statistics.median(each) for each in zip(*pairs, strict=True))
    spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
    return f"{statistics.median(ratios):.2f} times ({spread}; {mine:.2f} s against {other:.2f} s)"


def environment() -> dict[str, str]:
    """The environment with the dpmlc beside this folder as the one that is imported, bytecode included."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, "PYTHONPATH": str(ROOT)}


def load() -> str:
    """How busy the machine is, in words: a figure taken beside other work says little."""
    try:
        busy = f"load {os.getloadavg()[0]:.1f}"
    except (OSError, AttributeError):
        busy = "load unknown"
    return f"{busy} on {os.cpu_count()} cores"


def program(name: str) -> str | None:
    """The path of a program on the PATH or beside this Python, if there is one."""
    return shutil.which(name) or shutil.which(name, path=str(Path(PYTHON).parent))


def scanning(package: Path) -> None:
    """Print what scanning costs by itself, beside reading the files."""
    done = subprocess.run(
        [PYTHON, "-c", SCAN, str(package)], capture_output=True, text=True, check=False, env=environment()
    )
    print(done.stdout.strip() or f"scan: not measured, {done.stderr.strip()[-200:]}", flush=True)


def main(files: int, runs: int) -> None:
    bare = (PYTHON, "-c", "pass")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        package, out = folder / "package", folder / "dist"
        compare("dpmlc --version against python -c pass (target 2.5)", (*DPMLC, "--version"), bare, folder, 20)
        generate(package, files)
        scanning(package)
        again = (*DPMLC, "build", "--no-site", "--quiet", "-o", str(out), str(package))
        # Moved away, not deleted: where thousands of files were just deleted, some systems take ten times as long to
        # make new ones (ext4 without a journal, for five minutes).
        fresh = ("sh", "-c", 'if test -e "$0"; then mv "$0" "$0.$$"; fi; exec "$@"', str(out), *again)
        for name, target, arguments in (
            ("files-to-prompt", "target 2", (str(package), "-o", str(folder / "all.txt"))),
            ("repomix", "target 0.2", (str(package), "-o", str(folder / "all.xml"), "--quiet")),
        ):
            found = program(name)
            if found is None:
                print(f"a fresh build against {name}: not measured, no `{name}` on the PATH", flush=True)
            else:
                compare(f"a fresh build against {name} ({target})", fresh, (found, *arguments), folder, runs)
        two = (*fresh, "--jobs", "2")
        compare("a fresh build with --jobs 2 against one without", two, fresh, folder, runs)
        compare("a second build against a fresh one", again, fresh, folder, runs)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure dpmlc beside other programs.")
    parser.add_argument("files", nargs="?", type=int, default=10_000, help="documents; default: 10000")
    parser.add_argument("--runs", type=int, default=5, help="counted pairs of each comparison; default: 5")
    chosen = parser.parse_args()
    main(chosen.files, chosen.runs)
