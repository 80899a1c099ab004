"""The server: which search runs when, and what is answered, with messages that come in any order at any time."""

import json
from queue import Queue
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from workspaces import workspace

from dpmlc.edge.fileref.lines import LONGEST, Overlong, message
from dpmlc.edge.fileref.serve import End, Event, Failed, Server
from dpmlc.fileref.file_index import FileIndex, file_index
from dpmlc.fileref.messages import Cancel, Search
from dpmlc.fileref.session import Session, finished, started, with_cancel, with_search

INDEX = file_index(workspace(3_000))


def query_id(number: int) -> str:
    return f"7e57ab1e-0000-4000-8000-{number:012}"


def search(number: int, query: str = "user") -> Search:
    return Search(f"m{number}", query_id(number), query)


class Bench:
    """A server with a clock that stands still until it is moved, and its answers."""

    def __init__(self, pause: float = 0.0, index: FileIndex | None = INDEX) -> None:
        self.now = 0.0
        self.answers: list[dict[str, Any]] = []
        self.remarks: list[str] = []
        write = lambda line: self.answers.append(json.loads(line))  # noqa: E731
        self.server = Server(write, self.remarks.append, "", pause, lambda: self.now)
        if index is not None:
            self.server.take(index)

    def settle(self) -> list[str]:
        """Who was answered, after as many steps as any search takes."""
        for _ in range(200):
            self.server.step()
        return [each.get("parent_id", "?") for each in self.answers]


def test_every_search_is_answered_in_order() -> None:
    bench = Bench()
    for number in range(5):
        bench.server.take(search(number))
    assert bench.settle() == ["m0", "m1", "m2", "m3", "m4"]
    assert bench.answers[0]["payload"]["query_id"] == query_id(0)


def test_a_cancelled_search_is_not_answered() -> None:
    bench = Bench()
    for number in range(3):
        bench.server.take(search(number))
    bench.server.take(Cancel(query_id(1)))
    bench.server.take(Cancel(query_id(99)))
    assert bench.settle() == ["m0", "m2"]


def test_a_running_search_can_be_cancelled_at_any_step() -> None:
    for steps in range(1, 12):
        bench = Bench()
        bench.server.take(search(0))
        for _ in range(steps):
            bench.server.step()
        done = bool(bench.answers)
        bench.server.take(Cancel(query_id(0).upper()))
        bench.server.take(search(1))
        assert bench.settle() == ["m0", "m1"] if done else ["m1"]


def test_with_a_pause_the_newest_search_takes_the_place_of_others() -> None:
    bench = Bench(pause=0.05)
    bench.server.take(search(0))
    assert bench.settle() == []
    bench.now = 0.04
    bench.server.take(search(1))
    bench.now = 0.08
    assert bench.settle() == []
    bench.now = 0.091
    assert bench.settle() == ["m1"]


def test_with_a_pause_a_newer_search_stops_the_running_one() -> None:
    bench = Bench(pause=0.05)
    bench.server.take(search(0))
    bench.now = 1.0
    bench.server.step()
    bench.server.take(search(1))
    bench.now = 2.0
    assert bench.settle() == ["m1"]


def test_searches_wait_for_the_index_and_for_the_end() -> None:
    bench = Bench(pause=0.05, index=None)
    bench.server.take(search(0))
    bench.server.take(End())
    assert bench.settle() == []
    bench.server.take(INDEX)
    assert bench.settle() == ["m0"]


def test_a_new_index_is_searched_by_the_next_search() -> None:
    bench = Bench()
    bench.server.take(search(0, "유일한파일"))
    bench.settle()
    bench.server.take(file_index([*workspace(5)]))
    bench.server.take(search(1, ""))
    bench.settle()
    assert [each["payload"]["total_count"] for each in bench.answers] == [0, 5]


def test_the_server_outlives_what_it_cannot_read() -> None:
    bench = Bench()
    for line in (
        b"\xff",
        b"{",
        b"[" * 100_000,
        b'{"a":NaN}',
        b"1" * 5000,
        b'"\\ud800"',
        Overlong(LONGEST + 1),
        b"null",
    ):
        bench.server.take(message(line))
    bench.server.take(message(json.dumps({"type": "control.prompt.request", "payload": {"prompt_text": ""}}).encode()))
    bench.server.take(Failed(OSError("no more watches"), fatal=False))
    bench.server.take(search(1))
    assert bench.settle()[-1] == "m1"
    assert [each["type"] for each in bench.answers] == ["session.file.error"] * 9 + ["session.file.candidates"]
    assert bench.remarks == ["changes are not followed for now: no more watches\n"]


def test_a_failure_that_ends_the_server_is_raised() -> None:
    with pytest.raises(OSError, match="gone"):
        Bench().server.take(Failed(OSError("gone"), fatal=True))


def test_the_loop_ends_when_all_is_answered() -> None:
    bench, events = Bench(index=None), Queue[Event]()
    for event in (search(0), search(1), Cancel(query_id(0)), End(), INDEX):
        events.put(event)
    bench.server.run(events)
    assert bench.settle() == ["m1"]


TRAFFIC = st.lists(st.sampled_from(["search", "cancel", "step", "time", "index"]), max_size=40)


@given(TRAFFIC, st.sampled_from([0.0, 0.02]), st.data())
def test_no_answer_comes_after_that_of_a_newer_search(traffic: list[str], pause: float, data: st.DataObject) -> None:
    bench, sent, cancelled = Bench(pause), 0, set[str]()
    for what in traffic:
        match what:
            case "search":
                bench.server.take(search(sent, data.draw(st.sampled_from(["u", "us", "한", ""]))))
                sent += 1
            case "cancel" if sent:
                number = data.draw(st.integers(0, sent - 1))
                answered = {each["parent_id"] for each in bench.answers}
                bench.server.take(Cancel(query_id(number)))
                cancelled |= {f"m{number}"} - answered
            case "time":
                bench.now += 0.015
            case "index":
                bench.server.take(INDEX)
            case _:
                bench.server.step()
    bench.server.take(End())
    answered = [int(each[1:]) for each in bench.settle()]
    assert answered == sorted(set(answered))
    assert cancelled.isdisjoint(f"m{number}" for number in answered)
    if pause == 0:
        assert {f"m{number}" for number in range(sent)} == cancelled | {f"m{number}" for number in answered}
    elif sent and f"m{sent - 1}" not in cancelled:
        assert answered[-1] == sent - 1


def test_one_search_runs_at_a_time() -> None:
    session = with_search(with_search(Session(), search(0), 0.0), search(1), 0.0)
    running = started(session, 0.0)
    assert running.running == search(0)
    assert started(running, 9.0) is running
    assert started(finished(running), 0.0).running == search(1)
    assert with_cancel(running, Cancel(query_id(1))).waiting == ()
