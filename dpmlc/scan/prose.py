"""A document's text with what is not prose in it, and how far a reference may reach."""

from bisect import bisect_left, bisect_right

from dpmlc.text.frozen import frozen


@frozen
class Prose:
    """The text, where its regions that are not prose start and end, and where its candidates begin; all sorted."""

    text: str
    path: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    candidates: tuple[int, ...]

    def holds(self, offset: int) -> bool:
        """Whether `offset` lies in a region."""
        before = bisect_right(self.starts, offset) - 1
        return before >= 0 and offset < self.ends[before]

    def reach(self, offset: int) -> int:
        """Where the prose ends that holds `offset`; -1 where a region holds it."""
        following = bisect_right(self.starts, offset)
        if following and offset < self.ends[following - 1]:
            return -1
        return self.starts[following] if following < len(self.starts) else len(self.text)

    def wall(self, offset: int) -> int:
        """Where the prose that goes on at `offset` ends: the next region, or the end of the text."""
        following = bisect_left(self.starts, offset)
        return self.starts[following] if following < len(self.starts) else len(self.text)

    def limit(self, offset: int) -> int:
        """What a path that goes on at `offset` cannot pass: the wall, or the next candidate before it."""
        following = bisect_left(self.candidates, offset)
        wall = self.wall(offset)
        return min(wall, self.candidates[following]) if following < len(self.candidates) else wall
