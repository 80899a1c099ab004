"""The law across builds that share only the disk: after any steps the output is a clean build's, byte for byte.

Steps follow each other within a tick of the clock, some put time stamps back, and the cache is damaged in between.
"""

import os
import random
import shutil
from pathlib import Path

import pytest

from dpmlc.edge.cache.unchanged import answer
from dpmlc.edge.cli.run import run

PLACES = (
    "role/a/a.role.md", "role/b/b.role.md", "thought/t.thought.md", "thought/u.thought.md", "r/a.md", "r/deep/b.md",
    "data/d.csv", "dpml.toml", ".gitignore", ".hidden/x.md", "protocols/recipe.resource.md",
    "tea.attributes.md",
)  # fmt: skip
UNIT = (
    '<resource protocol="recipe">\n<registry>\n| id | target |\n|---|---|\n| a | @file://r/a.md |\n</registry>\n'
    "</resource>\n"
)
TOML = '[external]\nids = ["thought://t", "thought://u", "recipe://a"]\n'
CONTENTS = (
    "<role>\n<personality>\n@!thought://t\n</personality>\n</role>\n", "<thought>\n@!thought://u\n</thought>\n",
    "<thought>\n@!thought://t\n</thought>\n", "<thought>\n@!file://r/*.md\n</thought>\n", "# 차\n\n@?file://data/d.csv\n",
    f'{TOML}[package]\nname = "tea"\n', TOML, "data\n", "r/deep\n", "@!file://dist/build.json\n",
    "@!recipe://a 중\n", "@!recipe://a 국\n", UNIT, "| name | type | applies to | meaning |\n|---|---|---|---|\n",
)  # fmt: skip


def step(root: Path, chance: random.Random) -> None:
    """One change of a kind that people, editors and version control make."""
    path = root / chance.choice((*PLACES, "role/a.role.md"))
    match chance.randrange(9):
        case 0 | 1 | 2:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(chance.choice(CONTENTS), encoding="utf-8")
        case 3 if path.exists():
            path.unlink()
        case 4 if path.exists():
            other = root / chance.choice(PLACES)
            other.parent.mkdir(parents=True, exist_ok=True)
            path.rename(other)
        case 5 if path.parent.exists() and path.parent != root:
            shutil.rmtree(root / "moved", ignore_errors=True)
            path.parent.rename(root / "moved")
        case 6 if path.exists():
            before = path.stat()
            turned = path.read_bytes()[:-2] + path.read_bytes()[-2:][::-1]
            path.write_bytes(turned if turned.isascii() else path.read_bytes())
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        case 7:
            outputs = sorted(each for each in (root / "dist").rglob("*.md") if each.is_file())
            if outputs:
                chance.choice(outputs).write_text("by hand")
        case 8:
            for state in sorted((root / ".dpmlc").rglob("build-*")):
                content = bytearray(state.read_bytes())
                content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
                state.write_bytes(content)


def built(arguments: list[str]) -> tuple[int, bool]:
    """The exit code, and whether the engine was needed; what a new process would do."""
    found = answer(arguments)
    return (found, False) if isinstance(found, int) else (run(["build", *arguments], found), True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_the_output_is_that_of_a_clean_build(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    chance = random.Random(seed)
    root = tmp_path / "tea"
    (root / "r").mkdir(parents=True)
    (root / "role").mkdir()
    (root / "role/a.role.md").write_text("<role>\n<personality>\n茶\n</personality>\n</role>\n")
    (root / "dpml.toml").write_text(TOML)
    engine = []
    for _ in range(20):
        for _ in range(chance.choice((0, 0, 1, 2))):
            step(root, chance)
        shutil.rmtree(tmp_path / "clean", ignore_errors=True)
        # What the package reads of its own output belongs to it: the clean build gets the same.
        shutil.copytree(root, tmp_path / "clean", symlinks=True, ignore=shutil.ignore_patterns(".dpmlc"))
        site = ["--no-site"] if seed % 2 else []
        status, needed = built(["--keep-going", *site, "--quiet", str(root)])
        clean, _ = built(["--keep-going", *site, "--quiet", str(tmp_path / "clean")])
        assert status == clean
        assert outputs(root / "dist") == outputs(tmp_path / "clean/dist")
        engine.append(needed)
    assert set(engine) == {True, False}


def outputs(folder: Path) -> dict[str, bytes]:
    return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}
