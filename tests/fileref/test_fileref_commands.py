"""`dpmlc fileref` as people and programs call it, on a real disk."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from typing import Any

import jsonschema
import pytest

from dpmlc.edge.cli.run import run
from dpmlc.edge.fileref.following import follow
from dpmlc.edge.fileref.lines import LONGEST, Overlong, lines
from dpmlc.edge.fileref.listing import Workspace, listed, refreshed
from dpmlc.edge.package import Trust
from dpmlc.fileref.file_index import FileIndex

Dpmlc = Callable[..., tuple[int, str, str]]
HOME = Path(__file__).parents[2]
QUERY = "7e57ab1e-0000-4000-8000-00000000cafe"
TIME = 1_700_000_000_123_456_789


@pytest.fixture
def dpmlc(capfd: pytest.CaptureFixture[str]) -> Dpmlc:
    def call(*arguments: str | Path) -> tuple[int, str, str]:
        capfd.readouterr()
        status = run(["fileref", *map(str, arguments)])
        return status, *capfd.readouterr()

    return call


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with everything in it that must not be found."""
    outer, root = tmp_path, tmp_path / "작업"
    for path in ("src/auth.ts", "문서/한글.md", "secret/.env", ".git/config", "dist/a.md", "node_modules/a/b.js"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path, "utf-8")
        os.utime(root / path, ns=(TIME, TIME))
    (outer / "shared").mkdir()
    (outer / "shared/herb.md").write_text("sage", "utf-8")
    (outer / "herbs").mkdir()
    (outer / "herbs/mint.md").write_text("mint", "utf-8")
    (root / "link.md").symlink_to(outer / "shared/herb.md")
    (root / "linked").symlink_to(outer / "shared")
    os.mkfifo(root / "pipe.md")
    (root / "dpml.toml").write_text(
        '[policy]\nread_extra = ["../shared"]\n[dependencies]\nherbs = "../herbs"\n', "utf-8"
    )
    return root


SCHEMA = json.loads((HOME / "docs/schemas/fileref.schema.json").read_text("utf-8"))


def valid(text: str) -> Any:
    """`text` as JSON, which is what the schema says."""
    found = json.loads(text)
    jsonschema.validate(found, SCHEMA)
    return found


def written(path: Path, value: object) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def test_the_list_keeps_to_the_policy(root: Path) -> None:
    found = {file.path: file for file in listed(Workspace(str(root), Trust()))}
    assert set(found) == {"src/auth.ts", "문서/한글.md", "dpml.toml", "../herbs/mint.md", "../shared/herb.md"}
    assert (found["src/auth.ts"].size, found["src/auth.ts"].modified) == (11, TIME)
    (root / "dpml.toml").write_text("", "utf-8")
    assert set(refreshed(str(root), ["dpml.toml", "src/gone.ts", "link.md"])) == {"dpml.toml", "src/gone.ts", "link.md"}
    now = refreshed(str(root), ["dpml.toml", "src/gone.ts", "link.md", "linked/herb.md"])
    assert [path for path, file in now.items() if file is not None] == ["dpml.toml"]


def test_a_stranger_reads_nothing_beside_its_folder(root: Path) -> None:
    (root / "dpml.toml").write_text('[policy]\nread_extra = ["../shared"]\ndot_files = ["secret/.env"]\n', "utf-8")
    found = {file.path for file in listed(Workspace(str(root), Trust(stranger=True)))}
    assert found == {"src/auth.ts", "문서/한글.md", "dpml.toml"}


def test_search(dpmlc: Dpmlc, root: Path) -> None:
    assert dpmlc("search", "aut", "--package", root) == (0, "src/auth.ts\n", "")
    assert dpmlc("search", "ㅎㄱ", "--package", root, "--color", "always")[1] == "문서/\x1b[1m한글\x1b[0m.md\n"
    assert dpmlc("search", "없다", "--package", root) == (0, "", "no file matches `없다`\n")
    assert dpmlc("search", "", "--package", root, "--max", "1")[2] == "3 files match, the best 1 are shown\n"
    out = dpmlc("search", "herb", "--scope", "global", "--package", root, "--format", "json")[1]
    assert [each["path"] for each in valid(out)["candidates"]] == ["../shared/herb.md", "../herbs/mint.md"]
    one = valid(dpmlc("search", "auth", "--package", root, "--format", "json")[1])["candidates"][0]
    assert one == {
        "path": "src/auth.ts",
        "name": "auth.ts",
        "directory": "src",
        "extension": ".ts",
        "mime_type": "text/x-typescript",
        "size_bytes": 11,
        "modified_at": "2023-11-14T22:13:20.123Z",
        "match_score": 1.0,
        "match_ranges": [{"start": 0, "end": 4}],
    }


