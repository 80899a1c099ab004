"""Workspaces for tests, and a search that is slow and plain: every way to lay letters onto a path is tried."""

import random
from collections.abc import Iterable, Sequence
from functools import cache

from dpmlc.fileref.file_index import RECENT
from dpmlc.fileref.fold import fold
from dpmlc.fileref.query import read_query
from dpmlc.fileref.segment import File

WORDS = [
    *("user", "auth", "role", "View", "index", "test", "Config", "token", "api", "page", "v2", "src"),
    *("한글", "문서", "역할", "차", "角色", "茶馆", "思维"),
]
folded = cache(fold)
ENDS = [".ts", ".py", ".md", ".role.md", ""]


def workspace(number: int, seed: int = 7) -> list[File]:
    """Files of different paths; the same for the same numbers."""
    draw = random.Random(seed)
    found: dict[str, File] = {}
    while len(found) < number:
        folders = [draw.choice(WORDS) for _ in range(draw.randrange(4))]
        words = [draw.choice(WORDS) for _ in range(draw.randrange(1, 4))]
        name = draw.choice(["-", "_", "", " "]).join(words) + draw.choice(ENDS)
        path = "/".join([*folders, name])
        found[path] = File(path, draw.randrange(9999), draw.randrange(1, 500))
    return list(found.values())


def paths_in_order(files: Iterable[File], query: str) -> list[str]:
    """Every file that matches `query`, the best first."""
    listed = list(files)
    newest = {file.path for file in sorted(listed, key=lambda file: (-file.modified, file.path))[:RECENT]}
    terms = read_query(query).terms
    keys = read_query(query).keys
    found = []
    for file in listed:
        level = max((level_of(file, term) for term in terms), default=0)
        if level < 99:
            level = 0 if is_whole(file, keys) else level
            length = len(folded(file.name).keys)
            found.append(((level, file.path not in newest, length, -file.modified, file.path), file.path))
    return [path for _, path in sorted(found)]


def is_whole(file: File, keys: str) -> bool:
    """Whether `keys` are the whole name, name without extension, or path."""
    stem = file.name[: len(file.name) - len(file.extension)]
    if not keys:
        return False
    if keys in {folded(file.name).keys, folded(stem).keys, folded(file.path).keys}:
        return True
    # The last consonant of a query may be the first one of a syllable.
    last = read_query(keys).terms[-1][-1]
    return any(keys[:-1] + other in {folded(file.name).keys, folded(stem).keys} for other in last)


def level_of(file: File, term: Sequence[str]) -> int:
    """1 to 12, 99 for no match."""
    name, folder = folded(file.name), folded(f"{file.folder}/" if file.folder else "")
    path_keys, path_starts = folder.keys + name.keys, folder.starts | name.starts << len(folder.keys)
    in_name = least_cost(name.keys, name.starts, tuple(term), 0)
    in_path = least_cost(path_keys, path_starts, tuple(term), -1)
    if in_path is None:
        return 99
    options = [12 if in_path > 7 else in_path + 4]
    if in_name is not None:
        options.append(9 if in_name > 7 else in_name + 1)
    return min(options)


def least_cost(keys: str, starts: int, term: tuple[str, ...], free: int) -> int | None:
    @cache
    def rest(letter: int, before: int) -> int | None:
        if letter == len(term):
            return 0
        best: int | None = None
        for at in range(before + 1, len(keys)):
            if letter and at > before + 1 and "\u1160" <= term[letter][0] <= "\u11ff":
                break
            if keys[at] in term[letter]:
                after = rest(letter + 1, at)
                run = 0 if (letter and at == before + 1) or at == free else 1 if starts >> at & 1 else 2
                if after is not None and (best is None or run + after < best):
                    best = run + after
        return best

    return rest(0, -1)
