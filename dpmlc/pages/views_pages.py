"""View models of the kinds of pages: what stands between the head and the foot."""

from markupsafe import Markup

from dpmlc.pages.views import Finding, Link, Part, Use, User
from dpmlc.text.frozen import frozen


@frozen
class Share:
    """What was inlined: its name, where its file's page is, and how much of the prompt it is (`percent`, rounded)."""

    name: str
    href: str
    place: str
    characters: int
    percent: int
    depth: int


@frozen
class Kept:
    """A reference left in the prompt: `advice` says when to load it, `targets` what it leads to."""

    text: str
    loading: str
    advice: str
    place: str
    href: str
    targets: tuple[Link, ...]


@frozen
class Neighbours:
    """Who a page's subject refers to, who refers to it, and the same as a picture (or "")."""

    refers: tuple[Use, ...]
    users: tuple[Use, ...]
    picture: Markup


@frozen
class PromptView:
    """A bundle. `texts` is the script that holds its two sources, `flattened` and `original` the same as files."""

    id: str
    source: Link
    parts: tuple[Part, ...]
    complete: bool
    characters: int
    tokens: int
    inlined: tuple[Share, ...]
    kept: tuple[Kept, ...]
    neighbours: Neighbours
    findings: tuple[Finding, ...]
    texts: str
    flattened: str
    original: str


@frozen
class DocumentView:
    """A document that is no bundle. `names` are the references by which it can be reached."""

    source: Link
    names: tuple[str, ...]
    parts: tuple[Part, ...]
    neighbours: Neighbours
    findings: tuple[Finding, ...]


@frozen
class Run:
    """A piece of a grammar: its kind is a class (`name`, `terminal`, `operator`, …), `href` leads to a rule."""

    kind: str
    text: str
    href: str = ""


@frozen
class Rule:
    """A rule of a grammar, as text and as a picture."""

    name: str
    anchor: str
    runs: tuple[Run, ...]
    picture: Markup


@frozen
class ParameterRow:
    """A parameter of a protocol."""

    name: str
    anchor: str
    type: str
    values: tuple[str, ...]
    description: str
    example: str


@frozen
class RegistryRow:
    """An id of a registry: `reference` is what an author writes, `state` is `found`, `missing` or `pattern`."""

    id: str
    anchor: str
    reference: str
    target: Link
    state: str


@frozen
class ProtocolView:
    """A resource protocol. `source` is empty for one that no document declares."""

    name: str
    lead: Markup
    kind: str
    source: Link
    rules: tuple[Rule, ...]
    grammar: str
    parameters: tuple[ParameterRow, ...]
    declares_parameters: bool
    registry: tuple[RegistryRow, ...]
    declares_registry: bool
    names: tuple[RegistryRow, ...]
    examples: tuple[str, ...]
    uses: tuple[Use, ...]
    findings: tuple[Finding, ...]


@frozen
class ContentRow:
    """An element that may stand in another: how often, in words."""

    name: str
    inside: str
    occurrence: str
    href: str = ""


@frozen
class AttributeRow:
    """A defined attribute. Definitions of one name that say the same are one row with several `sources`."""

    name: str
    anchor: str
    type: str
    values: tuple[str, ...]
    applies_to: tuple[Link, ...]
    meaning: str
    required: bool
    sources: tuple[Link, ...]


@frozen
class StructureView:
    """A structural protocol."""

    name: str
    synonyms: tuple[str, ...]
    lead: Markup
    source: Link
    rules: tuple[Rule, ...]
    content: tuple[ContentRow, ...]
    attributes: tuple[AttributeRow, ...]
    documents: tuple[Use, ...]
    bindings: tuple[Use, ...]
    findings: tuple[Finding, ...]


@frozen
class AttributesView:
    """Every attribute that documents and settings define."""

    rows: tuple[AttributeRow, ...]


@frozen
class UsesView:
    """All that mentions something, or a part of it: a page of its own, to which the page of that thing leads."""

    users: tuple[User, ...]


@frozen
class TermView:
    """A term of the glossary; its texts are rendered Markdown."""

    anchor: str
    names: tuple[str, ...]
    definition: Markup
    examples: Markup
    source: Link


@frozen
class GlossaryView:
    """Every term, in order."""

    terms: tuple[TermView, ...]


@frozen
class HealthView:
    """What the build found: how many diagnostics of each severity, each of their sayings once, the codes that occur.

    `hidden` says how many sayings are not shown, or "".
    """

    findings: tuple[Finding, ...]
    counts: tuple[tuple[str, int], ...]
    codes: tuple[str, ...]
    hidden: str = ""


@frozen
class Neighbourhood:
    """A document of the graph's list and what it refers to."""

    label: str
    href: str
    targets: tuple[Link, ...]


@frozen
class Pattern:
    """A pattern (`file://docs/*.md`) that has many files or many users: all of both."""

    anchor: str
    label: str
    targets: tuple[Link, ...]
    users: tuple[Link, ...]


@frozen
class GraphView:
    """The package as a picture and as a list. Documents in `list` lead to the `anchor` of a pattern of `patterns`."""

    picture: Markup
    list: tuple[Neighbourhood, ...]
    patterns: tuple[Pattern, ...] = ()


@frozen
class Group:
    """Pages of one folder in a section's list."""

    label: str
    links: tuple[Link, ...]


@frozen
class ListView:
    """A section, or the first page where no README stands there."""

    parts: tuple[Part, ...]
    groups: tuple[Group, ...]
    findings: tuple[Finding, ...] = ()


@frozen
class Field:
    """A parameter of a tool; `depth` is how far in it stands in the schema."""

    name: str
    anchor: str
    type: str
    required: bool
    default: str
    values: tuple[str, ...]
    description: str
    depth: int


@frozen
class Member:
    """A member of a tool's interface, and whether it is there."""

    name: str
    signature: str
    state: str


@frozen
class ToolView:
    """A tool. `facts` are its metadata as name and value, `unread` what could not be read without running it.

    `fields` are its parameters, `known` whether these are all, `environment` the variables that it looks for.
    """

    name: str
    description: str
    source: Link
    facts: tuple[tuple[str, str], ...]
    fields: tuple[Field, ...]
    known: bool
    environment: tuple[Field, ...]
    members: tuple[Member, ...]
    call: str
    result: str
    errors: tuple[tuple[str, str], ...]
    unread: tuple[str, ...]
    uses: tuple[Use, ...]
    findings: tuple[Finding, ...]


@frozen
class MissingView:
    """The page for addresses without one. `begins` lead from it to where the site may begin, for its script."""

    begins: tuple[str, ...]
