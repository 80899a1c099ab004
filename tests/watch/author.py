"""A small package, and somebody who edits it while a command watches."""

from dataclasses import dataclass
from pathlib import Path

from running import Running, until

FILES = {
    "dpml.toml": '[package]\nname = "tea"\n',
    "role/host.role.md": "<role>\n<personality>\n@!file://notes/a.md\n</personality>\n</role>\n",
    "notes/a.md": "처음 first\n",
    "notes/b.md": "另一篇\n",
}


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody who edits the package at `root` while `command` watches it."""

    root: Path
    command: Running

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def prompt(self) -> str:
        return (self.root / "dist/bundles/host/prompt.md").read_text("utf-8")

    def output(self) -> dict[str, bytes]:
        """All files of the output folder."""
        out = self.root / "dist"
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}

    def caught_up(self, after: int) -> list[str]:
        """The rounds since line `after`, when everything that was saved before this call has been looked at."""
        last = self.root / "dist/bundles/last/prompt.md"
        for word in ("one", "two"):
            mark, text = self.command.mark, f"{word} {after}"
            self.write("role/last.role.md", f"<role>\n<personality>\n{text}\n</personality>\n</role>\n")
            until(lambda text=text: last.is_file() and text in last.read_text("utf-8"), text)  # type: ignore[misc]
        self.command.heard(r"^role/last\.role\.md: .* ms$", mark)
        return [line for line in self.command.rounds(after) if not line.startswith("role/last.role.md:")]


def package(root: Path) -> Path:
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root
