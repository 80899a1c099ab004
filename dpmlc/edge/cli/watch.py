"""`dpmlc watch`: build again at every change, and write only what differs."""

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

import click

from dpmlc.compiler import Draft, strictly
from dpmlc.edge.cli.options import Shared, output_option, package_argument
from dpmlc.edge.cli.output import output_folder
from dpmlc.edge.cli.reporting import findings, report_aside
from dpmlc.edge.diagrams import diagrams
from dpmlc.edge.output.contents import Contents
from dpmlc.edge.package import Package
from dpmlc.edge.publish import PublishError
from dpmlc.edge.root import find_root, shown_folder
from dpmlc.edge.terminal import paint
from dpmlc.edge.watch.choice import watcher_for
from dpmlc.edge.watch.rebuild import Built, Failed
from dpmlc.edge.watch.renew import Renewed, Renewer
from dpmlc.edge.watch.repeats import Repeats
from dpmlc.edge.watch.session import Round, Session, Wanted
from dpmlc.edge.watch.words import error_texts, few, milliseconds, some
from dpmlc.report.text import summary
from dpmlc.report.width import visible
from dpmlc.text.artifact import Output


@click.command("watch")
@output_option
@click.option("--strict", is_flag=True, help="Take every warning for an error.")
@click.option("--keep-going", is_flag=True, help="Write in spite of errors.")
@click.option("--no-site", is_flag=True, help="Leave the site out.")
@click.option("--poll", is_flag=True, help="Look again and again, where the system does not tell of changes.")
@package_argument
def command(shared: Shared, *, output: str | None, strict: bool, keep_going: bool, no_site: bool, poll: bool) -> None:
    """Build the package at PATH, and again whenever one of its files changes, until Ctrl-C.

    Only files whose bytes differ are written. With errors the output stays as it was.
    """
    root = find_root(shared.path)
    folder = output_folder(output, root)
    writer = _Writer(shared, folder, strict=strict, keep_going=keep_going)
    with diagrams() as renderer:
        wanted = Wanted(root, shared.trust, (os.path.abspath(folder),), not no_site, renderer)
        session = Session(wanted, watcher_for(root, poll=poll), writer)
        name = visible(os.path.basename(root))
        shared.remark(f"watching `{name}` ({session.how}), writing `{shown_folder(folder)}`; Ctrl-C ends it\n")
        for each in session.rounds():
            writer.take(each)


class _Writer:
    """Writes what was built, and says so in a line."""

    def __init__(self, shared: Shared, folder: str, *, strict: bool, keep_going: bool) -> None:
        self._shared = shared
        self._folder = folder
        self._strict = strict
        self._keep_going = keep_going
        self._renewer = Renewer(folder)
        self._due: tuple[Sequence[Output], str] | None = None
        self._late = False
        self._repeats = Repeats()

    def begin(self) -> None:
        """Nobody waits."""

    def done(self) -> None:
        """Nothing was built, nothing is said."""

    def drafted(self, package: Package, draft: Draft) -> None:
        """Write at once what only needs other bytes; the rest of the build comes with `take`."""
        told = strictly(draft.diagnostics) if self._strict else draft.diagnostics
        found = findings(package, told, draft.checked.texts, draft.totals)
        if not found.failed or self._keep_going:
            with suppress(PublishError):  # `take` meets it again, and says so.
                self._renewer.ahead(draft.artifacts, _contents(package))

    def quiet(self, package: Package) -> None:
        """Write what could not be written before, and again what somebody took away or changed."""
        if self._due is None or not (self._late or self._renewer.disturbed()):
            return
        started = time.perf_counter()
        self._late = True
        artifacts, counted = self._due
        with suppress(PublishError):  # Once is enough to say so.
            done = self._renewer.renew(artifacts, _contents(package), wait=0)
            self._late = False
            if done != Renewed():
                took = milliseconds(time.perf_counter() - started)
                self._shared.remark(f"{shown_folder(self._folder)}: {_done(done, counted)}, {took}\n")

    def say(self, text: str) -> None:
        self._shared.remark(text)

    def take(self, each: Round) -> None:
        """Write the build of a round, if it is to be written."""
        changed = some(each.changed, "first build")
        again = self._repeats.again(each)
        match each.outcome:
            case Failed(error):
                self._due = None
                self._complain(error)
                said = f"not built; `{shown_folder(self._folder)}` is as it was"
            case Built() if again and self._is_written(each.outcome):
                return
            case Built():
                said = self._built(each.outcome)
        self._shared.remark(f"{changed}: {said}, {milliseconds(time.perf_counter() - each.started)}\n")

    def _built(self, made: Built) -> str:
        told = strictly(made.build.diagnostics) if self._strict else made.build.diagnostics
        found = findings(made.package, told, made.build.checked.texts, made.build.totals)
        report_aside(found, self._shared)
        counted = summary(found.totals.errors, found.totals.warnings)
        if found.failed and not self._keep_going:
            self._due = None
            return f"{counted}; `{shown_folder(self._folder)}` is as it was"
        self._due, self._late = (made.build.artifacts, counted), True
        try:
            done = self._renewer.renew(made.build.artifacts, _contents(made.package))
        except PublishError as error:
            self._complain(error)
            return f"not written, it will be tried again; {counted}"
        self._late = False
        return _done(done, counted)

    def _is_written(self, made: Built) -> bool:
        """Whether the output is as `made` says, or stays as it was for errors that were told."""
        if self._due is None:
            return True
        before, now = ([(each.path, each.sha256) for each in all_] for all_ in (self._due[0], made.build.artifacts))
        return not self._late and before == now

    def _complain(self, error: Exception) -> None:
        texts = error_texts(error, paint(self._shared.colour, sys.stderr))
        self._shared.console.remark("".join(f"{each}\n" for each in texts))


def _done(done: Renewed, counted: str) -> str:
    gone = f", removed {few(done.removed)}" if done.removed else ""
    return f"wrote {few(done.written)}{gone}; {counted}"


def _contents(package: Package) -> Contents:
    return Contents(package.files, package.files.link)
