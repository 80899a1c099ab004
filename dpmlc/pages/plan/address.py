"""Package paths and names -> the addresses of pages: stable, readable, in the script of their authors."""

import re
from collections.abc import Iterable
from hashlib import sha256
from unicodedata import normalize
from urllib.parse import quote

from dpmlc.text.frozen import frozen
from dpmlc.text.paths import inner, package_of

_FRONTS = frozenset({"readme", "index"})
_DOCUMENT = re.compile(r"\.(?:md|markdown|dpml|pml)\Z")
# What an address, a shell or a file system of some machine gives a meaning of its own.
_AWKWARD = re.compile(r"[\s<>:\"'`\\|?*#%&+,;=@$^{}\[\]()!~\x00-\x1f\x7f\ud800-\udfff]+")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|\Z)", re.IGNORECASE)
_HARMLESS = re.compile("[A-Za-z0-9/._~-]*")
_LONGEST = 120
# Bytes: with `.source.md` behind it a name still has less than the 255 that a file system holds.
_LARGEST = 220
# What files of the site end in: a folder called like one could take the place of a page.
_OF_FILES = (".html", ".md", ".js", ".txt", ".xml", ".svg", ".css")

OWN_NAMES = frozenset((
    *("404", "attributes", "glossary", "graph", "health"),
    *("prompts", "resources", "protocols", "elements", "tools", "assets", "search", "diagrams", "files"),
    *("used-by", "bundles", "__dpmlc"),
))  # fmt: skip
"""What stands at the root beside the documents of authors, without endings; the last two only where `dpmlc serve` shows
the site. `guide`, where only a list stands, is none of them: a folder `guide` shares it.
"""


def slug(name: str) -> str:
    """`name` as one segment of an address: NFC, letters of any script kept, never empty, `.` or `..`."""
    kept = _AWKWARD.sub("-", normalize("NFC", name)).strip("-.")[:_LONGEST]
    made = kept.encode("utf-8", "replace")[:_LARGEST].decode("utf-8", "ignore").rstrip("-.")
    return f"{made}-" if _DEVICE.match(made) else made or "x"


def apart(names: Iterable[str]) -> tuple[str, ...]:
    """The names in their order; one that was there before gets the first free number behind it."""
    made: dict[str, None] = {}
    numbers: dict[str, int] = {}
    for name in names:
        free, number = name, numbers.get(name, 1)
        while free in made:
            number += 1
            free = f"{name}-{number}"
        numbers[name] = number
        made[free] = None
    return tuple(made)


def slugs(path: str) -> str:
    """A POSIX path with each segment made a slug."""
    return "/".join(slug(segment) for segment in path.split("/") if segment)


def stem(path: str) -> str:
    """The package path of a document without its ending: `role/nuwa/nuwa.role`."""
    return _DOCUMENT.sub("", inner(path))


def is_front(path: str) -> bool:
    """Whether the document at `path` is the page of its folder: a README, or one called `index`."""
    return stem(path).rpartition("/")[2].casefold() in _FRONTS


def prompt_address(bundle: str) -> str:
    """The page of the bundle `bundle`, from the site's root."""
    return _page("prompts", slugs(bundle))


def resource_address(path: str) -> str:
    """The page of the document at `path`, which has elements."""
    return _page("resources", _fronted(_inside(path) + slugs(stem(path))))


def prose_address(path: str) -> str:
    """The page of the document at `path`, which has none: its own path, from the site's root.

    Where the path begins with a name of the site's own, and for a dependency's document, that stands below `guide/`.
    """
    inside = _inside(path) + slugs(stem(path))
    if package_of(path) or _is_taken(inside):
        return _page("guide", _fronted(inside))
    if inside.startswith("guide/"):
        return _page("guide", _fronted(inside.removeprefix("guide/")))
    return _page("", _fronted(inside))


