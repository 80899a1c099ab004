"""The command as a process: consoles, pipes, signals, time."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "dpmlc"]
HOME = Path(__file__).parents[2]


def run(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    variables = {**os.environ, "PYTHONPATH": str(HOME), **environment}
    return subprocess.run([*COMMAND, *arguments], cwd=cwd, env=variables, capture_output=True, check=False)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    for number in range(200):
        (tmp_path / f"坏{number}.md").write_text("<角色>\n<role>\n先做 @!thought://无\n", "utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp936", "cp949", "utf-8"])
def test_a_console_of_any_encoding(broken: Path, encoding: str) -> None:
    done = run("check", cwd=broken, PYTHONIOENCODING=encoding)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    shown = done.stdout.decode(encoding)
    assert ("先做" if encoding != "ascii" else "\\u5148\\u505a") in shown
    as_json = run("check", "--format", "json", cwd=broken, PYTHONIOENCODING=encoding).stdout
    assert "坏" in as_json.decode("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_the_locale_changes_no_byte_of_the_output(tmp_path: Path, locale: str) -> None:
    root, out = tmp_path / "包", tmp_path / "out"
    (root / "角色").mkdir(parents=True)
    (root / "角色/师.role.md").write_text('<role id="师"><personality>茶</personality></role>\n', "utf-8")
    done = run("build", "-o", str(out), str(root), cwd=tmp_path, LC_ALL=locale, PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert "茶" in (out / "bundles/师/prompt.md").read_text("utf-8")


@pytest.mark.slow
def test_a_closed_pipe_ends_quietly(broken: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "check"],
        cwd=broken,
        env={**os.environ, "PYTHONPATH": str(HOME)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    assert process.wait() == 1
    assert b"Traceback" not in errors
    assert b"Broken" not in errors


ROLE = "<role>\n<personality>先看茶</personality>\n</role>\n"
FULL = "error: `standard output`: no space left on device\n"


@pytest.mark.slow
@pytest.mark.parametrize("streams", [">&-", "2>&-", "<&-", "<&- >&- 2>&-", "2>/dev/full"])
@pytest.mark.parametrize("command", ["build .", "check .", "inspect -", "--version"])
def test_closed_streams_change_nothing(tmp_path: Path, command: str, streams: str) -> None:
    """As under a program that starts others without them. No word lands in a file that got the number of one."""
    (tmp_path / "host.role.md").write_text(ROLE, "utf-8")
    script = f"{sys.executable} -m dpmlc {command} {streams}"
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    done = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, env=environment, input=b"", capture_output=True, check=False
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    if command == "build .":
        assert (tmp_path / "dist/bundles/host/prompt.md").read_text("utf-8") == ROLE


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["--version", "--help", "check .", "check --format json .", "bundle host"])
def test_a_result_that_cannot_be_written_is_a_failure(tmp_path: Path, command: str, unbuffered: str) -> None:
    (tmp_path / "host.role.md").write_text(ROLE.replace("茶", "@!file://无"), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(HOME), "PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *command.split()],
            cwd=tmp_path,
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.decode().endswith("no space left on device\n")
    assert done.stderr.count(b"error:") == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", ["--version", "--help", "explain unclosed-tag"])
def test_a_reader_who_goes_early_makes_no_failure(tmp_path: Path, command: str) -> None:
    script = f"{sys.executable} -m dpmlc {command} | true; echo ${{PIPESTATUS[0]}}"
    environment = {**os.environ, "PYTHONPATH": str(HOME), "PYTHONUNBUFFERED": ""}
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"0\n", b"")


@pytest.mark.slow
def test_an_interrupt_is_130() -> None:
    process = subprocess.Popen(
        [*COMMAND, "inspect", "-"], cwd=HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors.strip() == b"interrupted"


def test_the_version_is_told_without_loading_the_compiler(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    command = [sys.executable, "-X", "importtime", "-m", "dpmlc", "--version"]
    told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert told.stdout.startswith(b"dpmlc ")
    assert not [name for name in (b"click", b"lxml", b"dpmlc.compiler") if name in told.stderr]


@pytest.mark.slow
def test_a_bug_is_confessed_in_one_line(tmp_path: Path) -> None:
    script = "import dpmlc.edge.cli.check as c, dpmlc.edge.cli.run as r\n"
    script += "c.survey_package = None\nexit(r.run(['check']))"
    for variable, expected in (("", False), ("1", True)):
        environment = {**os.environ, "PYTHONPATH": str(HOME), "DPMLC_TRACEBACK": variable}
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        assert done.returncode == 2
        assert b"error: this is a bug in dpmlc" in done.stderr
        assert (b"Traceback" in done.stderr) is expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("sys.modules['yaml'] = None", "error: something that dpmlc needs cannot be loaded: "),
        ("sys.modules['click'] = None", "error: something that dpmlc needs cannot be loaded: "),
        (
            "import dpmlc.edge.cli.check as c; c.survey_package = lambda *_, **__: [0] * (1 << 60)",
            "error: memory ran out\n",
        ),
    ],
)
def test_what_the_machine_lacks_is_no_bug(tmp_path: Path, change: str, expected: str) -> None:
    (tmp_path / "a.md").write_text("---\na: 1\n---\n")
    script = f"import sys; sys.argv = ['dpmlc', 'check']\n{change}\nfrom dpmlc.__main__ import program; program()"
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.decode().startswith(expected)
    assert b"\nhelp: " in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "build .", "init x", "tool list", "glob *"])
def test_a_current_folder_that_is_gone(tmp_path: Path, command: str) -> None:
    script = (
        f"import os, sys; os.mkdir('x'); os.chdir('x'); os.rmdir('../x'); sys.argv = {['dpmlc', *command.split()]}\n"
    )
    script += "from dpmlc.__main__ import program; program()"
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == b"error: the folder in which you stand does not exist any more\nhelp: go to one that does\n"


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["explain"], ["explain", "unclosed-tag"]])
def test_pages_that_python_leaves_out_are_not_shown_empty(tmp_path: Path, arguments: list[str]) -> None:
    done = run(*arguments, cwd=tmp_path, PYTHONOPTIMIZE="2")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (
        b"error: this Python leaves out docstrings, and the pages are some\n"
        b"help: run it without `PYTHONOPTIMIZE=2` and `-OO`\n"
    )


@pytest.mark.slow
def test_colour_is_for_people(broken: Path) -> None:
    assert b"\x1b[" not in run("check", cwd=broken).stdout
    assert b"\x1b[1;31m" in run("check", "--color", "always", cwd=broken).stdout
    assert b"\x1b[" not in run("check", "--color", "never", cwd=broken).stdout


LIBRARY = """
import os
if os.path.exists({flag!r}):
    raise ImportError("libx.so: cannot open")
class render:
    def __init__(self, source, backend):
        pass
    def svg(self):
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"></svg>'
"""


@pytest.mark.slow
def test_a_library_that_could_not_be_loaded_is_tried_again(tmp_path: Path) -> None:
    """Who installs what the warning says is missing need change nothing in the package."""
    pytest.importorskip("mmdr", reason="the extra `diagrams` is not installed")
    (tmp_path / "library").mkdir()
    (tmp_path / "library/mmdr.py").write_text(LIBRARY.format(flag=str(tmp_path / "flag")))
    (tmp_path / "p").mkdir()
    (tmp_path / "p/a.md").write_text("# 차\n\n```mermaid\npie\n```\n", "utf-8")
    (tmp_path / "flag").touch()
    path = os.pathsep.join([str(HOME), str(tmp_path / "library")])
    for there, said in ((True, True), (True, True), (False, False), (False, False)):
        if not there:
            (tmp_path / "flag").unlink(missing_ok=True)
        done = run("build", "p", cwd=tmp_path, PYTHONPATH=path, XDG_CACHE_HOME=str(tmp_path / "cache"))
        assert done.returncode == 0
        assert (b"`mmdr` cannot be loaded" in done.stderr) is said
