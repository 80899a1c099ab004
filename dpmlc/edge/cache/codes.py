"""What Python runs for the templates that ship with dpmlc, from build to build: to make it takes 70 ms, to read it one.

It is code, so it lies beside the key of this user, outside of every package, and is read only where that key seals it
for the same texts, the same dpmlc, Jinja2 and Python.
"""

import hashlib
import hmac
import marshal
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import CodeType

from dpmlc.edge.cache.environment import environment
from dpmlc.edge.cache.folder import NoKeyError, content, made_key, user_folder, write

_SEAL = 32
_LARGEST = 4 << 20
_TEXT = "surrogatepass"


def codes_of(name: str, texts: Mapping[str, str], make: Callable[[], Mapping[str, CodeType]]) -> Mapping[str, CodeType]:
    """The codes of the theme called `name`, by the names of its templates, whose `texts` are given.

    They are made where they are not known, or nothing where they could not be kept either: who needs but some of them
    makes these.
    """
    try:
        secret = made_key()
    except NoKeyError:
        return {}
    path = os.path.join(user_folder(), f"theme-{name}.codes")
    try:
        found = content(path, _LARGEST)
    except OSError:
        found = b""
    seal, held = found[:_SEAL], found[_SEAL:]
    if hmac.compare_digest(seal, _seal(held, texts, secret)):
        known: Mapping[str, CodeType] = marshal.loads(held)
        return known
    made = dict(make())
    held = marshal.dumps(made)
    with suppress(OSError):
        write(path, _seal(held, texts, secret) + held)
    return made


def _seal(held: bytes, texts: Mapping[str, str], secret: bytes) -> bytes:
    """The seal of `held`, as what was made of `texts` in this environment; no other text can be read like these."""
    told = repr(("codes", environment(), sorted(texts.items()))).encode("utf-8", _TEXT)
    return hashlib.blake2b(hashlib.sha256(told).digest() + held, key=secret, digest_size=_SEAL).digest()
