"""The parameters against a tool's schema, in a process that can be ended: an author's pattern may take for ever.

Run alone (`python -I judge.py ROOT`): JSON on standard input, JSON on standard output.
"""

import json
import os
import subprocess
import sys
from typing import Any


class NoVerdictError(Exception):
    """Judging took too long, or the schema cannot be judged; the message says which."""


def complaints(schema: object, parameters: object, seconds: float) -> list[str]:
    """Why the parameters are not valid. Raises NoVerdictError."""
    question = json.dumps({"schema": schema, "parameters": parameters})
    if '"pattern' not in question:
        return _at_once(schema, parameters)
    command = [sys.executable, "-I", "-B", __file__, *filter(os.path.isabs, sys.path)]
    try:
        done = subprocess.run(command, input=question, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        raise NoVerdictError("judging the parameters takes too long; look at the patterns of the schema") from None
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise NoVerdictError("the schema cannot be judged") from None
    if "error" in answer:
        raise NoVerdictError(str(answer["error"]))
    return [str(each) for each in answer["complaints"]]


def _at_once(schema: object, parameters: object) -> list[str]:
    from dpmlc.tools.validate import TooMuchError, violations  # noqa: PLC0415  See `main`.

    try:
        return [*violations(schema, parameters)[:100]]
    except TooMuchError as error:
        raise NoVerdictError(str(error)) from error


def main() -> None:
    """Answer one question."""
    sys.path[:] = sys.argv[1:]
    from dpmlc.tools.validate import PatternError, TooMuchError, violations  # noqa: PLC0415  Found through the path.

    question = json.load(sys.stdin)
    try:
        found = violations(question["schema"], question["parameters"])
        print(json.dumps({"complaints": found[:100]}))
    except TooMuchError as error:
        print(json.dumps({"error": str(error)}))
    except PatternError as error:
        print(json.dumps({"error": f"the pattern `{error}` is JavaScript's own; give the tool a `validate`"}))


if __name__ == "__main__":
    main()
