"""`dpml.toml` -> settings, or what is wrong in it and where (SPEC 7)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.edge.configuration import ConfigurationError, distrusted, granted, grants, package_names, settings
from dpmlc.edge.plugins import Plugins
from dpmlc.edge.toml_places import item_places, key_places, value_place, value_places
from dpmlc.link.options import PackageNames
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.report.diagnostic import Severity
from dpmlc.report.place import Places
from dpmlc.settings import Policy, Settings, fingerprint
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source
from dpmlc.text.span import Span

EVERYTHING = """
[package]
name = "tea-house"
[paths]
shop = "./roles/shop/"
[dependencies]
herbs = "../herbs/"
[language]
elements = ["input", "section"]
attributes = "warning"
[attributes]
season = { type = "enum", values = ["spring", "autumn"], applies_to = ["recipe"], meaning = "when" }
[attributes.age]
type = "integer"
minimum = 0
maximum = 99.5
[suffixes]
"recipe.md" = "recipe"
".brew.md" = "brew"
[load]
default = "keep"
nested = 5
[bundle]
entries = ["guides/*.md", "!guides/draft.md"]
repeat = "inline"
envelope = "reference"
prose = "drop"
resources = "link"
copy_limit = 1000
[external]
ids = ["thought://remember"]
[targets]
plain = true
[policy]
symlinks = "inside"
dot_files = [".notes/**", ".env"]
read_extra = ["../shared/"]
allow_secrets = ["docs/a.md:0f3ad1c97b22"]
[limits]
document = 8_388_608
[site]
title = "茶舍"
description = "Tea and talk"
language = "zh"
url = "https://tea.example/docs/"
edit = "https://tea.example/edit/{path}"
theme = "themes/ours/"
[tools]
run = true
[auth]
"example.com" = "TOKEN"
"""


def read(text: str) -> Settings:
    return settings(Source("dpml.toml", text), Plugins())


def test_no_configuration_is_all_defaults() -> None:
    assert read("") == Settings()


def test_every_key() -> None:
    found = read(EVERYTHING)
    assert found.package == "tea-house"
    assert found.link.packages == {"": PackageNames("tea-house", {"shop": "roles/shop"})}
    assert found.dependencies == {"herbs": "../herbs"}
    assert found.declared.elements == {"input", "section"}
    assert found.declared.attribute_severity is Severity.WARNING
    season, age = found.declared.attributes
    assert (season.name, season.type, season.choices, season.meaning) == (
        "season",
        "enum",
        ("spring", "autumn"),
        "when",
    )
    assert season.applies_to == frozenset({"recipe"})
    assert season.place == Span("dpml.toml", EVERYTHING.index("season"), EVERYTHING.index("season") + 6)
    assert (age.type, age.minimum, age.maximum, age.applies_to) == ("integer", 0, 99.5, None)
    assert found.declared.suffixes["recipe.md"] == "recipe"
    assert found.declared.suffixes["brew.md"] == "brew"
    assert found.declared.suffixes["role.md"] == "role"
    assert (found.link.load, found.link.nested, found.link.repeat) == ("keep", 5, "inline")
    assert (found.link.envelope, found.link.prose) == ("reference", "drop")
    assert found.link.external == {"thought://remember"}
    assert found.bundle.entries == ("guides/*.md", "!guides/draft.md")
    assert (found.bundle.resources, found.bundle.copy_limit) == ("link", 1000)
    assert [target.name for target in found.bundle.targets] == ["plain"]
    assert found.policy == Policy("inside", (".notes", ".env"), ("../shared",), ("docs/a.md:0f3ad1c97b22",))
    assert found.limits.document == found.link.limits.document == found.declared.limits.document == 8_388_608
    assert found.run_tools
    assert found.site == SiteOptions(
        "茶舍", "Tea and talk", "zh", "https://tea.example/docs/", "https://tea.example/edit/{path}", "themes/ours"
    )


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('language = "fr"', "2:12 wrong-value"),
        ('url = "tea.example"', "2:7 wrong-value"),
        ('edit = "https://tea.example/edit"', "2:8 wrong-value"),
        ('url = "https://[::1"', "2:7 wrong-value"),
        ('url = "https://tea.example:port/"', "2:7 wrong-value"),
        ('url = "https://host:secret@tea.example/"', "2:7 wrong-value"),
        ('url = "https://host@tea.example/"', "2:7 wrong-value"),
        ('url = "https:///tea"', "2:7 wrong-value"),
        ('url = "https://tea.example/\\u0000"', "2:7 wrong-value"),
        ('edit = "https://host:secret@tea.example/{path}"', "2:8 wrong-value"),
        ('edit = "https://[tea/{path}"', "2:8 wrong-value"),
        ("titel = 1", "2:1 unknown-key"),
    ],
)
def test_a_site_that_cannot_be(line: str, place: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        read(f"[site]\n{line}\n")
    places = Places({"dpml.toml": f"[site]\n{line}\n"})
    starts = [(places.of(each.span).start, each.code) for each in raised.value.diagnostics if each.span]
    found = [f"{start.line}:{start.column} {code}" for start, code in starts]
    assert found == [place]


def check(text: str, *expected: str) -> None:
    """`expected` are `line:column code message` and, behind ` | `, the help."""
    with pytest.raises(ConfigurationError) as raised:
        read(text)
    places = Places({source.path: source.text for source in raised.value.sources})
    shown = []
    for each in raised.value.diagnostics:
        assert each.span
        assert each.severity is Severity.ERROR
        start = places.of(each.span).start
        help_ = f" | {each.help[0]}" if each.help else ""
        shown.append(f"{start.line}:{start.column} {each.code} {each.message}{help_}")
    assert shown == list(expected)


FILES = "an array of paths in the package, without patterns"
IDS = "an array of ids like `thought://remember`"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[bundel]\nrepeat = 1", "1:2 unknown-key unknown key `bundel` | did you mean `bundle`?"),
        (
            '[bundle]\n  repaet = "once"',
            "2:3 unknown-key unknown key `bundle.repaet` | did you mean `repeat`?",
        ),
        ('package.nmae = "x"', "1:9 unknown-key unknown key `package.nmae` | did you mean `name`?"),
        ("[tools]\nq = 1", "2:1 unknown-key unknown key `tools.q` | known here: `run`"),
        (
            '[attributes]\n"季节" = { tpye = "enum" }',
            "2:10 unknown-key unknown key `attributes.季节.tpye` | did you mean `type`?",
        ),
        ("[targets]\nplian = true", "2:1 unknown-key unknown key `targets.plian` | did you mean `plain`?"),
        ("package = 3", "1:11 wrong-value `package` is a table, found the number 3"),
        ("[package]\nname = 3", "2:8 wrong-value `package.name` is a string, found the number 3"),
        ("[external]\nids = 'x'", f'2:7 wrong-value `external.ids` is {IDS}, found "x"'),
        ("[external]\nids = ['tea://x', 1]", f"2:19 wrong-value `external.ids` is {IDS}, found the number 1 in it"),
        ("[external]\nids = ['remember']", f'2:8 wrong-value `external.ids` is {IDS}, found "remember" in it'),
        ("[external]\nids = ['@!tea://茶']", f'2:8 wrong-value `external.ids` is {IDS}, found "@!tea://茶" in it'),
        ("[bundle]\nentries = [[]]", "2:12 wrong-value `bundle.entries` is an array of strings, found an array in it"),
        (
            '[load]\ndefault = "never"',
            '2:11 wrong-value `load.default` is one of `auto`, `inline`, `keep`, found "never"',
        ),
        ("[limits]\ndepth = 0", "2:9 wrong-value `limits.depth` is a whole number above zero, found the number 0"),
        ("[limits]\ndepth = true", "2:9 wrong-value `limits.depth` is a whole number above zero, found `true`"),
        ("[tools]\nrun = 'yes'", '2:7 wrong-value `tools.run` is `true` or `false`, found "yes"'),
        (
            "[policy]\nallow_secrets = ['a.md:12']",
            '2:18 wrong-value `policy.allow_secrets` is an array of `PATH:DIGEST`, found "a.md:12" in it',
        ),
        (
            "[policy]\nsymlinks = 2020-01-01",
            "2:12 wrong-value `policy.symlinks` is one of `never`, `inside`, found a date or time",
        ),
        (
            "[attributes]\na = { type = 'enum' }",
            "2:5 wrong-value `attributes.a` is a table with `values`, because its type is `enum`, found a table",
        ),
        (
            "[attributes]\na = { type = 'id', minimum = 1 }",
            "2:5 wrong-value `attributes.a` is a table with the type `number` or `integer` for its `minimum`,"
            " found a table",
        ),
        (
            "[attributes]\na = { minimum = 2, maximum = 1 }",
            "2:5 wrong-value `attributes.a` is a table whose `minimum` is not above its `maximum`, found a table",
        ),
        (
            "[attributes]\n'级' = '整数 1-5'\na = 'intger'",
            "3:5 attribute-definition expected a type, found `intger` | did you mean `integer`?",
        ),
        ("[attributes]\na = 1", "2:5 wrong-value `attributes.a` is a table, found the number 1"),
        (
            "[policy]\nread_extra = ['../a', '차']",
            '2:23 wrong-value `policy.read_extra` is an array of folders that begin with `../`, found "차" in it',
        ),
        ("[policy]\ndot_files = ['a', '*/.b']", f'2:19 wrong-value `policy.dot_files` is {FILES}, found "*/.b" in it'),
        ("[policy]\ndot_files = ['/etc/.x']", f'2:14 wrong-value `policy.dot_files` is {FILES}, found "/etc/.x" in it'),
        ("[policy]\ndot_files = ['차/.git']", f'2:14 wrong-value `policy.dot_files` is {FILES}, found "차/.git" in it'),
        ("[policy]\ndot_files = ['']", f'2:14 wrong-value `policy.dot_files` is {FILES}, found "" in it'),
        (
            "[paths]\n'a/b' = 'x'",
            "2:9 wrong-value `paths.a/b` is the folder for a first path segment, which holds no `/`, found \"x\"",
        ),
        (
            "[paths]\na = '/x'",
            "2:5 wrong-value `paths.a` is a folder from the package root, not an absolute path, found \"/x\"",
        ),
        (
            "[language]\nelements = ['input', '<output>']",
            '2:22 wrong-value `language.elements` is an array of names of elements, found "<output>" in it',
        ),
        ("[dependencies]\na = ['x']", "2:5 wrong-value `dependencies.a` is a string, found an array"),
        (
            "[suffixes]\n'차.md' = '차'",
            "2:10 wrong-value `suffixes.차.md` is a protocol's name: an ASCII letter, then letters, digits, `_`, `-`,"
            ' found "차"',
        ),
        (
            "[suffixes]\n'note.md' = 'file'",
            "2:13 wrong-value `suffixes.note.md` is a protocol of ids, which the built-in `file` is not,"
            ' found "file"',
        ),
        (
            "[suffixes]\n'' = 'x'",
            "2:6 wrong-value `suffixes.` is a protocol for a suffix such as `recipe.md`, found \"x\"",
        ),
        ("[bundle]\n[bundle]", "2:8 toml-syntax `dpml.toml` is not TOML: cannot declare `bundle` twice"),
        ("[a.b]\n[a.b]", "2:5 toml-syntax `dpml.toml` is not TOML: cannot declare `a.b` twice"),
        (
            "[package]\nname = “茶”",
            "2:8 toml-syntax `dpml.toml` is not TOML: invalid value | write `\"` in place of `“`",
        ),
        ("[package]\nname = tea", "2:8 toml-syntax `dpml.toml` is not TOML: invalid value"),
        ("[package", "1:9 toml-syntax `dpml.toml` is not TOML: expected ']' at the end of a table declaration"),
        (
            "[attributes]\n级别 = 1",
            "2:1 toml-syntax `dpml.toml` is not TOML: invalid statement"
            ' | letters beyond A to Z stand in quotes: `"级别"`',
        ),
        (
            "[package]\nname = 다방",
            '2:8 toml-syntax `dpml.toml` is not TOML: invalid value | letters beyond A to Z stand in quotes: `"다방"`',
        ),
        (
            "[attributes.a级]",
            "1:14 toml-syntax `dpml.toml` is not TOML: expected ']' at the end of a table declaration"
            ' | letters beyond A to Z stand in quotes: `"a级"`',
        ),
        ("a = 1\na = 2", "2:6 toml-syntax `dpml.toml` is not TOML: cannot overwrite a value"),
    ],
)
def test_one_clear_error_at_its_place(text: str, expected: str) -> None:
    check(text, expected)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("'色' = 'enum(红, 绿)'", "enum 红,绿"),
        ("n = '1-5'", "integer 1 5"),
        ("n = 'pattern [a-z]+'", "pattern [a-z]+"),
        ("n = ''", "string"),
        ("n = {}", "string"),
        ("n = { values = ['a', 'b'] }", "enum a,b"),
        ("n = { pattern = '[0-9]+' }", "pattern [0-9]+"),
        ("n = { maximum = 9 }", "number 9"),
        ("n = { type = 'integer', minimum = 0, maximum = 9 }", "integer 0 9"),
    ],
)
def test_an_attribute_is_its_type_alone_or_a_table(text: str, shown: str) -> None:
    (made,) = read(f"[attributes]\n{text}").declared.attributes
    ends = [f"{each:g}" for each in (made.minimum, made.maximum) if each is not None]
    assert " ".join(filter(None, (made.type, ",".join(made.choices), made.pattern, *ends))) == shown


def test_the_folder_above_may_be_read() -> None:
    found = read("[policy]\nread_extra = ['..', './../', '../..', '../사전/**']")
    assert found.policy.read_extra == ("..", "..", "../..", "../사전")


def test_all_errors_of_a_file_are_told_at_once() -> None:
    check(
        "[package]\nnmae = 'x'\n[limits]\ndepth = 'x'\n",
        "2:1 unknown-key unknown key `package.nmae` | did you mean `name`?",
        '4:9 wrong-value `limits.depth` is a whole number above zero, found "x"',
    )


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a=", "}")])
def test_the_deepest_that_can_be_read_is_no_crash(opening: str, closing: str) -> None:
    codes = set()
    for depth in range(150, 520):
        with pytest.raises(ConfigurationError) as raised:
            read(f"[limits]\ndepth = {opening * depth}1{closing * depth}\n")
        codes.add(raised.value.diagnostics[0].code)
    assert codes == {"wrong-value", "toml-syntax"}


def test_a_bottomless_file_is_no_crash() -> None:
    check("a = " + "[" * 100_000, "1:1 toml-syntax `dpml.toml` is not TOML: it is nested too deep")


def test_a_policy_file_grants_and_a_stranger_does_not() -> None:
    found = read("[policy]\nsymlinks = 'inside'\n[limits]\ndepth = 500\nnodes = 10\n[tools]\nrun = true")
    strange = distrusted(found)
    assert strange.policy == Policy()
    assert not strange.run_tools
    assert strange.limits == strange.link.limits == Limits(nodes=10)
    given = grants(Source("p.toml", "[policy]\ndot_files = ['.x']\n[limits]\ndepth = 7"))
    assert granted(strange, given).policy == Policy(dot_files=(".x",))
    assert granted(strange, given).limits == Limits(depth=7)
    with pytest.raises(ConfigurationError, match=re.escape("unknown key `package`")):
        grants(Source("p.toml", "[package]\nname = 'x'"))


def test_a_dependency_is_asked_for_its_names_only() -> None:
    text = "[package]\nname = 'herbs'\n[paths]\nh = 'leaf'\n[policy]\nnew_key = 1"
    assert package_names(Source("package://herbs/dpml.toml", text)) == PackageNames("herbs", {"h": "leaf"})


def test_fingerprints_tell_settings_apart_and_nothing_else() -> None:
    assert fingerprint(read("[package]\nname='x'")) == fingerprint(read("# other text\npackage.name = 'x'"))
    assert fingerprint(read("[package]\nname='x'")) != fingerprint(read("[package]\nname='y'"))
    assert fingerprint(read("[external]\nids=['a://x','b://x']")) == fingerprint(read("[external]\nids=['b://x','a://x']"))
    lower = read("\n[bundle]\nentries = ['a']\n[site]\nleave_out = ['b']")
    upper = read("[bundle]\nentries=['a']\n[site]\nleave_out=['b']")
    assert (lower, fingerprint(lower)) == (upper, fingerprint(upper))
    assert fingerprint(lower) != fingerprint(read("[bundle]\nentries = ['A']\n[site]\nleave_out = ['b']"))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('a = "# [x]"\nb = 1', ("b",)),
        ("a = '''\n[b]\nc = 1\n'''\n[b]\nc = 2", ("b", "c")),
        ('a = """x\\"""\n[b] " """\n[b]\nc=1', ("b", "c")),
        ("a = [1, [2, 3], # ]\n 4]\nb = 1", ("b",)),
        ("a = { b = [{ c = 1 }], d = 2 }", ("a", "d")),
        ("[[a]]\nb=1\n[[a]]\nb=2\nq=1", ("a", "q")),
        ('[ a . "b" ]\nc = 1', ("a", "b", "c")),
    ],
)
def test_keys_are_found_between_strings_and_comments(text: str, key: tuple[str, ...]) -> None:
    name = key[-1]
    expected = [found.start() for found in re.finditer(rf"\b{name}(?= ?[]=])", text)][-1]
    assert key_places(text)[key] == (expected, expected + len(name))


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("a = 1 # 하나\nb = 2", ("a",), "1"),
        ("a =\t'차 = 茶'  \n", ("a",), "'차 = 茶'"),
        ("a = [1, # ]\n [2, 3],\n]  # 끝\nb = 2", ("a",), "[1, # ]\n [2, 3],\n]"),
        ("a = { b = 1, c = [ 2 ] }", ("a",), "{ b = 1, c = [ 2 ] }"),
        ("a = { b = 1, c = [ 2 ] }", ("a", "c"), "[ 2 ]"),
        ("a = { b = 1 , c = 2 }", ("a", "b"), "1"),
        ("[[a]]\nb = 1\n[[a]]\nb = 2", ("a", "b"), "1"),
        ("a.b = 1979-05-27 07:32:00\r\n", ("a", "b"), "1979-05-27 07:32:00"),
    ],
)
def test_values_are_found(text: str, key: tuple[str, ...], value: str) -> None:
    start, end = value_places(text)[key]
    assert text[start:end] == value
    assert text[:start].count(value) == 0


