"""The fields of one JSON object, read by type; what is missing or of another type is collected, nothing raises."""

from collections.abc import Mapping, Sequence

from dpmlc.fileref.faults import message_form
from dpmlc.report.diagnostic import Diagnostic

JsonObject = Mapping[str, object]


class Fields:
    """Reads `found`, which stands at `place` (`payload.filters`, "" for a whole message); `faults` fills up."""

    def __init__(self, found: object, place: str, faults: list[Diagnostic]) -> None:
        self._place = place
        self._seen: set[str] = set()
        self.faults = faults
        self.object: JsonObject = {}
        if isinstance(found, dict):
            self.object = found
        else:
            self._refuse("", "an object", found)

    def text(self, name: str) -> str:
        """A string that has to be there."""
        return self._text(name, None)

    def text_or(self, name: str, default: str) -> str:
        """A string that may be left out."""
        return self._text(name, default)

    def choice(self, name: str, known: Sequence[str]) -> str:
        """One of `known`; the first where the field is left out."""
        found = self._take(name, known[0])
        if isinstance(found, str) and found in known:
            return found
        self._refuse(name, " or ".join(f'"{each}"' for each in known), found)
        return known[0]

    def count(self, name: str, default: int) -> int:
        """A whole number of at least 1."""
        found = self._take(name, default)
        if isinstance(found, int | float) and not isinstance(found, bool) and found >= 1 and found == found // 1:
            return int(found)
        self._refuse(name, "a whole number of at least 1", found)
        return default

    def texts(self, name: str) -> tuple[str, ...]:
        """An array of strings that may be left out."""
        found = self._take(name, [])
        if isinstance(found, list) and all(isinstance(each, str) for each in found):
            return tuple(str(each) for each in found)
        self._refuse(name, "an array of strings", found)
        return ()

    def values(self, name: str) -> tuple[object, ...]:
        """An array of anything that may be left out."""
        found = self._take(name, [])
        if isinstance(found, list):
            return tuple(found)
        self._refuse(name, "an array", found)
        return ()

    def inner(self, name: str) -> "Fields":
        """An object that has to be there."""
        self._seen.add(name)
        return Fields(self.object.get(name), self._at(name), self.faults)

    def inner_or_empty(self, name: str) -> "Fields":
        """An object that may be left out."""
        return Fields(self._take(name, {}), self._at(name), self.faults)

    def refuse(self, name: str, expected: str) -> None:
        """Say that the value of `name` is of the right type and yet wrong."""
        self._refuse(name, expected, self.object.get(name))

    def refuse_value(self, name: str, expected: str, found: object) -> None:
        """Say the same of a value that is no field of its own."""
        self._refuse(name, expected, found)

    def rest(self) -> dict[str, object]:
        """What nobody asked for, to be kept."""
        return {name: value for name, value in self.object.items() if name not in self._seen}

    def _text(self, name: str, default: str | None) -> str:
        found = self._take(name, default)
        if isinstance(found, str):
            return found
        self._refuse(name, "a string", found)
        return ""

    def _take(self, name: str, default: object) -> object:
        self._seen.add(name)
        found = self.object.get(name, default)
        return default if found is None else found

    def _at(self, name: str) -> str:
        return f"{self._place}.{name}" if self._place and name else self._place + name

    def _refuse(self, name: str, expected: str, found: object) -> None:
        self.faults.append(message_form(self._at(name) or "the message", expected, in_words(found)))


def in_words(found: object) -> str:
    """A JSON value in a few words: its type, and short scalars as they are."""
    match found:
        case None:
            return "nothing"
        case bool():
            return "true" if found else "false"
        case int() | float():
            return f"{found:.12g}" if abs(found) < 1e300 else "a number out of range"
        case str():
            return f'"{found}"' if len(found) <= 60 else f"a string of {len(found)} characters"
        case list():
            return f"an array of {len(found)}"
        case _:
            return "an object"
