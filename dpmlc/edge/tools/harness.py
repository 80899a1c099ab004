"""What stands between dpmlc and a tool in Python: one JSON line in, questions and one result out, on a channel.

Run alone (`python -I harness.py CHANNEL`), without dpmlc. The twin of `harness.js`.
"""

import asyncio
import importlib.util
import inspect
import json
import math
import os
import signal
import sys
import time
from collections.abc import Mapping
from types import FrameType
from typing import Any

_DEEPEST = 200


class OverTimeError(BaseException):
    """The tool's time is over. No `Exception`, so that a tool does not catch it by the way."""


class Channel:
    """JSON lines both ways."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._kept = b""

    def send(self, message: dict[str, Any]) -> None:
        content = json.dumps(message).encode() + b"\n"
        while content:
            content = content[os.write(self._number, content) :]

    def receive(self) -> dict[str, Any]:
        while b"\n" not in self._kept:
            piece = os.read(self._number, 65536)
            if not piece:
                os._exit(1)
            self._kept += piece
        line, _, self._kept = self._kept.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found


def _alarm(number: int, frame: FrameType | None) -> None:
    raise OverTimeError


def _timed(call: Any, seconds: float) -> Any:
    """What `call` gives; an awaitable is awaited. Raises OverTimeError after so many seconds."""
    if seconds <= 0:
        raise OverTimeError
    signal.signal(signal.SIGALRM, _alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
    try:
        value = call()
        return asyncio.run(_awaited(value)) if inspect.isawaitable(value) else value
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


async def _awaited(value: Any) -> Any:
    return await value


def _unwritable(value: Any, path: str, above: tuple[int, ...] = ()) -> str:
    """The first part that JSON cannot hold, with the reason; "" where there is none."""
    if value is None or isinstance(value, str | bool):
        return ""
    if isinstance(value, int):
        return f"{path} has more than 4000 digits" if value.bit_length() > 13_000 else ""
    if isinstance(value, float):
        return "" if math.isfinite(value) else f"{path} is {value}"
    if not isinstance(value, list | tuple | Mapping):
        return f"{path} is of type {type(value).__name__}"
    if id(value) in above:
        return f"{path} holds itself"
    if len(above) >= _DEEPEST:
        return f"{path[:200]} is nested deeper than {_DEEPEST} levels"
    entries = value.items() if isinstance(value, Mapping) else enumerate(value)
    for key, each in entries:
        if isinstance(value, Mapping) and not isinstance(key, str):
            return f"{path} has the key {key!r:.40}, which is no text"
        step = f"{path}.{key}" if isinstance(value, Mapping) else f"{path}[{key}]"
        found = _unwritable(each, step, (*above, id(value)))
        if found:
            return found
    return ""


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _words(error: BaseException, phase: str) -> dict[str, Any]:
    codes: list[str] = []
    each: BaseException | None = error
    for _ in range(5):
        if each is None:
            break
        codes += [name.__name__ for name in type(each).__mro__[:-1]]
        code = getattr(each, "code", None)
        codes += [code[:100]] if isinstance(code, str) else []
        number = getattr(each, "errno", None)
        codes += [os.strerror(number)] if isinstance(number, int) and isinstance(each, OSError) else []
        each = each.__cause__ or each.__context__
    details = getattr(error, "details", None)
    found = {"phase": phase, "name": type(error).__name__, "message": _said(error), "codes": codes}
    if isinstance(details, Mapping) and not _unwritable(details, "details"):
        found["details"] = _plain(details)
    return found


def _said(error: BaseException) -> str:
    try:
        return (str(error) or type(error).__name__)[:4000]
    except Exception:
        return type(error).__name__


class ConfigurationError(Exception):
    """The file gives no tool."""


def _tool_of(path: str) -> Any:
    """The tool of a module: what `tool` names, else its only class with `execute`."""
    spec = importlib.util.spec_from_file_location("tool_file", path)
    if spec is None or spec.loader is None:
        raise ConfigurationError("the file cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules["tool_file"] = module
    spec.loader.exec_module(module)
    if hasattr(module, "tool"):
        return module.tool() if inspect.isclass(module.tool) else module.tool
    own = [each for each in vars(module).values() if inspect.isclass(each) and each.__module__ == "tool_file"]
    last = [each for each in own if not any(each in other.__mro__[1:] for other in own) and each.__name__[0] != "_"]
    able = [each for each in dict.fromkeys(last) if hasattr(each, "execute")]
    if len(able) != 1:
        raise ConfigurationError(f"expected one class with `execute` or the name `tool`, found {len(able)}")
    return able[0]()


class Run:
    """One run, step by step."""

    def __init__(self, channel: Channel, request: dict[str, Any]) -> None:
        self._channel, self._request = channel, request
        self._end = time.monotonic() + request["seconds"]
        self._tool: Any = None
        self.phase = "load"

    def result(self) -> dict[str, Any]:
        """Everything up to and with `cleanup`."""
        try:
            self._tool = self._call(lambda: _tool_of(self._request["path"]))
            found = self._steps()
        except OverTimeError:
            found = {"ok": False, "phase": self.phase, "name": "OverTime", "message": "", "codes": [], "overtime": True}
        except SystemExit as error:
            message = f"the tool ended its process (status {error.code})"
            found = {"ok": False, "phase": self.phase, "name": "Exit", "message": message[:4000], "codes": []}
        except BaseException as error:
            found = {"ok": False, **_words(error, self.phase)}
        return self._cleaned(found)

    def _cleaned(self, found: dict[str, Any]) -> dict[str, Any]:
        cleanup = self._member("cleanup") if self._tool is not None else None
        if callable(cleanup):
            try:
                _timed(cleanup, self._request["cleanup"])
            except OverTimeError:
                found["cleanup"] = "its time was over"
            except BaseException as error:
                found["cleanup"] = _said(error)
        return found

    def _call(self, call: Any) -> Any:
        return _timed(call, self._end - time.monotonic())

    def _member(self, name: str) -> Any:
        second = self._request["spellings"][name]
        return getattr(self._tool, name, None) or getattr(self._tool, second, None)

    def _steps(self) -> dict[str, Any]:
        self.phase = "describe"
        self._channel.send({"described": self._described()})
        if self._request["only"]:
            os._exit(0)
        if not self._channel.receive()["go"]:
            return {"stopped": True}
        self.phase = "init"
        init = self._member("init")
        if callable(init):
            self._call(lambda: init(self._request["config"]) if _takes_one(init) else init())
        self.phase = "validate"
        self._channel.send(self._verdict())
        if not self._channel.receive()["go"]:
            return {"stopped": True}
        self.phase = "execute"
        begun = time.monotonic()
        execute = self._member("execute")
        data = self._call(lambda: execute(self._request["parameters"]))
        milliseconds = round((time.monotonic() - begun) * 1000)
        bad = _unwritable(data, "the result")
        if bad:
            return {"ok": False, "phase": "result", "name": "Unwritable", "message": bad, "codes": []}
        return {"ok": True, "data": _plain(data), "milliseconds": milliseconds}

    def _verdict(self) -> dict[str, Any]:
        validate = self._member("validate")
        if not callable(validate):
            return {"ask": True}
        verdict = self._call(lambda: validate(self._request["parameters"]))
        return {"verdict": None if _unwritable(verdict, "") else _plain(verdict)}

    def _described(self) -> dict[str, Any]:
        found = {name: self._member(name) for name in self._request["members"]}
        kinds = {name: "function" if callable(each) else "value" for name, each in found.items() if each is not None}
        told: dict[str, Any] = {"members": kinds}
        for name in self._request["asked"]:
            if kinds.get(name) != "function":
                continue
            value = self._call(found[name])
            bad = _unwritable(value, f"{name}()")
            told.update({"bad": bad} if bad else {name: _plain(value)})
        return told


def _takes_one(call: Any) -> bool:
    try:
        inspect.signature(call).bind(None)
    except (TypeError, ValueError):
        return False
    return True


def main() -> None:
    """Run the tool that the request names; the process ends at once afterwards, whatever threads are left."""
    sys.setrecursionlimit(2000)
    channel = Channel(int(sys.argv[1]))
    request = channel.receive()
    os.environ.update(request["environment"])
    sys.path.insert(0, request["folder"])
    result = Run(channel, request).result()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            continue
    try:
        channel.send({"result": result})
    except (ValueError, RecursionError) as error:
        channel.send(
            {"result": {"ok": False, "phase": "result", "name": "Unwritable", "message": str(error), "codes": []}}
        )
    os._exit(0)


if __name__ == "__main__":
    main()
