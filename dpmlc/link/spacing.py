"""Where a blank line separates inlined content from what stands around it (SPEC 4.2, Placement)."""

from dpmlc.scan.document import Scan
from dpmlc.scan.tree import elements


class Spacing:
    """Questions about the white space around a place of one document; comments count as white space."""

    def __init__(self, scan: Scan) -> None:
        self._text = scan.text
        comments = [each for each in scan.opaque if each.kind == "comment"]
        self._comment_starts = {each.start: each.end for each in comments}
        self._comment_ends = {each.end: each.start for each in comments}
        paired = [each for each in elements(scan.nodes) if each.closing is not None]
        self._openings = {each.opening.end for each in paired}
        self._closings = {each.closing.start for each in paired if each.closing is not None}

    def parted_before(self, place: int, start: int) -> bool:
        """Whether a blank line belongs before `place`: not at `start`, not behind an opening tag."""
        text = self._text
        while place > start:
            if place in self._comment_ends:
                place = self._comment_ends[place]
            elif text[place - 1].isspace():
                place -= 1
            else:
                return place not in self._openings
        return False

    def parted_behind(self, place: int, end: int) -> bool:
        """Whether a blank line belongs behind `place`: not at `end`, not before a closing tag."""
        text = self._text
        while place < end:
            if place in self._comment_starts:
                place = self._comment_starts[place]
            elif text[place].isspace():
                place += 1
            else:
                return place not in self._closings
        return False
