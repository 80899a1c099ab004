"""A protocol, an id and the referring document in; what answers out (SPEC 2.3, 2.4)."""

import time

import pytest

from dpmlc.index.declared import Declared
from dpmlc.index.gather import gather
from dpmlc.index.index import Index
from dpmlc.index.lookup import Ambiguous, Found, Named, Row, Unregistered, known_ids, registered
from dpmlc.scan.parse import Malformed
from dpmlc.scan.scan import scan
from dpmlc.text.files import Entry
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source


def index_of(files: dict[str, str]) -> Index:
    scans = {
        path: scan(Source(path, text), frozenset(), Limits()) for path, text in files.items() if path.endswith(".md")
    }
    return gather(scans, [Entry(path, "file") for path in files], Declared())


def check(files: dict[str, str], reference: str, document: str = "a.md", **values: str) -> str:
    protocol, _, name = reference.partition("://")
    return shown(registered(index_of(files), protocol, name, document, values))


def shown(found: Found) -> str:
    match found:
        case Row(target=Malformed()):
            return "malformed"
        case Row():
            missing = f" missing {' '.join(found.missing)}" if found.missing else ""
            used = f" used {' '.join(sorted(found.used))}" if found.used else ""
            return f"row {found.target.text} in {found.document}{used}{missing}"
        case Named():
            return " ".join(("file", found.path, *(f"not {other}" for other in found.others)))
        case Ambiguous():
            return " ".join(("ambiguous", *found.paths))
        case Unregistered():
            return " ".join(("nothing", *found.elsewhere))


def unit(*rows: str, params: str = "", protocol: str = "thought") -> str:
    table = "\n".join(("| id | path |", "|---|---|", *rows))
    declared = f"<params>\n| name | type |\n|---|---|\n| {params} | string |\n</params>\n" if params else ""
    return f'<resource protocol="{protocol}">\n{declared}<registry>\n{table}\n</registry>\n</resource>\n'


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sage", "row @file://sage.md in u.md"),
        ("core-sage", "row @file://core/sage.md in u.md"),
        ("wild-sage", "row @file://wild.md in u.md"),
        ("other", "file x/other.thought.md"),
        ("a b", "nothing"),
        ("core-a b", "row @file://core/a%20b.md in u.md"),
        ("core-a?line=1", "row @file://core/a%3Fline%3D1.md in u.md"),
        ("core-规则", "row @file://core/规则.md in u.md"),
    ],
)
def test_rows_go_before_file_names_and_exact_rows_before_patterns(name: str, expected: str) -> None:
    rows = (
        "| wild-* | @file://wild.md |",
        "| core-{n} | @file://core/{n}.md |",
        "| sage | @file://sage.md |",
    )
    files = {"u.md": unit(*rows), "x/sage.thought.md": "", "x/other.thought.md": ""}
    assert check(files, f"thought://{name}") == expected


def test_templates_go_before_globs_and_both_in_the_order_of_the_table() -> None:
    rows = ("| a* | @file://1.md |", "| a{n} | @file://2.md |", "| {n} | @file://3.md |", "| * | @file://4.md |")
    files = {"u.md": unit(*rows)}
    assert check(files, "thought://ab") == "row @file://2.md in u.md"
    assert check(files, "thought://b") == "row @file://3.md in u.md"


def test_the_rows_prefix_and_nesting_stay_in_its_target() -> None:
    files = {"u.md": unit("| a | @?file://a.md |", "| b | @thought:@file://b.md |")}
    assert check(files, "thought://a") == "row @?file://a.md in u.md"
    assert check(files, "thought://b") == "row @thought:@file://b.md in u.md"


def test_declared_parameters_fill_the_target() -> None:
    files = {"u.md": unit("| a | @file://{lang}/a.md |", "| {n}-b | @file://{lang}/{n}.md |", params="lang")}
    assert check(files, "thought://a", lang="zh") == "row @file://zh/a.md in u.md used lang"
    assert check(files, "thought://x-b", lang="zh", n="no") == "row @file://zh/x.md in u.md used lang"
    assert check(files, "thought://a") == "row @file://{lang}/a.md in u.md missing lang"


