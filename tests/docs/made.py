"""What the code says of itself -> the parts of `docs/` that nobody writes by hand.

`python tests/docs/made.py` writes them anew; the tests hold that this would change nothing. Whole files are the pages
of the diagnostics and the schema of `dpml.toml`. In hand-written pages a part stands between `<!-- made: NAME -->` and
`<!-- end -->`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from made_diagnostics import diagnostic_pages
from made_options import command_parts, with_sections
from made_settings import SCHEMA, settings_schema
from made_views import view_parts

DOCS = Path(__file__).parents[2] / "docs"
_PART = re.compile(r"(?<=<!-- made: )([^\n]+)( -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)


@dataclass(frozen=True)
class Made:
    """What `docs/` has to hold, by path from there. `unknown` and `absent` are parts without and without a place."""

    files: Mapping[str, str]
    unknown: tuple[str, ...]
    absent: tuple[str, ...]


def made() -> Made:
    """All of it."""
    files = dict(diagnostic_pages())
    files[SCHEMA] = settings_schema((DOCS / "configuration.md").read_text("utf-8"))
    unknown: list[str] = []
    absent: list[str] = []
    texts = {path: (DOCS / path).read_text("utf-8") for path in ("command-line.md", "themes.md")}
    texts["command-line.md"] = with_sections(texts["command-line.md"])
    for path, parts in (("command-line.md", command_parts()), ("themes.md", view_parts())):
        text = texts[path]
        placed = [found[1] for found in _PART.finditer(text)]
        unknown += [f"{path}: {name}" for name in placed if name not in parts]
        absent += [f"{path}: {name}" for name in parts if name not in placed]
        files[path] = _filled(text, parts)
    return Made(files, tuple(unknown), tuple(absent))


def stale(found: Made) -> Iterator[str]:
    """Files that do not hold what they have to, and pages of codes that there are no longer."""
    for path, text in found.files.items():
        target = DOCS / path
        if not target.is_file() or target.read_bytes() != text.encode():
            yield path
    for each in sorted((DOCS / "diagnostics").iterdir()):
        if f"diagnostics/{each.name}" not in found.files:
            yield f"diagnostics/{each.name}"


def refresh() -> None:
    """Write what is stale, remove what nothing makes any more."""
    found = made()
    for path in list(stale(found)):
        if path in found.files:
            (DOCS / path).write_bytes(found.files[path].encode())
        else:
            (DOCS / path).unlink()


def _filled(text: str, parts: Mapping[str, str]) -> str:
    return _PART.sub(lambda found: f"{found[1]}{found[2]}{parts.get(found[1], found[3])}", text)


if __name__ == "__main__":
    refresh()
