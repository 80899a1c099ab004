"""Tests that measure are left out, unless `--timed` asks for them alone: a busy machine must never fail a gate.

They compare two measurements of one run, t(2n) with t(n), and belong to the figures of `docs/performance.md`.
"""

import re
import signal

import pytest
from hypothesis import HealthCheck, settings

MEASURING = re.compile(r"linear|_cost_is|_cost_no_more|_is_quick|_takes_no_time|_starts_fast")

# The gate must say the same twice, on a machine that may be busy: examples come from the test, not from chance.
settings.register_profile(
    "gate", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("gate")

# A shell that starts the tests in the background lets them ignore interruptions, and what they start inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--timed", action="store_true", help="run only the tests that measure time")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    timed = [item for item in items if MEASURING.search(item.name.partition("[")[0])]
    rest = [item for item in items if not MEASURING.search(item.name.partition("[")[0])]
    kept, left = (timed, rest) if config.getoption("--timed") else (rest, timed)
    config.hook.pytest_deselected(items=left)
    items[:] = kept