NEAREST = {
    "role/a/a.role.md": "",
    "role/a/thought/core.thought.md": "",
    "role/b/thought/core.thought.md": "",
    "role-c/core.thought.md": "",
}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("role/a/a.role.md", "role/a/thought/core.thought.md"),
        ("role/a/thought/x/y.md", "role/a/thought/core.thought.md"),
        ("role/b/x.md", "role/b/thought/core.thought.md"),
        ("role-c/deep/x.md", "role-c/core.thought.md"),
    ],
)
def test_of_two_files_the_nearest_wins(document: str, expected: str) -> None:
    others = " ".join(f"not {path}" for path in sorted(NEAREST) if "core" in path and path != expected)
    assert check(NEAREST, "thought://core", document) == f"file {expected} {others}"


def test_equally_near_files_are_ambiguous() -> None:
    both = "role/a/thought/core.thought.md role/b/thought/core.thought.md"
    assert check(NEAREST, "thought://core", "role/x.md") == f"ambiguous {both}"
    assert check(NEAREST, "thought://core", "x.md") == f"ambiguous role-c/core.thought.md {both}"


DEPENDENCIES = {
    "a.thought.md": "",
    "package://tea/a.thought.md": "",
    "package://tea/b.thought.md": "",
    "package://herb/c.thought.md": "",
    "package://tea/c.thought.md": "",
    "package://tea/u.md": unit("| d | @file://d.md |", protocol="leaf"),
    "u.md": unit("| e | @file://e.md |", protocol="knowledge"),
    "package://tea/e.knowledge.md": "",
}


@pytest.mark.parametrize(
    ("document", "reference", "expected"),
    [
        ("x.md", "thought://a", "file a.thought.md"),
        ("x.md", "thought://b", "file package://tea/b.thought.md"),
        ("x.md", "thought://c", "ambiguous package://herb/c.thought.md package://tea/c.thought.md"),
        ("package://tea/x.md", "thought://a", "file package://tea/a.thought.md"),
        ("package://herb/x.md", "thought://a", "nothing"),
        ("package://tea/x/y.md", "thought://c", "file package://tea/c.thought.md"),
        ("x.md", "leaf://d", "row @file://d.md in package://tea/u.md"),
        ("package://tea/x.md", "leaf://d", "row @file://d.md in package://tea/u.md"),
        ("package://herb/x.md", "leaf://d", "nothing"),
        ("x.md", "knowledge://e", "row @file://e.md in u.md"),
        ("package://tea/x.md", "knowledge://e", "file package://tea/e.knowledge.md"),
    ],
)
def test_dependencies_come_last_and_see_themselves(document: str, reference: str, expected: str) -> None:
    assert check(DEPENDENCIES, reference, document) == expected


def test_ids_compare_in_one_normal_form_and_with_case() -> None:
    files = {"caf\u00e9.thought.md": "", "u.md": unit("| the\u0301 | @file://t.md |")}
    assert check(files, "thought://cafe\u0301") == "file caf\u00e9.thought.md"
    assert check(files, "thought://th\u00e9") == "row @file://t.md in u.md"
    assert check(files, "thought://Caf\u00e9") == "nothing"


def test_an_id_of_another_protocol_is_told() -> None:
    files = {"a.execution.md": "", "u.md": unit("| a | @file://a.md |", protocol="herb")}
    assert check(files, "thought://a") == "nothing execution herb"


def test_known_ids_are_those_of_rows_and_file_names() -> None:
    rows = unit("| sage | @file://s.md |", "| {n} | @file://{n}.md |")
    files = {"u.md": rows, "b/mint.thought.md": "", "x.role.md": ""}
    assert sorted(known_ids(index_of(files), "thought")) == ["mint", "sage"]
    assert list(known_ids(index_of(files), "nothing")) == []


def test_many_claimants_of_one_id_cost_no_more_than_few() -> None:
    def took(count: int) -> float:
        index = index_of({f"role/r{at}/core.thought.md": "" for at in range(count)})
        start = time.perf_counter()
        for at in range(count):
            registered(index, "thought", "core", f"role/r{at}/r.role.md")
        return (time.perf_counter() - start) / count

    assert took(4_000) < 4 * took(500)
