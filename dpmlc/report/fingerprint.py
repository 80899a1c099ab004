"""Diagnostics -> names by which a code host knows a finding again after lines have moved."""

import hashlib
from collections import Counter
from collections.abc import Iterable

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.place import Places
from dpmlc.text.span import Span


def fingerprints(diagnostics: Iterable[Diagnostic], places: Places) -> list[str]:
    """One for each, 32 hexadecimal digits: of code, path, guilty text, and its number among those alike."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for each in diagnostics:
        span = each.span or Span("", 0, 0)
        key = (each.code, span.path, places.text(span.path)[span.start : min(span.end, span.start + 200)])
        seen[key] += 1
        found.append(digest(*key, str(seen[key])))
    return found


def digest(*parts: str) -> str:
    """32 hexadecimal digits that tell these parts, which hold no NUL, from all others."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
