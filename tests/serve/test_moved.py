"""Where a document is shown whose page is gone: what was renamed is found by its text, build after build."""

import pytest

from dpmlc.edge.serve.moved import Shown
from dpmlc.text.files import Fingerprint


def after(*builds: str) -> Shown:
    """Each build is told as `path=text` words; a page that was there and is not is gone."""
    shown = Shown()
    for build in builds:
        read = {path: Fingerprint(1, text) for path, _, text in (each.partition("=") for each in build.split())}
        gone = [_page(path) for path in shown.documents if path not in read]
        shown = shown.after(tuple(read), (), read, gone)
    return shown


def _page(path: str) -> str:
    return path.replace(".md", ".html")


@pytest.mark.parametrize(
    ("builds", "address", "pages"),
    [
        (["차.md=1", "물.md=1"], "차.html", ["물.html"]),
        (["차.md=1", "물.md=2"], "차.html", []),
        (["차.md=1", "물.md=1"], "물.html", []),
        (["차.md=1", "", "물.md=1"], "차.html", ["물.html"]),
        (["차.md=1", "물.md=1", "잔.md=1"], "차.html", ["잔.html"]),
        (["차.md=1", "물.md=1", "물.md=2"], "차.html", ["물.html"]),
        (["차.md=1", "물.md=1", "차.md=1"], "물.html", ["차.html"]),
        (["차.md=1", "물.md=1", "차.md=1", ""], "물.html", []),
        (["차.md=1", "물.md=1", "차.md=9 물.md=1"], "차.html", ["차.html"]),
        (["가/차.md=1 가/물.md=1", "나/물.md=1 나/차.md=1"], "가/차.html", ["나/차.html"]),
        (["가/차.md=1", "가/새.md=1 나/딴.md=1"], "가/차.html", ["가/새.html"]),
    ],
)
def test_a_page_is_found_where_its_document_went(builds: list[str], address: str, pages: list[str]) -> None:
    shown = after(*builds)
    found = [each for each in shown.instead(address) if each in map(_page, shown.documents)]
    assert found == pages
