"""`dpmlc serve`: the site from memory, always as the files are, in every open browser."""

import sys
import threading
import time
import webbrowser
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

import click

from dpmlc.compiler import Build, Draft
from dpmlc.edge.cli.options import Shared, package_argument
from dpmlc.edge.cli.reporting import Findings, findings, report_aside
from dpmlc.edge.diagrams import diagrams
from dpmlc.edge.package import Package
from dpmlc.edge.root import find_root
from dpmlc.edge.serve.copies import Copies
from dpmlc.edge.serve.live import Live
from dpmlc.edge.serve.server import LOOPBACK, Server, serving
from dpmlc.edge.terminal import paint
from dpmlc.edge.watch.choice import watcher_for
from dpmlc.edge.watch.rebuild import Built, Failed
from dpmlc.edge.watch.repeats import Repeats
from dpmlc.edge.watch.session import Round, Session, Wanted
from dpmlc.edge.watch.words import error_texts, milliseconds, some
from dpmlc.report.diagnostic import Severity
from dpmlc.report.place import Places
from dpmlc.report.text import PLAIN, render, summary
from dpmlc.text.artifact import RECORD, Output

_PORT = 8000
_PORTS = click.IntRange(0, 65535)
_THEME = "theme-"
_SEARCH = "site/search/"
_TURN = 0.0005
"""Seconds that a build goes on while somebody waits for a page: Python's own are ten times as many."""


@click.command("serve")
@click.option("--port", type=_PORTS, default=_PORT, metavar="N", help="Or the next free; default: 8000.")
@click.option("--host", default=LOOPBACK, metavar="NAME", help="Where to listen; default: this machine alone.")
@click.option("--open", "browse", is_flag=True, help="Open the site in a browser.")
@click.option("--poll", is_flag=True, help="Look again and again, where the system does not tell of changes.")
@package_argument
def command(shared: Shared, *, port: int, host: str, browse: bool, poll: bool) -> None:
    """Show the site of the package at PATH, and every change of its files in all open pages, until Ctrl-C.

    Nothing is written to the disk. With errors the site shows what there is, and what is wrong over it.
    """
    root = find_root(shared.path)
    with diagrams() as renderer:
        _serve(shared, Wanted(root, shared.trust, renderer=renderer), port, host, browse=browse, poll=poll)


def _serve(shared: Shared, wanted: Wanted, port: int, host: str, *, browse: bool, poll: bool) -> None:
    sys.setswitchinterval(_TURN)
    live = Live()
    server = serving(host, port, live, Copies(wanted))
    shower = _Shower(shared, live)
    session = Session(wanted, watcher_for(wanted.root, poll=poll), shower)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
    try:
        _greet(server, port, session, shared)
        for number, each in enumerate(session.rounds()):
            shower.take(each)
            if browse and number == 0:
                threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()
    finally:
        live.close()
        server.server_close()


def _greet(server: Server, port: int, session: Session, shared: Shared) -> None:
    if port not in {0, server.server_port}:
        shared.console.remark(f"port {port} is taken, this is the next free one\n")
    if not server.is_private:
        shared.console.remark("everybody who reaches this machine can read the site and the bundles\n")
    shared.console.remark(f"serving {server.address} ({session.how}); Ctrl-C ends it\n")


class _Shower:
    """Shows what was built, and says so in a line."""

    def __init__(self, shared: Shared, live: Live) -> None:
        self._shared = shared
        self._live = live
        self._repeats = Repeats()

    def begin(self) -> None:
        self._live.begin()

    def done(self) -> None:
        self._live.done()

    def quiet(self, package: Package) -> None:
        """Nothing is written that somebody could change."""

    def say(self, text: str) -> None:
        self._shared.remark(text)

    def drafted(self, package: Package, draft: Draft) -> None:
        """Show the pages at once; a search goes on in the index of those before, until `take`."""
        before = self._live.outputs
        if before:
            kept = {path: each for path, each in before.items() if path.startswith(_SEARCH) or path == RECORD}
            self._show(package, draft, kept)

    def take(self, each: Round) -> None:
        """Show the build of a round."""
        again = self._repeats.again(each)
        match each.outcome:
            case Failed(error):
                self._live.complain(error_texts(error))
                texts = error_texts(error, paint(self._shared.colour, sys.stderr))
                self._shared.console.remark("".join(f"{text}\n" for text in texts))
                said = "not built, the site is as it was"
            case Built(package, build) if again:
                self._show(package, build, {})
                return
            case Built():
                said = self._built(each.outcome)
        changed = some(each.changed, "first build")
        self._shared.remark(f"{changed}: {said}, {milliseconds(time.perf_counter() - each.started)}\n")

    def _built(self, made: Built) -> str:
        found = self._show(made.package, made.build, {})
        report_aside(found, self._shared)
        pages = sum(each.path.startswith("site/") and each.path.endswith(".html") for each in made.build.artifacts)
        return f"{pages} pages; {summary(found.totals.errors, found.totals.warnings)}"

    def _show(self, package: Package, made: Draft | Build, kept: Mapping[str, Output]) -> Findings:
        found = findings(package, made.diagnostics, made.checked.texts, made.totals)
        outputs = {**kept, **{each.path: each for each in made.artifacts}}
        path = unquote(urlsplit(package.settings.site.url).path).strip("/")
        prefix = f"/{path}/" if path else "/"
        # A broken template makes no page: those before it are worth more than none.
        whole = not any(each.code.startswith(_THEME) and each.severity is Severity.ERROR for each in found.diagnostics)
        if whole or self._live.empty:
            checked = made.checked
            self._live.show(outputs, _errors(found), prefix, checked.documents, made.entries, checked.read)
        else:
            self._live.complain(_errors(found))
        return found


def _errors(found: Findings) -> tuple[str, ...]:
    """The errors for the browser, as they stand in the terminal."""
    places = Places(found.texts)
    errors = (each for each in found.diagnostics if each.severity is Severity.ERROR)
    return tuple(render([each], places, PLAIN).rstrip("\n") for each in errors)
