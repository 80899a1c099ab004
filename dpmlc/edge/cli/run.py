"""Arguments -> the command they name and its exit code (SPEC 7): whatever happens, 0, 1, 2 or 130."""

import importlib
import os
import traceback
from collections.abc import Sequence
from typing import Any

import click

from dpmlc import __version__
from dpmlc.edge.cache.place import Look
from dpmlc.edge.configuration import ConfigurationError
from dpmlc.edge.console import Console, standard_console
from dpmlc.edge.found import ClosedError
from dpmlc.edge.lost import LostProcessError
from dpmlc.edge.output.fault import PublishError
from dpmlc.edge.root import OutsideError
from dpmlc.report.place import Places
from dpmlc.report.suggest import nearest
from dpmlc.report.text import PLAIN, render
from dpmlc.report.width import visible, visible_lines

FAILED = 2
INTERRUPTED = 130

_COMMANDS = {
    "init": "Write a new package that builds without a warning.",
    "build": "Compile a package: bundles, manifests, provenance.",
    "watch": "Build again whenever a file changes.",
    "serve": "Show the site and every change of it in a browser.",
    "check": "Report everything that is wrong, write nothing.",
    "bundle": "Print one flattened prompt.",
    "inspect": "Show one file's tree and references.",
    "resolve": "Show how a reference resolves, step by step.",
    "explain": "Explain a diagnostic, or where a line of a bundle came from.",
    "graph": "Show who refers to whom.",
    "glob": "Show what a pattern matches, and why not more.",
    "fileref": "Search files for a prompt; read, write and convert file references.",
    "tool": "List, show, check and run the package's tools.",
    "clean": "Remove what builds wrote.",
}


class LazyGroup(click.Group):
    """The commands by name; each module is imported when its command is called or asked for help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        found: click.Command = importlib.import_module(f"dpmlc.edge.cli.{cmd_name}").command
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            near = nearest(args[0], _COMMANDS)
            hint = f" Did you mean `{near[0]}`?" if near else ""
            raise click.UsageError(f"there is no command `{args[0]}`.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="dpmlc %(version)s")
def dpmlc() -> None:
    """Compile DPML prompt packages: resolve and inline references, check everything, write flat prompts."""


def run(arguments: Sequence[str], look: Look | None = None) -> int:
    """Run a command; every failure is a line or a diagnostic on standard error, never a traceback.

    MemoryError and ImportError alone are raised.

    `look` is one that this process had at the package before.
    """
    console = standard_console()
    try:
        status = dpmlc.main(list(arguments), prog_name="dpmlc", standalone_mode=False, obj=(console, look))
    except KeyboardInterrupt:
        console.remark("\ninterrupted\n")
        return INTERRUPTED
    except click.Abort:  # The line of the Ctrl-C is ended already.
        console.remark("interrupted\n")
        return INTERRUPTED
    except (MemoryError, ImportError):  # `main` tells of them without anything that would need more.
        raise
    except SystemExit:  # So click ends where the reader of a help page has gone.
        return 0
    except Exception as error:  # The last door: nothing gets past it as a traceback.
        return _failed(error, console)
    return status if isinstance(status, int) else 0


def _failed(error: Exception, console: Console) -> int:
    match error:
        case click.exceptions.NoArgsIsHelpError():
            console.remark(visible_lines(f"{error.format_message()}\n"))
        case click.UsageError():
            usage = f"{error.ctx.get_usage()}\n" if error.ctx else ""
            console.remark(visible_lines(f"{usage}error: {error.format_message()}\n"))
        case click.ClickException():
            console.remark(f"error: {visible(error.format_message())}\n")
        case ConfigurationError():
            texts = {source.path: source.text for source in error.sources}
            console.remark(render(error.diagnostics, Places(texts), PLAIN))
        case OutsideError() | PublishError() | LostProcessError():
            _complain(console, error.message, error.help)
        case ClosedError():
            _complain(console, error.detail, ())
        case BrokenPipeError():
            return 0
        case FileNotFoundError(filename=None):
            _complain(console, "the folder in which you stand does not exist any more", ("go to one that does",))
        case OSError():
            _complain(console, _system_words(error), ())
        case _:
            _confess(error, console)
    return FAILED


def _complain(console: Console, message: str, help_: Sequence[str]) -> None:
    lines = [f"error: {visible(message)}", *(f"help: {visible(each)}" for each in help_)]
    console.remark("\n".join(lines) + "\n")


def _system_words(error: OSError) -> str:
    name = os.path.basename(error.filename) if isinstance(error.filename, str) else ""
    why = (error.strerror or str(error) or "the system refused").lower()
    return f"`{name}`: {why}" if name else why


def _confess(error: Exception, console: Console) -> None:
    what = visible(f"{type(error).__name__}: {error}"[:300])
    console.remark(f"error: this is a bug in dpmlc {__version__} ({what})\n")
    if os.environ.get("DPMLC_TRACEBACK"):
        console.remark(visible_lines("".join(traceback.format_exception(error))))
    else:
        console.remark("help: report it with what `DPMLC_TRACEBACK=1` shows\n")
