"""Rounds that say nothing new: a log that grows in the package, the copy that an editor keeps of a file."""

from dpmlc.edge.watch.rebuild import Built
from dpmlc.edge.watch.session import Round


class Repeats:
    """Knows the last round that people were told of."""

    def __init__(self) -> None:
        self._told: object = None

    def again(self, each: Round) -> bool:
        """Whether the same files changed as in the last round, the build reads none of them, and finds the same."""
        if not isinstance(each.outcome, Built):
            self._told = None
            return False
        build = each.outcome.build
        told = (each.changed, build.diagnostics)
        if told == self._told and build.inputs.keys().isdisjoint(each.changed):
            return True
        self._told = told
        return False
