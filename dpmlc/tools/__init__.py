"""Tools: what `NAME.tool.js` and `NAME.tool.py` say of themselves, read without running them (SPEC 5).

For programs: `Tool` is the protocol that a Python tool fulfils without inheriting it; `Success`, `Failure` and
`ErrorCode` are what a run gives back. Running one needs processes and therefore lives in `dpmlc.edge.tools`.
"""

from dpmlc.tools.interface import Tool
from dpmlc.tools.result import ErrorCode, Failure, Result, Success

__all__ = ["ErrorCode", "Failure", "Result", "Success", "Tool"]
