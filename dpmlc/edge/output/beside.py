"""A build of some bundles alone, and the output folder as it stands -> what is to stand there then (`build --only`)."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

from dpmlc.edge.found import ClosedError
from dpmlc.edge.output.names import places
from dpmlc.edge.output.standing import recorded_in
from dpmlc.edge.reading import fingerprint
from dpmlc.edge.safe_open import Door, door
from dpmlc.emit.record import joined
from dpmlc.text.artifact import RECORD, Artifact, Output, Unchanged

_STAY = ("site/", "targets/")


def beside(folder: str | os.PathLike[str], outputs: Sequence[Output], made: Collection[str]) -> tuple[Output, ...]:
    """`outputs`, those of the bundles with the ids `made`, and what the last build left of all others in `folder`.

    What stays is listed in `build.json` as it stands: bundles that are not `made`, the site, and targets' files that
    `outputs` do not have. Where `folder` is none of dpmlc's nothing stays; publishing will refuse it.
    """
    where = places(folder)
    found = recorded_in(where.folder)
    if found is None:
        return tuple(outputs)
    listed, before = found
    with closing(door(where.folder)) as entrance:
        stays = (*_STAY, *(f"bundles/{each}/" for each in _bundles(before) if each not in made))
        new = {each.path for each in outputs}
        waiting = (path for path in sorted(listed - new) if path.startswith(stays))
        kept = tuple(_standing(entrance, waiting))
    record = next(each for each in outputs if each.path == RECORD and isinstance(each, Artifact))
    others = (each for each in outputs if each is not record)
    return (*others, *kept, joined(record, before, kept, made))


def _bundles(before: Mapping[str, Any]) -> Iterator[str]:
    rows = before.get("bundles")
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and isinstance(row.get("id"), str):
            yield row["id"]


def _standing(entrance: Door, paths: Iterator[str]) -> Iterator[Unchanged]:
    """The files at `paths` as they stand, also where somebody changed them; what is gone, or no file, is left out."""
    for path in paths:
        try:
            found = fingerprint(entrance, path)
        except ClosedError:
            continue
        yield Unchanged(path, found.bytes, found.sha256)
