"""What a member that is missing or wrong is expected to be, in the words of the tool's language."""

import pytest

from dpmlc.text.span import Span
from dpmlc.tools.faults import missing_member, wrong_member

MISSING = [
    ("조석.tool.py", "execute", "add `def execute(self, parameters)`"),
    ("조석.tool.py", "getSchema", "add `def getSchema(self)`"),
    ("潮汐.tool.js", "execute", "add `execute`, a method `(parameters: Object) => Promise<any>`"),
]
WRONG = [
    ("조석.tool.py", "execute", "expected `def execute(self, parameters)`, found 0 parameters"),
    ("조석.tool.py", "init", "expected `def init(self, config=None)`, found 0 parameters"),
    ("潮汐.tool.js", "execute", "expected `execute(parameters: Object)`, found 0 parameters"),
    ("潮汐.tool.js", "cleanup", "expected `cleanup()`, found 0 parameters"),
]


@pytest.mark.parametrize(("path", "name", "help_"), MISSING)
def test_what_to_add_for_a_missing_member(path: str, name: str, help_: str) -> None:
    assert missing_member(Span(path, 0, 0), name, ()).help == (help_,)


@pytest.mark.parametrize(("path", "name", "message"), WRONG)
def test_what_was_expected_of_a_wrong_member(path: str, name: str, message: str) -> None:
    assert wrong_member(Span(path, 0, 0), name, "0 parameters").message == message
