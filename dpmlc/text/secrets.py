"""What no output repeats: a password in an address (SPEC 6.3)."""

import re

_PASSWORD = re.compile(r"(?:(?<=://)|(?<= resource=\"))([^\s/?#\\@:\"'<>`]*:)([^\s/?#\\\"'<>`]+)(?=@)")


def masked(text: str) -> str:
    """`text` with an asterisk for each character of a password, so that every place in it stays where it is."""
    return _PASSWORD.sub(_hidden, text) if "@" in text else text


def _hidden(found: re.Match[str]) -> str:
    return found[1] + "*" * len(found[2])
