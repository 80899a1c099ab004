"""Package paths and names -> the addresses of pages: stable, readable, in the script of their authors."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import normalize
from urllib.parse import quote

from dpmlc.text.paths import inner, package_of

_DOCUMENT = re.compile(r"\.(?:md|markdown|dpml|pml)\Z")
# What an address, a shell or a file system of some machine gives a meaning of its own.
_AWKWARD = re.compile(r"[\s<>:\"'`\\|?*#%&+,;=@$^{}\[\]()!~\x00-\x1f\x7f\ud800-\udfff]+")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|\Z)", re.IGNORECASE)
_LONGEST = 120


def slug(name: str) -> str:
    """`name` as one segment of an address: NFC, letters of any script kept, never empty, `.` or `..`."""
    made = _AWKWARD.sub("-", normalize("NFC", name)).strip("-.")[:_LONGEST].rstrip("-.")
    return f"{made}-" if _DEVICE.match(made) else made or "x"


def slugs(path: str) -> str:
    """A POSIX path with each segment made a slug."""
    return "/".join(slug(segment) for segment in path.split("/") if segment)


def stem(path: str) -> str:
    """The package path of a document without its ending: `role/nuwa/nuwa.role`."""
    return _DOCUMENT.sub("", inner(path))


def prompt_address(bundle: str) -> str:
    """The page of the bundle `bundle`, from the site's root."""
    return f"prompts/{slugs(bundle)}.html"


def document_address(path: str, section: str) -> str:
    """The page of the document at `path` in `section` (`resources`, `guide`)."""
    package = package_of(path)
    inside = f"package/{slug(package)}/" if package else ""
    return f"{section}/{inside}{slugs(stem(path))}.html"


def protocol_address(name: str) -> str:
    """The page of the resource protocol `name`."""
    return f"protocols/{slug(name)}.html"


def element_address(name: str) -> str:
    """The page of the structural protocol `name`."""
    return f"elements/{slug(name)}.html"


def tool_address(name: str) -> str:
    """The page of the tool `name`."""
    return f"tools/{slugs(name)}.html"


def twin_of(address: str) -> str:
    """The address of a page's Markdown form."""
    return f"{address.removesuffix('.html')}.md"


def root_of(address: str) -> str:
    """What leads from the page at `address` to the site's root: `../` for `protocols/x.html`, else ""."""
    return "../" * address.count("/")


def href(source: str, target: str) -> str:
    """The relative link from the page at `source` to `target` (perhaps with `#fragment`), percent-encoded for HTML."""
    path, mark, fragment = target.partition("#")
    encoded = quote(fragment, safe="-._~:/!$&'()*+,;=@", errors="replace")
    if path == source:
        return f"#{encoded}" if mark else quote(path.rpartition("/")[2], errors="replace")
    here, there = source.split("/")[:-1], path.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    relative = "../" * (len(here) - shared) + "/".join(there[shared:])
    return quote(relative, safe="/-._~", errors="replace") + (f"#{encoded}" if mark else "")


@dataclass(frozen=True, slots=True)
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