def _fronted(inside: str) -> str:
    """`inside` a section with the name `index` for the document that is the page of its folder.

    Right below a section, and at the root, the `index.html` is another page.
    """
    above, slash, last = inside.rpartition("/")
    return f"{above}/index" if slash and last.casefold() in _FRONTS else inside


def _is_taken(inside: str) -> bool:
    """Whether a path would share a name at the root with the site.

    On many disks `Guide` and `guide` are one folder, which then has the name that was there first.
    """
    first, slash, _ = inside.partition("/")
    folded = normalize("NFC", first.casefold())
    return folded in OWN_NAMES or (bool(slash) and folded == "guide" != first)


def _inside(path: str) -> str:
    """The folder of a section for the package that the document at `path` is from; "" for the package itself."""
    package = package_of(path)
    return f"package/{slug(package)}/" if package else ""


def file_address(path: str) -> str:
    """Where the file at `path` stands that links lead to: its ending is kept, whatever the name loses.

    A name that an address changes has digits of the path behind it, so that two files are never one.
    """
    package = package_of(path)
    before, slash, last = inner(path).rpartition("/")
    head, dot, ending = last.rpartition(".")
    folder = slugs(before) + slash
    plain = f"{folder}{slug(head)}{dot}{slug(ending)}"
    if not package and plain == path and not plain.startswith("package/"):
        return f"files/{plain}"
    digits = sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"files/{_inside(path)}{folder}{slug(head)}.{digits}{dot}{slug(ending)}"


def protocol_address(name: str) -> str:
    """The page of the resource protocol `name`."""
    return _page("protocols", slug(name))


def element_address(name: str) -> str:
    """The page of the structural protocol `name`."""
    return _page("elements", slug(name))


def tool_address(name: str) -> str:
    """The page of the tool `name`."""
    return _page("tools", slugs(name))


def used_by_address(page: str, number: int) -> str:
    """The page with this number of the list of all that refer to what the page at `page` is about."""
    return f"used-by/{page.removesuffix('.html')}/{number}.html"


def _page(section: str, inside: str) -> str:
    """The page `inside` a section ("" is the root): the list there is the `index.html`; no page takes that from it."""
    above, slash, last = inside.rpartition("/")
    folders = "/".join(f"{each}-" if each.casefold().endswith(_OF_FILES) else each for each in above.split("/"))
    name = f"{last}-" if inside.casefold() == "index" else last
    return f"{section}/{folders}{slash}{name}.html".lstrip("/")


def twin_of(address: str) -> str:
    """The address of a page's Markdown form."""
    return f"{address.removesuffix('.html')}.md"


def root_of(address: str) -> str:
    """What leads from the page at `address` to the site's root: `../` for `protocols/x.html`, else ""."""
    return "../" * address.count("/")


def href(source: str, target: str) -> str:
    """The relative link from the page at `source` to `target` (perhaps with `#fragment`), percent-encoded for HTML."""
    path, mark, fragment = target.partition("#")
    encoded = quote(fragment, safe="-._~:/!$&'()*+,;=@", errors="replace") if fragment else ""
    if path == source:
        return f"#{encoded}" if mark else quote(path.rpartition("/")[2], errors="replace")
    here, there = source.split("/")[:-1], path.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    relative = "../" * (len(here) - shared) + "/".join(there[shared:])
    shown = relative if _HARMLESS.fullmatch(relative) else quote(relative, safe="/-._~", errors="replace")
    return f"{shown}#{encoded}" if mark else shown


@frozen
class Claim:
    """`owner` (a path, or a name in words) wants its page at `address`."""

    address: str
    owner: str


def collisions(claims: Iterable[Claim]) -> tuple[tuple[Claim, Claim], ...]:
    """Pairs of different owners whose pages would be one file on some system: equal after NFC and case folding."""
    first: dict[str, Claim] = {}
    found = []
    for claim in claims:
        known = first.setdefault(normalize("NFC", claim.address).casefold(), claim)
        if known is not claim and known.owner != claim.owner:
            found.append((known, claim))
    return tuple(found)
