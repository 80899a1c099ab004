"""A tool's file and parameters -> the result object: init, validate, execute, cleanup in a process of its own.

Source: TOOL; SPEC 5.2. The tool's own output goes to `prints`, never into the result.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from dpmlc.edge.tools.grants import Confinement, Grants, RunLimits, confinement
from dpmlc.edge.tools.interpreter import NoInterpreterError, interpreter
from dpmlc.edge.tools.judge import NoVerdictError, complaints
from dpmlc.edge.tools.process import Confined, OutOfBoundsError, OutOfTimeError, confined
from dpmlc.text.frozen import frozen
from dpmlc.text.slotted import slotted
from dpmlc.tools.classified import error_code, file_is_denied, network_is_missing
from dpmlc.tools.described import metadata_problems, metadata_texts, schema_parts
from dpmlc.tools.interface import MEMBERS
from dpmlc.tools.read_tool import tool_id
from dpmlc.tools.result import ErrorCode, Failure, Result, Success
from dpmlc.tools.schema import schema_faults
from dpmlc.tools.values import plain, stood

_CPU_SPENT = frozenset({9, 24})
"""SIGKILL and SIGXCPU: what ends a process that used up its processor time."""


@frozen
class ToolRun:
    """The result, and what the system kept of the confinement; None where nothing was started."""

    result: Result
    confinement: Confinement | None


class _StoppedError(Exception):
    """The run ends here, with this failure."""

    def __init__(self, code: ErrorCode, message: str, details: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.details = code, message, dict(details or {})


@slotted
class _Told:
    """What is known so far."""

    name: str
    parameters: Mapping[str, object]
    held: frozenset[str] = frozenset()
    schema: object = None
    verdict: _StoppedError | None = None


def run_tool(
    path: str,
    parameters: object,
    config: object = None,
    *,
    root: str | None = None,
    grants: Grants | None = None,
    limits: RunLimits | None = None,
    prints: Callable[[bytes], None] = lambda piece: None,
) -> ToolRun:
    """Run the tool in the file `path` once. It may read `root`, by default its own folder.

    `parameters` and `config` are plain JSON. Never raises for what the tool does; all of its processes are gone
    when this returns. `prints` gets what the tool writes to its standard output and error.
    """
    given, most = grants or Grants(), limits or RunLimits()
    absolute = os.path.realpath(path)
    around = os.path.realpath(root) if root else os.path.dirname(absolute)
    told = _Told(tool_id(os.path.basename(path)), parameters if isinstance(parameters, Mapping) else {})
    if not isinstance(parameters, Mapping):
        return ToolRun(_failure(told, _StoppedError(ErrorCode.VALIDATION_ERROR, "the parameters are no object")), None)
    work = os.path.realpath(tempfile.mkdtemp(prefix="dpmlc-tool-"))
    try:
        program = interpreter(absolute, work, around, given, most)
        running = confined(program, work, given, most, prints)
        try:
            result = _conversed(running, _request(absolute, parameters, config, given, most), told, given)
        finally:
            running.end()
            running.drain()
    except NoInterpreterError as error:
        return ToolRun(_failure(told, _StoppedError(ErrorCode.RESOURCE_ERROR, str(error))), None)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return ToolRun(result, confinement(told.held, given, not path.endswith(".py")))


def _request(
    path: str, parameters: Mapping[str, object], config: object, grants: Grants, limits: RunLimits
) -> dict[str, object]:
    return {
        "path": path,
        "folder": os.path.dirname(path),
        "parameters": dict(parameters),
        "config": {} if config is None else config,
        "seconds": limits.seconds,
        "cleanup": limits.cleanup,
        "members": [rule.name for rule in MEMBERS],
        "spellings": {rule.name: rule.python for rule in MEMBERS},
        "environment": dict(grants.environment),
        "asked": ["getMetadata", "getSchema"],
        "only": False,
    }


def _conversed(running: Confined, request: dict[str, object], told: _Told, grants: Grants) -> Result:
    running.send(request)
    try:
        for message in running.messages():
            result = _answered(running, message, told, grants)
            if result is not None:
                return result
        raise _crash(running)
    except OutOfTimeError:
        details = {"cleanup": "not run: the tool could not be interrupted"}
        return _failure(told, _over_time(running.limits.seconds, details))
    except OutOfBoundsError as error:
        return _failure(told, _StoppedError(ErrorCode.EXECUTION_ERROR, str(error), {"cleanup": "not run"}))
    except _StoppedError as stopped:
        return _failure(told, stopped)


def _answered(running: Confined, message: dict[str, Any] | None, told: _Told, grants: Grants) -> Result | None:
    """Answer one message; the result where it was the last."""
    match message:
        case {"held": list(held)}:
            told.held = frozenset(map(str, held))
        case {"described": dict(described)}:
            told.verdict = _description_fault(described, told)
            running.send({"go": told.verdict is None})
        case {"ask": True}:
            told.verdict = _unfit(told, running.limits.seconds)
            running.send({"go": told.verdict is None})
        case {"verdict": verdict}:
            told.verdict = _refusal(verdict)
            running.send({"go": told.verdict is None})
        case {"result": dict(result)}:
            return _finished(result, told, running, grants)
        case _:
            raise _StoppedError(ErrorCode.EXECUTION_ERROR, "the tool wrote into dpmlc's own channel")
    return None


def _description_fault(described: dict[str, Any], told: _Told) -> _StoppedError | None:
    """What is wrong with members, metadata and schema, and keep what is needed of them."""
    members = described.get("members")
    kinds = members if isinstance(members, dict) else {}
    problems = [f"the tool has no `{rule.name}`" for rule in MEMBERS if rule.required and rule.name not in kinds]
    problems += [f"`{name}` is no function" for name, kind in kinds.items() if kind != "function"]
    if "bad" in described:
        problems.append(f"JSON cannot hold what the tool says of itself: {described['bad']}")
    if not problems:
        metadata = stood(described.get("getMetadata"))
        problems += [message for _, message in metadata_problems(metadata)]
        told.name = metadata_texts(metadata)["name"] or told.name
        parameters, _ = schema_parts(stood(described.get("getSchema")))
        told.schema = plain(parameters) if parameters is not None else None
        faults = schema_faults(parameters) if parameters is not None else ()
        problems += [
            f"the schema is wrong{' in `' + fault.path[1:] + '`' if fault.path else ''}: {fault.message}"
            for fault in faults
        ]
    if not problems:
        return None
    return _StoppedError(ErrorCode.CONFIGURATION_ERROR, problems[0], {"problems": problems[:50]})


def _unfit(told: _Told, seconds: float) -> _StoppedError | None:
    """Why the schema refuses the parameters."""
    try:
        errors = complaints(told.schema, dict(told.parameters), seconds)
    except NoVerdictError as error:
        return _StoppedError(ErrorCode.CONFIGURATION_ERROR, str(error))
    return _refused(errors) if errors else None


def _refusal(verdict: object) -> _StoppedError | None:
    """Why the tool's own `validate` refuses the parameters."""
    match verdict:
        case {"valid": True}:
            return None
        case {"valid": False, **rest}:
            errors = rest.get("errors")
            return _refused([str(each) for each in errors] if isinstance(errors, list) else [])
    expected = "expected `{valid: boolean, errors: Array<string>}` from `validate`"
    return _StoppedError(ErrorCode.CONFIGURATION_ERROR, f"{expected}, found {str(verdict)[:100]}")


