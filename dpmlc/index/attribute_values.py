"""An attribute on an element and its definition -> what is wrong with its value or its place (SPEC 1.9)."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from dpmlc.grammar.ebnf import Grammar, Unreadable, expression
from dpmlc.grammar.match import Matcher, value_matcher
from dpmlc.index import faults_attributes as faults
from dpmlc.index.structure import AttributeDefinition
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.suggest import nearest
from dpmlc.scan.parse import Malformed, parse
from dpmlc.scan.tree import Attribute
from dpmlc.text.limits import Limits
from dpmlc.text.regular import regular

_INTEGER = regular(r"[+-]?[0-9]+")
_NUMBER = regular(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_SHOWN = 40
_MOST_LISTED = 12
_MOST_COMPARED = 200


def misplaced(attribute: Attribute, element: str, made: AttributeDefinition) -> Diagnostic:
    """The fault of an attribute on an element that its definition does not apply to."""
    allowed = _listed(sorted(made.applies_to or ()))
    return faults.attribute_value(
        attribute.name_span, f"the attribute `{made.name}` does not apply to `{element}`", f"applies to {allowed}",
        f"remove it here, or add `{element}` to what `{made.name}` applies to", made.place,
    )  # fmt: skip


def value_fault(
    attribute: Attribute, made: AttributeDefinition, grammar: Grammar | None, limits: Limits
) -> Diagnostic | None:
    """The fault of a value outside its type or range; `grammar` holds the rules that a pattern may name."""
    value = attribute.value
    if made.type == "pattern":
        return _pattern_fault(attribute, made, grammar, limits)
    if made.type == "reference":
        parsed = parse(value, attribute.value_span.path, attribute.value_span.start)
        return (
            _fault(attribute, made, "a reference", parsed.diagnostic.message) if isinstance(parsed, Malformed) else None
        )
    if made.type == "enum":
        return None if value in made.choices else _no_choice(attribute, made)
    if made.type in ("integer", "number"):
        return _number_fault(attribute, made)
    fits = _FITS.get(made.type)
    return None if fits is None or fits(value) else _fault(attribute, made, _WORDS[made.type])


_FITS: Mapping[str, Callable[[str], bool]] = {
    "boolean": lambda value: value in ("true", "false"),
    "id": lambda value: bool(value) and not any(map(str.isspace, value)),
}
_WORDS = {"boolean": "`true` or `false`", "id": "an id: text without white space"}


def _number_fault(attribute: Attribute, made: AttributeDefinition) -> Diagnostic | None:
    value = attribute.value
    whole = made.type == "integer"
    low, high = made.minimum, made.maximum
    if (_INTEGER if whole else _NUMBER).fullmatch(value):
        number = float(value)
        if (low is None or number >= low) and (high is None or number <= high):
            return None
    kind = "an integer" if whole else "a number"
    if low is not None and high is not None:
        return _fault(attribute, made, f"{kind} from {low:g} to {high:g}")
    if low is not None:
        return _fault(attribute, made, f"{kind}, at least {low:g}")
    return _fault(attribute, made, kind if high is None else f"{kind}, at most {high:g}")


def _no_choice(attribute: Attribute, made: AttributeDefinition) -> Diagnostic:
    near = nearest(attribute.value, made.choices[:_MOST_COMPARED])
    help_ = f"did you mean `{near[0]}`?" if near else ""
    return _fault(attribute, made, f"one of {_listed(made.choices)}", help_=help_)


def _pattern_fault(
    attribute: Attribute, made: AttributeDefinition, grammar: Grammar | None, limits: Limits
) -> Diagnostic | None:
    known = _matcher(made, grammar, limits)
    wrong = known.mismatch(attribute.value) if known else None
    if wrong is None:
        return None
    expected = f"what the pattern `{made.pattern}` allows"
    at = f"wrong from character {wrong.offset + 1} on" if wrong.offset < len(attribute.value) else "it breaks off"
    return _fault(attribute, made, expected, at)


@lru_cache(maxsize=256)
def _matcher(made: AttributeDefinition, grammar: Grammar | None, limits: Limits) -> Matcher | None:
    """None where the pattern cannot be matched against; that was told where it is defined."""
    body = expression(made.pattern, limits)
    found = body if isinstance(body, Unreadable) else value_matcher(body, grammar, made.place, limits)
    return None if isinstance(found, Unreadable) else found


def _fault(
    attribute: Attribute, made: AttributeDefinition, expected: str, detail: str = "", help_: str = ""
) -> Diagnostic:
    value = attribute.value if len(attribute.value) <= _SHOWN else f"{attribute.value[:_SHOWN]}…"
    found = f"`{value}`" if value else "nothing"
    return faults.attribute_value(
        attribute.value_span, f"the attribute `{made.name}` expects {expected}, found {found}", detail or expected,
        help_ or f"write {expected}", made.place,
    )  # fmt: skip


def _listed(names: Sequence[str]) -> str:
    more = ", …" if len(names) > _MOST_LISTED else ""
    return ", ".join(f"`{each}`" for each in names[:_MOST_LISTED]) + more
