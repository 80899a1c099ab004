"""What somebody wants built."""

from dataclasses import field

from dpmlc.pages.figures.renderer import Renderer
from dpmlc.pages.themes.theme import Theme
from dpmlc.settings import Settings
from dpmlc.text.artifact import Lay, held
from dpmlc.text.files import Files
from dpmlc.text.frozen import frozen
from dpmlc.text.source import Source
from dpmlc.tools.answers import UNASKED, Answers


@frozen
class Request:
    """What is to be built. `builtin` are dpmlc's own protocol documents. No theme, no site.

    `renderer` draws the diagrams of the site. `answers` are what tools said of themselves that were run before. `only`
    are ids or paths of the bundles wanted; None means all. `lay` takes what was made until it is written.
    """

    files: Files
    settings: Settings
    builtin: tuple[Source, ...]
    theme: Theme | None = None
    renderer: Renderer | None = None
    answers: Answers = field(default_factory=lambda: UNASKED)
    only: frozenset[str] | None = None
    lay: Lay = held
