"""One browser and every site, once for all browser tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import started
from every_kind import FILES, PAGES
from reader import Reader
from serving import served
from sites import Built, built, written

SAMPLE = Path(__file__).parents[2] / "sample-project"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def market(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The site with a page of every kind."""
    folder = tmp_path_factory.mktemp("market")
    return built(written(folder / "package", FILES), folder / "out", PAGES)


@pytest.fixture(scope="session")
def teahouse(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The site of the sample package; its pages are all there are."""
    out = tmp_path_factory.mktemp("teahouse")
    made = built(SAMPLE, out, {})
    names = (page.relative_to(made.site).as_posix() for page in made.site.rglob("*.html"))
    return Built(made.site, made.bundles, {name: name for name in sorted(names)})


@pytest.fixture(scope="session")
def homely(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A site that was told no address."""
    folder = tmp_path_factory.mktemp("home")
    keeper = "<role>\n  <personality>\n    느긋하다.\n  </personality>\n</role>\n"
    files = {"README.md": "# 茶馆\n", "水/泉.md": "# 泉水 Spring\n", "찻집 100% 주인.role.md": keeper}
    files |= {"dpml.toml": '[package]\nname = "tea"\n'}
    return built(written(folder / "package", files), folder / "out", {})


@pytest.fixture(scope="session")
def at_home(homely: Built) -> Iterator[str]:
    """Where a server gives it out at its root."""
    with served(homely.site) as home:
        yield home


@pytest.fixture(scope="session")
def elsewhere(homely: Built) -> Iterator[str]:
    """Where a server gives it out below a path."""
    with served(homely.site, "/preview/7/") as home:
        yield home


@pytest.fixture(scope="session")
def at_root(market: Built) -> Iterator[str]:
    """Where a server gives the market out, at its root."""
    with served(market.site) as home:
        yield home


@pytest.fixture(scope="session")
def at_path(market: Built) -> Iterator[str]:
    """Where a server gives the market out, under the path that its `[site] url` names."""
    with served(market.site, "/sub/path/") as home:
        yield home


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
    """The shared browser as a new reader finds it: a wide window, light colours, scripts on, nothing remembered."""
    yield browser
    browser.scripts("on")
    browser.shape()
    if browser.driver.current_url != "about:blank":
        browser.run("try { localStorage.clear() } catch {}")
