"""`dpmlc serve` as a program hears it over HTTP."""

import errno
import json
import os
import re
import shutil
import socket
import threading
import time
from pathlib import Path

import pytest
from running import running, until
from served import FILES, PAGE, Served, package


def followed(served: Served, text: str) -> str:
    """The page after `text` was put into it, asked for at once until it has it."""
    served.write("guide/other.md", f"# Other\n\n{text}\n")
    until(lambda: text in served.get("/guide/other.html").text, text)
    return served.get("/guide/other.html").text


def test_what_is_served_is_what_a_build_writes(served: Served) -> None:
    from dpmlc.edge.cli.run import run

    out = served.root.with_name("out")
    assert run(["build", str(served.root), "-o", str(out), "-q"]) == 0
    for path in sorted(each for each in out.rglob("*") if each.is_file()):
        inside = path.relative_to(out).as_posix()
        if inside == "build.json":
            continue
        got = served.get("/" + inside.removeprefix("site/"))
        assert got.status == 200, inside
        sent, _, rest = got.body.partition(b'<script src="/__dpmlc/client.js"')
        body = sent + rest.partition(b"</script>")[2] if rest else sent
        assert body == path.read_bytes(), inside
    assert not (served.root / "dist").exists()


def test_pages_go_with_their_files(served: Served) -> None:
    assert served.get("/guide/other.html").status == 200
    os.rename(served.root / "guide/other.md", served.root / "guide/another.md")
    until(lambda: served.get("/guide/another.html").status == 200, "the new page")
    assert served.get("/guide/other.html").headers["location"] == "another.html"
    os.rename(served.root / "guide", served.root / "advice")
    until(lambda: served.get("/advice/another.html").status == 200, "the new folder")
    assert [
        served.get(f"/guide/{name}").headers["location"] for name in ("other.html", "another.html", "long.html")
    ] == [
        "../advice/another.html",
        "../advice/another.html",
        "../advice/long.html",
    ]
    (served.root / "advice/another.md").unlink()
    until(lambda: served.get("/advice/another.html").status == 404, "nothing")
    gone = served.get("/guide/other.html")
    assert gone.status == 404
    assert "/__dpmlc/client.js" in gone.text
    assert "<base" not in gone.text


@pytest.mark.parametrize(
    ("url", "begin"),
    [("", "/"), ("https://tea.example", "/"), ("https://tea.example/차/%EB%AC%BC", "/%EC%B0%A8/%EB%AC%BC/")],
)
def test_the_page_for_what_is_missing_leads_to_the_site(tmp_path: Path, url: str, begin: str) -> None:
    root = package(tmp_path / "package")
    (root / "dpml.toml").write_text(f'[site]\nurl = "{url}"\n' if url else "", "utf-8")
    with running("serve", root, "--port", "0") as command:
        served = Served(root, command)
        gone = served.get("/no/such/page/")
        assert gone.status == 404
        led = re.findall(r' (?:href|src)="([^"#]*)"(?! data-begin)', gone.text)  # But where a script is looked for.
        led = [each for each in led if "://" not in each]
        assert f"{begin}index.html" in led
        for each in led:
            assert each.startswith((begin, "/__dpmlc/"))
            assert served.get(each).status == 200, each


def test_a_request_during_a_rebuild_gets_the_new_page(served: Served) -> None:
    served.command.heard("^first build: ")
    for number in range(5):
        mark = served.command.mark
        served.write("guide/other.md", f"# Other\n\nround {number}\n")
        served.command.heard(r"^guide/other\.md: ", mark)
        assert f"round {number}" in served.get("/guide/other.html").text


def test_a_request_during_the_first_build_waits_for_it(tmp_path: Path) -> None:
    root = package(tmp_path / "tea")
    for number in range(150):
        (root / f"guide/g{number}.md").write_text(f"# G{number}\n\n" + "一段话。\n" * 50)
    with running("serve", root, "--port", "0") as command:
        served = Served(root, command)
        assert served.get("/" + PAGE).status == 200
        assert served.get("/guide/g149.html").status == 200


def test_errors_do_not_stop_it(served: Served) -> None:
    served.command.heard("^first build: ")
    for broken, path in (
        ("@!file://no/where.md", "README.md"),
        ("[package\n", "dpml.toml"),
        ("<role>\n\0", "guide/x.md"),
    ):
        mark = served.command.mark
        served.write(path, broken)
        served.command.heard(r" ms$", mark)
        assert served.get("/" + PAGE).status == 200
        assert any(line.startswith("error[") for line in served.command.lines[mark:])
        (served.root / path).unlink()
        if path in FILES:
            served.write(path, FILES[path])
    assert "at last" in followed(served, "at last")


