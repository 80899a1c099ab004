"""Which output an address names, which hosts are answered, and where the script goes."""

import pytest

from dpmlc.edge.serve.addresses import find, is_ours
from dpmlc.edge.serve.inject import injected
from dpmlc.edge.serve.live import Live, State
from dpmlc.text.artifact import Artifact

PATHS = [
    "site/index.html",
    "site/a b/차.html",
    "site/guide/index.html",
    "site/x.html",
    "bundles/host/prompt.md",
    "build.json",
]
STATE = State(1, {path: Artifact(path, b"x") for path in PATHS}, (), "/sub/path/")


@pytest.mark.parametrize(
    ("target", "kind", "path"),
    [
        ("/", "output", "site/index.html"),
        ("/index.html", "output", "site/index.html"),
        ("/x.html?a=/../b#c", "output", "site/x.html"),
        ("/?", "output", "site/index.html"),
        ("/a%20b/%EC%B0%A8.html", "output", "site/a b/차.html"),
        ("/a b/차.html", "output", "site/a b/차.html"),
        ("/a%2520b/%EC%B0%A8.html", "missing", "site/a%20b/차.html"),
        ("/guide", "redirect", "guide/"),
        ("/guide/", "output", "site/guide/index.html"),
        ("/sub/path/", "output", "site/index.html"),
        ("/sub/path/x.html", "output", "site/x.html"),
        ("/sub/path/guide", "redirect", "guide/"),
        ("http://127.0.0.1:8000/x.html", "output", "site/x.html"),
        ("http://127.0.0.1:8000", "output", "site/index.html"),
        ("/bundles/host/prompt.md", "output", "bundles/host/prompt.md"),
        ("/build.json", "missing", "site/build.json"),
        ("/../build.json", "missing", "site/../build.json"),
        ("/%2e%2e/build.json", "missing", "site/../build.json"),
        ("/..%2fbuild.json", "missing", "site/../build.json"),
        ("/bundles/../build.json", "missing", "site/bundles/../build.json"),
        ("//x.html", "missing", "site//x.html"),
        ("//evil.example/guide", "missing", "site//evil.example/guide"),
        ("/x.html/", "missing", "site/x.html/"),
        ("/X.html", "missing", "site/X.html"),
        ("/x.html%00.png", "wrong", ""),
        ("/%ff", "wrong", ""),
        ("*", "wrong", ""),
        ("", "wrong", ""),
        ("x.html", "wrong", ""),
        ("/__dpmlc/client.js", "own", "client.js"),
        ("/__dpmlc/../x.html", "own", "../x.html"),
    ],
)
def test_an_address_names_an_output_or_nothing(target: str, kind: str, path: str) -> None:
    found = find(target, STATE)
    assert (found.kind, found.path) == (kind, path)


@pytest.mark.parametrize(
    ("host", "named", "ours"),
    [
        ("localhost:8000", "", True), ("LOCALHOST", "", True), ("127.0.0.1:8000", "", True), ("[::1]:8000", "", True),
        ("tea.localhost:1", "", True), ("127.8.9.1", "", True), ("evil.example", "", False),
        ("evil.example:8000", "", False),
        ("localhost.evil.example", "", False), ("evil-localhost", "", False), ("192.168.1.5:8000", "", False),
        ("127.0.0.1.evil.example", "", False), (None, "", False), ("", "", False), ("[::1", "", False),
        ("localhost:80:80", "", False), ("localhost:x", "", False), ("192.168.1.5", "0.0.0.0", True),
        ("box.lan", "0.0.0.0", False), ("box.lan", "box.lan", True), ("BOX.lan:8000", "box.lan", True),
        ("[fe80::1]", "::", True), ("user@localhost", "", False), ("localhost,evil.example", "", False),
    ],
)  # fmt: skip
def test_only_names_of_this_machine_are_answered(host: str | None, named: str, ours: bool) -> None:
    assert is_ours(host, named) is ours


@pytest.mark.parametrize(
    ("page", "before"),
    [
        (b"<!doctype html><html><head><title>x", b"<!doctype html><html><head>"),
        (b'<html><HEAD class="a > b"\n><title>', None),
        (b"<html><head\nid='x'><title>", b"<html><head\nid='x'>"),
        (b"<header>x</header>", b""),
        (b"", b""),
    ],
)
def test_the_script_comes_first_in_the_head(page: bytes, before: bytes | None) -> None:
    sent = injected(page, "v1", "c1")
    at = sent.index(b"<script ")
    if before is not None:
        assert sent[:at] == before
    assert sent[at:].startswith(b'<script src="/__dpmlc/client.js" data-version="v1" data-client="c1"></script>')
    assert sent.replace(b'<script src="/__dpmlc/client.js" data-version="v1" data-client="c1"></script>', b"") == page


def test_a_request_waits_for_the_build_and_only_for_that() -> None:
    live = Live()
    assert live.settled(0).outputs is None
    live.show({"site/index.html": Artifact("site/index.html", b"1")}, (), "/")
    assert live.settled(0).generation == 1
    live.begin()
    assert live.newer(1, 0.01) is None
    live.complain(("error",))
    state = live.settled(0)
    assert (state.generation, state.errors, set(state.outputs or {})) == (2, ("error",), {"site/index.html"})
    live.begin()
    live.done()
    assert live.settled(0) is state


def test_assets_of_pages_shown_a_moment_ago_are_kept_for_a_while() -> None:
    live = Live()
    for number in range(100):
        name = f"site/assets/a.{number}.css"
        live.show({name: Artifact(name, b"x"), f"site/{number}.html": Artifact(f"site/{number}.html", b"x")}, (), "/")
    assert live.old_asset("site/assets/a.98.css") is not None
    assert live.old_asset("site/assets/a.1.css") is None
    assert live.old_asset("site/98.html") is None
