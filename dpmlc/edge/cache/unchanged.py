"""`dpmlc build` where nothing changed since the last one: answered without loading the engine.

Whatever is in doubt, the answer is None, and the build is made.
"""

import os
from collections.abc import Sequence

from dpmlc.edge.cache.environment import environment
from dpmlc.edge.cache.options import Asked, plainly
from dpmlc.edge.cache.place import Look, inputs_of, leads_out, look_at, output_stands, place_of, remembered
from dpmlc.edge.cache.signature import TooManyError
from dpmlc.edge.cache.state import State
from dpmlc.edge.console import Console, standard_console
from dpmlc.edge.root import OUTPUT, OutsideError, find_root, shown_folder


def answer(arguments: Sequence[str]) -> int | Look | None:
    """The exit code of a build that has nothing to do, after saying so. Where there may be something to do, the look at
    the package, if there was one.

    `arguments` are those behind `build`. Writes to the console alone.
    """
    asked = plainly(arguments)
    if asked is None:
        return None
    look = None
    try:
        root = find_root(asked.path)
        output = asked.output or os.path.join(root, OUTPUT)
        place = place_of(asked, root, output)
        if asked.output is None and leads_out(place):
            return None
        state = remembered(place)
        if not isinstance(state, State) or state.environment != environment() or not os.path.isdir(place.output):
            return None
        look = look_at(place, state.inputs_since)
        if inputs_of(look, state.folders) != state.inputs or output_stands(place, state) is None:
            return look
    except (OSError, ValueError, OutsideError, TooManyError):
        return look
    _say(state, asked, output, standard_console())
    return 0


def _say(state: State, asked: Asked, output: str, console: Console) -> None:
    if asked.quiet:
        return
    if state.plain:
        console.remark(state.coloured if _is_coloured(asked.colour) else state.plain)
    shown = shown_folder(output)
    if asked.compare:
        console.remark(f"{state.summary}\n`{shown}` is up to date\n")
        return
    console.remark(f"{state.summary}\n{state.made} in `{shown}` (0 written, {state.number} unchanged, 0 removed)\n")


def _is_coloured(colour: str) -> bool:
    import sys  # noqa: PLC0415  See below.

    from dpmlc.edge.terminal import paint  # noqa: PLC0415  Its import takes long, and most builds have nothing to show.
    from dpmlc.report.text import COLOURED  # noqa: PLC0415

    return paint(colour, sys.stderr) == COLOURED  # type: ignore[arg-type]
