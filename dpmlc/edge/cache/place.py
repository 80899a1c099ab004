"""A command line of `dpmlc build` -> where its package, its output and what is remembered of it stand."""

import os
from collections.abc import Collection, Iterable
from typing import NamedTuple

from dpmlc.edge.cache.folder import cache_folder, content, is_plain, owned_by_package, user_key
from dpmlc.edge.cache.options import Asked, key
from dpmlc.edge.cache.signature import Content, Signature, signed, signed_again, signed_file
from dpmlc.edge.cache.state import Distrust, State, decoded
from dpmlc.edge.output.names import native, places
from dpmlc.edge.root import OutsideError, inside

_KEY = 32
START, END, LEFT, SPARE = "build-", ".state", ".left", "spare-"


# A named tuple: making dataclasses takes longer than looking at a thousand files.
class Place(NamedTuple):
    """`root` and `output` are real paths; `without` are the paths that belong to no package; `policy` may be ""."""

    root: str
    output: str
    policy: str
    cache: str
    given: str | None
    key: str
    without: frozenset[str]

    @property
    def state(self) -> str:
        """The file that remembers this build."""
        return os.path.join(self.cache, f"{START}{self.key}{END}")

    @property
    def left(self) -> str:
        """The file with what this build leaves of its bundles and pages."""
        return os.path.join(self.cache, f"{START}{self.key}{LEFT}")

    @property
    def spare(self) -> str:
        """The folder with the old tree that the next build takes up."""
        return os.path.join(self.cache, f"{SPARE}{self.key}")


def place_of(asked: Asked, root: str, output: str) -> Place:
    """The place of a build of the package at `root` into `output`, as the command found both. Raises OutsideError."""
    real, policy = os.path.realpath(root), os.path.realpath(asked.policy) if asked.policy else ""
    beside = places(output)
    own = owned_by_package(root, asked.cache_dir)
    if own in (real, beside.folder):
        raise OutsideError(f"`{asked.cache_dir}` cannot be the cache folder", "give a folder that holds nothing else")
    without = frozenset((beside.folder, beside.stage, beside.retired, beside.lock, own))
    named = key(asked, real, beside.folder, policy)
    return Place(real, beside.folder, policy, cache_folder(root, asked.cache_dir), asked.cache_dir, named, without)


def leads_out(place: Place) -> bool:
    """Whether the output lies outside of the package."""
    return inside(place.root, place.output) is None


def remembered(place: Place) -> State | Distrust | None:
    """What was remembered of an equal command line, None for nothing, or why it cannot be believed."""
    if not os.path.lexists(place.state):
        return None
    secret = user_key()
    if secret is None or not is_plain(os.path.dirname(os.path.dirname(place.cache)), place.given):
        return "it is damaged or foreign"
    try:
        found = decoded(content(place.state), secret)
    except OSError:
        return "it is damaged or foreign"
    if isinstance(found, State) and found.key != place.key:
        return "it is damaged or foreign"
    return found


# A named tuple, as above.
class Look(NamedTuple):
    """The package, or the output, of `place` as it was: its signature for `since`, and what `signed` saw."""

    place: Place
    since: int
    signature: Signature
    seen: dict[str, str]


def look_at(place: Place, since: int) -> Look:
    """A look at the package. Raises TooManyError and OSError."""
    seen: dict[str, str] = {}
    return Look(place, since, signed((place.root,), place.without, since, seen=seen), seen)


def inputs_of(look: Look, folders: Iterable[str]) -> str:
    """The signature of the package and of `folders`, its further inputs. Raises TooManyError and OSError."""
    place, since = look.place, look.since
    more = signed(tuple(folders), place.without, since)
    return joined(look.signature.digest, more.digest, policy_of(place, since))


def output_stands(place: Place, state: State) -> Look | None:
    """A look at the output, if it is as the build of `state` left it. Raises TooManyError and OSError."""
    look = output_of(place, state.outputs_since, None)
    return look if look.signature.digest == state.outputs else None


def output_of(place: Place, since: int, content: Content | None) -> Look:
    """A look at the output; `content` as of `signed`. Raises TooManyError and OSError."""
    seen: dict[str, str] = {}
    return Look(place, since, signed((place.output,), place.without, since, content, seen=seen), seen)


def output_again(look: Look, touched: Collection[str], content: Content) -> str | None:
    """The digest of the output after a change in the folders `touched`, by their paths in it, since the `look`.

    None where all has to be looked at.
    """
    root = look.place.output
    places = {os.path.join(root, native(each)) if each else root for each in touched}
    return signed_again(look.seen, places, look.place.without, look.since, content)


def policy_of(place: Place, since: int) -> str:
    """The signature of the policy file; "" for none."""
    return signed_file(place.policy, since) if place.policy else ""


def joined(*digests: str) -> str:
    """One word of several."""
    return "/".join(each.replace("/", ".") for each in digests)


def is_spare(name: str) -> bool:
    """Whether a folder of the cache folder is called as one of dpmlc's."""
    key = name.removeprefix(SPARE).partition(".")[0]
    return name.startswith(SPARE) and len(key) == _KEY and not key.strip("0123456789abcdef")


def is_state(name: str) -> bool:
    """Whether a file of the cache folder is called as one of dpmlc's."""
    return name.startswith(START) and any(f"{end}." in f"{name}." for end in (END, LEFT))
