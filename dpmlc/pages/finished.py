"""A site that is done."""

from collections.abc import Callable, Iterable, Mapping

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.artifact import Output
from dpmlc.text.files import Fingerprint
from dpmlc.text.frozen import frozen


@frozen
class SiteOutput:
    """The finished site. `search` makes its index, which takes long; `inputs` are files of the package that it brings
    along.
    """

    artifacts: tuple[Output, ...]
    search: Callable[[], Iterable[Output]]
    diagnostics: tuple[Diagnostic, ...]
    inputs: Mapping[str, Fingerprint]


NO_SITE = SiteOutput((), tuple, (), {})
"""What there is of a site where none is wanted."""
