"""Units, suffixes, handlers and built-in protocols -> one protocol for each name (SPEC 2.3 to 2.5)."""

from dataclasses import dataclass

import pytest

from dpmlc.index.declared import Declared
from dpmlc.index.names import order
from dpmlc.index.protocol import ResourceProtocol
from dpmlc.index.protocols import protocols
from dpmlc.index.units import units
from dpmlc.scan.scan import scan
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source


@dataclass(frozen=True)
class Seen:
    protocols: dict[str, ResourceProtocol]
    faults: list[str]


def check(files: dict[str, str], declared: Declared | None = None) -> Seen:
    scans = [scan(Source(path, files[path]), frozenset(), Limits()) for path in sorted(files, key=order)]
    found, faults = protocols((unit for each in scans for unit in units(each, Limits())), declared or Declared())
    return Seen(found, [f"{each.code} {each.span.path}" for each in faults if each.span])


def unit(name: str, *parts: str) -> str:
    return f'<resource protocol="{name}">\n{"".join(parts)}</resource>\n'


LOCATION = "<location>\nlocation ::= x\nx ::= [a-z]+\n</location>\n"
PARAMS = "<params>\n| name | type |\n|---|---|\n| season | string |\n</params>\n"
REGISTRY = "<registry>\n| id | path |\n|---|---|\n| a | @file://a.md |\n</registry>\n"


@pytest.mark.parametrize(
    ("name", "kind", "origin"),
    [
        ("file", "path", "builtin"),
        ("package", "path", "builtin"),
        ("project", "path", "builtin"),
        *((name, "remote", "builtin") for name in ("http", "https", "ftp", "sftp", "ssh")),
        ("tool", "tool", "builtin"),
        *((name, "runtime", "builtin") for name in ("memory", "context", "user")),
        *((name, "registry", "suffix") for name in ("thought", "role", "execution", "knowledge", "manual")),
        *((name, "registry", "suffix") for name in ("personality", "principle")),
    ],
)
def test_what_every_package_has(name: str, kind: str, origin: str) -> None:
    found = check({}).protocols[name]
    assert (found.kind, found.origin) == (kind, origin)


def test_memory_knows_confidence() -> None:
    assert "confidence" in [each.name for each in check({}).protocols["memory"].parameters or ()]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (unit("herb", LOCATION), "runtime"),
        (unit("herb", LOCATION, REGISTRY), "registry"),
        (unit("thought", LOCATION), "registry"),
        (unit("thought", REGISTRY), "registry"),
        (unit("memory", LOCATION), "runtime"),
        (unit("memory", REGISTRY), "registry"),
        (unit("weather", LOCATION), "handler"),
        (unit("weather", REGISTRY), "registry"),
    ],
)
def test_a_unit_keeps_what_its_name_means_without_it(text: str, kind: str) -> None:
    name = text.split('"')[1]
    seen = check({"a.md": text}, Declared(handlers=frozenset({"weather"})))
    assert (seen.protocols[name].kind, seen.protocols[name].origin, seen.faults) == (kind, "unit", [])


def test_a_unit_without_parameters_keeps_those_of_the_built_in() -> None:
    assert check({"a.md": unit("memory", REGISTRY)}).protocols["memory"].parameters
    declared = check({"a.md": unit("memory", PARAMS, REGISTRY)}).protocols["memory"].parameters or ()
    assert [each.name for each in declared] == ["season"]
    assert check({"a.md": unit("herb", REGISTRY)}).protocols["herb"].parameters is None


def test_handlers_are_protocols() -> None:
    assert check({}, Declared(handlers=frozenset({"weather"}))).protocols["weather"].kind == "handler"


def test_configured_suffixes_are_protocols() -> None:
    assert "thought" not in check({}, Declared(suffixes={"note.md": "note"})).protocols
    assert check({}, Declared(suffixes={"note.md": "note"})).protocols["note"].kind == "registry"


def test_the_first_of_two_definitions_holds() -> None:
    files = {"package://tea/a.md": unit("herb"), "b.md": unit("herb", REGISTRY), "c.md": unit("herb")}
    seen = check(files)
    assert seen.faults == ["duplicate-protocol c.md", "duplicate-protocol package://tea/a.md"]
    assert seen.protocols["herb"].registry


def test_built_in_protocols_cannot_be_redefined() -> None:
    seen = check({"a.md": unit("https", REGISTRY) + unit("tool", REGISTRY)})
    assert seen.faults == ["builtin-protocol a.md", "builtin-protocol a.md"]
    assert (seen.protocols["https"].origin, seen.protocols["tool"].origin) == ("builtin", "builtin")
