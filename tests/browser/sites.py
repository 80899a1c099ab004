"""Packages on the disk -> their sites, built as anybody builds them."""

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Built:
    """A built package: where its site and its bundles are, and the addresses of one page of each kind."""

    site: Path
    bundles: Path
    pages: Mapping[str, str]

    def file(self, address: str) -> str:
        """The page as it is opened from a folder."""
        return (self.site / address).as_uri()


def built(package: Path, out: Path, pages: Mapping[str, str]) -> Built:
    """Build a package, broken or not."""
    done = subprocess.run(
        [sys.executable, "-m", "dpmlc", "build", str(package), "-o", str(out), "--keep-going"],
        capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert (out / "site/index.html").is_file(), done.stdout + done.stderr
    return Built(out / "site", out / "bundles", pages)


def written(folder: Path, files: Mapping[str, str]) -> Path:
    """`files` written into `folder`."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="")
    return folder
