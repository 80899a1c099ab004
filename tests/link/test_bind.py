"""What happens to a reference (SPEC 3.5 to 3.12), one table a subject: files and text in, decision out."""

from dataclasses import replace

import pytest
from packages import package, words

from dpmlc.link.bind import bind
from dpmlc.link.handler import HandlerFault, Located
from dpmlc.link.options import LinkOptions, PackageNames

FILES = {
    "a.md": "# A\n",
    "docs/b.md": "# B\n",
    "docs/my notes.md": "x\n",
    "docs/100%.md": "x\n",
    "docs/data.csv": "1,2\n",
    "docs/deep/c.md": "c\n",
    "资料/说明.md": "x\n",
    "creative.thought.md": "<thought>x</thought>\n",
    "role/a/core.thought.md": "<thought>1</thought>\n",
    "role/b/core.thought.md": "<thought>2</thought>\n",
    "tools/calc.tool.js": "module.exports = {}\n",
    "unit.resource.md": (
        '<resource protocol="herb">\n<location>\nlocation ::= herb://{id}\nid ::= [a-zA-Z][a-zA-Z0-9_-]*\n</location>\n'
        "<params>\n| name | type |\n|---|---|\n| part | string |\n| line | range |\n</params>\n"
        "<registry>\n| id | path |\n|---|---|\n| sage | @file://docs/b.md |\n| mint | @file://Herbs/docs/b.md |\n"
        "| loop | @herb://pool |\n| pool | @herb://loop |\n| first | @!thinking:@herb://sage |\n"
        "| gone | @file://docs/gone.md |\n| lines | @file://docs/b.md?line=1 |\n| idea | @thought://creative |\n"
        "</registry>\n</resource>\n"
    ),
}


