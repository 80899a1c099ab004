"""What the program really writes and prints is what `docs/schemas/` says (SPEC 4.3 to 4.5, 7)."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from emit_cases import SCHEMAS, validated
from jsonschema import Draft202012Validator

SAMPLE = Path(__file__).parents[2] / "sample-project"
FILES = {"manifest.json": "manifest", "sources.json": "sources", "build.json": "build"}


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.name)
def test_a_schema_is_one(path: Path) -> None:
    schema = json.loads(path.read_text())
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == path.name


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample package, built."""
    root = tmp_path_factory.mktemp("sample") / "package"
    shutil.copytree(SAMPLE, root, ignore=shutil.ignore_patterns("dist", ".dpmlc"))
    printed(root, "build", str(root), "--no-site")
    return root


def printed(root: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "dpmlc", *arguments]
    repository = SCHEMAS.parents[1]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=repository, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout


@pytest.mark.slow
def test_files_of_a_build(sample: Path) -> None:
    found = [each for each in (sample / "dist").rglob("*.json") if each.name in FILES and "resources" not in each.parts]
    assert {each.name for each in found} == set(FILES)
    for each in found:
        validated(each.read_text(encoding="utf-8"), FILES[each.name])


@pytest.mark.slow
def test_every_listed_copy_is_there(sample: Path) -> None:
    for path in (sample / "dist" / "bundles").rglob("manifest.json"):
        for reference in json.loads(path.read_text(encoding="utf-8"))["references"]:
            for target in reference["targets"]:
                if target["copy"] is not None:
                    assert (path.parent / target["copy"]).stat().st_size == target["bytes"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        ("diagnostics", ["check", "ROOT", "--hints"]),
        ("inspect", ["inspect", "ROOT/role/tea-master/tea-master.role.md"]),
        ("graph", ["graph", "ROOT"]),
        ("resolve", ["resolve", "@!thought://tasting", "--package", "ROOT"]),
        ("resolve", ["resolve", "@?file://data/*.csv", "--package", "ROOT"]),
        ("resolve", ["resolve", "@://x", "--package", "ROOT"]),
        ("glob", ["glob", "**/*.md", "--package", "ROOT"]),
    ],
)
def test_what_commands_print(sample: Path, schema: str, arguments: list[str]) -> None:
    places = [each.replace("ROOT", str(sample)) for each in arguments]
    validated(printed(sample, *places, "--format", "json"), schema)