def test_without_any_site_there_is_a_page_that_says_so(tmp_path: Path) -> None:
    root = package(tmp_path / "tea")
    (root / "dpml.toml").write_text("[package\n")
    with running("serve", root, "--port", "0") as command:
        served = Served(root, command)
        found = served.get("/")
        assert found.status == 503
        assert "/__dpmlc/client.js" in found.text
        served.write("dpml.toml", FILES["dpml.toml"])
        until(lambda: served.get("/").status == 200, "a site")


def test_events_tell_of_each_build(served: Served) -> None:
    served.command.heard("^first build: ")
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as stream, stream.makefile("rb") as lines:
        stream.sendall(b"GET /__dpmlc/events HTTP/1.1\r\nHost: localhost\r\n\r\n")

        def event() -> dict[str, object]:
            while True:
                line = lines.readline()
                assert line, "the stream ended"
                if line.startswith(b"data: "):
                    found: dict[str, object] = json.loads(line[6:])
                    return found

        assert event() == {"generation": 1, "errors": [], "files": {}}
        served.write("README.md", "# Tea\n\n@!file://ni/emals.md\n\n한국어\n")
        pages, search = event(), event()  # The search's index comes after the pages.
        assert (pages["generation"], search["generation"]) == (2, 3)
        assert "^^^^" in str(pages["errors"])
        assert pages["errors"] == search["errors"]
        served.write("README.md", FILES["README.md"])
        assert [event(), event()] == [{"generation": number, "errors": [], "files": {}} for number in (4, 5)]


def test_strangers_get_nothing(served: Served) -> None:
    page = served.get("/")
    assert page.headers["content-security-policy"] == "default-src 'self'"
    assert page.headers["cross-origin-resource-policy"] == "same-origin"
    assert not [name for name in page.headers if name.startswith("access-control")]
    assert "python" not in page.headers["server"].lower()
    for host in ("evil.example", f"evil.example:{served.port}", "192.168.0.9", ""):
        assert served.get("/", Host=host).status == 421
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH"):
        found = served.get("/", method, Content_Length="0")
        assert (found.status, found.headers["allow"]) == (405, "GET, HEAD")
    assert served.get("/", "HEAD").body == b""
    assert served.get("/", "HEAD").headers["content-length"] == page.headers["content-length"]
    for path in ("/../dpml.toml", "/%2e%2e/dpml.toml", "/dpml.toml", "//etc/passwd", "/build.json", "/site/index.html"):
        assert served.get(path).status == 404, path


def test_only_this_machine_is_listened_to(served: Served) -> None:
    with socket.socket() as other:
        other.settimeout(5)
        assert other.connect_ex(("127.0.0.2", served.port)) == errno.ECONNREFUSED