def check(text: str, document: str = "docs/x.md", options: LinkOptions | None = None) -> str:
    """`outcome targets | written | diagnostics`, the only reference of `text` in `document`."""
    bound = package({**FILES, document: text}, options).bound(document)
    targets = " ".join(each.location for each in bound.targets)
    kept = bound.manifest or ""
    written = "" if bound.written == bound.reference.text else f" => {bound.written}"
    found = f" ({', '.join(words(bound))})" if bound.diagnostics else ""
    return f"{bound.outcome} {kept}{' ' if kept else ''}[{targets}]{written}{found}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 3.6: from the root, unless it begins with ./ or ../
        ("@!file://a.md", "inline [a.md]"),
        ("@!file://./b.md", "inline [docs/b.md]"),
        ("@!file://../a.md", "inline [a.md]"),
        ("@!file://docs/../a.md", "inline [a.md]"),
        ("@!file://b.md", "broken [b.md] (not-found)"),
        ("@file://b.md", "keep default [b.md] (warning not-found)"),
        ("@?file://b.md", "keep lazy [b.md] (warning not-found)"),
        ("@file://./b.md", "keep default [docs/b.md] => @file://docs/b.md"),
        ("@?file://./deep/../data.csv", "keep lazy [docs/data.csv] => @?file://docs/data.csv"),
        ("@project://a.md", "keep default [a.md]"),
        ("@!project://docs/b.md", "inline [docs/b.md]"),
        # percent signs are decoded after the path as written was tried
        ("@!file://docs/my%20notes.md", "inline [docs/my notes.md]"),
        ("@!file://docs/100%.md", "inline [docs/100%.md]"),
        ('@!file://"docs/my notes.md"', "inline [docs/my notes.md]"),
        ("@file://./my%20notes.md", 'keep default [docs/my notes.md] => @file://"docs/my notes.md"'),
        # case and normal form
        ("@!file://Docs/b.md", "broken [Docs/b.md] (not-found)"),
        # denied by policy, whatever the prefix
        ("@file:///etc/passwd", "broken [] (access-denied)"),
        ("@?file://~/x.md", "broken [] (access-denied)"),
        ("@file://C:/x.md", "broken [] (access-denied)"),
        ("@file:////host/share", "broken [] (access-denied)"),
        ("@file://../../x.md", "broken [] (access-denied)"),
        ("@file://%2e%2e/%2e%2e/x.md", "broken [] (access-denied)"),
        ("@file://%2Fetc/passwd", "broken [] (access-denied)"),
        ("@file://docs/../../x.md", "broken [] (access-denied)"),
        ("@file://../../*.md", "broken [] (access-denied)"),
        # folders
        ("@file://docs/", "keep default [docs]"),
        ("@?file://docs", "keep lazy [docs]"),
        ("@!file://docs", "broken [docs] (hot-folder)"),
        ("@!file://a.md/", "broken [a.md] (not-found)"),
    ],
)
def test_paths(text: str, expected: str) -> None:
    assert check(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@!thought://creative", "inline [creative.thought.md]"),
        ("@thought://creative", "inline [creative.thought.md]"),
        ("@?thought://creative", "keep lazy [creative.thought.md]"),
        ("@!thought://creativ", "broken [thought://creativ] (not-found)"),
        ("@thought://creativ", "keep default [thought://creativ] (warning not-found)"),
        ("@!thougt://creative", "broken [] (unknown-protocol)"),
        ("@thougt://creative", "broken [] (unknown-protocol)"),
        ("@!herb://sage", "inline [docs/b.md]"),
        ("@herb://sage", "inline [docs/b.md]"),
        ("@?herb://sage", "keep lazy [docs/b.md]"),
        ("@!herb://mint", "inline [docs/b.md] (hint package-prefix)"),
        ("@!herb://loop", "broken [] (registry-cycle)"),
        ("@!herb://idea", "inline [creative.thought.md]"),
        ("@!herb://gone", "broken [docs/gone.md] (not-found)"),
        ("@herb://gone", "keep default [docs/gone.md] (warning not-found)"),
        ("@!herb://1st", "broken [herb://1st] (location)"),
        ("@!herb://sage?part=leaf", "inline [docs/b.md]"),
        ("@!herb://sage?root=leaf", "broken [docs/b.md] (bad-parameter)"),
        ("@!herb://sage?section=x", "broken [docs/b.md] (bad-parameter)"),
        ('<reference protocol="thought" resource="creative"/>', "inline [creative.thought.md]"),
        ('<resource src="a.md">x</resource>', "keep default [a.md]"),
        ('<resource src="./b.md">x</resource>', "keep default [docs/b.md] => docs/b.md"),
    ],
)
def test_ids(text: str, expected: str) -> None:
    assert check(text) == expected


