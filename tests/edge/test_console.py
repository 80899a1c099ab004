"""Text -> streams of any encoding, terminals and pipes."""

import errno
import io
import sys

import pytest

from dpmlc.edge import terminal
from dpmlc.edge.console import Console
from dpmlc.report.text import COLOURED, PLAIN


class Stream(io.TextIOWrapper):
    """A stream whose bytes can be looked at; a terminal if it is told so."""

    def __init__(self, encoding: str, person: bool = False) -> None:
        self.kept = io.BytesIO()
        self.person = person
        super().__init__(self.kept, encoding=encoding)

    def isatty(self) -> bool:
        return self.person


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-8", "汉é\n".encode()),
        ("ascii", b"\\u6c49\\xe9\n"),
        ("cp936", "汉é\n".encode("cp936")),
        ("cp949", b"\\u6c49\\xe9\n"),
    ],
)
def test_results_in_the_stream_s_encoding(encoding: str, expected: bytes) -> None:
    stream = Stream(encoding)
    Console(stream, stream).result("汉é\n")
    assert stream.kept.getvalue() == expected


def test_a_document_is_utf_8_in_a_pipe_and_safe_on_a_terminal() -> None:
    pipe, person = Stream("ascii"), Stream("ascii", person=True)
    for stream in (pipe, person):
        Console(stream, stream).document("汉\x1b\t\n")
    assert pipe.kept.getvalue() == "汉\x1b\t\n".encode()
    assert person.kept.getvalue() == b"\\u6c49\\x1b\t\n"


def test_a_reader_that_is_gone_is_no_error() -> None:
    class Gone(Stream):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    stream = Gone("utf-8")
    console = Console(stream, stream)
    console.result("x")
    console.document("x")


def test_a_result_that_cannot_be_written_is_an_error_and_a_remark_is_lost() -> None:
    class Full(Stream):
        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    stream = Full("utf-8")
    console = Console(stream, stream)
    console.remark("x")
    with pytest.raises(OSError, match="No space left") as caught:
        console.result("x")
    assert caught.value.filename == "standard output"


def test_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    person, pipe = Stream("utf-8", person=True), Stream("utf-8")
    assert terminal.paint("auto", person) is COLOURED
    assert terminal.paint("auto", pipe) is PLAIN
    assert terminal.paint("never", person) is PLAIN
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert terminal.paint("auto", pipe) is COLOURED
    assert terminal.paint("never", pipe) is PLAIN
    monkeypatch.setenv("NO_COLOR", "1")
    assert terminal.paint("auto", pipe) is PLAIN
    assert terminal.paint("auto", person) is PLAIN
    assert terminal.paint("always", pipe) is COLOURED


def test_no_progress_where_nobody_reads(capsys: pytest.CaptureFixture[str]) -> None:
    with terminal.progress(lambda seconds: "working"):
        pass
    assert capsys.readouterr().err == ""
    assert sys.stderr
