"""What a site is made of, and with what."""

from collections.abc import Mapping

from dpmlc.emit.entries import BundleEntry
from dpmlc.index.index import Index
from dpmlc.link.bound import Bound
from dpmlc.memory import Memory
from dpmlc.pages.figures.renderer import Renderer
from dpmlc.pages.package import Resolve
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.pages.themes.theme import Theme
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Lay, held
from dpmlc.text.files import Files
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.tools.read_tool import ReadTool


@frozen
class SiteInput:
    """What the site is made of. `documents` are the paths to show; `limits` hold for reading prompts again.

    `allowed` are secrets that may be shown, as in `[policy] allow_secrets`.
    """

    package: str
    index: Index
    bounds: Mapping[str, tuple[Bound, ...]]
    texts: Mapping[str, str]
    documents: tuple[str, ...]
    entries: tuple[BundleEntry, ...]
    tools: tuple[ReadTool, ...]
    options: SiteOptions
    limits: Limits
    diagnostics: tuple[Diagnostic, ...]
    allowed: tuple[str, ...] = ()


@frozen
class SiteMeans:
    """With what a site is made. `resolve` answers for ids of registries, `context` and `inventory` are what the
    documents were checked against. `renderer` draws diagrams; without one they stay as they are written. `lay` takes
    each file of a page when it is made.
    """

    files: Files
    theme: Theme
    resolve: Resolve
    context: object
    inventory: object
    memory: Memory
    renderer: Renderer | None = None
    lay: Lay = held