@pytest.mark.parametrize(
    ("text", "key", "items"),
    [
        ("a = [1, # ]\n 'b' ,\n]", ("a",), ["1", "'b'"]),
        ("a = []\nb = [ 2 ]", ("a",), []),
        ("a = [[1, 2], [3]]", ("a",), ["[1, 2]", "[3]"]),
        ('a = { b = [ 차, "]" ] }'.replace("차", "'차'"), ("a", "b"), ["'차'", '"]"']),
        ("[[a]]\nb = [1]\n[[a]]\nb = [2]", ("a", "b"), ["1"]),
        ("a = [{ b = [1] }, { b = [2] }]", ("a",), ["{ b = [1] }", "{ b = [2] }"]),
        ("a = ['x', 'x']\r\n", ("a",), ["'x'", "'x'"]),
    ],
)
def test_items_are_found(text: str, key: tuple[str, ...], items: list[str]) -> None:
    assert [text[start:end] for start, end in item_places(text).get(key, [])] == items


@pytest.mark.parametrize(
    "text",
    [
        "[bundle]\nentries = ['茶/**', # 'x'\n  \"x\", 'x', '!x']\n[site]\nleave_out = ['x']",
        "bundle.entries = ['茶/**', 'x', '!x']\nsite = { leave_out = [\n'x' ] }",
    ],
)
def test_patterns_know_where_they_stand(text: str) -> None:
    found = read(text)
    for places, patterns in ((found.bundle.places, ["茶/**", "x", "!x"]), (found.site.places, ["x"])):
        assert sorted(places) == sorted(patterns)
        for pattern, place in places.items():
            assert place.path == "dpml.toml"
            assert text[place.start : place.end][1:-1] == pattern
    assert found.bundle.places["x"].start == text.index("'x'" if "site =" in text else '"x"')


def test_a_table_that_a_header_makes_has_no_value() -> None:
    assert ("a",) not in value_places("[a]\nb = 1")
    check("[external.ids]\nx = 1", f"1:11 wrong-value `external.ids` is {IDS}, found a table")


@given(st.text(alphabet="ab=[]{}.\"'#\n ,1\\"))
def test_any_text_is_settings_or_a_configuration_error(text: str) -> None:
    try:
        read(text)
    except ConfigurationError:
        return


@pytest.mark.parametrize(
    ("text", "key", "place"),
    [
        ('[a]\nb = "x" # y', ("a", "b"), '"x"'),
        ("[a]\nb = 1", ("a",), "a"),
        (r"[a]" "\n" r'"caf\u00e9\t" = 1', ("a", "caf\u00e9\t"), "1"),
        (r"[a]" "\n" r"'caf\u00e9' = 1", ("a", r"caf\u00e9"), "1"),
        (r'["a\"b"]' "\nc = 2", ('a"b',), r'"a\"b"'),
        ("a = 1", ("b",), ""),
    ],
)
def test_the_place_of_a_value_or_of_its_key(text: str, key: tuple[str, ...], place: str) -> None:
    start, end = value_place(text, *key)
    assert text[start:end] == place
