"""What programs import: the protocol, the results as values."""

from collections.abc import Mapping

from dpmlc.tools import ErrorCode, Failure, Success, Tool


class Tides:
    """A tool that inherits nothing."""

    def getMetadata(self) -> Mapping[str, object]:  # noqa: N802
        return {"name": "tides", "description": "涨潮时间", "version": "1.0.0"}

    def getSchema(self) -> Mapping[str, object]:  # noqa: N802
        return {"type": "object"}

    def execute(self, parameters: Mapping[str, object]) -> object:
        return parameters


def test_a_class_with_the_members_is_a_tool() -> None:
    tool: Tool = Tides()
    assert isinstance(tool, Tool)
    assert not isinstance(object(), Tool)


def test_results_are_values() -> None:
    moment = "2026-01-02T03:04:05.678Z"
    assert Success("tides", [1], 12, moment).as_object() == {
        "success": True,
        "data": [1],
        "metadata": {"tool": "tides", "executionTime": "12ms", "timestamp": moment},
    }
    assert Failure("tides", ErrorCode.TIMEOUT_ERROR, "slow", moment).as_object() == {
        "success": False,
        "error": {"code": "TIMEOUT_ERROR", "message": "slow"},
        "metadata": {"tool": "tides", "timestamp": moment},
    }


def test_the_codes_are_those_of_the_interface() -> None:
    assert {str(code) for code in ErrorCode} == {
        "VALIDATION_ERROR", "EXECUTION_ERROR", "TIMEOUT_ERROR", "PERMISSION_ERROR", "RESOURCE_ERROR",
        "CONFIGURATION_ERROR",
    }  # fmt: skip
