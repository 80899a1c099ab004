"""How a tool failed -> the error code of SPEC 5.2. The first rule that fits decides."""

from collections.abc import Collection

from dpmlc.tools.result import ErrorCode

_DENIED = frozenset({
    "ERR_ACCESS_DENIED", "ERR_DLOPEN_DISABLED", "EACCES", "EPERM", "EROFS", "PermissionError", "Read-only file system",
    "Operation not permitted", "Permission denied",
})  # fmt: skip
_NETWORK = frozenset({
    "ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH", "ETIMEDOUT", "ENETDOWN",
    "UND_ERR_CONNECT_TIMEOUT", "ConnectionError", "gaierror", "Network is unreachable", "No route to host",
    "Cannot assign requested address", "EADDRNOTAVAIL",
})  # fmt: skip
_MISSING = frozenset({
    "ENOENT", "ENOTDIR", "ENOSPC", "EMFILE", "MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND", "FileNotFoundError",
    "ModuleNotFoundError", "ImportError", "No space left on device", "ERR_DLOPEN_FAILED",
})  # fmt: skip
_FILES = frozenset(
    {"EACCES", "EROFS", "FileSystemRead", "FileSystemWrite", "Read-only file system", "Permission denied"}
)
_SYNTAX = frozenset({"SyntaxError", "IndentationError", "TabError", "ConfigurationError"})


def error_code(phase: str, name: str, codes: Collection[str], *, network_granted: bool) -> ErrorCode:
    """The code of an error that a tool threw in `phase`.

    `phase`: load, describe, init, validate, execute. `codes` are the system's codes and the error's classes, its
    causes' too. A code of the interface that the tool gave its own error stands.
    """
    for each in codes:
        if each in ErrorCode.__members__:
            return ErrorCode(each)
    if network_is_missing(codes) and not network_granted:
        return ErrorCode.PERMISSION_ERROR
    if _DENIED & set(codes):
        return ErrorCode.PERMISSION_ERROR
    if (_MISSING | _NETWORK) & set(codes):
        return ErrorCode.RESOURCE_ERROR
    if phase == "init" or (phase == "load" and (name in _SYNTAX or _SYNTAX & set(codes))):
        return ErrorCode.CONFIGURATION_ERROR
    return ErrorCode.EXECUTION_ERROR


def network_is_missing(codes: Collection[str]) -> bool:
    """Whether a connection failed."""
    return bool(_NETWORK & set(codes))


def file_is_denied(codes: Collection[str]) -> bool:
    """Whether it was a file that was denied."""
    return bool(_FILES & set(codes))
