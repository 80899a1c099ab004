"""Measure builds that follow another one: `python bench/incremental.py [FILES…] [--runs N] [--site]`.

For each number of documents (1,000 and 10,000 by default), in turn with the thing it is compared with: a build where
nothing changed beside an interpreter that looks at each file, and a build after one edit beside a clean one. The
median of the ratios is printed. Growth shows in the seconds of the rows below each other.
"""

import argparse
import os
import shutil
import tempfile
from pathlib import Path

from generate import generate
from run import DPMLC, PYTHON, compare, run

WALK = """
import os, sys
def walk(folder):
    with os.scandir(folder) as entries:
        for each in entries:
            if each.is_dir(follow_symlinks=False): walk(each.path)
            else: each.stat(follow_symlinks=False)
for folder in sys.argv[1:]: walk(folder)
"""


def measure(files: int, runs: int, options: list[str], place: Path) -> None:
    """Print both ratios for a package of `files` documents in `place`."""
    os.environ["XDG_CACHE_HOME"] = str(place / "home")
    package, out = place / "package", place / "out"
    generate(package, files)
    build = (*DPMLC, "build", "--quiet", *options, "-o", str(out), str(package))
    run(build, place)
    bare = (PYTHON, "-c", WALK, str(package), str(out))
    compare(f"{files} documents, nothing changed, against a bare walk (target 2)", build, bare, place, runs)
    role = str(package / "group000/module00000/m0.role.md")
    edited = ("sh", "-c", 'echo more >> "$0" && exec "$@"', role, *build)
    clean = ("sh", "-c", 'rm -rf "$0" && exec "$@"', str(out), *build)
    compare(f"{files} documents, one edit, against a clean build", edited, clean, place, max(1, runs // 3))
    shutil.rmtree(package)
    shutil.rmtree(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure builds that follow another one.")
    parser.add_argument("files", nargs="*", type=int, default=[1_000, 10_000], help="documents; default: 1000 10000")
    parser.add_argument("--runs", type=int, default=9, help="counted pairs; a third of it for edits; default: 9")
    parser.add_argument("--site", action="store_true", help="with the site")
    chosen = parser.parse_args()
    for number in chosen.files:
        with tempfile.TemporaryDirectory() as folder:
            measure(number, chosen.runs, [] if chosen.site else ["--no-site"], Path(folder))
