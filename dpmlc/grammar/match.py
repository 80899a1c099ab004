"""Matching text against a grammar in linear time."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where text leaves the language: `offset` of the first character that cannot be, the rule, what could stand there."""

    offset: int
    rule: str
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matcher:
    """A compiled grammar. Comparable and picklable."""

    rule_text: str

    def mismatch(self, text: str) -> Mismatch | None:
        """None where `text` belongs to the language."""
        raise NotImplementedError

    def captures(self, text: str) -> dict[str, str]:
        """Texts of the placeholders (`{x}` in the production with `NAME://`), by rule name."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Template:
    """An id or path with `{placeholders}`."""

    text: str

    def match(self, text: str) -> dict[str, str] | None:
        """Values of the placeholders, or None where `text` does not fit."""
        raise NotImplementedError

    def fill(self, values: dict[str, str]) -> str:
        """The template's text with each placeholder replaced."""
        raise NotImplementedError