@pytest.mark.parametrize(
    ("text", "document", "expected"),
    [
        ("@!thought://core", "role/a/a.role.md", "inline [role/a/core.thought.md] (warning duplicate-id)"),
        (
            "@?thought://core",
            "role/b/b.role.md",
            "keep lazy [role/b/core.thought.md] => @?file://role/b/core.thought.md (warning duplicate-id)",
        ),
        ("@!thought://core", "x.md", "broken [] (duplicate-id)"),
        ("@thought://core", "role/c/x.md", "broken [] (duplicate-id)"),
    ],
)
def test_the_nearest_file_wins(text: str, document: str, expected: str) -> None:
    assert check(text, document) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@https://example.com/a?b=1", "keep default [https://example.com/a?b=1]"),
        ("@?https://example.com/a", "keep lazy [https://example.com/a]"),
        ("@!https://example.com/a", "broken [https://example.com/a] (not-pinned)"),
        ("@https://example.com/a?line=0", "broken [https://example.com/a?line=0] (bad-parameter)"),
        (
            "@ftp://user:secret@host/x",
            "keep default [ftp://user@host/x] => @ftp://user@host/x (password-in-url)",
        ),
        ("@ssh://user@host/x", "keep default [ssh://user@host/x]"),
        ("@memory://system/os?confidence=0.8", "keep runtime [memory://system/os?confidence=0.8]"),
        ("@?memory://system/os", "keep runtime [memory://system/os]"),
        ("@memory://system/os?confidence=high", "broken [memory://system/os?confidence=high] (bad-parameter)"),
        ("@!memory://system/os", "broken [memory://system/os] (runtime-only)"),
        ("@!tool://calc", "keep tool [tools/calc.tool.js]"),
        ("@tool://calc", "keep tool [tools/calc.tool.js]"),
        ("@tool://calk", "keep tool [tool://calk] (warning not-found)"),
    ],
)
def test_what_is_not_loaded(text: str, expected: str) -> None:
    assert check(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@thinking:@file://a.md", "keep  a.md"),
        ("@!thinking:@file://a.md", "inline thinking a.md"),
        ("@thinking:@!file://a.md", "inline thinking a.md"),
        ("@thinking:thought://creative", "inline thinking creative.thought.md"),
        ("@?thinking:@!file://a.md", "keep  a.md"),
        ("@!thinking:@?file://a.md", "keep thinking a.md => @?file://a.md"),
        ("@thinking:@?file://./b.md", "keep thinking docs/b.md => @?file://docs/b.md"),
        ("@!role:execution:@?thought:file://a.md", "keep execution role a.md => @?thought:file://a.md"),
        ("@!herb://first", "inline thinking docs/b.md"),
        ("@!execution:herb://first", "inline thinking execution docs/b.md"),
        ("@!file:@file://a.md", "broken  a.md"),
        ("@!nothing:@file://a.md", "broken  a.md"),
    ],
)
def test_nesting(text: str, expected: str) -> None:
    bound = package({**FILES, "docs/x.md": text}).bound("docs/x.md")
    written = "" if bound.written == bound.reference.text else f" => {bound.written}"
    outers = " ".join(each.protocol for each in bound.outers)
    assert f"{bound.outcome} {outers} {bound.targets[0].location}{written}" == expected


def test_too_deep_is_a_warning() -> None:
    bound = package({**FILES, "x.md": "@!role:execution:thought:file://a.md"}).bound("x.md")
    assert words(bound) == ["warning nested-too-deep"]


@pytest.mark.parametrize(
    ("load", "text", "outcome"),
    [
        ("inline", "@file://a.md", "inline"),
        ("inline", "@?file://a.md", "keep"),
        ("inline", "@https://example.com/a", "keep"),
        ("inline", "@file://docs", "keep"),
        ("inline", '<resource src="a.md">x</resource>', "keep"),
        ("keep", "@thought://creative", "keep"),
        ("keep", "@!thought://creative", "inline"),
    ],
)
def test_load_default(load: str, text: str, outcome: str) -> None:
    options = LinkOptions(load=load)  # type: ignore[arg-type]
    assert package({**FILES, "x.md": text}, options).bound("x.md").outcome == outcome


