"""Measure dpmlc beside other programs: `python bench/run.py [FILES]` (10,000 by default), as ratios taken in one run.

Every pair runs in turn, A B A B, so that a change of the machine's speed meets both; the median of the ratios is
printed, with the lowest and the highest. Peak memory is the largest single process as the system counted it. What is
not installed is named as missing: `files-to-prompt` (pip) and `repomix` (npm).
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from generate import generate

RUNS = 5
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
speed = f'{size / 1e6 / taken:.1f} MB/s, {taken / bare:.1f} times a bare read'
print(f'scan of {len(texts)} documents, {size / 1e6:.1f} MB: {speed}')
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One finished process: seconds on the wall, and the peak of its memory in MB."""

    seconds: float
    megabytes: float


def run(command: list[str]) -> Run:
    """Run `command` to its end, output thrown away."""
    start = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} ended with {process.returncode}")
    return Run(perf_counter() - start, usage.ru_maxrss / 1024)


def compare(what: str, ours: list[str], theirs: list[str], runs: int = RUNS) -> None:
    """Print the ratio of `ours` to `theirs`, pair by pair after one uncounted pair."""
    pairs = [(run(ours), run(theirs)) for _ in range(runs + 1)][1:]
    ratios = sorted(mine.seconds / other.seconds for mine, other in pairs)
    mine = statistics.median(each.seconds for each, _ in pairs)
    other = statistics.median(each.seconds for _, each in pairs)
    peak = max(each.megabytes for each, _ in pairs)
    print(
        f"{what}: {statistics.median(ratios):.2f} times ({ratios[0]:.2f} to {ratios[-1]:.2f}); "
        f"{mine:.3f} s against {other:.3f} s; peak {peak:.0f} MB"
    )


def main(files: int) -> None:
    python, dpmlc = sys.executable, str(Path(sys.executable).with_name("dpmlc"))
    compare("dpmlc --version against python -c pass", [dpmlc, "--version"], [python, "-c", "pass"], 20)
    with tempfile.TemporaryDirectory() as place:
        package, out = Path(place) / "package", Path(place) / "dist"
        generate(package, files)
        print(
            subprocess.run([python, "-c", SCAN, package], capture_output=True, text=True, check=True).stdout.strip()
        )
        fresh = [
            "sh",
            "-c",
            'rm -rf "$1" && exec "$2" build --no-site --quiet -o "$1" "$3"',
            "sh",
            out,
            dpmlc,
            package,
        ]
        again = [dpmlc, "build", "--no-site", "--quiet", "-o", str(out), str(package)]
        for name, limit, arguments in (
            ("files-to-prompt", "at most 2", [str(package), "-o", str(Path(place) / "all.txt")]),
            ("repomix", "at most 0.2", [str(package), "-o", str(Path(place) / "all.xml"), "--quiet"]),
        ):
            other = shutil.which(name) or shutil.which(name, path=str(Path(python).parent))
            if other is None:
                print(f"{name}: missing, not compared")
                continue
            compare(
                f"a fresh build against {name} (target {limit})", [str(each) for each in fresh], [other, *arguments]
            )
        compare("a second build against the same", again, [python, "-c", "pass"])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
