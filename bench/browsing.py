"""What an author waits for under `dpmlc serve`: until the page is served, and until a browser shows it.

The browser's clock is not ours. Its `performance.now()` is compared with it by many short scripts, each between two
looks at our clock; the shortest of them bounds the error, which is printed.
"""

import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import edits
import pages
from run import DPMLC, FailedError, load
from running import PATIENCE, Events, got, running
from watching import Work, each, first_build, first_mark, page_of, port_of

_BROWSER = Path(__file__).resolve().parent.parent / "tests/browser"
_PAUSE = 0.25
_LOOKS = 200
# Looks at each change of the document, with whatever body it has then. `placed` is when the text stands in it,
# `painted` is in the first task after the frame that follows.
_STAMP = """
const word = arguments[0];
window.__stamps = null;
const looking = new MutationObserver(() => {
  if (!document.querySelector("main")?.textContent.includes(word)) return;
  const placed = performance.now();
  looking.disconnect();
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { window.__stamps = [placed, performance.now()]; };
    channel.port2.postMessage(0);
  });
});
looking.observe(document, { subtree: true, childList: true, characterData: true });
"""


def serve(count: int, work: Work, place: Path) -> None:
    """Print how long a save takes until the server says so, and until the new page was read from it."""
    docs = place / f"served-{count}"
    pages.generate(docs, count)
    chance, first = random.Random(count), first_mark()
    told, whole, before = [], [], 0.0
    with running((*DPMLC, "serve", "--port", "0", str(docs)), place) as program:
        port = port_of(program)
        first_build(program)
        events = Events(port)
        events.next()
        for number in range(first, first + work.edits + 1):
            if number == first + 1:
                before = program.processor
            sleep(_PAUSE * (1 + chance.random()))
            events.forget()
            page = chance.randrange(count)
            address = page_of(page, port)
            started = edits.save(docs / pages.path_of(page), number)
            said, done = _shown(events, port, address, edits.mark(number))
            told.append(said - started)
            whole.append(done - started)
        cost = each(program.processor - before, work.edits)
    print(f"serve, {count} pages ({load()}; target: median 120 ms)")
    print(f"  save -> the server says so: {edits.spread(told[1:])}")
    print(f"  save -> the new page is read from it: {edits.spread(whole[1:])}; {cost}", flush=True)


def _shown(events: Events, port: int, address: str, mark: bytes) -> tuple[float, float]:
    """When the event came after which the page has the mark, and when it was read."""
    for _ in range(10):
        said = events.next()
        if mark in got(port, address):
            return said, perf_counter()
    raise FailedError(f"`{address}` never showed the edit")


def browser(count: int, work: Work, place: Path) -> None:
    """Print how long a save takes until it is seen in a browser without a window."""
    sys.path.append(str(_BROWSER))
    try:
        from chromium import started  # noqa: PLC0415 - needs pytest and Selenium, which other parts do not
    except ImportError as error:
        print(f"browser: not measured, {error}", flush=True)
        return
    docs = place / f"seen-{count}"
    pages.generate(docs, count)
    with tempfile.TemporaryDirectory() as profile:
        try:
            driver = started(Path(profile))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            print(f"browser: not measured, {error}", flush=True)
            return
        try:
            _seen(driver, docs, count, work, place)
        finally:
            driver.quit()


def _seen(driver: Any, docs: Path, count: int, work: Work, place: Path) -> None:
    first, page = first_mark(), 7
    chance = random.Random(count)
    with running((*DPMLC, "serve", "--port", "0", str(docs)), place) as program:
        port = port_of(program)
        first_build(program)
        driver.get(f"http://127.0.0.1:{port}{page_of(page, port)}")
        origin, before = _clock(driver)
        placed, painted = [], []
        for number in range(first, first + work.edits + 1):
            driver.execute_script(_STAMP, edits.mark(number).decode())
            sleep(_PAUSE * (1 + chance.random()))
            begun = edits.save(docs / pages.path_of(page), number)
            stamps = _stamps(driver)
            placed.append(origin + stamps[0] / 1000 - begun)
            painted.append(origin + stamps[1] / 1000 - begun)
        again, after = _clock(driver)
    error, drift = max(before, after) * 1000, (again - origin) * 1000
    version = driver.capabilities.get("browserVersion", "")
    print(f"browser, {count} pages, one open page, {driver.name} {version} ({load()}; target: median 75 ms)")
    print(f"  save -> the text stands in the page: {edits.spread(placed[1:])}")
    print(f"  save -> the frame with it was made: {edits.spread(painted[1:])}")
    print(f"  the clocks agree within {error:.1f} ms; at the end {drift:+.1f} ms against the start", flush=True)


def _clock(driver: Any) -> tuple[float, float]:
    """Our time at which the page's clock was nought, and how wrong that may be, both in seconds."""
    found: list[tuple[float, float]] = []
    for _ in range(_LOOKS):
        before = perf_counter()
        theirs = driver.execute_script("return performance.now()") / 1000
        after = perf_counter()
        found.append(((after - before) / 2, (before + after) / 2 - theirs))
    error, origin = min(found)
    return origin, error


def _stamps(driver: Any) -> Sequence[float]:
    until = perf_counter() + PATIENCE
    while perf_counter() < until:
        # Asking takes the page's time; it has been made and stamped long before this sees it.
        sleep(0.02)
        found = driver.execute_script("return window.__stamps")
        if found:
            return [float(each) for each in found]
    raise FailedError("the page never showed the edit")
