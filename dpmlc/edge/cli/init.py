"""`dpmlc init`: a small package to start from."""

import os
import shlex

import click

from dpmlc.edge.cli.completion import folders
from dpmlc.edge.cli.options import Shared, output_options
from dpmlc.edge.root import OutsideError
from dpmlc.report.width import visible

_FILES = {
    "dpml.toml": """\
# Nothing here is needed: any folder of DPML files is a package.
[package]
name = "{name}"
""",
    "role/librarian/librarian.role.md": """\
# 图书管理员 Librarian

Helps readers find the next book in a small public library.

<role id="librarian">
  <personality>
    You are the librarian of a small public library. 你耐心，记得每位读者的口味。

    @!thought://listening
  </personality>

  <principle>
    Every conversation at the desk goes the same way:

    @!execution://recommending
  </principle>

  <knowledge>
    The shelves are listed in @?file://data/shelves.csv: look there before you name a shelf.
  </knowledge>
</role>
""",
    "role/librarian/thought/listening.thought.md": """\
<thought>
  <exploration>
    - What did the reader enjoy last? 先问上一本喜欢的书。
    - Is the book for the reader, or a gift?
  </exploration>

  <challenge>
    A title asked for is not always the book that is wanted.
  </challenge>
</thought>
""",
    "role/librarian/execution/recommending.execution.md": """\
<execution>
  <process>
    1. Ask one question, then wait. 一次只问一个问题。
    2. Name at most three books, each with one sentence why.
    3. Say on which shelf each one stands.
  </process>

  <constraint>
    Recommend only books that the library has.
  </constraint>
</execution>
""",
    "data/shelves.csv": """\
shelf,subject,主题
A1,novels,小说
A2,poetry,诗歌
B1,history,历史
B2,nature,自然
""",
    ".gitignore": """\
/dist/
/.dpmlc/
""",
}


@click.command("init")
@click.argument("folder", metavar="[DIR]", shell_complete=folders, default=".")
@output_options
def command(shared: Shared, folder: str) -> int:
    """Write a small package into DIR, which must be empty or new; default: where you stand."""
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise OutsideError(f"`{folder}` is no folder")
    if os.path.isdir(folder) and set(os.listdir(folder)) - {".git"}:
        raise OutsideError(f"the folder `{folder}` is not empty", "give a new or an empty folder")
    name = _name(folder)
    for path, text in _FILES.items():
        _write(os.path.join(folder, *path.split("/")), text.replace("{name}", name))
        shared.console.result(f"{path}\n")
    where = "" if os.path.abspath(folder) == os.getcwd() else f" {visible(shlex.quote(folder))}"
    shared.remark(f"a package was written; to compile it: dpmlc build{where}\n")
    return 0


def _write(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _name(folder: str) -> str:
    """The folder's name as a TOML string can hold it."""
    name = os.path.basename(os.path.abspath(folder))
    return "".join(letter for letter in name if letter.isalnum() or letter in "-_.") or "library"
