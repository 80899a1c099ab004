"""Measure the site beside MkDocs on the same Markdown: `python bench/site.py [PAGES ...] [--runs N] [--venv FOLDER]`.

Pages of 3 KB (`pages.py`), 1,000 and 5,000 by default, code highlighted. Every round runs one process, two processes
and MkDocs in turn, so that a change of the machine's speed meets all; medians are printed, on the wall and in processor
time. Peak memory is what all processes of a build hold together, asked every 50 ms where the system tells it (Linux).
`--venv` names a folder in which MkDocs and Pygments are installed unless they are there; without it a `mkdocs` on the
PATH is taken, and without that it is left out. MkDocs highlights with Pygments as well (`codehilite`).
"""

import argparse
import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import run as bench
from pages import generate

HERE = Path(__file__).resolve().parent
PAGE = "site/section-000/page-00007.html"
QUERIES = ("registry", "循环引用", "프로토콜", "expanded before")
MKDOCS = """site_name: Pages
docs_dir: {docs}
markdown_extensions: [codehilite, tables]
"""
LIBRARIES = """
import re, sys, time
from pathlib import Path
import mistune
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
texts = [path.read_text('utf-8') for path in sorted(Path(sys.argv[1]).rglob('*.md'))]
markdown = mistune.create_markdown(plugins=['table', 'strikethrough', 'footnotes', 'task_lists'])
formatter, lexers = HtmlFormatter(), {name: get_lexer_by_name(name) for name in ('python', 'yaml')}
fences = [each for text in texts for each in re.findall('```(python|yaml)\\n(.*?)```', text, re.DOTALL)]
start = time.process_time()
for text in texts: markdown(text)
parsed = time.process_time()
for name, code in dict.fromkeys(fences): highlight(code, lexers[name], formatter)
print(parsed - start, time.process_time() - parsed)
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """One build: seconds on the wall and of processors (children counted), peak of all its processes in MB."""

    wall: float
    processor: float
    megabytes: float


def measured(command: Sequence[str], folder: Path) -> Measured:
    """Run `command`, which writes into a folder that is not there before."""
    peak, done = [0.0], threading.Event()
    watcher = threading.Thread(target=_watch, args=(peak, done), daemon=True)
    watcher.start()
    try:
        made = bench.run(command, folder)
    finally:
        done.set()
        watcher.join()
    return Measured(made.wall, made.processor, max(peak[0], made.megabytes))


def _watch(peak: list[float], done: threading.Event) -> None:
    while not done.is_set():
        peak[0] = max(peak[0], sum(map(_held, _below(os.getpid()))))
        sleep(0.05)


def _below(parent: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    try:
        tasks = Path(f"/proc/{parent}/task").iterdir()
        children = [int(each) for task in tasks for each in (task / "children").read_text().split()]
    except OSError:
        return []
    return [*children, *(below for child in children for below in _below(child))]


def _held(process: int) -> float:
    """MB of a process; what several share counts for each in part."""
    try:
        found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text(), re.MULTILINE)
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def building(pages: int, folder: Path, runs: int, mkdocs: str | None) -> Mapping[str, Measured]:
    """Print what the builds of `pages` pages cost; medians by the name of the build."""
    docs = folder / f"docs-{pages}"
    generate(docs, pages)
    ours = (*bench.DPMLC, "build", "--quiet", str(docs))
    commands: dict[str, tuple[str, ...]] = {"dpmlc": ours, "dpmlc --jobs 2": (*ours, "--jobs", "2")}
    if mkdocs is not None:
        (folder / "mkdocs.yml").write_text(MKDOCS.format(docs=docs), encoding="utf-8")
        commands["MkDocs"] = (mkdocs, "build", "--quiet", "-f", str(folder / "mkdocs.yml"))
    rounds: dict[str, list[Measured]] = {name: [] for name in commands}
    for number in range(runs):
        for name, command in commands.items():
            # A new folder for each: see in `run.py` why nothing is deleted between two builds.
            out = folder / f"{name.replace(' ', '')}-{pages}-{number}"
            into = ("-d", str(out)) if name == "MkDocs" else ("-o", str(out), "--cache-dir", f"{out}-cache")
            try:
                rounds[name].append(measured((*command, *into), folder))
            except bench.FailedError as error:
                print(f"{name}: not measured, {error}", flush=True)
    medians = {name: _median(each) for name, each in rounds.items() if each}
    for name, made in medians.items():
        speed = f"{pages / made.wall:.0f} pages/s on the wall, {pages / made.processor:.0f} by processor time"
        each = f"{made.processor / pages * 1000:.2f} ms a page"
        print(f"{pages} pages, {name}: {speed} ({each}), peak {made.megabytes:.0f} MB", flush=True)
    if "MkDocs" in medians and "dpmlc" in medians:
        mine, other = medians["dpmlc"], medians["MkDocs"]
        ratios = f"{other.wall / mine.wall:.1f} on the wall, {other.processor / mine.processor:.1f} by processor time"
        print(f"{pages} pages, dpmlc is so many times as fast as MkDocs: {ratios} (target 8)", flush=True)
    return medians


def _median(each: Sequence[Measured]) -> Measured:
    return Measured(
        statistics.median(one.wall for one in each),
        statistics.median(one.processor for one in each),
        max(one.megabytes for one in each),
    )


def libraries(docs: Path, whole: Measured) -> None:
    """Print the share of mistune and Pygments: what the libraries alone take for the same text."""
    done = subprocess.run(
        [bench.PYTHON, "-c", LIBRARIES, str(docs)], capture_output=True, text=True, check=False, cwd=HERE
    )
    if done.returncode:
        print(f"libraries: not measured, {done.stderr.strip()[-200:]}", flush=True)
        return
    parsing, colouring = map(float, done.stdout.split())
    rest = 1 - (parsing + colouring) / whole.processor
    print(f"mistune alone {parsing:.2f} s, Pygments {colouring:.2f} s, the rest {rest:.0%} (target 25%)", flush=True)


def sizes(out: Path, pages: int) -> None:
    """Print how large a page, a first load and a first search are."""
    html = (out / PAGE).read_bytes()
    linked = re.findall(rb'(?:src|rel="stylesheet" href)="((?:\.\./)*assets/[^"]+)"', html)
    assets = [(out / PAGE).parent / each.decode() for each in linked]
    first = _zipped(html) + sum(_zipped(each.read_bytes()) for each in assets)
    print(
        f"{pages} pages: HTML of a page {len(html) / 1000:.1f} KB, {_zipped(html) / 1000:.1f} KB compressed;"
        f" first load {first / 1000:.1f} KB compressed (target 24)",
        flush=True,
    )
    for query, plain, zipped in _searches(out):
        print(f"a first query, `{query}`: {plain / 1000:.0f} KB, {zipped / 1000:.0f} zipped (target 60)", flush=True)


def _searches(out: Path) -> list[tuple[str, int, int]]:
    """Queries with the bytes that the first one on a page fetches, and how many they are compressed."""
    node = shutil.which("node")
    if node is None:
        print("a first search: not measured, no `node` on the PATH", flush=True)
        return []
    answers = HERE.parent / "tests/pages/search/answers.js"
    request = {"folder": str(out / "site"), "entry": "search/index.js", "queries": QUERIES}
    script = HERE.parent / "themes/default/static/search.js"
    done = subprocess.run(
        [node, answers, script], input=json.dumps(request), capture_output=True, encoding="utf-8", check=True
    )
    found = []
    urls = {each.read_text("utf-8").split('"', 4)[3]: each for each in (out / "site/search").glob("page-*.js")}
    for query, answer in zip(QUERIES, json.loads(done.stdout)["answers"], strict=True):
        paths = [out / "site/search/index.js", *(out / f"site/search/{name}.js" for name in answer["shards"])]
        paths += [urls[result["url"]] for result in answer["results"][:6]]
        contents = [path.read_bytes() for path in paths]
        found.append((query, sum(map(len, contents)), sum(map(_zipped, contents))))
    return found


def _zipped(content: bytes) -> int:
    return len(gzip.compress(content, 9, mtime=0))


def mkdocs_of(venv: Path | None) -> str | None:
    """The program, installed first where `--venv` asks for it."""
    if venv is None:
        return shutil.which("mkdocs")
    program = venv / "bin/mkdocs"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        subprocess.run([str(venv / "bin/pip"), "install", "--quiet", "mkdocs", "pygments"], check=True)
    return str(program)


def main(counts: Sequence[int], runs: int, venv: Path | None) -> None:
    mkdocs = mkdocs_of(venv)
    if mkdocs is None:
        print("MkDocs: not measured, no `mkdocs` on the PATH and no --venv", flush=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        bench.run((bench.PYTHON, "-m", "compileall", "-q", "dpmlc"), bench.ROOT)  # As pip does.
        each = {}
        for pages in counts:
            made = building(pages, folder, runs, mkdocs)["dpmlc"]
            each[pages] = made.processor / pages
            libraries(folder / f"docs-{pages}", made)
            sizes(folder / f"dpmlc-{pages}-0", pages)
        if len(each) > 1:
            growth = each[counts[-1]] / each[counts[0]] - 1
            print(f"a page of {counts[-1]} against one of {counts[0]}: {growth:+.0%} processor time (target 6%)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure the site beside MkDocs.")
    parser.add_argument("pages", nargs="*", type=int, default=[1000, 5000], help="pages of a site; default: 1000 5000")
    parser.add_argument("--runs", type=int, default=3, help="rounds of each size; default: 3")
    parser.add_argument("--venv", type=Path, help="a folder for MkDocs")
    chosen = parser.parse_args()
    main(chosen.pages, chosen.runs, chosen.venv)