@pytest.mark.parametrize(
    ("text", "name", "protocol", "resource", "wanted"),
    [
        ("@!thought://creative", "thought://creative", "thought", "creative", "id"),
        ("@!file://./b.md?line=1-1", "file://docs/b.md?line=1-1", "file", "docs/b.md?line=1-1", "path"),
        ('@!file://./b.md?section="B"', 'file://docs/b.md?section="B"', "file", "docs/b.md?section=B", "path"),
        ("@!thinking:@file://../a.md", "thinking:file://a.md", "file", "a.md", "path"),
        ("@!file://./*.csv", "file://docs/*.csv", "file", "docs/*.csv", "glob"),
        ("@!file://docs/my%20notes.md", 'file://"docs/my notes.md"', "file", "docs/my notes.md", "path"),
        ("@!herb://sage", "herb://sage", "herb", "sage", "id"),
        ('<reference protocol="thought" resource="creative"/>', "thought://creative", "thought", "creative", "id"),
    ],
)
def test_names(text: str, name: str, protocol: str, resource: str, wanted: str) -> None:
    bound = package({**FILES, "docs/x.md": text}).bound("docs/x.md")
    assert (bound.name, bound.protocol, bound.resource, bound.wanted) == (name, protocol, resource, wanted)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("@!file://a.md", "@!file://./../a.md", True),
        ("@!herb://sage", "@!file://docs/b.md", True),
        ("@!herb://lines", "@!file://docs/b.md?line=1", True),
        ("@!file://a.md", "@!file://a.md?line=1", False),
        ("@!file://a.md", "@!thinking:@file://a.md", False),
        ("@!herb://first", "@!thinking:@file://docs/b.md", True),
    ],
)
def test_identity(first: str, second: str, same: bool) -> None:
    one, other = package({**FILES, "docs/x.md": f"{first}\n\n{second}\n"}).bounds("docs/x.md")
    assert (one.identity == other.identity) is same


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("@!file://b.md", "`docs/b.md` exists, that is the path read from the folder of the document: write `./b.md`"),
        ("@!file://./a.md", "`a.md` exists, that is the path read from the package root: write `a.md`"),
        ("@!file://Docs/B.md", "write `docs/b.md`: names are compared character by character on every system"),
        ("@!file://c.md", "a file of that name stands elsewhere: `docs/deep/c.md`"),
        ("@!file://docs/dada.csv", "a similar name exists: `docs/data.csv`"),
        ("@!file://docs/b", "the name goes on there: `docs/b.md`"),
        ("@!file://资料/说明", "the name goes on there: `资料/说明.md`"),
        ("@!file://a.md的内容", "`a.md` exists: where the path ends there, put a space behind it"),
        ("@!file://./b.md을", "`docs/b.md` exists: where the path ends there, put a space behind it"),
        ("@!file://docs/b.md#part-2", "`docs/b.md` exists: a part of it is written `?section=part-2`"),
        ("@!file://docs/b.md#", "`docs/b.md` exists: write it without `#`"),
        ('@!file://"docs/*.md"', "in quotes `*` stands for itself: a pattern is written without them"),
        ('<resource src="https://a.b/c"/>', "a reference is written with a prefix: `@https://a.b/c`"),
        ('<resource src="thought://creative"/>', "a reference is written with a prefix: `@thought://creative`"),
        ("@!thought://creative.thought.md", "an id is the name without its suffix: `thought://creative`"),
        ("@!thought://creativ", "a similar id exists: `thought://creative`"),
        ("@!execution://creative", "the id exists under another protocol: `thought://creative`"),
        ("@!execution://待客", "a file `待客.execution.md` anywhere in the package registers it"),
        ("@!thougt://creative", "a registered protocol has a similar name: `thought`"),
        ("@!file://../../secret/x.md", 'to allow it, add to `[policy]` in `dpml.toml`: `read_extra = ["../secret"]`'),
        ("@!file://../../secret/*.md", "then write `package://secret/*.md`"),
        ("@!file:///home/me/garden/docs/b.md", "the package has it: write `docs/b.md`"),
        ("@!file://C:/garden/docs/b.md", "the package has it: write `docs/b.md`"),
        ("@!file://~/x.md", "write the path from the package root: `folder/file.md`"),
        ("@!nosuch://x", 'or for files called `NAME.nosuch.md`, in `dpml.toml`: `[suffixes]` `"nosuch.md" = "nosuch"`'),
        ("@!file://docs", "name the files in it: `docs/*`"),
        ("@!herb://sage?pert=x", "did you mean `part`?"),
        ("@!file://docs\\b.md", "folders are divided by `/`: write `docs/b.md`"),
        ("见 @!file://docs\\deep\\c.md，然后", "folders are divided by `/`: write `docs/deep/c.md`"),
        ('@!file://"docs\\my notes.md"', "folders are divided by `/`: write `docs/my notes.md`"),
        ("@!file://docs\\gone.md.", "folders are divided by `/`, not by a backslash: `docs/gone.md`"),
        ("@!file://C:\\b.md", "`C:\\b.md` names a drive: write the path from the package root, with `/`"),
    ],
)
def test_help(text: str, help_: str) -> None:
    (fault,) = package({**FILES, "docs/x.md": text, "x.execution.md": ""}).bound("docs/x.md").diagnostics
    assert help_ in fault.help


