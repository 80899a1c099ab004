"""What loading a target and applying parameters gives: a range of a document, or text that is not DPML."""

from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen


@frozen
class Passage:
    """Code points `start` to `end` of the scanned document `path`, to be flattened like the document itself.

    `whole` where no parameter narrowed it. It never cuts a fence or a strong tag apart: such a slice is `Text`.
    """

    path: str
    start: int
    end: int
    whole: bool


@frozen
class Text:
    """Text that goes in as data and is never scanned as DPML (the second wall).

    `path` and `start` say where it stands in a file's text (LF line ends, no BOM), code point for code point; `path`
    is None where the text was made (a handler's, `format=`). `language` is the fence's info string, never "".
    """

    text: str
    language: str
    path: str | None
    start: int


@frozen
class Unloaded:
    """Nothing could be loaded; the diagnostics say why."""

    diagnostics: tuple[Diagnostic, ...]


Loaded = Passage | Text | Unloaded