def test_what_an_author_brings_along_does_nothing(served: Served) -> None:
    served.write("guide/evil.html", "<script>alert(1)</script>")
    served.write("guide/pic.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
    served.write("guide/other.md", "# Other\n\n[page](evil.html) ![picture](pic.svg)\n")
    served.write("role/host.role.md", "<role>\n<personality>\n@?file://guide/evil.html\n</personality>\n</role>\n")
    until(lambda: served.get("/bundles/host/resources/guide/evil.html").status == 200, "the bundle")
    for path in ("/bundles/host/resources/guide/evil.html", "/guide/evil.html", "/guide/pic.svg"):
        found = served.get(path)
        if found.status == 200:
            assert found.headers["content-security-policy"].startswith("sandbox;")
            assert b"client.js" not in found.body


def test_what_the_browser_has_is_not_sent_again(served: Served) -> None:
    page = served.get("/" + PAGE)
    again = served.get("/" + PAGE, If_None_Match=page.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    for known in (f"W/{page.headers['etag']}", f'"other", {page.headers["etag"]}', "*"):
        assert served.get("/" + PAGE, If_None_Match=known).status == 304
    followed(served, "elsewhere")
    assert served.get("/" + PAGE, If_None_Match=page.headers["etag"]).status == 304
    served.change("guide/long.md", "old words", "new words")
    until(lambda: "new words" in served.get("/" + PAGE, If_None_Match=page.headers["etag"]).text, "new words")


def test_the_next_free_port_is_taken_and_said(served: Served, tmp_path: Path) -> None:
    root = package(tmp_path / "second")
    with running("serve", root, "--port", str(served.port)) as command:
        command.heard(f"^port {served.port} is taken")
        other = Served(root, command)
        assert other.port > served.port
        assert other.get("/").status == 200


@pytest.mark.parametrize(("host", "stranger", "told"), [("localhost", 421, False), ("0.0.0.0", 200, True)])
def test_who_is_let_in_is_said(tmp_path: Path, host: str, stranger: int, told: bool) -> None:
    with running("serve", package(tmp_path / "tea"), "--port", "0", "--host", host) as command:
        served = Served(tmp_path / "tea", command)
        assert served.get("/").status == 200
        assert served.get("/", Host="evil.example").status == 421
        assert served.get("/", Host="192.168.0.9").status == stranger
        assert any(line.startswith("everybody") for line in command.lines) is told


def test_an_address_that_is_not_here(tmp_path: Path) -> None:
    root = package(tmp_path / "tea")
    with running("serve", root, "--port", "0", "--host", "203.0.113.9") as command:
        command.heard("no address of this machine")
        assert command.process.wait(10) == 2


def test_an_interrupt_ends_it_with_open_streams(served: Served) -> None:
    served.command.heard("^first build: ")
    streams = [socket.create_connection(("127.0.0.1", served.port), timeout=10) for _ in range(20)]
    for each in streams:
        each.sendall(b"GET /__dpmlc/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert each.recv(10)
    start = time.monotonic()
    assert served.command.interrupted() == 130
    assert time.monotonic() - start < 3
    for each in streams:
        each.close()
    assert "Traceback" not in "\n".join(served.command.lines)


def resident(pid: int) -> int:
    """Resident memory in KiB, threads and descriptors of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0])


def counts(pid: int) -> tuple[int, int]:
    """Threads and descriptors."""
    return len(os.listdir(f"/proc/{pid}/task")), len(os.listdir(f"/proc/{pid}/fd"))


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="asks /proc what a process holds")
def test_tabs_that_close_leave_no_thread_and_no_descriptor(served: Served) -> None:
    followed(served, "before")
    pid = served.command.process.pid
    until(lambda: counts(pid)[0] <= 4, "quiet")
    before = counts(pid)
    for _ in range(3):
        streams = [socket.create_connection(("127.0.0.1", served.port), timeout=10) for _ in range(20)]
        for each in streams:
            each.sendall(b"GET /__dpmlc/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert each.recv(10)
        followed(served, f"with {len(streams)} {time.monotonic()}")
        for each in streams:
            each.close()
    until(lambda: counts(pid) <= before, f"as before: {before}, {counts(pid)}")


def test_readers_see_whole_pages_while_everything_changes(served: Served) -> None:
    served.command.heard("^first build: ")
    faults: list[str] = []
    ended = threading.Event()

    def read() -> None:
        while not ended.is_set():
            found = served.get("/guide/other.html")
            if found.status != 200 or not found.text.rstrip().endswith("</html>"):
                faults.append(f"{found.status} {found.text[-50:]}")

    readers = [threading.Thread(target=read) for _ in range(4)]
    for each in readers:
        each.start()
    for number in range(10):
        followed(served, f"text {number}." + "字" * number * 500)
    ended.set()
    for each in readers:
        each.join()
    assert faults == []
    shutil.rmtree(served.root)
    served.command.heard("not built")
    assert served.get("/" + PAGE).status == 200


def test_parts_of_files_are_sent(served: Served) -> None:
    sound = bytes(range(256)) * 400
    (served.root / "guide/차.ogg").write_bytes(sound)
    served.change("guide/other.md", "herbs", "[listen](차.ogg)")
    path = "/files/guide/%EC%B0%A8.ogg"
    until(lambda: served.get(path).status == 200, "the sound")
    whole = served.get(path)
    assert (whole.status, whole.body, whole.headers["accept-ranges"]) == (200, sound, "bytes")
    some = served.get(path, Range="bytes=1000-1999", If_Range=whole.headers["etag"])
    assert (some.status, some.body) == (206, sound[1000:2000])
    assert some.headers["content-range"] == f"bytes 1000-1999/{len(sound)}"
    assert some.headers["content-length"] == "1000"
    assert some.headers["content-type"] == whole.headers["content-type"]
    assert served.get(path, Range="bytes=1000-1999", If_Range='"older"').status == 200
    assert served.get(path, Range="bytes=0-9", If_None_Match=whole.headers["etag"]).status == 304
    assert served.get(path, Range="bytes=999999-").status == 416
    head = served.get(path, "HEAD", Range="bytes=1000-1999")
    assert (head.status, head.headers["content-length"]) == (200, str(len(sound)))
    assert served.get("/" + PAGE, Range="bytes=0-9").status == 200