def test_a_misspelt_id_that_a_pattern_answers_is_told_of_those_like_it() -> None:
    rows = "| 乌龙茶 | @file://r/o.md |\n| {tea} | @file://r/{tea}.md |"
    unit = f'<resource protocol="tea">\n<registry>\n| id | path |\n|---|---|\n{rows}\n</registry>\n</resource>\n'
    files = {"t.md": unit, "r/o.md": "", "r/green.md": "", "x.md": "@!tea://乌龙\n\n@!tea://gren\n"}
    first, second = package(files).bounds("x.md")
    assert [each.help for each in first.diagnostics] == [("a similar id exists: `tea://乌龙茶`",)]
    assert [each.help for each in second.diagnostics] == [("a similar name exists: `r/green.md`",)]


@pytest.mark.parametrize("text", ["@!file://docs/gone.md\\n下一行", "@!thought://creativ\\n", "@!file://docs \\x"])
def test_a_backslash_that_is_no_part_of_a_path(text: str) -> None:
    (fault,) = package({**FILES, "docs/x.md": text}).bound("docs/x.md").diagnostics
    assert not any("divided" in each for each in fault.help)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@file://docs\\b.md", "warning: `docs/b.md`"),
        ("@?file://docs\\deep\\c.md。", "warning: `docs/deep/c.md`"),
        ("参见@project://docs\\deep，", "warning: `docs/deep`"),
        ("@file://./deep\\c.md", "warning: `./deep/c.md`"),
        ("@thinking:@?file://docs\\b.md", "warning: `docs/b.md`"),
        ("@file://docs\\*.csv", "warning: `docs/*.csv`"),
        ("@file://docs\\gone.md", "hint: `docs/gone.md`"),
        ("@file://docs\\n然后", "hint: `docs/n然后`"),
        # Nothing is behind the backslash, or it is no part of a path.
        ("@file://docs\\", ""),
        ("@file://docs\\* x", ""),
        ("@file://docs \\b.md", ""),
        ("@file://docs", ""),
        ("@file://a.md\\n", ""),
        ('@file://"docs"\\b.md', ""),
        (f"@file://docs\\{'x' * 300}", ""),
    ],
)
def test_a_backslash_behind_a_folder(text: str, expected: str) -> None:
    # The same reference before it, without a backslash, has to be no model for it.
    opened = package({**FILES, "docs/x.md": f"@file://docs 与 @?file://docs。\n\n{text}\n"})
    found = [each for bound in opened.bounds("docs/x.md") for each in bound.diagnostics]
    assert {each.code for each in found} <= {"backslash-in-path"}
    told = [f"{each.severity}: {each.help[0].removeprefix('folders are divided by `/`: write ')}" for each in found]
    assert "".join(told) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@!file://../../shared/甲.txt", "inline [../shared/甲.txt]"),
        ("@?file://../../shared/甲.txt", "keep lazy [../shared/甲.txt] => @?file://../shared/甲.txt"),
        ("@?file://../../shared/", "keep lazy [../shared] => @?file://../shared"),
        ("@!file://../../shared/乙.txt", "broken [../shared/乙.txt] (not-found)"),
        ("@!file://../../shared/甲.txt/", "broken [../shared/甲.txt] (not-found)"),
        ("@!file://../../shared/*.txt", "broken [] (access-denied)"),
    ],
)
def test_what_read_extra_lets_in(text: str, expected: str) -> None:
    opened = package({"../shared/甲.txt": "一\n", "docs/x.md": text}, left_out=("../shared/甲.txt",))
    bound = opened.bound("docs/x.md")
    written = "" if bound.written == text else f" => {bound.written}"
    found = f" ({', '.join(words(bound))})" if bound.diagnostics else ""
    targets = " ".join(each.location for each in bound.targets)
    manner = f"{bound.outcome} {bound.manifest}" if bound.manifest else bound.outcome
    assert f"{manner} [{targets}]{written}{found}" == expected


