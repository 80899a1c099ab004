"""Make a DPML package of any size: `python bench/generate.py FOLDER FILES`.

Ten files make a module: a role and nine thoughts, executions and knowledge files around it, mixed English, Chinese and
Korean, about 2.1 KB each, five references a file. A role's five hot references lead to every other file of its module,
and each of those to the next one: chains of two, as in real packages. So a bundle holds about one module, and a build
writes about as much as it reads. Same arguments, same bytes.
"""

import random
import sys
from pathlib import Path

MODULE = 10
KINDS = ("thought", "execution", "knowledge")
SENTENCES = (
    "先看清问题的边界，再决定从哪里入手。",
    "한 번에 하나의 가설만 바꾸고 결과를 기록한다.",
    "Write down what would prove the idea wrong before testing it.",
    "不确定的地方要标出来，不要用语气掩盖。",
    "The second reading finds what the first one skipped.",
    "요약은 세 문장을 넘기지 않는다.",
    "数据先行，结论后置，例外单独说明。",
    "Prefer the smaller change when both would do.",
)
PARTS = {
    "thought": ("exploration", "reasoning", "challenge", "plan"),
    "execution": ("constraint", "rule", "guideline", "process", "criteria"),
    "knowledge": ("concept", "practice", "example"),
}


def generate(folder: Path, files: int) -> None:
    """Write a package of `files` documents (rounded up to whole modules) and one CSV a module into `folder`."""
    chance = random.Random(files)
    for number in range(-(-files // MODULE)):
        for path, text in module(number, chance):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")


def module(number: int, chance: random.Random) -> list[tuple[str, str]]:
    """Paths and texts of one module."""
    base = f"group{number // 100:03}/module{number:05}"
    names = [f"m{number}-{place}" for place in range(1, MODULE)]
    kinds = [KINDS[place % 3] for place in range(1, MODULE)]
    role = f"{base}/m{number}.role.md"
    made = [(role, role_text(number, kinds, names, chance)), (f"{base}/data.csv", "id,value\n甲,1\n乙,2\n")]
    for place, (kind, name) in enumerate(zip(kinds, names, strict=True)):
        leads = place % 2 == 0 and place + 1 < len(names)
        following = f"@!{kinds[place + 1]}://{names[place + 1]}" if leads else f"@context://module/{number}"
        made.append((f"{base}/{kind}/{name}.{kind}.md", leaf_text(kind, base, following, chance)))
    return made


def role_text(number: int, kinds: list[str], names: list[str], chance: random.Random) -> str:
    """A role with five hot references to its own module."""
    hot = [f"@!{kind}://{name}" for kind, name in zip(kinds, names, strict=True)][::2]
    return (
        f"# 角色 {number}\n\n{prose(2, chance)}\n\n<role>\n  <personality>\n"
        f"    {prose(3, chance)}\n\n    {hot[0]}\n    {hot[1]}\n"
        f"  </personality>\n  <principle>\n{bullets(12, chance)}\n    {hot[2]}\n  </principle>\n  <knowledge>\n"
        f"{bullets(8, chance)}\n    - 参考 {hot[3]}，然后继续\n\n    {hot[4]}\n  </knowledge>\n</role>\n"
    )


def leaf_text(kind: str, base: str, following: str, chance: random.Random) -> str:
    """A thought, execution or knowledge file with five references of different kinds."""
    references = (
        following,
        f"数据在 @?file://{base}/data.csv 里",
        f"- see @file://{base}/data.csv, then go on",
        f"第一行：@!file://{base}/data.csv?line=1",
        f"기억은 @memory://group/{chance.randrange(9)}?confidence=0.8 에 있다",
    )
    lines = [f"<{kind}>"]
    for place, part in enumerate(PARTS[kind]):
        lines += [f"  <{part}>", f"    # {part}", f"    {prose(2, chance)}", "", bullets(4, chance), ""]
        lines += [f"    {each}\n" for each in references[place :: len(PARTS[kind])]]
        lines += ["    ```mermaid", "    flowchart LR", "      a[开始] --> b[끝]", "    ```", f"  </{part}>"]
    return "\n".join([*lines, f"</{kind}>", ""])


def prose(count: int, chance: random.Random) -> str:
    """`count` sentences in one line."""
    return " ".join(chance.choice(SENTENCES) for _ in range(count))


def bullets(count: int, chance: random.Random) -> str:
    """A list of `count` items, indented by four."""
    return "\n".join(f"    - {prose(1, chance)}" for _ in range(count))


if __name__ == "__main__":
    generate(Path(sys.argv[1]), int(sys.argv[2]))
