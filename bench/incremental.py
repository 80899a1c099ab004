"""Measure builds of a second process: `python bench/incremental.py [FILES…] [--runs N] [--site]`.

For each number of documents (1,000 and 10,000 by default) every round runs in turn: an interpreter that looks at each
file and does nothing, a build where nothing changed, where one document was edited, where one was added, where that one
was deleted, and a fresh build into another folder with nothing remembered. All are whole processes. The medians are
printed, with the median of the ratios to the bare look and to the fresh build of the same round. Growth shows in the
seconds of the rows below each other.
"""

import argparse
import os
import random
import shutil
import statistics
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import edits
from generate import generate
from run import DPMLC, PYTHON, Run, load, run
from watching import first_mark

WALK = """
import os, sys
def walk(folder):
    with os.scandir(folder) as entries:
        for each in entries:
            if each.is_dir(follow_symlinks=False): walk(each.path)
            else: each.stat(follow_symlinks=False)
for folder in sys.argv[1:]: walk(folder)
"""
BARE, FRESH = "a bare look", "a fresh build"
TARGETS = {"nothing changed": "2 times a bare look"}
_ADDED = "<thought>\n  <plan>\n    # 새 문서 plan\n    一步一步来。\n  </plan>\n</thought>\n"


def measure(files: int, runs: int, options: Sequence[str], place: Path) -> None:
    """Print what each kind of build costs for a package of `files` documents in `place`, which is made for it."""
    package, out, other = place / "package", place / "out", place / "other"
    generate(package, files)
    build = (*DPMLC, "build", "--quiet", *options, "-o", str(out), str(package))
    fresh = (*build[:-3], "-o", str(other / "out"), "--cache-dir", str(other / "cache"), str(package))
    run(build, place)
    chance, first = random.Random(files), first_mark()
    added = package / "group000/module00000/thought/late.thought.md"
    commands: Mapping[str, tuple[Callable[[int], object], Sequence[str]]] = {
        BARE: (lambda _: None, (PYTHON, "-c", WALK, str(package), str(out))),
        "nothing changed": (lambda _: None, build),
        "one edited": (lambda number: edits.save(package / edits.leaf(files, chance)[0], first + number), build),
        "one added": (lambda _: added.write_text(_ADDED, encoding="utf-8"), build),
        "one deleted": (lambda _: added.unlink(), build),
        FRESH: (lambda _: shutil.rmtree(other, ignore_errors=True), fresh),
    }
    taken: dict[str, list[Run]] = {name: [] for name in commands}
    for number in range(runs):
        for name, (change, command) in commands.items():
            change(number)
            taken[name].append(run(command, place))
    print(
        f"second process, {files} documents, {'the site too' if not options else 'no site'}, {runs} rounds ({load()})"
    )
    for name, made in taken.items():
        print(f"  {name}: {_row(made, taken)}{_target(name)}", flush=True)


def _row(made: Sequence[Run], taken: Mapping[str, Sequence[Run]]) -> str:
    wall = statistics.median(each.wall for each in made)
    processor = statistics.median(each.processor for each in made)
    said = f"{wall:.3f} s ({processor:.3f} s of processor time), peak {max(each.megabytes for each in made):.0f} MB"
    for other in (BARE, FRESH):
        if made is not taken[other]:
            said += f"; {_times(made, taken[other])} {other}"
    return said


def _times(made: Sequence[Run], others: Sequence[Run]) -> str:
    walls = statistics.median(mine.wall / other.wall for mine, other in zip(made, others, strict=True))
    both = ((mine.processor, max(other.processor, 1e-3)) for mine, other in zip(made, others, strict=True))
    return f"{walls:.2f} times ({statistics.median(mine / other for mine, other in both):.2f} by processor time)"


def _target(name: str) -> str:
    return f" (target: {TARGETS[name]})" if name in TARGETS else ""


def main(counts: Sequence[int], runs: int, options: Sequence[str]) -> None:
    """Measure each size in a folder of its own."""
    for number in counts:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "home")
            measure(number, runs, options, Path(folder))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure builds of a second process.")
    parser.add_argument("files", nargs="*", type=int, default=[1_000, 10_000], help="documents; default: 1000 10000")
    parser.add_argument("--runs", type=int, default=5, help="rounds; default: 5")
    parser.add_argument("--site", action="store_true", help="with the site")
    chosen = parser.parse_args()
    main(chosen.files, chosen.runs, [] if chosen.site else ["--no-site"])
