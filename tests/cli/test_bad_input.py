"""What can be wrong outside of documents: one clear error each, exit 2 or 1, never a traceback."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Dpmlc = Callable[..., Any]
Place = Callable[[dict[str, str | bytes]], Path]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["check", "nowhere"], "error: there is no folder `nowhere`\n"),
        (
            ["check", "file.md"],
            "error: `file.md` is no folder\nhelp: a package is a folder; for one file: `dpmlc inspect file.md`\n",
        ),
        (["inspect", "nothing.md"], "error: `nothing.md` was not read: no such file\n"),
        (["inspect", "no/thing.md"], "error: there is no file `no/thing.md`\n"),
        (["inspect", "."], "error: `.` was not read: "),
        (["chekc"], "error: there is no command `chekc`. Did you mean `check`?\n"),
        (["check", "--formt", "json"], "error: No such option"),
        (["check", "--format", "xml"], "error: Invalid value for '--format'"),
        (["bundle"], "error: Missing argument"),
        (
            ["bundle", "x"],
            "error: the package has no bundle `x`\n"
            "help: documents whose root is `<role>` or `<prompt>` become bundles\n",
        ),
        (["check", "--policy", "p.toml"], "error: the policy file `p.toml` lies inside the package\n"),
        (["check", "--policy", "../p.toml"], "error: there is no file `../p.toml`\n"),
        (
            ["resolve", "@file://x", "--from", "fiel.md"],
            "error: `fiel.md` is no file of the package\nhelp: did you mean `file.md`?\n",
        ),
        (["build", "-o", "file.md"], "error: "),
    ],
)
def test_wrong_usage(
    dpmlc: Dpmlc, place: Place, monkeypatch: pytest.MonkeyPatch, arguments: list[str], expected: str
) -> None:
    monkeypatch.chdir(place({"file.md": "x\n", "p.toml": ""}))
    done = dpmlc(*arguments)
    assert done.status == 2
    assert done.out == ""
    assert expected in done.err
    assert done.err.count("error") == 1


@pytest.mark.parametrize("arguments", [[], ["tool"], ["fileref"]])
def test_nothing_to_do_shows_the_help_and_no_error(dpmlc: Dpmlc, arguments: list[str]) -> None:
    done = dpmlc(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("Usage: dpmlc ")
    assert "Commands:\n" in done.err
    assert (done.err.count("Usage:"), done.err.count("error:")) == (1, 0)


def test_wrong_configuration_shows_the_key(dpmlc: Dpmlc, place: Place) -> None:
    done = dpmlc("check", place({"dpml.toml": '[package]\nname = "x"\n[bundel]\n'}))
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "error[unknown-key]: unknown key `bundel`\n  --> dpml.toml:3:2\n   |\n 3 | [bundel]\n"
        "   |  ^^^^^^ not known here\n   |\nhelp: did you mean `bundle`?\n"
    )


@pytest.mark.parametrize("command", [["check"], ["build"], ["tool", "check", "--package"]])
def test_wrong_configuration_is_told_to_programs_too(dpmlc: Dpmlc, place: Place, command: list[str]) -> None:
    root = place({"dpml.toml": "[bundel]\n"})
    (root.parent / ".git").mkdir()
    for how, told in (
        ("json", '"path": "dpml.toml",\n      "line": 1,\n      "column": 2,'),
        ("sarif", '"uri": "package/dpml.toml"'),
        ("github", "::error file=package/dpml.toml,line=1,endLine=1,col=2,endColumn=8,title=unknown-key::"),
    ):
        done = dpmlc(*command, root, "--format", how)
        assert done.status == 2
        assert told in done.out
        assert done.err.startswith("error[unknown-key]")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"\xff\xfea\0", "not-utf-8"),
        (b"name = \xc4\xe3", "not-utf-8"),
        (b"x" * (2 << 20), "unreadable"),
        (b"[load]\nnested = " + b"9" * 5_000, "a number in it is too long"),
        (b"[limits]\ndepth = -0x1\n", "toml-syntax"),
        (b"[package]\nname = 0x" + b"9" * 5_000, "found a longer number"),
        (b'[dependencies]\na = "nowhere"', "missing-dependency"),
        (b'[dependencies]\n"a" = "nowhere"', "--> dpml.toml:2:7\n"),
        (b'[site]\ntheme = "nowhere"', "--> dpml.toml:2:9\n"),
        (b'[dependencies]\na = "."', "missing-dependency"),
        (b'[policy]\nread_extra = ["../nowhere"]', "error[missing-extra]"),
        (b'[policy]\nread_extra = [\n  "../nowhere",\n]', "--> dpml.toml:3:3\n"),
    ],
)
def test_unusable_configuration(dpmlc: Dpmlc, place: Place, text: bytes, expected: str) -> None:
    done = dpmlc("check", place({"dpml.toml": text}))
    assert (done.status, done.out) == (2, "")
    assert expected in done.err
    assert done.err.count("error") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"ab\xff", "expected UTF-8 text, found bytes that are not UTF-8 at byte 2"),
        (b"a\0b", "expected UTF-8 text, found a NUL byte at byte 1"),
        ("你好".encode("utf-16"), "expected UTF-8 text, found UTF-16 at byte 0"),
        ("你好，世界".encode("gb18030"), "expected UTF-8 text, found bytes that are not UTF-8 at byte 0"),
    ],
)
def test_a_document_that_is_no_text(dpmlc: Dpmlc, place: Place, content: bytes, message: str) -> None:
    root = place({"a.md": content, "b.md": "fine\n"})
    for done in (dpmlc("check", root), dpmlc("inspect", root / "a.md")):
        assert done.status == 1
        assert f"error[not-utf-8]: {message}\n  --> a.md:1:1\n" in done.out + done.err


def test_a_document_past_the_limit(dpmlc: Dpmlc, place: Place) -> None:
    root = place({"a.md": b"x" * 5_000_000, "dpml.toml": ""})
    done = dpmlc("check", root)
    assert done.status == 1
    assert done.out.count("error[limit]") == 1
    assert "5000000, the limit is 4194304" in done.out
    assert dpmlc("inspect", root / "a.md").status == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_what_the_system_denies(dpmlc: Dpmlc, place: Place) -> None:
    root = place({"a.md": "x\n", "closed/b.md": "x\n"})
    (root / "a.md").chmod(0)
    (root / "closed").chmod(0)
    done = dpmlc("check", root)
    (root / "closed").chmod(0o700)
    assert done.status == 1
    assert done.out.count("error[unreadable]") == 2


def test_a_file_name_cannot_attack_the_terminal(dpmlc: Dpmlc, place: Place) -> None:
    root = place({"\x1b[2J\u202ea.md": "<role>\n"})
    done = dpmlc("check", root)
    assert "\\x1b[2J\\u202ea.md:1:1" in done.out
    assert "\x1b" not in done.out + done.err
    assert "\u202e" not in done.out + dpmlc("check", "--format", "json", root).out + dpmlc("graph", root).out


@pytest.mark.parametrize("command", ["build", "check", "build --check", "clean"])
def test_a_folder_s_name_cannot_attack_the_terminal(
    dpmlc: Dpmlc, place: Place, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    root = place({"\x1b[2J차\n/a.role.md": "<role>다</role>\n"})
    monkeypatch.chdir(root)
    for _ in range(2):  # The second time nothing has changed.
        done = dpmlc(*command.split(), "\x1b[2J차\n")
        assert "\x1b" not in done.out + done.err
    assert "\\x1b[2J차\\n/dist" in done.err or not command.startswith("build")


def test_read_extra_lets_a_folder_beside_the_package_in(dpmlc: Dpmlc, place: Place) -> None:
    root = place(
        {
            "dpml.toml": '[policy]\nread_extra = ["../beside"]\n',
            "role/a.role.md": "<role>\nA: @!file://../../beside/甲.txt\nB: @?file://../../beside/甲.txt\n</role>\n",
        }
    )
    beside = root.parent / "beside"
    beside.mkdir()
    (beside / "甲.txt").write_text("一", "utf-8")
    assert dpmlc("build", "--no-site", root).status == 0
    bundle = root / "dist" / "bundles" / "a"
    assert (bundle / "prompt.md").read_text("utf-8") == "<role>\nA: 一\nB: @?file://../beside/甲.txt\n</role>\n"
    assert (bundle / "resources" / "@@" / "beside" / "甲.txt").read_text("utf-8") == "一"
    assert dpmlc("check", "--untrusted", root).status == 1


def test_a_stranger_cannot_grant_itself_anything(dpmlc: Dpmlc, place: Place) -> None:
    root = place({
        "dpml.toml": "[policy]\ndot_files = ['.env']\n",
        ".env": "SECRET\n",
        "a.role.md": "<role><personality>\n@!file://.env\n</personality></role>\n",
    })  # fmt: skip
    assert "SECRET" in dpmlc("bundle", "a", root).out
    strange = dpmlc("bundle", "a", "--untrusted", root)
    assert strange.status == 1
    assert "error[access-denied]" in strange.err
    assert 'dot_files = [".env"]' in strange.err
    (root.parent / "policy.toml").write_text("[policy]\ndot_files = ['.env']\n", "utf-8")
    assert "SECRET" in dpmlc("bundle", "a", "--untrusted", "--policy", root.parent / "policy.toml", root).out
    place({"dpml.toml": '[dependencies]\nx = ".."\n'})
    assert dpmlc("check", "--untrusted", root).status == 2


def test_a_password_in_an_address_is_repeated_nowhere(dpmlc: Dpmlc, place: Place) -> None:
    text = "@!http://me:hunter2@h/x?a=b\n@htp://me:hunter2@h/x\n@?thought:@ftp://me:hunter2@h/{a,b}\n"
    text += '<reference protocol="http" resource="me:hunter2@h/y"/>\n'
    root = place({"a.role.md": f"<role>\n{text}</role>\n"})
    for form in ("text", "json"):
        for arguments in (
            ["check", root],
            ["build", "--keep-going", root],
            ["inspect", root / "a.role.md"],
            ["resolve", "@http://me:hunter2@h/x", root],
        ):
            done = dpmlc(*arguments, "--format", form)
            assert "hunter2" not in done.out + done.err, (arguments, form)
    for form in ("sarif", "github"):
        assert "hunter2" not in dpmlc("check", "--format", form, root).out
    for form in ("mermaid", "json"):
        assert "hunter2" not in dpmlc("graph", "--format", form, root).out
    for file in (root / "dist").rglob("*.*"):
        assert "hunter2" not in file.read_text("utf-8")


def test_a_password_in_a_path_is_repeated_in_no_message(dpmlc: Dpmlc, place: Place) -> None:
    root = place({"a.role.md": '<role>\n<resource src="http://me:hunter2@h/x">\nx\n</resource>\n</role>\n'})
    for form in ("text", "json", "sarif", "github"):
        assert "hunter2" not in dpmlc("check", "--format", form, root).out
    for arguments in (
        ["graph", root],
        ["glob", "http://me:hunter2@h/*"],
        ["resolve", "@!file://http://me:hunter2@h/x"],
    ):
        done = dpmlc(*arguments)
        assert "hunter2" not in done.out + done.err


def test_an_overlong_name_is_not_repeated_whole(dpmlc: Dpmlc, place: Place) -> None:
    text = f'@!thought://{"a" * 20_000}\n@!{"z" * 20_000}://x\n@!file://"{"b c " * 5_000}.md"\n'
    root = place({"a.role.md": f"<role>\n{text}</role>\n"})
    for form in ("text", "json", "github"):
        assert len(dpmlc("check", "--format", form, root).out) < 6_000


@pytest.mark.parametrize("path", ["a" * 3_000, "a/" * 40_000 + "x", "文" * 100], ids=["name", "path", "bytes"])
def test_a_path_that_no_system_takes_does_not_exist(dpmlc: Dpmlc, place: Place, path: str) -> None:
    done = dpmlc("check", place({"a.role.md": f"<role>\n@!file://{path}\n</role>\n"}))
    assert done.status == 1
    assert done.out.count("error[") == 1
    assert "error[not-found]" in done.out


@pytest.mark.parametrize("command", ["build", "clean"])
def test_a_package_cannot_choose_where_output_goes(dpmlc: Dpmlc, place: Place, command: str) -> None:
    root = place({"a.role.md": "<role>\nx\n</role>\n"})
    (root / "dist").symlink_to(root.parent / "elsewhere")
    done = dpmlc(command, root)
    assert done.status == 2
    assert "is a link that leaves the package" in done.err
    assert not (root.parent / "elsewhere").exists()
    assert dpmlc(command, "-o", root / "dist", root).status == 0


@pytest.mark.parametrize("command", [["build"], ["build", "--check"], ["build", "--keep-going"], ["clean"]])
def test_a_source_folder_is_no_output_folder(
    dpmlc: Dpmlc, place: Place, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    root = place({"다도.md": "[차](role/a.role.md)\n", "role/a.role.md": "<role>차를 우린다</role>\n"})
    monkeypatch.chdir(root)
    done = dpmlc(*command, "-o", "role")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "error: `role` was not written by dpmlc (it has no `build.json`), so it is not touched\n"
        "help: give another folder with `-o`, or move its content away\n"
    )
    assert [each.name for each in (root / "role").iterdir()] == ["a.role.md"]
