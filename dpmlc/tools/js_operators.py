"""JavaScript's operators on values that are known."""

from collections.abc import Callable

from dpmlc.tools.js_literals import tidy
from dpmlc.tools.values import Read, Unread, is_keyed, scalar, unread


def truth(found: Read) -> bool:
    """Whether a known value counts as true."""
    return True if is_keyed(found.value) or isinstance(found.value, tuple) else bool(found.value)


def as_text(value: object) -> str:
    """A scalar that is no fraction, as JavaScript puts it into a text."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def binary(operator: str, left: Read, right: Callable[[], Read], start: int, end: int) -> Read:
    """`left operator right`; `right` is read only where the operator asks for it."""
    if isinstance(left.value, Unread):
        return left
    match operator:
        case "||":
            return left if truth(left) else right()
        case "&&":
            return right() if truth(left) else left
        case "??":
            return right() if left.value is None else left
    other = right()
    if isinstance(other.value, Unread):
        return other
    value = _computed(operator, left.value, other.value)
    if isinstance(value, Unread):
        return Read(value, start, end)
    return scalar(value, start, end)


def unary(operator: str, found: Read, start: int, end: int) -> Read:
    """`-1`, `+1` and `!x`."""
    if isinstance(found.value, Unread):
        return found
    if operator == "!":
        return scalar(not truth(found), start, end)
    if isinstance(found.value, int | float) and not isinstance(found.value, bool) and operator in {"-", "+"}:
        return scalar(-found.value if operator == "-" else found.value, start, end)
    return unread(f"`{operator}` is computed only when it runs", start, end)


def _computed(operator: str, left: object, right: object) -> str | int | float | Unread:
    if _is_number(left) and _is_number(right):
        return _arithmetic(operator, float(left), float(right))  # type: ignore[arg-type]
    texts = (isinstance(left, str) or isinstance(right, str)) and operator == "+"
    if texts and all(each is None or isinstance(each, str | int) for each in (left, right)):
        return as_text(left) + as_text(right)
    return Unread(f"`{operator}` is computed only when it runs")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _arithmetic(operator: str, left: float, right: float) -> int | float | Unread:
    match operator:
        case "+":
            return tidy(left + right)
        case "-":
            return tidy(left - right)
        case "*":
            return tidy(left * right)
        case "/" if right:
            return tidy(left / right)
    return Unread(f"`{operator}` is computed only when it runs")
