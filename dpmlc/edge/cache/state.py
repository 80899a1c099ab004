"""What is remembered of one build: what it saw, what it left, what it said. A value, its bytes, and back.

The bytes are lines of text and a keyed hash of them, made with the key of the user who built. Nothing of it is ever
run: a cache that came with a stranger's package fails the hash, and could at most have told of a build.
"""

import hashlib
import hmac
from typing import Literal, NamedTuple

_FIRST = "dpmlc remembers 1"
_DIGEST = 32

Distrust = Literal["it is damaged or foreign", "it is of another version of dpmlc"]


# A named tuple: making dataclasses takes longer than looking at a thousand files.
class State(NamedTuple):
    """`key` are the options; `environment`, `inputs` and `outputs` digests; times in nanoseconds.

    `folders` are the real paths of what is read beside the package; `plain` and `coloured` the diagnostics as they
    were shown. `summary` and `made` are the two halves of the last words, `number` that of the outputs.
    """

    key: str
    environment: str
    folders: tuple[str, ...]
    inputs: str
    inputs_since: int
    outputs: str
    outputs_since: int
    number: int
    summary: str
    made: str
    plain: str
    coloured: str


def encoded(state: State, secret: bytes) -> bytes:
    """The state as bytes that only the holder of `secret` can make."""
    lines = [
        _FIRST, state.key, state.environment, _words(state.folders), state.inputs,
        str(state.inputs_since), state.outputs, str(state.outputs_since), str(state.number), _hex(state.summary),
        _hex(state.made), _hex(state.plain), _hex(state.coloured), "",
    ]  # fmt: skip
    held = "\n".join(lines).encode()
    return held + _seal(held, secret).encode()


def decoded(held: bytes, secret: bytes) -> State | Distrust:
    """The state that `encoded` made of it with the same secret, or why not to believe it. Never raises."""
    body, _, seal = held.rpartition(b"\n")
    if not hmac.compare_digest(_seal(body + b"\n", secret).encode(), seal):
        return "it is damaged or foreign"
    lines = body.decode().split("\n")
    if lines[0] != _FIRST or len(lines) != 13:
        return "it is of another version of dpmlc"
    _, key, around, folders, inputs, seen, outputs, left, count, *texts = lines
    summary, made, plain, coloured = (_text(each) for each in texts)
    return State(
        key, around, _split(folders), inputs, int(seen), outputs, int(left), int(count), summary, made,
        plain, coloured,
    )  # fmt: skip


def _seal(held: bytes, secret: bytes) -> str:
    return hashlib.blake2b(held, key=secret, digest_size=_DIGEST).hexdigest()


def _words(texts: tuple[str, ...]) -> str:
    return " ".join(_hex(each) for each in texts)


def _split(line: str) -> tuple[str, ...]:
    return tuple(_text(each) for each in line.split(" ") if each)


def _hex(text: str) -> str:
    return text.encode("utf-8", "surrogateescape").hex()


def _text(word: str) -> str:
    return bytes.fromhex(word).decode("utf-8", "surrogateescape")
