"""What a shell offers for an argument: its own names of files and folders, codes of diagnostics."""

from typing import Any

import click


def files(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[Any]:
    """Names of files."""
    return [_item(begun, "file")]


def folders(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[Any]:
    """Names of folders."""
    return [_item(begun, "dir")]


def explained(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[Any]:
    """What `dpmlc explain` takes: the codes that begin so, else files."""
    from dpmlc.edge.manuals import whole_manual  # noqa: PLC0415  Only a shell asks.

    codes = [code for code in (*whole_manual(), "limits") if code.startswith(begun)]
    return [_item(code, "plain") for code in codes] or [_item(begun, "file")]


def _item(value: str, kind: str) -> Any:
    from click.shell_completion import CompletionItem  # noqa: PLC0415  Only a shell asks.

    return CompletionItem(value, type=kind)
