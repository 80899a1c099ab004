"""What running a tool gives: the result object of the tool interface as values (TOOL, `TOOL_RESULT_FORMAT`)."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from dpmlc.text.frozen import frozen


class ErrorCode(StrEnum):
    """Why a tool failed (SPEC 5.2)."""

    VALIDATION_ERROR = "VALIDATION_ERROR"
    """`validate` or the schema refused the parameters."""
    EXECUTION_ERROR = "EXECUTION_ERROR"
    """It threw, crashed, or gave no result."""
    TIMEOUT_ERROR = "TIMEOUT_ERROR"
    """Its time was over."""
    PERMISSION_ERROR = "PERMISSION_ERROR"
    """The policy or the system denied it something."""
    RESOURCE_ERROR = "RESOURCE_ERROR"
    """A file, module or connection is missing."""
    CONFIGURATION_ERROR = "CONFIGURATION_ERROR"
    """A member, its metadata or its schema is wrong, or `init` failed."""


@frozen
class Success:
    """`data` is what `execute` gave, as plain JSON values; `milliseconds` is the time of `execute` alone.

    `timestamp` is the moment of the end, ISO 8601 in UTC. `remarks` go into the metadata.
    """

    tool: str
    data: object
    milliseconds: int
    timestamp: str
    remarks: Mapping[str, str] = field(default_factory=dict)

    def as_object(self) -> dict[str, object]:
        """The result object, keys in the specification's order."""
        metadata = {
            "tool": self.tool,
            "executionTime": f"{self.milliseconds}ms",
            "timestamp": self.timestamp,
            **self.remarks,
        }
        return {"success": True, "data": self.data, "metadata": metadata}


@frozen
class Failure:
    """`details` are plain JSON values; without any the key is left out."""

    tool: str
    code: ErrorCode
    message: str
    timestamp: str
    details: Mapping[str, object] = field(default_factory=dict)

    def as_object(self) -> dict[str, object]:
        """The result object, keys in the specification's order."""
        error: dict[str, object] = {"code": str(self.code), "message": self.message}
        if self.details:
            error["details"] = dict(self.details)
        return {"success": False, "error": error, "metadata": {"tool": self.tool, "timestamp": self.timestamp}}


Result = Success | Failure
