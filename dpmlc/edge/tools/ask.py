"""Tools -> what they say of themselves, where reading leaves that open (SPEC 5.1): run, confined, and ended.

Nothing is granted: no network, no files but the package, no environment. Only members that describe are called.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Collection
from typing import Any

from dpmlc.edge.package import Package
from dpmlc.edge.tools.grants import Grants, RunLimits
from dpmlc.edge.tools.interpreter import HERE, NoInterpreterError, interpreter
from dpmlc.edge.tools.process import Confined, OutOfBoundsError, OutOfTimeError, confined
from dpmlc.text.paths import package_of
from dpmlc.text.source import Source
from dpmlc.tools.answers import UNASKED, Answer, Answered, Answers, Unanswered
from dpmlc.tools.found import tool_source
from dpmlc.tools.interface import MEMBERS
from dpmlc.tools.read_tool import is_tool, questions

ASKING = RunLimits(seconds=5.0, cleanup=0.0)
"""What a tool gets to answer."""

_LONGEST = 300


def answers_of(package: Package, paths: Collection[str] | None = None) -> Answers:
    """The answers of the package's own tools, or of those at `paths`; none where its settings do not let them be run.

    Those that need not be asked are not run, and those of dependencies never: nobody has looked at them.
    """
    if not package.settings.run_tools:
        return UNASKED
    found: dict[str, Answer] = {}
    own = (each.path for each in package.files.entries if is_tool(each.path) and not package_of(each.path))
    for path in own:
        source = tool_source(path, package.files, package.settings.limits) if paths is None or path in paths else None
        wanted = questions(path, source.text) if isinstance(source, Source) else ()
        if wanted:
            found[path] = ask(package.root, path, wanted)
    return found


def ask(root: str, path: str, wanted: tuple[str, ...], most: RunLimits = ASKING) -> Answer:
    """Run the tool at the package path `path` and call `wanted`; all of its processes are gone afterwards."""
    around = os.path.realpath(root)
    work = os.path.realpath(tempfile.mkdtemp(prefix="dpmlc-tool-"))
    absolute = os.path.join(around, *path.split("/"))
    try:
        program = interpreter(absolute, work, around, Grants(), most)
        running = confined(program, work, Grants(), most, lambda piece: None)
        try:
            return _answer(running, _request(absolute, wanted, most), _portable(around, work))
        finally:
            running.end()
    except NoInterpreterError as error:
        return Unanswered(str(error))
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _request(path: str, wanted: tuple[str, ...], limits: RunLimits) -> dict[str, object]:
    return {
        "path": path,
        "folder": os.path.dirname(path),
        "parameters": {},
        "config": {},
        "seconds": limits.seconds,
        "cleanup": limits.cleanup,
        "members": [rule.name for rule in MEMBERS],
        "spellings": {rule.name: rule.python for rule in MEMBERS},
        "environment": {},
        "asked": list(wanted),
        "only": True,
    }


def _answer(running: Confined, request: dict[str, object], portable: Callable[[str], str]) -> Answer:
    running.send(request)
    try:
        for message in running.messages():
            match message:
                case {"held": list()}:
                    continue
                case {"described": dict(described)}:
                    return _described(described, portable)
                case {"result": dict(result)}:
                    return Unanswered(_words(result, running.limits, portable))
                case _:
                    return Unanswered("it wrote into dpmlc's own channel")
        return Unanswered("its process ended without an answer")
    except OutOfTimeError:
        return Unanswered(_late(running.limits))
    except OutOfBoundsError as error:
        return Unanswered(str(error))


def _described(described: dict[str, Any], portable: Callable[[str], str]) -> Answer:
    if "bad" in described:
        return Unanswered(f"JSON cannot hold what it says: {_line(str(described['bad']), portable)}")
    members = described.get("members")
    kinds = members if isinstance(members, dict) else {}
    names = [rule.name for rule in MEMBERS]
    try:
        values = [(name, _json(described[name], portable)) for name in names if name in described]
    except (ValueError, RecursionError):
        return Unanswered("JSON cannot hold what it says")
    return Answered(tuple((name, str(kinds[name])) for name in names if name in kinds), tuple(values))


def _json(value: object, portable: Callable[[str], str]) -> str:
    return json.dumps(_moved(value, portable), ensure_ascii=False, allow_nan=False)


def _moved(value: object, portable: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return portable(value)
    if isinstance(value, dict):
        return {portable(str(key)): _moved(each, portable) for key, each in value.items()}
    return [_moved(each, portable) for each in value] if isinstance(value, list) else value


def _words(result: dict[str, Any], limits: RunLimits, portable: Callable[[str], str]) -> str:
    if result.get("overtime"):
        return _late(limits)
    name, message = str(result.get("name", "")), str(result.get("message", ""))
    said = _line(message, portable)
    return said if not name or name in {"Error", "Exit", message} else f"{name}: {said}"


def _line(text: str, portable: Callable[[str], str]) -> str:
    """The first line, cut: what stands below is where on this machine."""
    line = portable(text.strip().partition("\n")[0])
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _late(limits: RunLimits) -> str:
    return f"it took longer than {limits.seconds:g} seconds"


def _portable(root: str, work: str) -> Callable[[str], str]:
    """Text without the folders of this machine: `.` is the package, `~` the empty folder in which the tool ran."""
    places = ((work, "~"), (root, "."), (HERE, "dpmlc"))

    def moved(text: str) -> str:
        for place, name in places:
            text = text.replace(place, name)
        return text

    return moved
