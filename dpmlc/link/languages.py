"""A file name -> the info string of the fence that its text goes in as."""

_NAMES = {"dockerfile": "dockerfile", "makefile": "makefile", "cmakelists.txt": "cmake", "jenkinsfile": "groovy"}
_SUFFIXES = {
    "md": "markdown", "markdown": "markdown", "dpml": "markdown", "pml": "markdown", "txt": "text", "log": "text",
    "py": "python", "pyi": "python", "js": "javascript", "mjs": "javascript", "cjs": "javascript", "ts": "typescript",
    "rb": "ruby", "rs": "rust", "kt": "kotlin", "cs": "csharp", "cc": "cpp", "cxx": "cpp", "hpp": "cpp", "h": "c",
    "sh": "bash", "bash": "bash", "zsh": "zsh", "ps1": "powershell", "bat": "bat", "cmd": "bat", "yml": "yaml",
    "htm": "html", "hs": "haskell", "pl": "perl", "ex": "elixir", "exs": "elixir", "tex": "latex", "jsonl": "json",
}  # fmt: skip
_LONGEST = 12


def language_of(path: str) -> str:
    """`python` for `a.py`; the suffix itself where it has no other name; `text` where there is none."""
    name = path.rpartition("/")[2].lower()
    if name in _NAMES:
        return _NAMES[name]
    _, dot, suffix = name.rpartition(".")
    if not dot or not (suffix.isascii() and suffix.isalnum() and len(suffix) <= _LONGEST):
        return "text"
    return _SUFFIXES.get(suffix, suffix)
