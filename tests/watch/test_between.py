"""A file that is saved again between the look that found a change and the build that reads it."""

from collections.abc import Callable
from pathlib import Path
from threading import Timer

import pytest

from dpmlc.compiler import Draft
from dpmlc.edge.package import Package, Trust
from dpmlc.edge.watch.events import Notices
from dpmlc.edge.watch.rebuild import Built
from dpmlc.edge.watch.session import Session, Wanted


class Author:
    """Does something after a change was seen and before it is read, and something when it was built."""

    def __init__(self) -> None:
        self.seen: list[Callable[[], object]] = []
        self.built: list[Callable[[], object]] = []
        self.drafts: list[str] = []

    def begin(self) -> None:
        if self.seen:
            self.seen.pop()()

    def done(self) -> None:
        pass

    def drafted(self, _package: Package, draft: Draft) -> None:
        self.drafts += [each.content.decode() for each in draft.artifacts if each.path == "bundles/host/prompt.md"]
        if self.built:
            self.built.pop()()

    def quiet(self, _package: Package) -> None:
        pass

    def say(self, text: str) -> None:
        pytest.fail(text)


@pytest.mark.slow
@pytest.mark.parametrize("with_site", [True, False])
@pytest.mark.parametrize("name", ["차.thought.md", "차.csv"])
def test_what_was_read_in_between_does_not_stay(name: str, with_site: bool, tmp_path: Path) -> None:
    root = tmp_path.resolve()
    path = root / name
    (root / "host.role.md").write_text(f"<role>\n<personality>\n@!file://{name}\n</personality>\n</role>\n")
    path.write_text("一 <b> first\n")
    author = Author()
    rounds = Session(Wanted(str(root), Trust(), with_site=with_site), Notices(), author).rounds()
    next(rounds)

    path.write_text("二 second\n")
    author.seen.append(lambda: path.write_text("三 third, longer\n"))
    author.built.append(lambda: path.write_text("二 second\n"))
    assert "三 third, longer" in _prompt(next(rounds).outcome)
    late = Timer(30, path.write_text, ["no round came\n"])
    late.start()
    assert "二 second" in _prompt(next(rounds).outcome)
    late.cancel()
    rounds.close()


def _came(root: Path) -> None:
    (root / "gone.md").write_text("왔다\n")


def _was_added(root: Path) -> None:
    (root / "차" / "새.md").write_text("왔다\n")


def _went(root: Path) -> None:
    (root / "kept" / "k.csv").unlink()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("event", "before", "after"),
    [
        (_came, ["not-found"], []),
        (_was_added, ["not-found"], ["not-found"]),
        (_went, ["not-found"], ["not-found", "not-found"]),
    ],
)
def test_what_comes_and_goes_during_the_first_build_is_seen(
    event: Callable[[Path], object], before: list[str], after: list[str], tmp_path: Path
) -> None:
    root = tmp_path.resolve()
    (root / ".gitignore").write_text("kept/\n")
    for path, text in (("kept/k.csv", "1\n"), ("차/a.md", "하나\n")):
        (root / path).parent.mkdir()
        (root / path).write_text(text)
    references = "@!file://gone.md @!file://차/*.md @!file://kept/k.csv"
    (root / "host.role.md").write_text(f"<role>\n<personality>\n{references}\n</personality>\n</role>\n")
    author = Author()
    author.built.append(lambda: event(root))
    rounds = Session(Wanted(str(root), Trust(), with_site=False), Notices(), author).rounds()
    assert _codes(next(rounds).outcome) == before
    late = Timer(30, (root / "host.role.md").write_text, ["no round came\n"])
    late.start()
    last = next(rounds).outcome
    late.cancel()
    assert _codes(last) == after
    assert event is _went or "왔다" in _prompt(last)
    rounds.close()


def _codes(outcome: object) -> list[str]:
    assert isinstance(outcome, Built)
    return [each.code for each in outcome.build.diagnostics]


@pytest.mark.slow
def test_an_error_that_was_read_in_between_does_not_stay(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    path = root / "host.role.md"
    good = "<role>\n<personality>\n{}\n</personality>\n</role>\n"
    path.write_text(good.format("一"))
    author = Author()
    rounds = Session(Wanted(str(root), Trust(), with_site=False), Notices(), author).rounds()
    next(rounds)

    path.write_text(good.format("二"))
    author.seen.append(lambda: path.write_text(good.format("@!file://nowhere.md")))
    author.built.append(lambda: path.write_text(good.format("二")))
    assert [each.code for each in _built(next(rounds).outcome).build.diagnostics] == ["not-found"]
    late = Timer(30, path.write_text, [good.format("no round came")])
    late.start()
    assert "二" in _prompt(next(rounds).outcome)
    late.cancel()
    rounds.close()


@pytest.mark.slow
@pytest.mark.parametrize("then", ["세 번째\n", ""])
def test_a_file_that_is_being_written_is_not_shown_empty(then: str, tmp_path: Path) -> None:
    root = tmp_path.resolve()
    path = root / "차.md"
    (root / "host.role.md").write_text("<role>\n<personality>\n앞 @!file://차.md\n</personality>\n</role>\n")
    path.write_text("첫 번째\n")
    author = Author()
    rounds = Session(Wanted(str(root), Trust(), with_site=False), Notices(), author).rounds()
    next(rounds)

    path.write_text("두 번째\n")
    author.seen += [lambda: path.write_text(then), lambda: path.write_text("")]
    late = Timer(30, path.write_text, ["no round came\n"])
    late.start()
    found = next(rounds)
    assert found.changed == ("차.md",)
    assert ("번째" in _prompt(found.outcome)) == bool(then)
    assert ("번째" in author.drafts[-1]) == bool(then)
    assert len(author.drafts) == 2
    late.cancel()
    rounds.close()


def _built(outcome: object) -> Built:
    assert isinstance(outcome, Built)
    return outcome


def _prompt(outcome: object) -> str:
    artifacts = _built(outcome).build.artifacts
    return next(each for each in artifacts if each.path == "bundles/host/prompt.md").content.decode()
