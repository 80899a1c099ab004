"""Measure what an author waits for: `python bench/authoring.py [PART …] [--quick] [--venv FOLDER]`.

Parts, all of them by default, one after the other:

  watch    a save until it is on the disk, 1,000 and 10,000 documents
  serve    a save until the new page is served, 1,000 pages
  browser  a save until a browser shows it, 100 pages; needs Chromium, its driver, Selenium and pytest
  beside   the same edit with MkDocs, Zensical and repomix, those that are there, in turn; 1,000 pages and documents
  memory   what `watch` and `serve` hold over 1,000 rebuilds
  linear   a fresh build of 1,000, 5,000, 10,000 and 20,000 documents
  second   a build in a new process after nothing, an edit, an addition, a deletion (`incremental.py`)

`--quick` does a little of everything to see that it runs; its figures mean nothing. Run it on a machine that does
nothing else: each part prints the load that it met, and a time beside other work is that of somebody who waits in line.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import incremental
from beside import beside, installed
from browsing import browser, serve
from generate import generate
from run import DPMLC, FailedError, load, run
from watching import Work, memory, watch

_NO_SITE = ("--no-site",)


def linear(counts: Sequence[int], place: Path) -> None:
    """Print what a fresh build costs for each 1,000 documents: with linear cost every row says the same."""
    print(f"linear, fresh builds without site ({load()})")
    rows: list[tuple[int, float, float]] = []
    for files in counts:
        package, other = place / f"grown-{files}", place / f"grown-{files}-out"
        generate(package, files)
        words = ("build", "--quiet", *_NO_SITE, "-o", str(other / "out"), "--cache-dir", str(other / "cache"))
        made = run((*DPMLC, *words, str(package)), place)
        each = files / 1000
        rows.append((files, made.processor, made.megabytes))
        processor, wall = f"{made.processor / each:.3f} s of processor time", f"{made.wall / each:.3f} s on the wall"
        whole = f"{made.processor:.2f} s and {made.megabytes:.0f} MB in all"
        print(f"  {files} documents: {processor} and {wall} for each 1,000; {whole}", flush=True)
    for (few, started, least), (many, ended, most) in pairwise(rows):
        more = (many - few) / 1000
        print(
            f"  from {few} to {many}: {(ended - started) / more:.3f} s of processor time and"
            f" {(most - least) / more:.1f} MB more for each 1,000",
            flush=True,
        )


def _parts(quick: bool, work: Work, venv: Path | None) -> Mapping[str, Callable[[Path], None]]:
    files, pages = ((50, 200), 50) if quick else ((1_000, 10_000), 1_000)

    def watched(place: Path) -> None:
        for count in files:
            watch(count, work, place, _NO_SITE)
        watch(files[0], work, place, ())

    return {
        "watch": watched,
        "serve": lambda place: serve(pages, work, place),
        "browser": lambda place: browser(min(pages, 100), work, place),
        "beside": lambda place: beside(pages, files[0], work, place, venv),
        "memory": lambda place: memory(min(files[0], 200), min(pages, 100), work, place),
        "linear": lambda place: linear((50, 100, 200) if quick else (1_000, 5_000, 10_000, 20_000), place),
        "second": lambda _: incremental.main(files[-1:], 2 if quick else 5, _NO_SITE),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what an author waits for.")
    parser.add_argument("parts", nargs="*", metavar="PART", help="watch serve browser beside memory linear second")
    parser.add_argument("--quick", action="store_true", help="a little of everything, to see that it runs")
    parser.add_argument("--edits", type=int, metavar="N", help="edits of watch, serve, browser; default: 100")
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of beside; default: 7")
    parser.add_argument("--rebuilds", type=int, metavar="N", help="rebuilds of memory; default: 1000")
    parser.add_argument("--venv", type=Path, help="a folder for MkDocs and Zensical, installed there if need be")
    chosen = parser.parse_args()
    most = (5, 2, 20) if chosen.quick else (100, 7, 1_000)
    work = Work(chosen.edits or most[0], chosen.rounds or most[1], chosen.rebuilds or most[2])
    parts = _parts(chosen.quick, work, chosen.venv)
    wrong = [each for each in chosen.parts if each not in parts]
    if wrong:
        parser.error(f"no part is called `{wrong[0]}`; there are: {' '.join(parts)}")
    if chosen.venv and (not chosen.parts or "beside" in chosen.parts):
        installed(chosen.venv)
    failed = False
    for name in chosen.parts or parts:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "home")
            try:
                parts[name](Path(folder))
            except FailedError as error:
                failed = True
                print(f"{name}: not measured, {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
