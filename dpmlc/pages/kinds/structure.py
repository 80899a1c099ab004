"""A structural protocol -> its page: what may stand in its element, and where it is used; and the attributes page."""

from collections.abc import Iterator

from markupsafe import Markup

from dpmlc.grammar.railroad.occurrence import Times
from dpmlc.index.structure import Structure
from dpmlc.pages.heads import Heads
from dpmlc.pages.kinds.attribute_rows import all_defined, attribute_rows, defined_in, source
from dpmlc.pages.kinds.content_model import content_model_rows
from dpmlc.pages.kinds.grammar import anchors_of, rules_of
from dpmlc.pages.kinds.lead import lead
from dpmlc.pages.made import Made
from dpmlc.pages.markdown.values import Block
from dpmlc.pages.package import Package
from dpmlc.pages.plan.address import href, slug
from dpmlc.pages.plan.plan import Planned
from dpmlc.pages.used import divided, uses
from dpmlc.pages.views import Heading
from dpmlc.pages.views_pages import AttributesView, ContentRow, StructureView

ATTRIBUTES = "attributes.html"


def structure_page(page: Planned, package: Package, heads: Heads) -> Made:
    """The page of the structural protocol that `page` is about."""
    structure = package.index.structures[page.subject]
    rules = rules_of(structure.grammar, package.plan.options.language)
    attributes = attribute_rows(defined_in(structure, package), page.address, package)
    own, bound = (uses(page, each, package) for each in divided(page, package))
    told = lead(structure.description, structure.place.path, page.address, package)
    view = StructureView(
        structure.name, structure.synonyms, Markup(told.html),
        source(structure.place, page.address, package), rules,
        tuple(_content(structure, page.address, package)), attributes,
        own, bound,
        package.found_in([structure.place.path], page.address),
    )  # fmt: skip
    shown = ["content_model", "grammar", *(["attributes"] if attributes else []), "used_by"]
    shown += ["bindings"] if bound else []
    contents = [Heading(1, package.words[each], f"#{each.replace('_', '-')}") for each in shown]
    ids = {each.replace("_", "-") for each in shown} | anchors_of(rules) | {each.anchor for each in attributes}
    return Made(
        page.address, "structure.html", heads.of(page, contents, structure.place.path), view, "page",
        frozenset(ids), (), (structure.name, f"<{structure.name}>", *structure.synonyms),
        (
            Block("text", told.plain, ""),
            Block("text", " ".join(sorted(structure.elements)), "content-model"),
        ),
    )  # fmt: skip


def attributes_page(package: Package, heads: Heads) -> Made:
    """The page of all attributes."""
    rows = attribute_rows(all_defined(package), ATTRIBUTES, package)
    blocks = tuple(Block("text", f"{each.name} {each.meaning}", each.anchor) for each in rows)
    head = heads.plain(package.words["attributes"], "attributes", ATTRIBUTES)
    view = AttributesView(rows)
    ids = frozenset({"attributes", *(each.anchor for each in rows)})
    return Made(
        ATTRIBUTES, "attributes.html", head, view, "list", ids, (),
        tuple(dict.fromkeys(each.name for each in rows)), blocks,
    )  # fmt: skip


def _content(structure: Structure, page: str, package: Package) -> Iterator[ContentRow]:
    for element in content_model_rows(structure):
        inside = f"<{element.tag}>"
        for child in element.children:
            known = package.plan.structures.get(child.tag, "")
            link = href(page, known) if known and known != page else f"#rule-{slug(child.rule)}"
            yield ContentRow(f"<{child.tag}>", inside, _occurrence(child.times, package), link)
        if element.markdown:
            yield ContentRow(package.words["free_text"], inside, package.words["any_number"])


def _occurrence(times: Times, package: Package) -> str:
    return package.words.get(times.kind) or times.words