def test_parse_and_escape(dpmlc: Dpmlc, tmp_path: Path) -> None:
    prompt = written(tmp_path / "prompt.txt", r"\<@ 차 <@file:r|a b.md> <@file:q|c>")
    assert dpmlc("parse", prompt)[1] == "text  <@ 차 \nfile  r  a b.md\ntext   \nfile  q  c\n"
    assert valid(dpmlc("parse", prompt, "--known", "q", "--format", "json")[1]) == {
        "parts": [
            {"kind": "text", "text": "<@ 차 <@file:r|a b.md> "},
            {"kind": "file", "ref_id": "q", "display_path": "c"},
        ]
    }
    text = written(tmp_path / "text.txt", "C:\\ <@file:r|x>\n\x00")
    assert valid(dpmlc("escape", text, "--format", "json")[1]) == {"text": "C:\\\\ \\<@file:r|x>\n\x00"}
    assert dpmlc("escape", text)[1] == "C:\\\\ \\<@file:r|x>\n\x00"
    escaped = written(tmp_path / "escaped.txt", dpmlc("escape", text)[1])
    assert dpmlc("escape", "--undo", escaped)[1] == "C:\\ <@file:r|x>\n\x00"
    (tmp_path / "bad").write_bytes(b"\xff")
    assert dpmlc("escape", tmp_path / "bad")[0] == 2
    assert dpmlc("parse", tmp_path / "nothing")[2].startswith("error: `")


def request(**payload: Any) -> dict[str, Any]:
    return {"type": "control.prompt.request", "payload": payload}


REFERENCES = [
    {"ref_id": "r", "path": "src/auth.ts"},
    {"ref_id": "out", "path": "../../etc/passwd"},
    {"ref_id": "abs", "path": "/etc/passwd"},
    {"ref_id": "link", "path": "link.md"},
    {"ref_id": "through", "path": "linked/herb.md"},
    {"ref_id": "pipe", "path": "pipe.md"},
    {"ref_id": "git", "path": ".git/config"},
    {"ref_id": "dot", "path": "secret/.env"},
    {"ref_id": "folder", "path": "src"},
    {"ref_id": "nul", "path": "a\0b"},
    {"ref_id": "lone", "path": "\ud800"},
    {"ref_id": "back", "path": "src\\auth.ts"},
    {"ref_id": "extra", "path": "../shared/herb.md"},
    {"ref_id": "none"},
]  # fmt: skip


@pytest.mark.parametrize("options", [["script"], ["claude-code"], ["generic"], ["generic", "--inline"]])
def test_convert_keeps_paths_to_the_policy(dpmlc: Dpmlc, root: Path, tmp_path: Path, options: list[str]) -> None:
    text = " ".join(f"<@file:{each['ref_id']}|<{each['ref_id']}>" for each in REFERENCES)
    file = written(tmp_path / "request.json", request(prompt_text=text, file_references=REFERENCES))
    status, out, _ = dpmlc("convert", file, "--adapter", *options, "--package", root, "--format", "json")
    found = valid(out)
    denied = [each["message"] for each in found["diagnostics"]]
    assert status == 1
    assert len(denied) == 11
    passed = found["request"]["payload"].get("arguments") or found["request"]["payload"].get("context_files")
    assert passed in (["src/auth.ts", "../shared/herb.md"], None)
    for each in ("out", "abs", "link", "through", "pipe", "git", "dot", "folder", "nul", "lone", "none"):
        assert f"<{each}" in found["request"]["payload"]["prompt_text"]
    if "--inline" in options:
        assert "```ts\nsrc/auth.ts\n```" in found["request"]["payload"]["prompt_text"]
        assert "sage" in found["request"]["payload"]["prompt_text"]
    assert "root:" not in out


