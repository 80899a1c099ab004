"""A site made of words for these tests, its index on the disk, and `search.js` run by Node over it."""

import json
import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from dpmlc.pages.search import Field, Searchable, SearchFiles, Weight

HERE = Path(__file__).parent
SCRIPT = HERE.parents[2] / "themes/default/static/search.js"

CHINESE, KOREAN, ENGLISH = (line.split() for line in (HERE / "words.txt").read_text("utf-8").splitlines())


def sentence(chance: random.Random, language: Sequence[str]) -> str:
    words = chance.choices(language, k=chance.randint(3, 9))
    between = "" if language is CHINESE else " "
    if language is not ENGLISH and chance.random() < 0.4:
        words.insert(chance.randrange(len(words)), chance.choice([" {} ", "{}", "`{}`"]).format(chance.choice(ENGLISH)))
    text = between.join(words)
    return text[: len(text) // 2] + "，" + text[len(text) // 2 :] if language is CHINESE else text


def text(chance: random.Random, sentences: int) -> str:
    language = chance.choice([CHINESE, KOREAN, ENGLISH])
    return chance.choice(["。", ". ", "\n"]).join(sentence(chance, language) for _ in range(sentences))


def page(chance: random.Random, number: int) -> Searchable:
    protocol = chance.choice(["thought", "execution", "knowledge"])
    ids = tuple(
        Field(Weight.ID, chance.choice([f"{protocol}://{word}", word]), f"id-{word}")
        for word in chance.sample(ENGLISH, chance.randint(0, 2))
    )
    sections = (
        field
        for at in range(chance.randint(1, 4))
        for field in (Field(Weight.HEADING, text(chance, 1), f"s{at}"), Field(Weight.BODY, text(chance, 4), f"s{at}"))
    )
    return Searchable(f"p/{number:04}.html", text(chance, 1)[:24], protocol, (*ids, *sections))


def site(seed: int, pages: int) -> list[Searchable]:
    chance = random.Random(seed)
    return [page(chance, number) for number in range(pages)]


def published(files: SearchFiles, folder: Path) -> int:
    """Write the index as a site does; its bytes."""
    (folder / "search").mkdir(parents=True, exist_ok=True)
    for path, content in files.files:
        (folder / path).write_bytes(content)
    return sum(len(content) for _, content in files.files)


def in_node(request: dict[str, Any]) -> dict[str, Any]:
    """What `answers.js` says to a request."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("search.js runs in a browser; without one it is tested in Node, which is not installed")
    done = subprocess.run(
        [node, HERE / "answers.js", SCRIPT],
        input=json.dumps(request),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def found(files: SearchFiles, folder: Path, queries: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """For each query its results, the best first."""
    published(files, folder)
    answers = in_node({"folder": str(folder), "entry": files.entry, "queries": queries})["answers"]
    return {query: answer["results"] for query, answer in zip(queries, answers, strict=True)}
