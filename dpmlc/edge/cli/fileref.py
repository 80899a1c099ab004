"""`dpmlc fileref`: search files for a prompt, read, write and convert file references."""

import os
import sys
from dataclasses import asdict

import click

from dpmlc.edge.cli.completion import files
from dpmlc.edge.cli.options import Shared, output_options, package_option
from dpmlc.edge.fileref.input import message_in, text_in
from dpmlc.edge.fileref.listing import Workspace, listed
from dpmlc.edge.fileref.readings import Depth, readings
from dpmlc.edge.fileref.serve import line_of, serve
from dpmlc.edge.root import find_root, inside, marked_root
from dpmlc.edge.terminal import paint
from dpmlc.emit.media import media_type
from dpmlc.fileref.adapters import ADAPTERS, PLACE, AdapterName, convert, converted_object
from dpmlc.fileref.answers import candidate_object
from dpmlc.fileref.candidates import candidate
from dpmlc.fileref.capabilities import Capabilities, capabilities_object
from dpmlc.fileref.file_index import file_index
from dpmlc.fileref.globs import excess
from dpmlc.fileref.messages import LONGEST_QUERY, MOST_RESULTS, RESULTS, SCOPES, Filters, Misread, Scope
from dpmlc.fileref.once import of_interest
from dpmlc.fileref.search import Found, Hit, Wanted, search
from dpmlc.fileref.tokens import Part, Text, escape, parse, raw_tokens, unescape
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.json import plain, written
from dpmlc.report.place import Places
from dpmlc.report.text import PLAIN, render
from dpmlc.report.width import visible

_FORMAT = click.option("--format", "how", type=click.Choice(["text", "json"]), default="text", help="Default: text.")
_DEBOUNCE = "Let a search wait so long for a newer one, which then takes its place. Default: 0."
_MOST = f"Default: {RESULTS}, at most {MOST_RESULTS}."
_FILE = click.argument("file", shell_complete=files, default="-")


@click.group("fileref")
def command() -> None:
    """Search files for a prompt; read, write and convert file references. FILE is `-`, standard input, by default."""


@command.command("serve")
@click.option("--debounce", "pause", type=click.IntRange(0, 10_000), default=0, metavar="MS", help=_DEBOUNCE)
@click.option("--no-watch", is_flag=True, help="Do not follow changes of the workspace.")
@click.option("--announce", is_flag=True, help="Write `session.capabilities` first.")
@package_option
def serve_command(shared: Shared, pause: int, no_watch: bool, announce: bool) -> int:
    """Answer searches, one JSON message a line."""
    workspace = _workspace(shared)
    if announce:
        shared.console.document(line_of(capabilities_object(Capabilities())))
    serve(
        workspace, sys.stdin.fileno(), shared.console.document, shared.remark, pause / 1000,
        "once" if no_watch else "follow",
    )  # fmt: skip
    return 0


@command.command("search")
@click.argument("query", default="")
@click.option("--scope", type=click.Choice(SCOPES), default=SCOPES[0], help=f"Default: {SCOPES[0]}.")
@click.option("--max", "most", type=click.IntRange(1), default=RESULTS, metavar="N", help=_MOST)
@click.option("--extension", "extensions", multiple=True, metavar=".EXT", help="Only such files; may be repeated.")
@click.option("--exclude", "excludes", multiple=True, metavar="GLOB", help="No such files; may be repeated.")
@_FORMAT
@package_option
def search_command(
    shared: Shared,
    query: str,
    scope: Scope,
    most: int,
    extensions: tuple[str, ...],
    excludes: tuple[str, ...],
    how: str,
) -> int:
    """Show the files that QUERY finds.

    The best first; without a query the newest.
    """
    for pattern in excludes:
        if excess(pattern):
            raise click.UsageError(f"`--exclude` takes a pattern of {excess(pattern)}")
    if len(query) > LONGEST_QUERY:
        raise click.UsageError(f"a query has at most {LONGEST_QUERY} characters, found {len(query)}")
    workspace = _workspace(shared)
    wanted = Wanted(query, scope, min(most, MOST_RESULTS), Filters(extensions, excludes), workspace.project)
    found = search(file_index(of_interest(listed(workspace), query)), wanted)
    if how == "json":
        shared.console.document(_search_json(query, found))
        return 0
    show = _plain if paint(shared.colour, sys.stdout) is PLAIN else _bold
    shared.console.result("".join(f"{show(hit)}\n" for hit in found.hits))
    if not found.hits:
        shared.console.remark(f"no file matches `{visible(query)}`\n")
    elif found.total > len(found.hits):
        shared.remark(f"{found.total} files match, the best {len(found.hits)} are shown\n")
    return 0