def _refused(errors: list[str]) -> _StoppedError:
    said = "; ".join(errors[:5]) or "the tool gives no reason"
    return _StoppedError(ErrorCode.VALIDATION_ERROR, f"the parameters are not valid: {said}", {"errors": errors[:100]})


def _finished(result: dict[str, Any], told: _Told, running: Confined, grants: Grants) -> Result:
    cleanup = {"cleanup": f"failed: {result['cleanup']}"} if "cleanup" in result else {}
    if result.get("stopped") and told.verdict is not None:
        return _failure(told, told.verdict, cleanup)
    if result.get("ok") is True and "data" in result:
        milliseconds = result.get("milliseconds")
        spent = milliseconds if isinstance(milliseconds, int) else 0
        return Success(told.name, result["data"], spent, _now(), cleanup)
    if result.get("overtime"):
        return _failure(told, _over_time(running.limits.seconds, {"phase": result.get("phase")}), cleanup)
    return _failure(told, _thrown(result, grants), cleanup)


def _thrown(result: dict[str, Any], grants: Grants) -> _StoppedError:
    phase, name, message = (str(result.get(key, "")) for key in ("phase", "name", "message"))
    codes = [str(each) for each in result.get("codes", ())]
    code = error_code(phase, name, codes, network_granted=grants.network)
    if phase == "result":
        return _StoppedError(ErrorCode.EXECUTION_ERROR, f"the result cannot be written as JSON: {message}")
    said = message or name
    if code is ErrorCode.PERMISSION_ERROR and network_is_missing(codes) and not grants.network:
        said += " (the tool may not use the network; `--allow-net` grants it)"
    elif code is ErrorCode.PERMISSION_ERROR and file_is_denied(codes):
        said += " (`--allow-read PATH` and `--allow-write PATH` grant files)"
    details = result.get("details")
    own = details if isinstance(details, dict) else {}
    return _StoppedError(code, said, {"phase": phase, "name": name, **own})


def _over_time(seconds: float, details: Mapping[str, object]) -> _StoppedError:
    return _StoppedError(ErrorCode.TIMEOUT_ERROR, f"the tool took longer than {seconds:g} seconds", details)


def _crash(running: Confined) -> _StoppedError:
    """The process is gone without a result."""
    status = running.status()
    running.drain()
    memory = any(each in running.last for each in (b"heap out of memory", b"MemoryError", b"std::bad_alloc"))
    signal_number = status - 128 if status > 128 else -status if status < 0 else 0
    if signal_number in _CPU_SPENT and running.spent >= running.limits.seconds:
        # The system's own limit on processor time was there before ours on the clock.
        return _over_time(running.limits.seconds, {"cleanup": "not run"})
    how = f"signal {signal_number}" if signal_number else f"status {status}"
    said = "it ran out of memory" if memory else f"it ended with {how}"
    return _StoppedError(
        ErrorCode.EXECUTION_ERROR, f"the tool crashed without a result: {said}", {"cleanup": "not run"}
    )


def _failure(told: _Told, stopped: _StoppedError, more: Mapping[str, object] | None = None) -> Failure:
    return Failure(told.name, stopped.code, stopped.message, _now(), {**stopped.details, **(more or {})})


def _now() -> str:
    """ISO 8601 in UTC with milliseconds, as JavaScript writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
