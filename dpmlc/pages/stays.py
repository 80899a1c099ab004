"""The site of the build before, and which documents were touched since -> which pages may show something else.

All that a key (`keys.py`) holds is asked here once for the site and not for each page: a page is looked at again where
a touched document is its own, where one leads there or led there, and where findings changed.
"""

from dpmlc.pages.given import SiteInput
from dpmlc.pages.globs import Users
from dpmlc.pages.keys import Ground, Shared
from dpmlc.pages.package import Package
from dpmlc.pages.plan.plan import DOCUMENTS, Planned
from dpmlc.text.frozen import frozen


@frozen
class Last:
    """What a site was made of, as far as the next one asks for it."""

    given: SiteInput
    package: Package
    shared: Shared
    ground: Ground


@frozen
class Again:
    """The `documents` and resource `protocols` whose pages are to be looked at again."""

    documents: frozenset[str]
    protocols: frozenset[str]

    def stays(self, page: Planned) -> bool:
        """Whether `page` shows what it showed. Where it may not, and where that is not known, it does not."""
        if page.kind in DOCUMENTS:
            return page.subject not in self.documents
        return page.kind == "protocols" and page.subject not in self.protocols


def again(before: Last, now: Last, touched: frozenset[str]) -> Again | None:
    """What is to be looked at again after documents were `touched`; None where that is everything."""
    old, new = before.package, now.package
    if before.shared is not now.shared or before.ground is not now.ground or old.plan is not new.plan:
        return None
    if old.registered != new.registered or _patterns(old) != _patterns(new):
        return None
    told = old.findings.keys() | new.findings.keys()
    moved = touched | {path for path in told if old.findings.get(path) != new.findings.get(path)}
    bounds = [each for path in moved for package in (old, new) for each in package.bounds.get(path, ())]
    led = {target.location for each in bounds for target in each.targets}
    missing = {target.location for each in bounds for target in each.targets if target.kind == "missing"}
    users = (package.users.get(each, Users()).named for each in missing for package in (old, new))
    # What is missing is drawn by what all say who lead there.
    beside = {each.document for named in users for each in named}
    protocols = {level.protocol for each in bounds for level in each.reference.levels}
    protocols |= {each.name for each in new.index.protocols.values() if each.place and each.place.path in moved}
    return Again(moved | led | beside, frozenset(protocols))


def _patterns(package: Package) -> list[tuple[object, ...]]:
    """By what pages tell of patterns that they do not hold."""
    return [(each.anchor, each.name, each.targets) for each in package.globs.all]
