"""Asking a Python handler where a path leads, or to transform text; whatever it does wrong becomes a diagnostic."""

import traceback
from collections.abc import Callable, Mapping
from typing import TypeVar

from dpmlc.link.faults import handler_failed
from dpmlc.link.handler import Handler, HandlerFault, Located
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.span import Span

_Answer = TypeVar("_Answer")


def can_locate(handler: Handler) -> bool:
    """Whether the handler says where a path leads; one that does not only transforms."""
    return callable(getattr(handler, "locate", None))


def can_transform(handler: Handler) -> bool:
    """Whether the handler can stand outside another level."""
    return callable(getattr(handler, "transform", None))


def located(
    handler: Handler, path: str, parameters: Mapping[str, str | None], span: Span
) -> Located | Diagnostic:
    """The handler's answer; where it fails and has a fallback, that one's. `span` is the reference's path."""
    answer = _asked(handler, lambda: handler.locate(path, parameters), span)
    fallback = getattr(handler, "fallback", None)
    if isinstance(answer, Diagnostic) and callable(fallback):
        second = _asked(handler, lambda: fallback(path, parameters), span)
        if second is None:
            return answer
        answer = second
    if isinstance(answer, Diagnostic):
        return answer
    if not isinstance(answer, Located) or (answer.path is None) is (answer.text is None):
        return handler_failed(span, handler.name, "it answered neither a path nor a text", "")
    return answer


def transformed(
    handler: Handler, text: str, parameters: Mapping[str, str | None], span: Span
) -> str | Diagnostic:
    """The text that the handler makes of `text`."""
    answer = _asked(handler, lambda: handler.transform(text, parameters), span)
    if isinstance(answer, str | Diagnostic):
        return answer
    return handler_failed(span, handler.name, "it answered no text", "")


def _asked(handler: Handler, question: Callable[[], _Answer], span: Span) -> _Answer | Diagnostic:
    try:
        return question()
    except HandlerFault as fault:
        return handler_failed(span, handler.name, str(fault), "")
    except Exception as error:
        message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return handler_failed(span, handler.name, message, _trace(error))


def _trace(error: Exception) -> str:
    """Where it was raised, outermost first, with file names only: no output may hold a path of this machine."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    return "raised in " + ", ".join(
        f"{frame.name} ({frame.filename.replace(chr(92), '/').rpartition('/')[2]}:{frame.lineno})" for frame in frames
    )