def test_external_ids_are_kept_whatever_the_prefix() -> None:
    options = LinkOptions(external=frozenset({"thought://remember", "db://x"}))
    for text in ("@!thought://remember", "@?thought://remember", "@db://x"):
        bound = package({**FILES, "x.md": text}, options).bound("x.md")
        assert (bound.outcome, bound.manifest, bound.diagnostics) == ("keep", "external", ())


NAMED = LinkOptions(packages={"": PackageNames("Garden", {"core": "docs/deep"}), "lib": PackageNames("Lib")})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@!file://Garden/a.md", "inline [a.md]"),
        ("@file://Garden/a.md", "keep default [a.md] => @file://a.md"),
        ("@file://core/c.md", "keep default [docs/deep/c.md]"),
        ("@!file://core/c.md", "inline [docs/deep/c.md]"),
        ("@!file://Absent/a.md", "inline [a.md] (hint package-prefix)"),
        ("@file://Absent/docs/*.csv", "keep default [] (warning no-match)"),
        ("@!file://Absent/*.md", "broken [] (no-match)"),
        ("@!file://docs/a.md", "broken [docs/a.md] (not-found)"),
        ("@!package://lib/l.md", "inline [package://lib/l.md]"),
        ("@package://lib/*.md", "keep default [package://lib/l.md package://lib/other.thought.md]"),
        ("@!package://Garden/a.md", "inline [a.md]"),
        ("@!package://lob/l.md", "broken [package://lob/l.md] (not-found)"),
        ("@!package://lib/../a.md", "broken [] (access-denied)"),
        ("@!thought://other", "inline [package://lib/other.thought.md]"),
    ],
)
def test_names_of_packages(text: str, expected: str) -> None:
    lib = {"package://lib/l.md": "x\n", "package://lib/other.thought.md": "<thought>o</thought>\n"}
    bound = package({**FILES, **lib, "x.md": text}, NAMED).bound("x.md")
    targets = " ".join(each.location for each in bound.targets)
    written = "" if bound.written == bound.reference.text else f" => {bound.written}"
    found = f" ({', '.join(words(bound))})" if bound.diagnostics else ""
    assert f"{bound.outcome} {bound.manifest + ' ' if bound.manifest else ''}[{targets}]{written}{found}" == expected


@pytest.mark.parametrize(
    ("text", "target", "written"),
    [
        ("@file://m.md", "package://lib/m.md", "@package://lib/m.md"),
        ("@file://./l.md", "package://lib/sub/l.md", "@package://lib/sub/l.md"),
        ("@?thought://other", "package://lib/other.thought.md", "@?package://lib/other.thought.md"),
        ("@file://a.md", "package://lib/a.md", "@package://lib/a.md"),
        ("@package://lib/m.md", "package://lib/m.md", "@package://lib/m.md"),
        ("@?thought://creative", "thought://creative", "@?thought://creative"),
    ],
)
def test_a_dependency_sees_itself_alone(text: str, target: str, written: str) -> None:
    lib = {
        "package://lib/m.md": "x\n",
        "package://lib/sub/l.md": "x\n",
        "package://lib/other.thought.md": "<thought>o</thought>\n",
        "package://lib/sub/x.md": text,
    }
    bound = package({**FILES, **lib}, NAMED).bound("package://lib/sub/x.md")
    assert ([each.location for each in bound.targets], bound.written) == ([target], written)


