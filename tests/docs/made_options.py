"""The commands as click knows them -> their usage and a table of their options, as Markdown."""

from collections.abc import Iterator, Mapping

import click

from dpmlc.edge.cli.run import dpmlc


def commands() -> Mapping[str, click.Command]:
    """Every command that does something by its name (`tool list`), in the order of `dpmlc --help`."""
    return dict(_below(dpmlc, ""))


def command_parts() -> Mapping[str, str]:
    """The part for each command, by its name; `commands` is the table of all."""
    found = commands()
    parts = {name: _part(name, command) for name, command in found.items()}
    rows = [f"| [`dpmlc {name}`](#{anchor(name)}) | {_first_sentence(each)} |" for name, each in found.items()]
    return {"commands": "\n".join(["", "| command | what it does |", "| --- | --- |", *rows, "", ""]), **parts}


def anchor(name: str) -> str:
    """Where the heading of a command is on the page."""
    return f"dpmlc-{name}".replace(" ", "-")


def with_sections(text: str) -> str:
    """The page with a section for each command that it lacks, before that of the next command that it has."""
    names = tuple(commands())
    for number, name in enumerate(names):
        if _heading(name) in text:
            continue
        section = f"{_heading(name)}\n<!-- made: {name} -->\n<!-- end -->\n"
        later = [text.index(_heading(each)) for each in names[number + 1 :] if _heading(each) in text]
        at = min(later, default=len(text))
        text = text[:at] + section + text[at:]
    return text


def _heading(name: str) -> str:
    return f"\n## dpmlc {name}\n"


def _below(group: click.Group, start: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from _below(found, f"{start}{name} ")
        elif found is not None:
            yield f"{start}{name}", found


def _part(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=name, **dpmlc.context_settings)
    usage = " ".join(["dpmlc", name, *command.collect_usage_pieces(context)])
    # Not `get_params`: click keeps the help option as the first caller of the command had it.
    rows = [_row(each, context) for each in command.params if isinstance(each, click.Option)]
    table = ["| option | meaning |", "| --- | --- |", *rows, "| `-h`, `--help` | Show this message and exit. |"]
    return "\n".join(["", "```text", usage, "```", "", *_help(command), "", *table, "", ""])


def _help(command: click.Command) -> list[str]:
    return [line.strip() for line in (command.help or "").strip().split("\n")]


def _first_sentence(command: click.Command) -> str:
    return " ".join((command.help or "").partition("\n\n")[0].split())


def _row(option: click.Option, context: click.Context) -> str:
    value = "" if option.is_flag else f" {option.make_metavar(context)}"
    names = ", ".join(f"`{each}`" for each in option.opts[:-1])
    written = f"`{option.opts[-1]}{value}`".replace("|", "\\|")
    meaning = (option.help or "").replace("|", "\\|")
    return f"| {f'{names}, ' if names else ''}{written} | {meaning} |"
