"""A page that is done: what is left of it for the rest of the site, and for the next build."""

from collections.abc import Mapping
from typing import Any

from dpmlc.memory import Left
from dpmlc.pages.links.targets import LinkFound, Target
from dpmlc.pages.made import Made
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Artifact, Laid, Unchanged
from dpmlc.text.files import Fingerprint
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


@frozen
class Traits:
    """What lists, the search and other pages' links ask of a page. `whole` and `twin` are as in `Head`.

    `ids` are the places in it that a link may name, `links` those that it holds. `faults` tell what is wrong on it.
    """

    address: str
    kind: str
    title: str
    section: str
    description: str
    whole: str
    twin: str
    ids: frozenset[str]
    links: tuple[LinkFound, ...]
    faults: tuple[Diagnostic, ...] = ()

    @staticmethod
    def of(made: Made) -> "Traits":
        """What is left of a page that was made."""
        head = made.head
        return Traits(
            made.address, made.kind, head.title, head.section, head.description, head.whole, head.twin, made.ids,
            made.links, made.faults,
        )  # fmt: skip


@frozen
class Written:
    """A page's files, its traits and what a search finds in it; or what is wrong with its template.

    `found` is what the search makes of it (`Found`), which is not imported for its name alone. `leads` are the links
    that were followed for the page, as they are written in which document, and where they led.
    """

    files: tuple[Artifact | Laid | Unchanged, ...] = ()
    traits: Traits | None = None
    found: Any = None
    fault: Diagnostic | None = None
    leads: tuple[tuple[str, str, Target], ...] = ()


def packed(written: Written) -> tuple[object, ...] | None:
    """The page as plain data, its files by their paths alone, without what the search leaves of it; None for one that
    has to be made again.
    """
    traits = written.traits
    if written.fault is not None or traits is None or traits.faults:
        return None
    *plain, ids, links, _ = _row(traits)
    return (
        tuple(each.path for each in written.files),
        tuple(plain),
        tuple(sorted(ids)),
        tuple((each.url, _row(each.span), _row(each.target)) for each in links),
        None if written.found is None else _told(written.found),
        tuple((url, document, _row(target)) for url, document, target in written.leads),
    )


def unpacked(row: Any, standing: Mapping[str, Fingerprint], left: Left) -> Written | None:
    """The page that `packed` made `row` of; its files are those that stand in the output, None where one does not. What
    the search `left` of it is read where something asks.
    """
    paths, plain, ids, links, found, leads = row
    files = unchanged(paths, standing)
    if files is None:
        return None
    from dpmlc.pages.search import page_left  # noqa: PLC0415  30 ms that a build without a site need not pay.

    held = tuple(LinkFound(url, Span(*span), Target(*target)) for url, span, target in links)
    return Written(
        files,
        Traits(*(*plain, frozenset(ids), held)),
        None if found is None else page_left(found[0], found[1], left),
        None,
        tuple((url, document, Target(*target)) for url, document, target in leads),
    )


def _told(found: Any) -> tuple[object, ...]:
    from dpmlc.pages.search import terms_of, url_of  # noqa: PLC0415  As above.

    return url_of(found), terms_of(found)


def _row(value: Any) -> tuple[Any, ...]:
    """The fields of a dataclass with slots."""
    return tuple(getattr(value, each) for each in value.__slots__)


def unchanged(paths: tuple[str, ...], standing: Mapping[str, Fingerprint]) -> tuple[Unchanged, ...] | None:
    """The files at `paths` as they stand in the output; None where one does not."""
    if not all(path in standing for path in paths):
        return None
    return tuple(Unchanged(path, standing[path].bytes, standing[path].sha256) for path in paths)
