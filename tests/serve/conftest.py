"""`dpmlc serve` on a small package, as an author runs it, and a browser that looks at it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

for _other in ("watch", "browser"):
    sys.path.insert(1, str(Path(__file__).parents[1] / _other))

from chromium import started  # noqa: E402
from reader import Reader  # noqa: E402
from running import running  # noqa: E402
from served import Served, package  # noqa: E402


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent and item.path.name != "test_addresses.py":
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """The package, served, after its first build."""
    root = package(tmp_path / "tea")
    with running("serve", root, "--port", "0") as command:
        yield Served(root, command)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """The browser that all tests share."""
    driver = started(tmp_path_factory.mktemp("profile"))
    try:
        yield Reader(driver)
    finally:
        driver.quit()


@pytest.fixture
def reader(browser: Reader) -> Iterator[Reader]:
    """The shared browser with nothing open but one empty tab."""
    yield browser
    first, *more = browser.driver.window_handles
    for tab in more:
        browser.driver.switch_to.window(tab)
        browser.driver.close()
    browser.driver.switch_to.window(first)
    browser.driver.get("about:blank")
