"""A package as a dict of texts in, its site as a dict of texts out: the engine itself, no disk."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import pytest

from dpmlc.compiler import Build, build_package
from dpmlc.edge.builtin import builtin_documents
from dpmlc.edge.themes import shipped_theme
from dpmlc.memory import Forgetful, Key, Lasting
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.report.place import Places
from dpmlc.settings import Settings
from dpmlc.text.artifact import Artifact
from dpmlc.text.files import MemoryFiles

SHIPPED = builtin_documents()
DEFAULT = shipped_theme("default")

_V = TypeVar("_V")


class Wardrobe(Forgetful):
    """Remembers a theme that is ready to render, and nothing else: to read its templates is half of a small build."""

    def __init__(self) -> None:
        self._dresses = Lasting()

    def one(self, kind: str, name: str, key: Callable[[], Key], make: Callable[[], _V], *, same: bool = False) -> _V:
        return self._dresses.one(kind, name, key, make) if kind == "dress" else make()


WARDROBE = Wardrobe()


@dataclass(frozen=True)
class Site:
    """What was built: `files` by path below `site/`, `found` as `path:line:column code`."""

    files: Mapping[str, str]
    found: tuple[str, ...]
    build: Build

    def __getitem__(self, path: str) -> str:
        return self.files[path]


Make = Callable[..., Site]


@pytest.fixture
def make() -> Make:
    def made(files: Mapping[str, str | bytes], options: SiteOptions | None = None, **settings: object) -> Site:
        given = replace(Settings(package="tea"), site=options or SiteOptions(), **settings)  # type: ignore[arg-type]
        build = build_package(MemoryFiles(files), given, SHIPPED, theme=DEFAULT, memory=WARDROBE)
        places = Places(build.checked.texts)
        found = tuple(f"{places.of(each.span) if each.span else ''} {each.code}" for each in build.diagnostics)
        texts = {
            each.path.removeprefix("site/"): each.content.decode()
            for each in build.artifacts
            if isinstance(each, Artifact) and each.path.startswith("site/") and not each.path.endswith(".woff2")
        }
        return Site(texts, found, build)

    return made
