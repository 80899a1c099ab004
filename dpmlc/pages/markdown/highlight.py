"""Code -> the same text with Pygments' classes, for languages that authors of prompts use."""

import re
from functools import lru_cache
from typing import Any

from dpmlc.pages.markdown.characters import escaped
from dpmlc.pages.markdown.lexing import Reader, Token

# Lexers are loaded on first use: they take longer than a small page. Others than these are not called on text that
# nobody has looked at; some take exponential time.
_LEXERS = frozenset(
    """
    abnf bash bat c cmake console cpp csharp css diff django docker ebnf elixir go graphql groovy
    haskell html http ini java javascript jinja json json5 kotlin lua make markdown nginx
    objective-c perl php powershell properties protobuf python pycon r rust ruby scala scss sql
    swift tcl terraform tex toml ts xml yaml zig
    """.split()  # noqa: SIM905
)
_ALIASES = {
    "js": "javascript", "jsx": "javascript", "mjs": "javascript", "node": "javascript", "typescript": "ts", "tsx": "ts",
    "py": "python", "python3": "python", "sh": "bash", "shell": "bash", "zsh": "bash", "shell-session": "console",
    "yml": "yaml", "jsonc": "json", "jsonl": "json", "dpml": "xml", "pml": "xml", "svg": "xml", "md": "markdown",
    "c++": "cpp", "c#": "csharp", "cs": "csharp", "golang": "go", "rs": "rust", "rb": "ruby", "kt": "kotlin",
    "dockerfile": "docker", "makefile": "make", "ps1": "powershell", "hcl": "terraform", "latex": "tex", "htm": "html",
    "xhtml": "html", "vue": "html", "patch": "diff", "dotenv": "properties", "conf": "ini", "cfg": "ini",
    "sass": "scss", "bnf": "ebnf", "jinja2": "jinja", "proto": "protobuf",
}  # fmt: skip
_LONGEST, _LONGEST_LINE = 20_000, 1_000
_SLOW = {"csharp": 2_000, "console": 5_000, "groovy": 5_000, "java": 5_000, "make": 5_000, "terraform": 2_000}
"""Characters for lexers whose time grows with the square of a text of words alone."""
_PLAIN = frozenset({"", "err", "n", "w"})
# Characters that lexers change, and white space over which some take quadratic time.
_ODD = re.compile(r"[\r\x00\ufeff]|\s{200}")


@lru_cache(maxsize=1024)
def highlighted(language: str, code: str) -> str:
    """HTML of `code`; only escaped for an unknown language, for long text, and where a lexer would change the text."""
    name = _ALIASES.get(language, language)
    if name not in _LEXERS or not _quick(name, code):
        return escaped(code)
    try:
        tokens = _reader(name).tokens(code)
    except Exception:
        return escaped(code)
    if "".join([value for _, value in tokens]) != code:
        return escaped(code)
    return _spans(tokens)


def _quick(name: str, code: str) -> bool:
    """Whether the lexer can be trusted with it."""
    return (
        len(code) <= _SLOW.get(name, _LONGEST)
        and not _ODD.search(code)
        and max(map(len, code.split("\n"))) <= _LONGEST_LINE
    )


@lru_cache(maxsize=64)
def _reader(name: str) -> Reader:
    from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]  # noqa: PLC0415

    return Reader(get_lexer_by_name(name))


@lru_cache(maxsize=512)
def _class(kind: Any) -> str:
    from pygments.token import STANDARD_TYPES  # type: ignore[import-untyped]  # noqa: PLC0415

    while kind not in STANDARD_TYPES:
        kind = kind.parent
    found = str(STANDARD_TYPES[kind])
    return "" if found in _PLAIN else found


def _spans(tokens: list[Token]) -> str:
    """One element for neighbours of one class."""
    pieces: list[str] = []
    open_class = space = ""
    for kind, value in tokens:
        if value.isspace():
            space += value
            continue
        name = _class(kind)
        if name != open_class:
            if open_class:
                pieces.append("</span>")
            pieces.append(f'{space}<span class="{name}">' if name else space)
            open_class = name
        elif space:
            pieces.append(space)
        pieces.append(value if value.isalnum() else escaped(value))
        space = ""
    if open_class:
        pieces.append("</span>")
    pieces.append(space)
    return "".join(pieces)