def test_convert_says_what_is_no_request(dpmlc: Dpmlc, root: Path, tmp_path: Path) -> None:
    file = written(tmp_path / "request.json", "{")
    status, out, err = dpmlc("convert", file, "--adapter", "script", "--package", root)
    assert (status, out) == (1, "")
    assert err.startswith("error[message-form]: the line is JSON, found something else at character 2")
    assert dpmlc("convert", file, "--adapter", "scirpt")[0] == 2


def test_a_document_keeps_its_tokens(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said = "看 <@file:ref_0|src/auth.ts> 和 \\<@file:x|y>"
    (root / "a.role.md").write_text(f'<role id="a"><personality>\n{said}\n</personality></role>\n', "utf-8")
    assert run(["bundle", "a", str(root)]) == 0
    assert said in capfd.readouterr().out


def test_lines_of_any_length() -> None:
    reader, writer = os.pipe()
    sent = b"one\n\n" + b"x" * (LONGEST + 1) + b"\n" + b"y" * LONGEST + b"\nlast"

    def send() -> None:
        with os.fdopen(writer, "wb") as stream:
            stream.write(sent)

    thread = threading.Thread(target=send)
    thread.start()
    assert list(lines(reader)) == [b"one", Overlong(LONGEST + 1), b"y" * LONGEST, b"last"]
    thread.join()
    os.close(reader)


@pytest.mark.slow
def test_changes_are_followed(root: Path) -> None:
    """Every wait here is for an event, none for a time."""
    given: Queue[FileIndex] = Queue()
    stop = threading.Event()
    work = (Workspace(str(root), Trust()), given.put, lambda error: None, stop)
    thread = threading.Thread(target=follow, args=work, daemon=True)
    thread.start()

    def until(condition: Callable[[FileIndex], bool]) -> None:
        while not condition(given.get(timeout=30)):
            pass

    until(lambda index: index.file("src/auth.ts") is not None)
    (root / "src/새것.ts").write_text("a", "utf-8")
    until(lambda index: index.file("src/새것.ts") is not None)
    (root / "src/새것.ts").write_text("more", "utf-8")
    until(lambda index: (file := index.file("src/새것.ts")) is not None and file.size == 4)
    (root / "src/auth.ts").unlink()
    until(lambda index: index.file("src/auth.ts") is None)
    (root / ".gitignore").write_text("*.md\n", "utf-8")
    until(lambda index: index.file("문서/한글.md") is None)
    stop.set()
    thread.join(10)


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--no-watch"], ["--announce"]])
def test_serve_as_a_process(root: Path, options: list[str]) -> None:
    sent = [
        "not json",
        json.dumps({"type": "control.file.search", "message_id": "m1", "payload": {"query_id": QUERY, "query": "한"}}),
        "x" * (LONGEST + 5),
        json.dumps(
            {"type": "control.file.search", "message_id": "m2", "payload": {"query_id": QUERY, "query": "\ud800"}}
        ),
    ]
    command = [sys.executable, "-m", "dpmlc", "fileref", "serve", "--package", str(root), *options]
    done = subprocess.run(
        command, input="\n".join(sent).encode(), cwd=HOME, capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [valid(line) for line in done.stdout.decode().splitlines()]
    assert [each["type"].rpartition(".")[2] for each in answers].count("error") == 2
    found = [each for each in answers if each["type"] == "session.file.candidates"]
    assert [each["parent_id"] for each in found] == ["m1", "m2"]
    assert found[0]["payload"]["candidates"][0]["match_ranges"] == [{"start": 0, "end": 1}]


@pytest.mark.slow
def test_serve_says_why_it_cannot(root: Path) -> None:
    (root / "dpml.toml").write_text("[", "utf-8")
    command = [sys.executable, "-m", "dpmlc", "fileref", "serve", "--package", str(root)]
    done = subprocess.run(command, stdin=subprocess.PIPE, cwd=HOME, capture_output=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error[toml-syntax]")
