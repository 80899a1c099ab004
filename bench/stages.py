"""Stacks of a running dpmlc -> which stage of a build was at work: a table of the functions that a stage begins with.

The innermost row that matches says the stage, so what several stages use counts for the one that asked for it.
"""

from collections.abc import Mapping
from types import CodeType

Stack = tuple[CodeType, ...]
"""The codes of all running frames, innermost first."""

OTHER = "all else"
IMPORTS = "imports"
STAGES: Mapping[str, tuple[str, ...]] = {
    "look for changes": ("dpmlc.edge.watch.inputs", "dpmlc.edge.watch.survey", "dpmlc.edge.watch.stamps"),
    "open the package": ("dpmlc.edge.package:open_package", "dpmlc.edge.watch.scope", "dpmlc.edge.inventory"),
    "read and hash": ("dpmlc.check.scanned:sources_of", "dpmlc.edge.safe_open", "dpmlc.edge.reading"),
    "scan": ("dpmlc.scan.scan:scan",),
    "index": ("dpmlc.index.gather", "dpmlc.check.stage:Context.of"),
    "bind": ("dpmlc.link.bind:bind_all", "dpmlc.check.stage:Stage.bounds", "dpmlc.link.order"),
    "checks": (
        "dpmlc.check.stage:Stage._element_faults",
        "dpmlc.check.stage:Stage._load_faults",
        "dpmlc.index.check:check",
    ),
    "tools": ("dpmlc.tools.found", "dpmlc.emit.tools:package_tools"),
    "bundles: splice": ("dpmlc.link.flatten:flatten",),
    "bundles: files": ("dpmlc.emit.bundle:bundle", "dpmlc.emit.tools:bundle_tools", "dpmlc.emit.entries:entries"),
    "build record": ("dpmlc.emit.record:record",),
    "keys of what is remembered": ("dpmlc.make.bundles:_Reach", "dpmlc.pages.making:Making.key", "dpmlc.memory"),
    "site: plan and links": ("dpmlc.pages.site:site", "dpmlc.pages.broken:broken_links"),
    "site: pages of prompts": ("dpmlc.pages.kinds.prompt:prompt_page",),
    "site: pages of documents": ("dpmlc.pages.kinds.document:document_page",),
    "site: pages of protocols": (
        "dpmlc.pages.kinds.protocol:protocol_page", "dpmlc.pages.kinds.structure:structure_page",
    ),
    "site: pages of tools": ("dpmlc.pages.kinds.tool:tool_page",),
    "site: pages that stand alone": ("dpmlc.pages.kinds.lists", "dpmlc.pages.kinds.glossary:glossary_page"),
    "site: markdown": ("mistune", "dpmlc.pages.markdown"),
    "site: highlighting": ("pygments", "dpmlc.pages.markdown.highlight"),
    "site: diagrams": ("dpmlc.pages.figures", "dpmlc.pages.pictures", "dpmlc.pages.graph", "dpmlc.edge.diagrams"),
    "site: search words": ("dpmlc.pages.search.postings", "dpmlc.pages.words", "dpmlc.pages.making:_searchable"),
    "site: search merge": ("dpmlc.pages.search.merge",),
    "site: templates": ("jinja2", "dpmlc.pages.themes"),
    "site: twins, lists for machines": ("dpmlc.pages.twins", "dpmlc.pages.beside:llms", "dpmlc.pages.beside:sitemap"),
    "site: secrets in pages": ("dpmlc.pages.beside:_artifact",),
    "publish": ("dpmlc.edge.publish", "dpmlc.edge.output", "dpmlc.edge.watch.renew"),
    "remember for the next build": ("dpmlc.edge.cache",),
    "say what was found": ("dpmlc.edge.cli.reporting", "dpmlc.report.text"),
}
"""Stage -> `module` with all below it, `module:function`, or `module:Class` with its methods; with all that they call.
"""

_RULES = {rule: stage for stage, rules in STAGES.items() for rule in rules}
_IMPORTING = "importlib._bootstrap"


def module(code: CodeType) -> str:
    """The module of a code, as far as its file's path tells: from the first package folder on; "" where none does."""
    path = code.co_filename.replace("\\", "/")
    if path.startswith("<"):
        return path[1:].removeprefix("frozen ").partition(">")[0]
    dotted = path.removesuffix(".py").removesuffix("/__init__").split("/")
    for start in ("dpmlc", "site-packages"):
        if start in dotted:
            found = len(dotted) - 1 - dotted[::-1].index(start)
            return ".".join(dotted[found + (start == "site-packages") :])
    return dotted[-1]


def name(code: CodeType) -> str:
    """`dpmlc.scan.scan:scan`."""
    return f"{module(code)}:{code.co_qualname}"


class Sorter:
    """Finds stages; what a code means is found out once."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}

    def stage(self, stack: Stack) -> str:
        """The stage that was at work. Whatever an import runs is an import."""
        found = OTHER
        for code in stack:
            here = self._of(code)
            if here == IMPORTS:
                return IMPORTS
            if here and found == OTHER:
                found = here
        return found

    def _of(self, code: CodeType) -> str:
        known = self._known.get(id(code))
        if known is None:
            known = self._known[id(code)] = _stage(code)
        return known


def _stage(code: CodeType) -> str:
    """The stage that begins with this code, by the longest rule that holds; "" where none does."""
    where = module(code)
    if where == _IMPORTING and code.co_name == "_find_and_load":
        return IMPORTS
    # Functions inside of a function belong to it.
    function = code.co_qualname.partition(".<locals>")[0]
    exact = _RULES.get(f"{where}:{function}") or _RULES.get(f"{where}:{function.partition('.')[0]}")
    while exact is None and where:
        exact = _RULES.get(where)
        where = where.rpartition(".")[0]
    return exact or ""
