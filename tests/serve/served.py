"""A small package with a site, and somebody who edits it while it is served."""

import http.client
import re
from dataclasses import dataclass
from pathlib import Path

from running import Running

LONG = "\n\n".join(f"제{number}절. 茶要慢慢喝，水要慢慢烧。" for number in range(120))
FILES = {
    "dpml.toml": '[package]\nname = "tea"\n',
    "README.md": "# Tea house\n\nWelcome.\n",
    "role/host.role.md": "# Host\n\n<role>\n<personality>\n@!file://guide/long.md\n</personality>\n</role>\n",
    "guide/long.md": (
        "# Long guide\n\n## First\n\nold words\n\n<details>\n<summary>More</summary>\n\ninside\n\n</details>\n\n"
        f"## Second\n\n[a link](other.md)\n\n```python\nprint('tea')\n```\n\n{LONG}\n"
    ),
    "guide/other.md": "# Other\n\nherbs\n",
}
PAGE = "guide/long.html"


def package(root: Path) -> Path:
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@dataclass(frozen=True, slots=True)
class Got:
    """An answer. Names of `headers` are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")


@dataclass(frozen=True, slots=True)
class Served:
    """Somebody who edits the package at `root` while `command` serves it."""

    root: Path
    command: Running

    @property
    def home(self) -> str:
        found = re.search(r"http://\S+/", self.command.heard("^serving http"))
        assert found
        return found.group()

    @property
    def port(self) -> int:
        return int(self.home.rstrip("/").rpartition(":")[2])

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def change(self, path: str, old: str, new: str) -> None:
        text = (self.root / path).read_text("utf-8")
        assert old in text
        self.write(path, text.replace(old, new, 1))

    def get(self, path: str, method: str = "GET", **headers: str) -> Got:
        """One request, as it stands: nothing is decoded, encoded or followed."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            connection.endheaders()
            found = connection.getresponse()
            return Got(found.status, {name.lower(): value for name, value in found.getheaders()}, found.read())
        finally:
            connection.close()
