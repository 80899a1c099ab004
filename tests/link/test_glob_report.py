"""`dpmlc glob`: a pattern in, what it matches and which rule left each near miss out."""

import pytest

from dpmlc.link.glob_report import glob_report
from dpmlc.link.options import PackageNames
from dpmlc.text.files import MemoryFiles
from dpmlc.text.limits import Limits

PATHS = (
    "docs/a.md", "docs/b.md", "docs/C.MD", "docs/.hidden.md", "docs/ignored.md", "docs/sub/d.md",
    "node_modules/x/e.md", "package://lib/docs/l.md",
)  # fmt: skip
LEFT_OUT = {"docs/.hidden.md", "docs/ignored.md", "node_modules/x/e.md"}


def check(pattern: str, document: str = "") -> tuple[str, str]:
    files = MemoryFiles(dict.fromkeys(PATHS, ""))
    files.entries = tuple(each for each in files.entries if each.path not in LEFT_OUT)
    found = glob_report(pattern, document, PackageNames("Garden"), files, Limits())
    misses = " ".join(f"{each.path}:{each.rule}" for each in found.near_misses)
    return " ".join(found.matches), misses or " ".join(each.code for each in found.diagnostics)


@pytest.mark.parametrize(
    ("pattern", "document", "expected"),
    [
        (
            "docs/*.md",
            "",
            ("docs/a.md docs/b.md", "docs/.hidden.md:hidden docs/C.MD:case docs/ignored.md:left-out"),
        ),
        (
            "./*.md",
            "docs/a.md",
            ("docs/b.md", "docs/.hidden.md:hidden docs/C.MD:case docs/a.md:itself docs/ignored.md:left-out"),
        ),
        ("Garden/docs/s*", "", ("", "docs/sub:folder")),
        ("docs/sub/*", "", ("docs/sub/d.md", "")),
        ("/etc/*", "", ("", "access-denied")),
        ("../*", "", ("", "access-denied")),
        ("{a,b}" * 9, "", ("", "limit")),
        ("*.md", "package://lib/docs/x.md", ("", "")),
        ("docs/*.md", "package://lib/docs/x.md", ("package://lib/docs/l.md", "")),
    ],
)
def test_near_misses(pattern: str, document: str, expected: tuple[str, str]) -> None:
    assert check(pattern, document) == expected
