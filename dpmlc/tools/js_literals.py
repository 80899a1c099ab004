"""JavaScript's literals -> their values: strings with escapes, numbers as JSON has them."""

from collections.abc import Iterable

from dpmlc.tools.js_tree import Node, text_of

_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_BASES = {"x": 16, "o": 8, "b": 2}
_EXACT = 2**53


def string(node: Node) -> str:
    """The value of a `string` node, without its quotes."""
    return joined(piece(child) for child in node.named_children)


def piece(node: Node) -> str:
    """The value of a fragment or of an escape sequence."""
    return escape(text_of(node)) if node.type == "escape_sequence" else text_of(node)


def joined(pieces: Iterable[str]) -> str:
    """Pieces as one string; the halves of a surrogate pair that were written as two escapes find each other."""
    whole = "".join(pieces)
    if any("\ud800" <= character <= "\udfff" for character in whole):
        return whole.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return whole


def escape(written: str) -> str:
    r"""The character of an escape as written: `\n`, `\x41`, `\u4e2d`, `\u{1F375}`, a `\` at a line's end."""
    body = written[1:]
    if body in _SIMPLE:
        return _SIMPLE[body]
    if body[:1] in {"\n", "\u2028", "\u2029"}:
        return ""
    digits = body[1:].strip("{}")
    if body[:1] in {"x", "u"} and digits:
        code = int(digits, 16)
        return chr(code) if code <= 0x10FFFF else "�"
    if body.isdigit() and body.isascii() and body[0] < "8":
        return chr(int(body, 8))
    return body


def number(written: str) -> int | float | None:
    """The value of a number as written; None for a BigInt, which JSON cannot hold."""
    text = written.replace("_", "").lower()
    if text.startswith("0") and text[1:2] in _BASES:
        return None if text.endswith("n") else _whole(int(text[2:], _BASES[text[1]]))
    if text.endswith("n"):
        return None
    if len(text) > 1 and text[0] == "0" and text.isdigit():
        return int(text, 8) if set(text) <= set("01234567") else tidy(float(text))
    return tidy(float(text))


def _whole(value: int) -> int | float:
    return tidy(float(value)) if value.bit_length() < 1000 else float("inf")


def tidy(value: float) -> int | float:
    """A number as JavaScript prints it: without a fraction where it has none."""
    return int(value) if value.is_integer() and abs(value) <= _EXACT else value
