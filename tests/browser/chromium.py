"""Chromium and its driver: found on this machine, installed from Debian where that is allowed, or a plain failure."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
    "--disable-dev-shm-usage", "--window-size=1280,900",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Programs:
    """Paths of the browser and of the driver that speaks to it."""

    browser: str
    driver: str


@cache
def programs() -> Programs:
    """The two programs. The test fails, never skips, where they are missing and cannot be installed."""
    found = _found()
    if found is None and os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        _install()
        found = _found()
    if found is None:
        pytest.fail(
            "the browser tests need the programs `chromium` and `chromedriver` (of one version) on PATH; "
            "on Debian: `apt-get install chromium chromium-driver`; without them: `pytest -m 'not slow'`",
            pytrace=False,
        )
    return found


def started(profile: Path) -> Chrome:
    """A browser without window, with a profile of its own, that logs its console and its network."""
    found = programs()
    options = ChromeOptions()
    options.binary_location = found.browser
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.add_experimental_option("perfLoggingPrefs", {"enableNetwork": True, "enablePage": False})
    # Navigation is waited for by the driver; a page that never loads must not hang the suite.
    options.timeouts = {"pageLoad": 30_000, "script": 30_000}
    return Chrome(options=options, service=Service(found.driver))


def _found() -> Programs | None:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    return Programs(browser, driver) if browser and driver else None


def _install() -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium", "chromium-driver"]):
        done = subprocess.run(
            ["apt-get", "-q", *words], env=environment, capture_output=True, text=True, timeout=600, check=False
        )
        if done.returncode:
            pytest.fail(f"apt-get {words[0]} failed while installing Chromium:\n{done.stderr[-2000:]}", pytrace=False)