@pytest.mark.parametrize(
    ("document", "help_"),
    [
        ("x.md", ('name its folder in `dpml.toml`: `[dependencies]` `차 = "../차"`',)),
        ("package://lib/x.md", ()),  # A dependency's references resolve inside of it, whatever is named.
    ],
)
def test_help_for_a_package_that_is_no_dependency(document: str, help_: tuple[str, ...]) -> None:
    (fault,) = package({**FILES, document: "@!package://차/l.md"}, NAMED).bound(document).diagnostics
    assert fault.help == help_


class Custom:
    """A handler that answers with a path, a text, or a fault."""

    name = "custom"

    def locate(self, path: str, parameters: object) -> Located:
        match path:
            case "path":
                return Located(path="a.md")
            case "text":
                return Located(text="@!file://a.md", language="sql")
            case "fault":
                raise HandlerFault("no such row")
            case "out":
                return Located(path="../x")
            case "nothing":
                return Located()
        raise ValueError("boom")

    def transform(self, text: str, parameters: object) -> str:
        return text.upper()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@!custom://path", "inline document a.md"),
        ("@custom://path", "keep document a.md"),
        ("@!custom://text", "inline opaque custom://text"),
        ("@!custom://fault", "broken handler-failed: handler `custom` failed: no such row"),
        ("@!custom://bug", "broken handler-failed: handler `custom` failed: ValueError: boom"),
        ("@!custom://nothing", "broken handler-failed: handler `custom` failed: it answered neither a path nor a text"),
        ("@!custom://out", "broken access-denied: access to `../x` is denied: it leaves the package root"),
        ("@!custom:@file://a.md", "inline document a.md"),
        ("@!custom:@?file://a.md", "broken no-transform"),
    ],
)
def test_handlers(text: str, expected: str) -> None:
    bound = package({**FILES, "x.md": text}, LinkOptions(handlers=(Custom(),))).bound("x.md")
    if bound.diagnostics:
        found = f"{bound.diagnostics[0].code}: {bound.diagnostics[0].message}"
    else:
        found = f"{bound.targets[0].kind} {bound.targets[0].location}"
    assert f"{bound.outcome} {found}".startswith(expected)


def test_a_fault_in_a_handler_shows_where_without_paths_of_the_machine() -> None:
    bound = package({**FILES, "x.md": "@!custom://bug"}, LinkOptions(handlers=(Custom(),))).bound("x.md")
    (note,) = bound.diagnostics[0].notes
    assert "locate (test_bind.py:" in note
    assert "/" not in note


def test_a_slow_chain_times_out() -> None:
    made = package({**FILES, "x.md": "@!herb://idea"})
    seconds = iter([0.0, 20.0, 40.0])
    made.memo.clock = lambda: next(seconds)
    assert words(made.bound("x.md")) == ["time-out"]


def test_steps_tell_the_way() -> None:
    made = package({**FILES, "x.md": "@!herb://idea"})
    found = made.bound("x.md")
    assert found.steps == ()
    bound = bind(found.reference, "x.md", made.index, made.options, made.files)
    assert [f"{each.what} {each.says}" for each in bound.steps] == [
        "registry row `idea` leads to `@thought://creative`",
        "id `creative` is the name of `creative.thought.md`",
        "loading `@!`: inlined",
    ]


def test_two_documents_of_a_folder_share_what_was_found() -> None:
    made = package({**FILES, "docs/x.md": "@!file://./b.md", "docs/y.md": "text\n\n@!file://./b.md"})
    first, second = made.bound("docs/x.md"), made.bound("docs/y.md")
    assert first.targets == second.targets
    assert second.document == "docs/y.md"
    assert second.reference.span.start == 6


