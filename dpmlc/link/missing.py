"""A path that leads nowhere -> why, and what was probably meant."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from unicodedata import is_normalized, normalize

from dpmlc.link.bound import Step, Target
from dpmlc.link.faults import not_found
from dpmlc.link.globs import literal_folder
from dpmlc.link.lead import Lead, Spelling, called
from dpmlc.link.readings import Reading, joined
from dpmlc.link.surroundings import Surroundings
from dpmlc.report.faults import access_denied
from dpmlc.scan.characters import EXTENSION
from dpmlc.scan.reference import Reference
from dpmlc.text.files import Entry
from dpmlc.text.paths import folder, name, package_of, within
from dpmlc.text.regular import regular

_DOTS = regular(r"(?:\.{1,2}(?:/+|$))+")
_ADDRESS = regular(r"[A-Za-z][A-Za-z0-9_-]*://.")
_TOUCHING = regular(rf"(.*?{EXTENSION})[^\x00-\x7f]", re.DOTALL)
_NO_NAME = regular(r"[^\w.-]|^\.+", re.ASCII)
_MOST = 3
_MOST_SEGMENTS = 32


def denied(reference: Reference, read: Reading, why: str, key: str) -> Lead:
    """A lead to what policy forbids to read, whatever the prefix."""
    fault = access_denied(reference.path_span, read.path, why, key)
    return replace(called(reference, read), steps=(Step(f"path `{reference.path}`", f"is denied: {why}"),), fault=fault)


def never(reference: Reference, read: Reading, why: str, around: Surroundings) -> Lead:
    """A lead to what no package path can be: absolute, below a home folder, on a drive or another machine."""
    found = _inside(read, around)
    help_: tuple[str, ...] = (f"the package has it: write `{found}`",)
    if not found:
        help_ = (
            "write the path from the package root: `folder/file.md`",
            'for a file outside of the package: `../folder/file.md`, and in `dpml.toml`: `[policy]` '
            '`read_extra = ["../folder"]`',
        )
    return _advised(denied(reference, read, why, ""), help_)


def beyond_pattern(reference: Reference, read: Reading, why: str) -> Lead:
    """A lead to nothing: patterns match files of the package and its dependencies, `read_extra` or not."""
    start = literal_folder(read.path)
    name = _NO_NAME.sub("", start.rpartition("/")[2]) or "NAME"
    help_ = (
        f'patterns match files of packages: make the folder one in `dpml.toml`: `[dependencies]` `{name} = "{start}"`',
        f"then write `package://{name}{read.path[len(start) :]}`",
    )
    return _advised(denied(reference, read, why, ""), help_)


def _advised(lead: Lead, help_: tuple[str, ...]) -> Lead:
    return replace(lead, fault=replace(lead.fault, help=help_)) if lead.fault is not None else lead


def missing(reference: Reference, document: str, read: Reading, around: Surroundings) -> Lead:
    """A lead to nothing: the error says which other reading exists, or what is called alike."""
    real = _real_spelling(read, around)
    location = within(read.package, read.path)
    if real:
        what = f"`{read.path}` does not exist, it is spelt `{real}`{_forms(read.path, real)}"
        help_: tuple[str, ...] = (f"write `{real}`: names are compared character by character on every system",)
    else:
        what = f"`{read.path}` does not exist"
        help_ = _form_of(reference, read) or _shorter(reference, read, around)
        help_ = help_ or _other_reading(document, reference.path, read, around) or _alike(read, around)
    fault = not_found(reference.path_span, what, mark=read.words, help_=help_)
    steps = (Step(f"path `{reference.path}`", read.words), Step(f"`{location}`", "does not exist"))
    return replace(called(reference, read), targets=(Target(location, "missing"),), steps=steps, fault=fault)


def _forms(written: str, real: str) -> str:
    """What tells two names apart that look the same; "" where they differ to the eye."""
    if normalize("NFC", written) != normalize("NFC", real):
        return ""
    return f" with other code points: {_form(real)}, not {_form(written)}"


def _form(text: str) -> str:
    return next((form for form in ("NFC", "NFD") if is_normalized(form, text)), "partly decomposed")


def unknown_package(reference: Reference, document: str, around: Surroundings) -> Lead:
    """A lead into a package that is no dependency of the document's package."""
    asked, _, rest = reference.path.partition("/")
    package = package_of(document)
    known = () if package else tuple(each for each in around.options.packages if each)
    help_ = tuple(
        f"a dependency has a similar name: `package://{each}/{rest}`"
        for each in around.memo.near("package", asked, lambda: known)
    )
    if isinstance(around.stands(within(package, joined("", reference.path))), Entry):
        help_ = (f"a file of this package is written `@file://{reference.path}`", *help_)
    what = f"`{package}` sees no other package, not `{asked}`" if package else f"no dependency is called `{asked}`"
    if not package:
        help_ = help_ or (f'name its folder in `dpml.toml`: `[dependencies]` `{asked} = "../{asked}"`',)
    fault = not_found(reference.path_span, what, help_=help_)
    targets = (Target(f"package://{reference.path}", "missing"),)
    lead = Lead(Spelling("package", reference.path), "path", targets=targets)
    return replace(lead, steps=(Step(f"package `{asked}`", "is no dependency"),), fault=fault)


