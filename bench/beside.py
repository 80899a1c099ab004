"""dpmlc beside other programs that follow an author's edits, on the same text, in turn.

MkDocs and Zensical serve the same Markdown as `dpmlc serve`; repomix with `--watch` packs the same package as `dpmlc
watch`. In each round every program gets one edit, after which it is asked for the new text again and again; all others
are held still meanwhile (SIGSTOP), since several look at all files several times a second. What is not installed, or
cannot do it, is named and left out.
"""

import random
import socket
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import edits
import generate
import pages
from run import DPMLC, FailedError, load, program
from running import Running, on_disk, running, served
from watching import Work, first_build, first_mark, page_of, port_of

_OURS = "dpmlc"
_LONG = 900.0
_SETTLE = 1.5
_PAGE = 7
_MKDOCS = "site_name: Pages\ndocs_dir: {docs}\nsite_dir: {out}\nmarkdown_extensions: [codehilite, tables]\n"
_ZENSICAL = '[project]\nsite_name = "Pages"\ndocs_dir = "docs"\nsite_dir = "out"\n'


@dataclass(frozen=True, slots=True)
class Following:
    """A program at work. `seen` waits until the text with a mark is there, and says when it was."""

    running: Running
    edited: Path
    seen: Callable[[bytes], float]


def beside(count: int, files: int, work: Work, place: Path, venv: Path | None) -> None:
    """Print what an edit takes of each program, and how many times as long as with dpmlc in the same round."""
    print(f"beside, {count} pages, edit -> the new page is served ({load()})", flush=True)
    with ExitStack() as stack:
        _rounds(_servers(count, place, stack, venv), work)
    print(f"beside, {files} documents, edit -> the new text is on the disk ({load()})", flush=True)
    with ExitStack() as stack:
        _rounds(_packers(files, place, stack), work)


def installed(venv: Path) -> None:
    """Put MkDocs and Zensical into `venv`, which is made where there is none."""
    if not (venv / "bin/python").exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    wanted = [each for each in ("mkdocs", "zensical") if not (venv / "bin" / each).exists()]
    if wanted:
        subprocess.run([str(venv / "bin/pip"), "install", "--quiet", *wanted, "pygments"], check=True)


def _servers(count: int, place: Path, stack: ExitStack, venv: Path | None) -> Mapping[str, Following]:
    """The servers that could be started, each on a copy of its own."""
    found: dict[str, Following] = {}
    docs = _docs(place / "ours", count)
    ours = stack.enter_context(running((*DPMLC, "serve", "--port", "0", str(docs)), place))
    port = port_of(ours)
    first_build(ours)
    found[_OURS] = _following(ours, docs, port, page_of(_PAGE, port))
    for name, make in (("mkdocs", _mkdocs), ("zensical", _zensical)):
        path = str(venv / "bin" / name) if venv and (venv / "bin" / name).exists() else program(name)
        if path is None:
            print(f"  {name}: not measured, no `{name}` on the PATH and none in --venv", flush=True)
            continue
        ours.stop()
        folder = place / name
        docs, port = _docs(folder / "docs", count), _free_port()
        server = stack.enter_context(running((path, *make(folder, docs, port)), folder))
        address = "/" + pages.path_of(_PAGE).removesuffix(".md") + "/"
        try:
            served(port, address, f"Page {_PAGE}".encode(), _LONG)
        except FailedError as error:
            print(f"  {name}: not measured, {error} ({'; '.join(line.text for line in server.lines[-3:])})", flush=True)
            continue
        finally:
            server.stop()
        found[f"{name} {_version(path)}"] = _following(server, docs, port, address)
    return found


def _mkdocs(folder: Path, docs: Path, port: int) -> Sequence[str]:
    (folder / "mkdocs.yml").write_text(_MKDOCS.format(docs=docs, out=folder / "out"), encoding="utf-8")
    return ("serve", "-f", str(folder / "mkdocs.yml"), "-a", f"127.0.0.1:{port}")


def _zensical(folder: Path, _docs: Path, port: int) -> Sequence[str]:
    (folder / "zensical.toml").write_text(_ZENSICAL, encoding="utf-8")
    return ("serve", "-f", str(folder / "zensical.toml"), "-a", f"127.0.0.1:{port}")


def _packers(files: int, place: Path, stack: ExitStack) -> Mapping[str, Following]:
    """The programs that write one package anew at each edit."""
    name = program("repomix")
    if name is None or "--watch" not in _said(name, "--help"):
        why = "no `repomix` on the PATH" if name is None else f"repomix {_version(name)} has no `--watch`"
        print(f"  repomix: not measured, {why}", flush=True)
        return {}
    edited, prompt = edits.leaf(files, random.Random(files))
    package, out = place / "packed-ours", place / "packed-ours-out"
    generate.generate(package, files)
    ours = stack.enter_context(running((*DPMLC, "watch", "--no-site", "-o", str(out), str(package)), place))
    first_build(ours)
    found = {_OURS: Following(ours, package / edited, lambda mark: on_disk(out / prompt, mark))}
    ours.stop()
    package, packed = place / "packed-theirs", place / "packed.xml"
    generate.generate(package, files)
    theirs = stack.enter_context(running((name, "--watch", "-o", str(packed), str(package)), place))
    on_disk(packed, b"</files>", _LONG)
    sleep(_SETTLE)
    found[f"repomix {_version(name)} --watch"] = Following(
        theirs, package / edited, lambda mark: on_disk(packed, mark, _LONG)
    )
    theirs.stop()
    return found


def _rounds(found: Mapping[str, Following], work: Work) -> None:
    taken: dict[str, list[float]] = {name: [] for name in found}
    chance, number = random.Random(work.rounds), first_mark()
    for each in found.values():
        each.running.stop()
    for _ in range(work.rounds + 1):
        for name, each in found.items():
            number += 1
            each.running.go_on()
            # Those who look from time to time meet the edit at any moment of their pause.
            sleep(_SETTLE + chance.random())
            started = edits.save(each.edited, number)
            taken[name].append(each.seen(edits.mark(number)) - started)
            sleep(_SETTLE)
            each.running.stop()
    for name, seconds in taken.items():
        ratios = sorted(other / ours for other, ours in zip(seconds[1:], taken[_OURS][1:], strict=True))
        times = f"{statistics.median(ratios):.1f} times dpmlc's ({ratios[0]:.1f} to {ratios[-1]:.1f})"
        print(f"  {name}: {edits.spread(seconds[1:])}{'' if name == _OURS else '; ' + times}", flush=True)


def _following(server: Running, docs: Path, port: int, address: str) -> Following:
    edited = docs / pages.path_of(_PAGE)
    return Following(server, edited, lambda mark: served(port, address, mark, _LONG))


def _docs(folder: Path, count: int) -> Path:
    folder.mkdir(parents=True)
    pages.generate(folder, count)
    return folder


def _free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def _said(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False)
    return done.stdout + done.stderr


def _version(name: str) -> str:
    """The first number with a point in what the program says of its version."""
    words = _said(name, "--version").replace(",", " ").split()
    return next((each for each in words if each[:1].isdigit() and "." in each), "of unknown version")