@pytest.mark.parametrize("mark", ["@", "@!", "@?"])
@pytest.mark.parametrize(
    "rest",
    [
        "file://a.md", "file://docs/b.md", "file://docs/data.csv", "file://docs", "file://./b.md", "file://docs//b.md",
        "file://资料/说明.md", "file://Garden/a.md", "file://core/c.md", "project://a.md", "thought://creative",
        "thought://core", "thought://other", "thought://gone", "herb://sage", "tool://calc", "memory://x",
        "file://docs/*.csv", "file://a.md?line=1", "thinking:file://a.md", 'file://"a.md"',
    ],
)  # fmt: skip
def test_a_whole_document_is_bound_as_each_of_its_references_is(mark: str, rest: str) -> None:
    lib = {"package://lib/other.thought.md": "<thought>o</thought>\n"}
    for options in (None, NAMED, LinkOptions(load="keep"), LinkOptions(load="inline")):
        made = package({**FILES, **lib, "docs/x.md": f"text {mark}{rest} text\n"}, options)
        (bound,) = made.bounds("docs/x.md")
        alone = bind(bound.reference, "docs/x.md", made.index, made.options, made.files)
        assert bound == replace(alone, steps=())
        assert made.bounds("docs/x.md") == (bound,)


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("@r://{x}{x}", "what registry rows make of it, in bytes, is 65541, the limit is 65536"),
        ("@r://{x}a", "the number of registry rows on the way is more than 100"),
        ("@!thinking:@r://{x}a", "the number of registry rows on the way is more than 100"),
        ("@s://{x}a", "the number of registry rows on the way is more than 100"),
        ("@r://{x}", "the registry leads in a circle: r://z -> r://z"),
    ],
)
def test_registry_rows_that_lead_on_for_ever(target: str, found: str) -> None:
    unit = '<resource protocol="{}">\n<registry>\n| id | path |\n|---|---|\n| {{x}} | {} |\n</registry>\n</resource>\n'
    files = {"r.md": unit.format("r", target), "s.md": unit.format("s", "@r://{x}b"), "x.md": "@!r://z"}
    (fault,) = package(files).bound("x.md").diagnostics
    assert fault.message == found
    assert fault.labels[-1].span.path in {"r.md", "s.md"}


def test_a_pattern_row_may_lead_through_itself_to_an_end() -> None:
    rows = "| aaaa | @file://a.md |\n| {x} | @r://{x}a |"
    unit = f'<resource protocol="r">\n<registry>\n| id | path |\n|---|---|\n{rows}\n</registry>\n</resource>\n'
    bound = package({"r.md": unit, "a.md": "甲\n", "x.md": "@!r://a"}).bound("x.md")
    assert ([each.location for each in bound.targets], bound.diagnostics) == (["a.md"], ())


@pytest.mark.parametrize(("levels", "codes"), [(100, ["nested-too-deep"]), (101, ["nested-too-deep", "limit"])])
def test_as_many_levels_as_tags_may_be_nested(levels: int, codes: list[str]) -> None:
    bound = package({"a.md": "甲\n", "x.md": f"@!{'thinking:@' * (levels - 1)}file://a.md"}).bound("x.md")
    assert [each.code for each in bound.diagnostics] == codes
    assert len(bound.outers) == (levels - 1 if levels == 100 else 0)


def test_a_thousand_unknown_levels_are_one_fault() -> None:
    bound = package({"a.md": "甲\n", "x.md": f"@!{'gone:@' * 1000}file://a.md"}).bound("x.md")
    assert [each.code for each in bound.diagnostics] == ["nested-too-deep", "limit"]


@pytest.mark.parametrize(
    ("file", "written", "told"),
    [
        ("\uac01.md", "\u1100\u1161\u11a8.md", " with other code points: NFC, not NFD"),
        ("\u1100\u1161\u11a8.md", "\uac01.md", " with other code points: NFD, not NFC"),
        ("\uac01\u00e9.md", "\uac01e\u0301.md", " with other code points: NFC, not partly decomposed"),
        ("A\uac01.md", "a\uac01.md", ""),
    ],
)
def test_names_that_look_the_same(file: str, written: str, told: str) -> None:
    (fault,) = package({file: "x\n", "x.md": f"@!file://{written}"}).bound("x.md").diagnostics
    assert fault.message == f"`{written}` does not exist, it is spelt `{file}`{told}"
