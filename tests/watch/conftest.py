"""`dpmlc watch` on a small package, as an author runs it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from author import Author, package
from running import running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent and item.path.name != "test_parts.py":
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def author(tmp_path: Path) -> Iterator[Author]:
    """The package, watched, after its first build."""
    root = package(tmp_path / "tea")
    with running("watch", root, "--no-site") as command:
        command.heard("^first build: .* ms$")
        yield Author(root, command)