def _inside(read: Reading, around: Surroundings) -> str:
    """The longest end of a path that is a file of the package; "" where none is."""
    segments = [each for each in read.path.replace("\\", "/").split("/") if each not in {"", ".", ".."}]
    for first in range(max(0, len(segments) - _MOST_SEGMENTS), len(segments)):
        path = "/".join(segments[first:])
        if within(read.package, path) in around.index.entries:
            return path
    return ""


def _real_spelling(read: Reading, around: Surroundings) -> str:
    """The path that differs only by case or normal form; "" where there is none."""
    real: list[str] = []
    for segment in read.path.split("/"):
        above = within(read.package, "/".join(real))
        alike = around.memo.alike(around.files, above, segment)
        if not alike:
            return ""
        real.append(segment if segment in alike else alike[0])
    found = "/".join(real)
    return found if found != read.path else ""


def _form_of(reference: Reference, read: Reading) -> tuple[str, ...]:
    """What is no path at all as it is written: an address without prefix, a pattern in quotes."""
    if reference.form == "src" and _ADDRESS.match(reference.text):
        return (f"a reference is written with a prefix: `@{reference.text}`",)
    if reference.quoted and "*" in read.path:
        return ("in quotes `*` stands for itself: a pattern is written without them",)
    return ()


def _shorter(reference: Reference, read: Reading, around: Surroundings) -> tuple[str, ...]:
    """What exists where a part of the path is left out: a slash, a `#` and a heading, text that touches it."""
    if reference.path.endswith("/") and _is_file(read.package, read.path, around):
        return (f"`{read.path}` is a file: write it without the slash",)
    file, mark, part = read.path.partition("#")
    if mark and _is_file(read.package, file, around):
        wanted = f"a part of it is written `?section={part}`" if part else "write it without `#`"
        return (f"`{file}` exists: {wanted}",)
    touching = _TOUCHING.match(read.path)
    if touching and _is_file(read.package, touching[1], around):
        return (f"`{touching[1]}` exists: where the path ends there, put a space behind it",)
    return ()


def _is_file(package: str, path: str, around: Surroundings) -> bool:
    entry = around.index.entries.get(within(package, path))
    return entry is not None and entry.kind == "file"


def _other_reading(document: str, path: str, read: Reading, around: Surroundings) -> tuple[str, ...]:
    """What the path would be, read the other way, where that exists."""
    match read.how:
        case "document":
            written = _DOTS.sub("", path)
            other = joined("", written)
            words = "from the package root"
        case "name" | "mapped":
            other = written = joined("", path)
            words = "from the package root, its first segment taken as a folder"
        case _:
            other, written = joined(folder(document), path), f"./{path}"
            words = "from the folder of the document"
    if not other or other == read.path or other.startswith("..") or "\\" in other or "\0" in other:
        return ()
    if not isinstance(around.stands(within(read.package, other)), Entry):
        return ()
    return (f"`{other}` exists, that is the path read {words}: write `{written}`",)


def _alike(read: Reading, around: Surroundings) -> tuple[str, ...]:
    """Names in the same folder that only have an extension more, files with this name elsewhere, names like it."""
    base, last = read.path.rpartition("/")[0], name(read.path)
    above = within(read.package, base)
    longer = _longer(around.files.listing(above), f"{last}.")
    if longer:
        return tuple(f"the name goes on there: `{base + '/' if base else ''}{other}`" for other in longer)
    same = around.memo.elsewhere(around.files, read.package, last)
    if same:
        return tuple(f"a file of that name stands elsewhere: `{path}`" for path in same[:_MOST])
    near = around.memo.near(f"folder {above}", last, lambda: around.files.listing(above))
    return tuple(f"a similar name exists: `{base + '/' if base else ''}{other}`" for other in near)


def _longer(names: Sequence[str], start: str) -> tuple[str, ...]:
    """The first few of `names`, which are sorted, that begin with `start`."""
    at = bisect_left(names, start)
    return tuple(each for each in names[at : at + _MOST] if each.startswith(start))
