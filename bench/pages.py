"""Make a folder of Markdown pages of about 3 KB: `python bench/pages.py FOLDER PAGES`.

Fifty pages make a folder. Each has mixed Chinese, Korean and English prose, a table, two fences of code, nested lists
and two links to other pages. Plain Markdown, so that every generator can be measured on it. Same arguments, same bytes.
"""

import random
import sys
from pathlib import Path

FOLDER = 50
CHINESE = (
    "引用在构建时全部展开，读者看到的就是模型看到的。",
    "每个协议都说明自己的定位语法、参数和注册表。",
    "资源文件只登记一次，别处按名字引用。",
    "遇到循环引用时，第一处展开，其余只留名字。",
    "术语表里的词可以在正文中直接链接。",
)
KOREAN = (
    "참조는 빌드할 때 모두 펼쳐지므로 읽는 사람이 보는 것과 같다.",
    "각 프로토콜은 위치 문법과 매개변수와 레지스트리를 설명한다.",
    "자원은 한 번만 등록하고 다른 곳에서는 이름으로 부른다.",
    "순환하는 참조는 처음 한 번만 펼친다.",
)
ENGLISH = (
    "A reference that must be loaded is expanded before anyone reads the prompt.",
    "Every protocol says what may stand behind its name, and where that leads.",
    "Write down what would prove the idea wrong before testing it.",
    "Prefer the smaller change when both would do.",
)
PYTHON = '''def load(path: str, limit: int = 4096) -> bytes:
    """Read at most `limit` bytes."""
    with open(path, "rb") as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise ValueError(f"{path} is larger than {limit} bytes")
    return content
'''
YAML = """service:
  name: tea-house
  languages: [zh, ko, en]
  limits: { pages: 5000, memory: "300 MB" }
"""


def generate(folder: Path, pages: int) -> None:
    """Write `pages` pages and a first page into `folder`."""
    chance = random.Random(pages)
    for number in range(pages):
        target = folder / path_of(number)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(number, pages, chance), encoding="utf-8", newline="\n")
    links = "".join(f"- [Section {number}]({path_of(number * FOLDER)})\n" for number in range(-(-pages // FOLDER)))
    (folder / "index.md").write_text(f"# Pages\n\n{links}", encoding="utf-8", newline="\n")


def path_of(number: int) -> str:
    """Where page `number` stands."""
    return f"section-{number // FOLDER:03}/page-{number:05}.md"


def page(number: int, pages: int, chance: random.Random) -> str:
    """The text of one page."""
    others = [chance.randrange(pages) for _ in range(2)]
    first, second = (f"../{path_of(other)}" for other in others)
    return "\n".join((
        f"# 第 {number} 页 Page {number}", "",
        _prose(chance, 6), "",
        f"See [page {others[0]}]({first}) and [the other]({second}).", "",
        f"## 概述 {number % 7}", "", _prose(chance, 6), "",
        "```python", PYTHON.replace("4096", str(chance.randrange(1000, 9000))) + "```", "",
        "## 표와 목록", "",
        "| 이름 name | 值 | note |", "|:---|---:|:---:|",
        *(f"| {chance.choice(('teapot', '주전자', '茶壶'))} | {chance.randrange(100)} | {chance.choice(ENGLISH)[:24]} |"
          for _ in range(4)), "",
        *(f"- {chance.choice(CHINESE)}\n  - {chance.choice(KOREAN)}\n    - {chance.choice(ENGLISH)}" for _ in range(3)),
        "", "## Steps", "",
        *(f"{step}. {chance.choice(KOREAN)} **{chance.choice(CHINESE)[:6]}**" for step in range(1, 5)), "",
        "```yaml", YAML + "```", "",
        _prose(chance, 6), "",
    ))  # fmt: skip


def _prose(chance: random.Random, sentences: int) -> str:
    return " ".join(chance.choice((CHINESE, KOREAN, ENGLISH)[chance.randrange(3)]) for _ in range(sentences))


if __name__ == "__main__":
    generate(Path(sys.argv[1]), int(sys.argv[2]))
