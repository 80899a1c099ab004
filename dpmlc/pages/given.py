"""What a site is made of."""

from collections.abc import Mapping

from dpmlc.emit.entries import BundleEntry
from dpmlc.index.index import Index
from dpmlc.link.bound import Bound
from dpmlc.pages.plan.options import SiteOptions
from dpmlc.report.diagnostic import Diagnostic
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
