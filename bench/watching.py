"""What an author waits for under `dpmlc watch`, and what it holds after many rebuilds."""

import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import sleep, time

import edits
import generate
import pages
from run import DPMLC, FailedError, load
from running import Running, got, on_disk, running, served

_LONG = 900.0
_PAUSE = 0.25
_BUILT = r": .*, (\d+) ms$"


@dataclass(frozen=True, slots=True)
class Work:
    """How much is to be done: edits of each measure, rounds of a comparison, rebuilds that memory is watched over."""

    edits: int
    rounds: int
    rebuilds: int


def first_mark() -> int:
    """A number of an edit that no earlier run has used."""
    return int(time()) % 9_000_000


def first_build(program: Running) -> None:
    """Wait for the first build of `watch` or `serve`; FailedError where it failed."""
    said = program.heard("^first build: ", patience=_LONG).text
    if "not built" in said or "as it was" in said:
        raise FailedError(f"{said} ({'; '.join(line.text for line in program.lines[-4:-1])})")


def watch(files: int, work: Work, place: Path, options: Sequence[str]) -> None:
    """Print how long a save takes to be on the disk: in its bundle, and with all files of the build, in milliseconds.

    A random document other than a role is edited each time, so a bundle that inlines it is made again. What the
    program says of itself is its own work, without the way of the notice.
    """
    name = f"watched-{files}{'-'.join(options)}"
    package, out = place / name, place / f"{name}-out"
    generate.generate(package, files)
    chance, first = random.Random(files), first_mark()
    bundle, whole, said, before = [], [], [], 0.0
    with running((*DPMLC, "watch", *options, "-o", str(out), str(package)), place) as program:
        first_build(program)
        for number in range(first, first + work.edits + 1):
            if number == first + 1:
                before = program.processor
            sleep(_PAUSE * (1 + chance.random()))
            document, prompt = edits.leaf(files, chance)
            line = program.mark
            started = edits.save(package / document, number)
            seen = on_disk(out / prompt, edits.mark(number))
            # `build.json` comes last, and the line is said after it: at most that much later than the last byte.
            done = program.heard(_BUILT, line)
            bundle.append(seen - started)
            whole.append(done.at - started)
            said.append(_own(done.text))
        cost = each(program.processor - before, work.edits)
    print(f"watch, {files} documents, {_with(options)} ({load()}; target: median 20 ms, 95th percentile 50 ms)")
    print(f"  save -> in the bundle on the disk: {edits.spread(bundle[1:])}")
    print(f"  save -> the whole build is written, and said so: {edits.spread(whole[1:])}")
    print(f"  what it says of its own work: {edits.spread(said[1:])}; {cost}", flush=True)


def each(processor: float, count: int) -> str:
    """What an edit costs in processor time, in words; says little of less than some dozen edits."""
    return f"{processor / count * 1000:.1f} ms of processor time an edit"


def _own(line: str) -> float:
    """The seconds at the end of a line about a round."""
    return int(line.split()[-2]) / 1000


def _with(options: Sequence[str]) -> str:
    return "without site" if "--no-site" in options else "with the site"


def memory(files: int, count: int, work: Work, place: Path) -> None:
    """Print what `watch` holds over many rebuilds of `files` documents, and `serve` over those of `count` pages."""
    package, out = place / f"held-{files}", place / f"held-{files}-out"
    generate.generate(package, files)
    chance = random.Random(files)

    def next_bundle(number: int, _port: int) -> None:
        document, prompt = edits.leaf(files, chance)
        edits.save(package / document, number)
        on_disk(out / prompt, edits.mark(number))

    command = (*DPMLC, "watch", "--no-site", "-o", str(out), str(package))
    _held(f"watch, {files} documents", command, work.rebuilds, place, next_bundle)
    docs = place / f"held-pages-{count}"
    pages.generate(docs, count)

    def next_page(number: int, port: int) -> None:
        page = chance.randrange(count)
        edits.save(docs / pages.path_of(page), number)
        served(port, page_of(page, port), edits.mark(number))

    command = (*DPMLC, "serve", "--port", "0", str(docs))
    _held(f"serve, {count} pages", command, work.rebuilds, place, next_page)


def port_of(program: Running) -> int:
    """Where `dpmlc serve` says it is."""
    said = program.heard(r"http://127\.0\.0\.1:\d+/").text
    return int(said.partition("127.0.0.1:")[2].partition("/")[0])


def page_of(number: int, port: int) -> str:
    """The address of a page of `pages.py`: the site's own list for machines has it."""
    twin = Path(pages.path_of(number)).name
    for line in got(port, "/llms.txt").decode().splitlines():
        if line.partition("](")[2].partition(")")[0].endswith("/" + twin):
            return f"/{line.partition('](')[2].partition(')')[0].removesuffix('.md')}.html"
    raise FailedError(f"`llms.txt` lists no `{twin}`")


def _held(what: str, command: Sequence[str], rebuilds: int, place: Path, edit: Callable[[int, int], None]) -> None:
    held: list[float] = []
    first = first_mark()
    with running(command, place) as program:
        port = port_of(program) if "serve" in command else 0
        first_build(program)
        for number in range(rebuilds):
            line = program.mark
            edit(first + number, port)
            program.heard(_BUILT, line)
            resident = program.resident
            if resident is None:
                print(f"memory of {what}: not measured, the system does not tell", flush=True)
                return
            held.append(resident)
    if len(held) < 10:
        print(f"memory of {what}: not measured, {len(held)} rebuilds are too few")
        return
    tenth = max(1, len(held) // 10)
    start, end = statistics.median(held[tenth : 2 * tenth]), statistics.median(held[-tenth:])
    growth = (end - start) * 1024 / (len(held) * 0.8)
    print(
        f"memory of {what}, {len(held)} rebuilds ({load()}): after a tenth {start:.1f} MB, at the end {end:.1f} MB,"
        f" most {max(held):.1f} MB, {growth:+.2f} KB a rebuild (target: none)",
        flush=True,
    )
