"""What a renderer of diagrams does, and what it gives; nothing here draws."""

from typing import Protocol

from dpmlc.text.frozen import frozen


@frozen
class Drawing:
    """A diagram. `svg` is safe to open by itself; `width` and `height` are in CSS pixels.

    `title` is what its author called it (or ""), `nodes` how many things it shows (0 where that is not known).
    """

    svg: str
    width: int
    height: int
    title: str = ""
    nodes: int = 0


@frozen
class Undrawn:
    """Why a diagram cannot be drawn, as its renderer says it."""

    reason: str


class Renderer(Protocol):
    """What draws diagrams. The same source always gives the same drawing."""

    @property
    def name(self) -> str:
        """Who draws, with the version: where it changes, pages are made again."""

    def draw(self, source: str) -> Drawing | Undrawn:
        """The drawing of a Mermaid source, or why there is none."""