@command.command("parse")
@_FILE
@click.option("--known", multiple=True, metavar="ID", help="An id in `file_references`; default: every id is.")
@_FORMAT
@output_options
def parse_command(shared: Shared, file: str, known: tuple[str, ...], how: str) -> int:
    """Show text and file tokens of the prompt in FILE."""
    prompt = text_in(file)
    ids = set(known) or {raw.token.ref_id for raw in raw_tokens(prompt)}
    parts = parse(prompt, ids)
    if how == "json":
        shared.console.document(written({"parts": [_part_object(each) for each in parts]}))
        return 0
    shared.console.result("".join(_part_line(each) for each in parts))
    return 0


@command.command("escape")
@_FILE
@click.option("--undo", is_flag=True, help="Unescape instead.")
@_FORMAT
@output_options
def escape_command(shared: Shared, file: str, undo: bool, how: str) -> int:
    """Write the text in FILE so that nothing in it is a token."""
    text = text_in(file)
    done = unescape(text) if undo else escape(text)
    shared.console.document(written({"text": done}) if how == "json" else done)
    return 0


@command.command("convert")
@_FILE
@click.option("--adapter", required=True, type=click.Choice(ADAPTERS), help="For which kind of agent.")
@click.option("--inline", is_flag=True, help="`generic`: write the files' content into the prompt.")
@_FORMAT
@package_option
def convert_command(shared: Shared, file: str, adapter: AdapterName, inline: bool, how: str) -> int:
    """Convert a prompt request for an agent.

    FILE holds a `control.prompt.request`. The text is written, or with `--format json` all of the request.
    """
    request = message_in(file)
    if isinstance(request, Misread):
        _report(request.diagnostics, "", shared)
        return 1
    with shared.package() as package:
        depth: Depth = "content" if inline and adapter == "generic" else "path"
        known = readings(request.file_references, package.files, depth, package.settings.limits.resource)
    converted = convert(request, adapter, known)
    if how == "json":
        faults = [plain(each, Places({PLACE: request.prompt_text})) for each in converted.diagnostics]
        shared.console.document(written({"request": converted_object(request, converted), "diagnostics": faults}))
    else:
        shared.console.document(converted.prompt_text)
        _report(converted.diagnostics, request.prompt_text, shared)
    return 1 if converted.diagnostics else 0


def _workspace(shared: Shared) -> Workspace:
    """The package, and as its project the package inside of it from where the command is called."""
    root = find_root(shared.path)
    here = marked_root(os.getcwd())
    return Workspace(root, shared.trust, (inside(root, here) or "") if here else "")


def _report(diagnostics: tuple[Diagnostic, ...], prompt: str, shared: Shared) -> None:
    shared.console.remark(render(diagnostics, Places({PLACE: prompt}), PLAIN))


def _search_json(query: str, found: Found) -> str:
    hits = [candidate_object(candidate(hit, media_type)) for hit in found.hits]
    cut = found.total > len(found.hits)
    return written({"query": query, "candidates": hits, "total_count": found.total, "truncated": cut})


def _plain(hit: Hit) -> str:
    return visible(hit.file.path)


def _bold(hit: Hit) -> str:
    """The path with the letters that match in bold."""
    name, at = hit.file.name, 0
    shown = visible(hit.file.path[: len(hit.file.path) - len(name)])
    for first, last in hit.ranges:
        shown += f"{visible(name[at:first])}\x1b[1m{visible(name[first:last])}\x1b[0m"
        at = last
    return shown + visible(name[at:])


def _part_object(part: Part) -> dict[str, object]:
    return {"kind": "text" if isinstance(part, Text) else "file", **asdict(part)}


def _part_line(part: Part) -> str:
    if isinstance(part, Text):
        return f"text  {visible(part.text)}\n"
    return f"file  {visible(part.ref_id)}  {visible(part.display_path)}\n"
