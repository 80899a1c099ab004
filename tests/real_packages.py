"""Run the built command on real packages and hold the result against what is known of them.

`python -m tests.real_packages FOLDER`, where FOLDER holds one package a folder. Every package must build without a
traceback; the packages named in `KNOWN` must show the figures that were counted in their text by hand. Prints a table.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

PARSER_ERRORS = frozenset(
    "unclosed-tag mismatched-closing-tag closing-tag-without-opening attribute-without-quotes duplicate-attribute "
    "malformed-tag unclosed-code-fence unclosed-comment reference-syntax not-utf-8 limit".split()
)


@dataclass(frozen=True)
class Known:
    """Facts of one package: live references by prefix, and how often each code appears where that is known."""

    references: dict[str, int]
    codes: dict[str, int] = field(default_factory=dict)


KNOWN = {
    "promptx-head": Known({"@!": 119, "@": 8}, {"cycle": 1}),
    "promptx-early-20250530": Known({"@!": 90, "@": 30}, {"cycle": 0}),
    "kokomida__tianting-lite": Known({"@!": 157}, {"malformed-tag": 1, "cycle": 0}),
    "mudssky__powershellScripts": Known({"@!": 17}, {"cycle": 0}),
    "entropy-cloud__nop-entropy": Known({}, {"cycle": 0}),
}
SIZES = range(10_000, 71_000)


def dpmlc(*arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one run."""
    done = subprocess.run([sys.executable, "-m", "dpmlc", *arguments], capture_output=True, text=True)
    if "Traceback" in done.stderr or done.returncode not in (0, 1):
        raise SystemExit(f"dpmlc {' '.join(arguments)} ended with {done.returncode}:\n{done.stderr}")
    return done.returncode, done.stdout, done.stderr
