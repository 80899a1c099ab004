"""What may be said of a text: no secret in it, and nothing so long that the message drowns in it."""

import re
from dataclasses import replace

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.regular import regular
from dpmlc.text.secrets import masked

_LONGEST_NAME = 200
_LONGEST_LINE = 1_000
_WORD = regular(rf"[^\s`]{{{_LONGEST_NAME + 1},}}")
_NAME = regular(rf"(?<=`)[^`\n]{{{_LONGEST_NAME + 1},}}(?=`)")
_LINE = regular(rf"[^\n]{{{_LONGEST_LINE + 1},}}")


def said(text: str) -> str:
    """`text` without secrets; overlong names and lines lose their middle, and say how much."""
    text = masked(text)
    if len(text) <= _LONGEST_NAME:
        return text
    text = _NAME.sub(_short_name, _WORD.sub(_short_name, text))
    return _LINE.sub(_short_line, text)


def discreet(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic as it may be shown: `said` of all its words."""
    return replace(
        diagnostic,
        message=said(diagnostic.message),
        mark=said(diagnostic.mark),
        labels=tuple(replace(each, text=said(each.text)) for each in diagnostic.labels),
        help=tuple(said(each) for each in diagnostic.help),
        notes=tuple(said(each) for each in diagnostic.notes),
    )


def _short_name(found: re.Match[str]) -> str:
    return _shortened(found[0], _LONGEST_NAME // 3)


def _short_line(found: re.Match[str]) -> str:
    return _shortened(found[0], _LONGEST_LINE // 3)


def _shortened(text: str, kept: int) -> str:
    """The first and last `kept` characters of `text`."""
    return f"{text[:kept]}… {len(text) - 2 * kept} characters …{text[-kept:]}"
