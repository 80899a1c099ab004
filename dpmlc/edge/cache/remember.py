"""A build that is made -> what is remembered of it for the next process."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpmlc.edge.cache.asked import AskedFiles
from dpmlc.edge.cache.environment import environment
from dpmlc.edge.cache.folder import NoKeyError, made_key, make, user_key, write
from dpmlc.edge.cache.forget import prune
from dpmlc.edge.cache.options import Asked
from dpmlc.edge.cache.place import (
    Look,
    Place,
    joined,
    look_at,
    output_again,
    output_of,
    output_stands,
    place_of,
    policy_of,
    remembered,
)
from dpmlc.edge.cache.results import Results, results
from dpmlc.edge.cache.seen import changed_files, listing_of, stamp_of, tree_of
from dpmlc.edge.cache.signature import NOTHING, Content, TooManyError, hashed, signed
from dpmlc.edge.cache.state import State, encoded
from dpmlc.edge.inventory import Known, nothing_known
from dpmlc.edge.output.names import native
from dpmlc.edge.output.spare import Spare
from dpmlc.edge.package import Package
from dpmlc.edge.publish import Published
from dpmlc.edge.root import inside, shown_folder
from dpmlc.text.artifact import RECORD, Output
from dpmlc.text.files import Fingerprint
from dpmlc.text.paths import within

_SEEN, _OUTPUTS = "seen", "outputs"
_MOST_RECENT = 100


@dataclass(frozen=True, slots=True)
class Said:
    """What a build says: its findings without and with colour, the counts, and what was made."""

    plain: str
    coloured: str
    summary: str
    made: str


@dataclass(frozen=True, slots=True)
class Begun:
    """A build that begins: a `look` at the package before anything of it was read.

    Its signature is that of nothing where that is not worth to remember. `before` is what the last build remembered of
    itself, and `output` a look at its output, where that stands as it was left. `stood` says whether output and cache
    were there, whoever made them. `remark` is a line for people, or "".
    """

    look: Look
    policy: str
    around: str
    stood: bool
    before: State | None
    output: Look | None
    remark: str

    @property
    def place(self) -> Place:
        return self.look.place


def begin(asked: Asked, root: str, output: str, known: Look | None = None) -> Begun:
    """Look at the package before it is read, if the look that this process had, `known`, will not do.

    Raises OutsideError where the cache folder cannot be one.
    """
    place = place_of(asked, root, output)
    around, now = environment(), time.time_ns()
    found = remembered(place)
    will_do = known is not None and isinstance(found, State) and _will_do(known, place, found)
    try:
        look = known if known is not None and will_do else look_at(place, now)
    except (TooManyError, OSError):
        look = Look(place, now, NOTHING, {})
    if isinstance(found, State) and found.environment != around:
        found = "it is of another version of dpmlc"
    stands = _stands(found, place) if isinstance(found, State) else None
    before = found if isinstance(found, State) and stands else None
    remark = "" if found is None or isinstance(found, State) else _ignored(place, found)
    stood = os.path.isdir(place.cache) and os.path.isdir(place.output)
    return Begun(look, policy_of(place, look.since), around, stood, before, stands, remark)


def _will_do(look: Look, place: Place, state: State) -> bool:
    """Whether a look for the time of the last build will do for this one. Files beside the package, see `keep`, would
    have to be looked at for the time of this one.
    """
    return look.place == place and not _is_late(look) and not state.folders


def _is_late(look: Look) -> bool:
    """Whether many files count with their content, each time read: all that changed since then."""
    return look.signature.recent > _MOST_RECENT


def _stands(state: State, place: Place) -> Look | None:
    """The same as `output_stands`; None where it cannot be told."""
    try:
        return output_stands(place, state)
    except (TooManyError, OSError):
        return None


def left_before(begun: Begun) -> tuple[Results, Mapping[str, Fingerprint], str]:
    """What the last build left, what stands in its output, and a line for people or ""; nothing where it is not sure.

    The results take what this build leaves, for `keep`.
    """
    secret = user_key()
    if begun.before is None or secret is None:
        return Results(), {}, ""
    found = results(begun.place.left, _bound(begun, begun.before.outputs), secret)
    if found is None:
        return Results(), {}, _ignored(begun.place, "it is damaged or foreign")
    left = Results(found)
    rows = left.last(_OUTPUTS, "") or ()
    return left, {path: Fingerprint(size, sha256) for path, size, sha256 in rows}, ""


def known_to(begun: Begun | None) -> Known:
    """What was seen of the package when the build began, for who wants to know what is in it."""
    if begun is None or not begun.look.signature.digest:
        return nothing_known
    return listing_of(begun.look.seen, begun.place.root, begun.place.without)


def spare_of(begun: Begun, standing: Mapping[str, Fingerprint]) -> Spare | None:
    """The old tree that this build may take up, and leave to the next one; `standing` is what stands in the output.

    None where it is not sure how the output stands, where somebody keeps a repository in it, and on a system that does
    not number files.
    """
    if begun.output is None or not standing or os.name == "nt":
        return None
    root, seen = begun.place.output, begun.output.seen
    tree, record = tree_of(seen, root), stamp_of(RECORD, seen[root])
    if tree is None or record is None:
        return None
    return Spare(begun.place.spare, tree, {path: each.sha256 for path, each in standing.items()}, record)


def changed_since(begun: Begun, left: Results) -> frozenset[str] | None:
    """The files of the package that may have changed since the build that `left` tells of; None where more may have."""
    before = left.last(_SEEN, "")
    if before is None or not begun.look.signature.digest or before[0] != begun.policy:
        return None
    return changed_files(dict(before[1]), begun.look.seen, begun.place.root)


def _bound(begun: Begun, outputs: str) -> str:
    """What a file of results fits to: an output, and who made both."""
    return joined(begun.around, outputs)


def _ignored(place: Place, why: str) -> str:
    return f"hint: what `{shown_folder(place.cache)}` remembers was ignored: {why}\n"


def noted(begun: Begun, package: Package) -> AskedFiles:
    """The files of the package, with a note of whether the build reads what builds write."""
    bases = {"": package.root}
    bases |= {within(name, "").rstrip("/"): folder for name, folder in _dependencies(package).items()}
    bases |= {folder: os.path.join(package.root, folder) for folder in package.settings.policy.read_extra}
    own = []
    for name, folder in bases.items():
        for path in begun.place.without:
            below = inside(os.path.realpath(folder), path)
            if below is not None:
                own.append(f"{name}/{below}".strip("/"))
    return AskedFiles(package.files, own)


def keep(
    begun: Begun,
    package: Package,
    files: AskedFiles,
    artifacts: Sequence[Output],
    said: Said,
    left: Results,
    done: Published,
) -> str:
    """Remember a build without errors that stands in its output now; a hint for people where that cannot be, or "".

    What cannot be compared from outside is not remembered: plug-ins, a package that reads its own output.
    """
    since = time.time_ns()
    if not begun.look.signature.digest or _has_plugins(package):
        return ""
    place, more = begun.place, _more(package)
    digests = {os.path.join(place.output, native(each.path)): each for each in artifacts}

    def content(path: str) -> str:
        known = digests.get(path)
        return hashed(path) if known is None else known.sha256

    wrote = bool(done.written or done.removed)
    unsettled = (wrote or not begun.stood) and _is_unsettled(begun, package, files)
    try:
        outputs, outputs_since = _left_now(begun, done, since, content)
        further = signed(more, place.without, begun.look.since)
    except (TooManyError, OSError):
        return ""
    # What lies beside the package was read before it was looked at, so what changes now may have been missed.
    believed = not unsettled and not further.recent
    inputs = joined(begun.look.signature.digest, further.digest, begun.policy)
    state = State(
        place.key, begun.around, more, inputs, begun.look.since, outputs, outputs_since, len(artifacts), said.summary,
        said.made, said.plain, said.coloured,
    )  # fmt: skip
    try:
        make(package.root, place.given)
        if believed:
            secret = made_key()
            left.leave(_OUTPUTS, "", "", tuple(_standing(each) for each in artifacts if each.path != RECORD))
            left.leave(_SEEN, "", "", (begun.policy, tuple(begun.look.seen.items())))
            left.keep(place.left, _bound(begun, outputs), secret)
            write(place.state, encoded(state, secret))
            prune(place)
    except OSError as error:
        return _unkept(place, error)
    return ""


def _unkept(place: Place, error: OSError) -> str:
    why = (error.strerror or "the system refused").lower()
    said = "hint: nothing is remembered for the next build"
    if isinstance(error, NoKeyError):
        help_ = "set `XDG_CACHE_HOME` to a folder that you can write"
        return f"{said}, its key cannot stand in `{error.filename}`: {why}\nhelp: {help_}\n"
    return f"{said}: `{shown_folder(place.cache)}`: {why}\nhelp: give another folder with `--cache-dir`\n"


def _left_now(begun: Begun, done: Published, since: int, content: Content) -> tuple[str, int]:
    """The digest of the output as it stands now, and for what time that is. Raises TooManyError and OSError.

    Where it is known what was touched, all else is taken to be as it was when the build began: if it is not, the next
    build will see that.
    """
    if done.touched is not None and begun.output is not None and not _is_late(begun.output):
        found = output_again(begun.output, done.touched, content)
        if found is not None:
            return found, begun.output.since
    return output_of(begun.place, since, content).signature.digest, since


def _standing(output: Output) -> tuple[str, int, str]:
    return output.path, output.bytes, output.sha256


def _more(package: Package) -> tuple[str, ...]:
    """What is read beside the package: dependencies and the folders of `read_extra`."""
    root = package.root
    folders = (*_dependencies(package).values(), *package.settings.policy.read_extra)
    return tuple(os.path.realpath(os.path.join(root, each)) for each in folders)


def _dependencies(package: Package) -> dict[str, str]:
    return {name: os.path.join(package.root, each) for name, each in package.settings.dependencies.items()}


def _has_plugins(package: Package) -> bool:
    targets: tuple[Any, ...] = package.settings.bundle.targets
    own = all(type(each).__module__.partition(".")[0] == "dpmlc" for each in targets)
    return bool(package.settings.link.handlers) or not own


def _is_unsettled(begun: Begun, package: Package, files: AskedFiles) -> bool:
    """Whether the next build could see what this one wrote. New names beside its own come with the first one alone."""
    theme = os.path.realpath(os.path.join(package.root, package.settings.site.theme))
    own = any(inside(each, theme) is not None for each in begun.place.without)
    touched = files.touched or (files.listed and not begun.stood)
    return touched or own or package.settings.policy.symlinks == "inside"
