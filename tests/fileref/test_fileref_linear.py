"""What an index and a search cost grows with the number of files."""

import time
from collections.abc import Callable

import pytest
from workspaces import workspace

from dpmlc.fileref.file_index import file_index
from dpmlc.fileref.search import Wanted, search


def seconds(work: Callable[[], object]) -> float:
    best = 99.0
    for _ in range(3):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def test_indexing_is_linear() -> None:
    half, whole = workspace(5_000), workspace(10_000)
    assert seconds(lambda: file_index(whole)) / seconds(lambda: file_index(half)) < 2.5


@pytest.mark.parametrize("query", ["u", "userau", "ㅎㄱ", "role md", "src/u", "xq"])
def test_searching_is_linear(query: str) -> None:
    half, whole = file_index(workspace(5_000)), file_index(workspace(10_000))
    short = seconds(lambda: [search(half, Wanted(query)) for _ in range(20)])
    assert seconds(lambda: [search(whole, Wanted(query)) for _ in range(20)]) / short < 2.5
