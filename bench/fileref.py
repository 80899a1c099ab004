"""Measure the search for files beside other libraries: `python bench/fileref.py [FILES]` (100,000 by default).

Paths are made up, a third of them Korean or Chinese, the same in every run. Times are processor time of the best of
three, in milliseconds. rapidfuzz comes with dpmlc; frizbee (pip) is left out where it is not installed.
"""

import importlib
import random
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rapidfuzz import fuzz, process

from dpmlc.fileref.file_index import file_index
from dpmlc.fileref.search import Wanted, search
from dpmlc.fileref.segment import File

WORDS = [
    *("user", "auth", "role", "controller", "service", "model", "view", "index", "test", "util", "config", "parser"),
    *("render", "token", "file", "prompt", "store", "api", "page", "build", "cache", "handler", "main"),
    *("한글", "문서", "역할", "차", "角色", "茶馆", "思维"),
]
ENDS = [".ts", ".py", ".md", ".json", ".role.md", ".tsx", ".js"]
QUERIES = ["u", "us", "user", "usrctl", "uc", "src/a", "auth token", "controllerindex", "한글", "ㅎㄱ", "思维"]


def paths(number: int) -> list[str]:
    """So many different paths."""
    draw = random.Random(1)
    folders = ["/".join(draw.choices(WORDS, k=draw.randrange(6))) for _ in range(number // 12 + 1)]
    found: dict[str, None] = {}
    while len(found) < number:
        words = draw.choices(WORDS, k=draw.randrange(1, 4))
        names = ["-".join(words), "".join(map(str.title, words)), "_".join(words), f"{words[0]}{draw.randrange(1000)}"]
        folder = draw.choice(folders)
        found["/".join(filter(None, [folder, draw.choice(names) + draw.choice(ENDS)]))] = None
    return list(found)


def best(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    times = []
    for _ in range(3):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times) * 1000


def frizbee_search(listed: list[str]) -> Callable[[str], object] | None:
    """A search by frizbee, if it is here."""
    try:
        frizbee = importlib.import_module("frizbee")
    except ImportError:
        return None
    haystacks = frizbee.Haystacks(listed)
    return lambda query: frizbee.Matcher(query, max_items=20).match_list(haystacks)


def main(number: int) -> None:
    """Print the index's time and a row for each query."""
    listed = paths(number)
    files = [File(path, 1, at) for at, path in enumerate(listed)]
    start = process_time()
    index = file_index(files)
    print(f"index of {number} files: {process_time() - start:.1f} s")
    other = frizbee_search(listed)
    print("query | dpmlc | narrowing | partial_ratio | WRatio | frizbee")
    for query in QUERIES:
        trail = search(index, Wanted(query[:-1])).trail
        times = [
            best(lambda query=query: search(index, Wanted(query))),
            best(lambda query=query, trail=trail: search(index, Wanted(query), trail)),
            best(lambda query=query: process.extract(query, listed, scorer=fuzz.partial_ratio, limit=20)),
            best(lambda query=query: process.extract(query, listed, scorer=fuzz.WRatio, limit=20)),
            *([best(lambda query=query: other(query))] if other else []),
        ]
        print(f"`{query}` | " + " | ".join(f"{each:.1f}" for each in times))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
