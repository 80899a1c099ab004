"""`dpmlc explain`: the page of a diagnostic, or where a line of a bundle came from."""

import os
import re
import sys
from collections.abc import Mapping, Sequence

import click

from dpmlc.edge.cli.completion import explained
from dpmlc.edge.cli.options import Shared, output_options
from dpmlc.edge.found import ClosedError
from dpmlc.edge.manuals import whole_manual
from dpmlc.edge.reading import TooLargeError, content
from dpmlc.edge.root import OutsideError
from dpmlc.edge.safe_open import door
from dpmlc.explain import explain, provenance
from dpmlc.report.json import written
from dpmlc.report.manual import Page, limits_table
from dpmlc.report.suggest import nearest
from dpmlc.report.width import visible, visible_lines

_LIMITS = "limits"
_LARGEST = 256 << 20


@click.command("explain")
@click.argument("what", shell_complete=explained, metavar="[CODE|FILE:LINE]", required=False)
@click.option("--format", "how", type=click.Choice(["text", "json"]), default="text", help="Default: text.")
@output_options
def command(shared: Shared, what: str | None, how: str) -> int:
    """Explain a diagnostic's CODE, `limits`, or where a line of a bundle's prompt came from.

    Without an argument all codes are listed.
    """
    place = re.fullmatch(r"(.+):([0-9]{1,9})", what or "", re.DOTALL)
    if what is None:
        shared.console.result(_listed(how))
    elif place:
        shared.console.result(_shown("\n".join(_line(place[1], int(place[2]))) + "\n", how))
    elif what == _LIMITS:
        shared.console.result(_shown(limits_table(), how))
    else:
        shared.console.result(_shown(_page(what), how))
    return 0


def _listed(how: str) -> str:
    pages = _pages()
    if how == "json":
        return written({"codes": [{"code": page.code, "rule": page.rule} for page in pages.values()]})
    width = max(map(len, pages))
    return "".join(f"{page.code:<{width}}  {page.rule}\n" for page in pages.values())


def _shown(text: str, how: str) -> str:
    return written({"text": text}) if how == "json" else visible_lines(text)


def _pages() -> Mapping[str, Page]:
    """The manual. Raises OutsideError where Python was told to drop it."""
    if sys.flags.optimize > 1:
        message = "this Python leaves out docstrings, and the pages are some"
        raise OutsideError(message, "run it without `PYTHONOPTIMIZE=2` and `-OO`")
    return whole_manual()


def _page(code: str) -> str:
    pages = _pages()
    name = code.removeprefix("error[").removeprefix("warning[").removeprefix("hint[").removesuffix("]")
    if name in pages:
        return f"{name}\n\n{pages[name].text}\n"
    raise OutsideError(f"there is no diagnostic `{code}`", _instead(name, (*pages, _LIMITS)))


def _instead(what: str, known: Sequence[str]) -> str:
    if os.path.isfile(what):
        return f"name a line of it, too: `dpmlc explain {what}:1`"
    near = nearest(what, known)
    return f"did you mean {', '.join(f'`{each}`' for each in near)}?" if near else "`dpmlc explain` lists all codes"


def _line(file: str, line: int) -> tuple[str, ...]:
    folder = os.path.dirname(os.path.abspath(file))
    known = provenance(_text(folder, "sources.json", file))
    if known is None:
        raise OutsideError(f"the `sources.json` beside `{file}` was not written by this dpmlc")
    lines = _text(folder, os.path.basename(file), file).split("\n")
    found = explain(known, line, lines[line - 1] if 1 <= line <= len(lines) else "")
    if found is None:
        raise OutsideError(f"`{file}` has no line {line}", f"it has {known.lines} lines")
    return tuple(visible(each) for each in found)


def _text(folder: str, name: str, file: str) -> str:
    if not os.path.isdir(folder):
        raise OutsideError(f"there is no file `{file}`")
    entrance = door(folder)
    try:
        return content(entrance, name, _LARGEST).decode("utf-8", "replace")
    except (ClosedError, TooLargeError) as error:
        help_ = "give the `prompt.md` of a bundle in the output folder of `dpmlc build`"
        raise OutsideError(f"there is no `sources.json` beside `{file}`", help_) from error
    finally:
        entrance.close()
