"""A schema and a value -> what keeps the value from being valid, in words; nothing is fetched, every loop ends.

JSON Schema 2020-12, with draft 7's lists in `items`. `format` is an annotation, as the standard has it;
`unevaluatedItems` and `unevaluatedProperties` are not judged. A pattern's cost is not bounded: whoever has to keep
time runs this in a process that can be ended.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from math import isclose

from dpmlc.text.slotted import slotted
from dpmlc.tools.json_values import canonical, is_type, number_of, shown, target
from dpmlc.tools.pattern import compiled

_STEPS = 500_000
_DEEPEST = 200

Judge = Callable[["_Validation", object, object, Mapping[str, object], str, int], Iterator[str]]


class TooMuchError(Exception):
    """Judging takes too many steps, or the schema leads to itself without end."""


class PatternError(Exception):
    """A pattern that Python's `re` does not know; it is JavaScript's own."""


def violations(schema: object, value: object) -> tuple[str, ...]:
    """Why `value` is not valid, () where it is; each begins with the path of the part.

    Raises TooMuchError where the schema costs too much, PatternError for a pattern that cannot be judged here.
    """
    try:
        return tuple(_Validation(schema).judge(schema, value, "parameters", 0))
    except RecursionError as error:
        raise TooMuchError("the schema or the value is nested too deeply") from error


@slotted
class _Validation:
    root: object
    steps: int = 0
    active: set[tuple[int, int]] = field(default_factory=set)
    known: dict[tuple[int, int], bool] = field(default_factory=dict)

    def judge(self, schema: object, value: object, path: str, depth: int) -> Iterator[str]:
        """Complaints about `value` at `path`."""
        self.steps += 1
        if self.steps > _STEPS or depth > _DEEPEST:
            raise TooMuchError("judging the parameters takes too long")
        if schema is False:
            yield f"`{path}` is not allowed"
        if not isinstance(schema, Mapping):
            return
        for key, expected in schema.items():
            judge = _JUDGES.get(key)
            if judge is not None:
                yield from judge(self, expected, value, schema, path, depth)

    def fits(self, schema: object, value: object, depth: int) -> bool:
        """Whether `value` is valid; known answers are kept, so that no schema costs more than its size."""
        key = (id(schema), id(value))
        if key not in self.known:
            self.known[key] = next(self.judge(schema, value, "", depth + 1), None) is None
        return self.known[key]

    def referred(self, reference: object, value: object, path: str, depth: int) -> Iterator[str]:
        """Follow a `#…` reference; one that comes back to the same value says nothing new."""
        schema = target(self.root, str(reference))
        key = (id(schema), id(value))
        if key in self.active:
            return
        self.active.add(key)
        try:
            yield from self.judge(schema, value, path, depth + 1)
        finally:
            self.active.discard(key)


def _type(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    types = wanted if isinstance(wanted, list) else [wanted]
    if not any(is_type(each, value) for each in types):
        yield f"`{path}`: expected {' or '.join(map(str, types))}, found {shown(value)}"


def _enum(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if isinstance(wanted, list) and canonical(value) not in {canonical(each) for each in wanted}:
        yield f"`{path}`: expected one of {shown(wanted)}, found {shown(value)}"


def _const(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if canonical(value) != canonical(wanted):
        yield f"`{path}`: expected {shown(wanted)}, found {shown(value)}"


def _bound(words: str, holds: Callable[[float, float], bool]) -> Judge:
    def judge(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
        limit, number = number_of(wanted), number_of(value)
        if limit is not None and number is not None and not holds(number, limit):
            yield f"`{path}`: expected {words} {limit}, found {shown(value)}"

    return judge


def _size(kind: type, words: str, holds: Callable[[float, float], bool]) -> Judge:
    def judge(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
        limit = number_of(wanted)
        if limit is not None and isinstance(value, kind) and not holds(len(value), limit):  # type: ignore[arg-type]
            yield f"`{path}`: expected {words.format(limit)}, found {len(value)}"  # type: ignore[arg-type]

    return judge


def _multiple(number: float, of: float) -> bool:
    if of <= 0:
        return True
    if isinstance(number, int) and isinstance(of, int):
        return number % of == 0
    try:
        quotient = number / of
    except OverflowError:  # A whole number of JSON has no end, a fraction has.
        return True
    return isclose(quotient, round(quotient), rel_tol=1e-12, abs_tol=1e-12) if abs(quotient) < 1e300 else True


def _pattern(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if isinstance(wanted, str) and isinstance(value, str) and not _matches(wanted, value):
        yield f"`{path}`: expected a text that matches `{wanted}`, found {shown(value)}"


def _matches(pattern: str, text: str) -> bool:
    expression = compiled(pattern)
    if expression is None:
        raise PatternError(pattern)
    return expression.search(text) is not None


def _required(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if isinstance(wanted, list) and isinstance(value, Mapping):
        yield from (f"`{path}.{name}` is missing" for name in wanted if name not in value)


def _properties(
    run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int
) -> Iterator[str]:
    if isinstance(wanted, Mapping) and isinstance(value, Mapping):
        for name, each in wanted.items():
            if name in value:
                yield from run.judge(each, value[name], f"{path}.{name}", depth + 1)


def _patterned(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if isinstance(wanted, Mapping) and isinstance(value, Mapping):
        for pattern, each in wanted.items():
            for name in value:
                if _matches(pattern, name):
                    yield from run.judge(each, value[name], f"{path}.{name}", depth + 1)


def _additional(
    run: _Validation, wanted: object, value: object, schema: Mapping[str, object], path: str, depth: int
) -> Iterator[str]:
    named, patterns = schema.get("properties"), schema.get("patternProperties")
    known = named if isinstance(named, Mapping) else {}
    expressions = tuple(patterns) if isinstance(patterns, Mapping) else ()
    if isinstance(value, Mapping):
        for name in value:
            if name not in known and not any(_matches(each, name) for each in expressions):
                yield from run.judge(wanted, value[name], f"{path}.{name}", depth + 1)


def _names(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    for name in value if isinstance(value, Mapping) else ():
        if next(run.judge(wanted, name, path, depth + 1), None) is not None:
            yield f"`{path}.{name}`: such a name is not allowed"


def _items(
    run: _Validation, wanted: object, value: object, schema: Mapping[str, object], path: str, depth: int
) -> Iterator[str]:
    if not isinstance(value, list):
        return
    if isinstance(wanted, list):
        yield from _prefix(run, wanted, value, schema, path, depth)
        return
    first = schema.get("prefixItems")
    for number in range(len(first) if isinstance(first, list) else 0, len(value)):
        yield from run.judge(wanted, value[number], f"{path}[{number}]", depth + 1)


def _prefix(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if isinstance(wanted, list) and isinstance(value, list):
        for number, (each, part) in enumerate(zip(wanted, value, strict=False)):
            yield from run.judge(each, part, f"{path}[{number}]", depth + 1)


def _rest(
    run: _Validation, wanted: object, value: object, schema: Mapping[str, object], path: str, depth: int
) -> Iterator[str]:
    first = schema.get("items")
    if isinstance(first, list) and isinstance(value, list):
        for number in range(len(first), len(value)):
            yield from run.judge(wanted, value[number], f"{path}[{number}]", depth + 1)


def _unique(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if wanted is True and isinstance(value, list) and len({canonical(each) for each in value}) < len(value):
        yield f"`{path}`: expected different elements, found two that are equal"


def _contains(
    run: _Validation, wanted: object, value: object, schema: Mapping[str, object], path: str, depth: int
) -> Iterator[str]:
    if isinstance(value, list):
        count = sum(run.fits(wanted, each, depth) for each in value)
        least, most = number_of(schema.get("minContains", 1)), number_of(schema.get("maxContains"))
        if (least is not None and count < least) or (most is not None and count > most):
            yield f"`{path}`: {count} elements are as `contains` wants them"


def _all(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    for each in wanted if isinstance(wanted, list) else ():
        yield from run.judge(each, value, path, depth + 1)


def _any(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if isinstance(wanted, list) and not any(run.fits(each, value, depth) for each in wanted):
        yield f"`{path}`: fits none of the forms of `anyOf`, found {shown(value)}"


def _one(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if isinstance(wanted, list):
        count = sum(run.fits(each, value, depth) for each in wanted)
        if count != 1:
            yield f"`{path}`: expected one of the forms of `oneOf`, found {count or 'none'} that it fits"


def _not(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if run.fits(wanted, value, depth):
        yield f"`{path}`: has the form that `not` excludes"


def _if(
    run: _Validation, wanted: object, value: object, schema: Mapping[str, object], path: str, depth: int
) -> Iterator[str]:
    branch = schema.get("then" if run.fits(wanted, value, depth) else "else", True)
    yield from run.judge(branch, value, path, depth + 1)


def _dependent(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    if not isinstance(wanted, Mapping) or not isinstance(value, Mapping):
        return
    for name, each in wanted.items():
        if name in value:
            judge = _required(run, each, value, {}, path, depth) if isinstance(each, list) else None
            yield from judge or run.judge(each, value, path, depth + 1)


def _reference(run: _Validation, wanted: object, value: object, schema: object, path: str, depth: int) -> Iterator[str]:
    yield from run.referred(wanted, value, path, depth)


_JUDGES: Mapping[str, Judge] = {
    "$ref": _reference,
    "type": _type,
    "enum": _enum,
    "const": _const,
    "minimum": _bound("at least", lambda number, limit: number >= limit),
    "maximum": _bound("at most", lambda number, limit: number <= limit),
    "exclusiveMinimum": _bound("more than", lambda number, limit: number > limit),
    "exclusiveMaximum": _bound("less than", lambda number, limit: number < limit),
    "multipleOf": _bound("a multiple of", _multiple),
    "minLength": _size(str, "at least {} characters", lambda size, limit: size >= limit),
    "maxLength": _size(str, "at most {} characters", lambda size, limit: size <= limit),
    "minItems": _size(list, "at least {} elements", lambda size, limit: size >= limit),
    "maxItems": _size(list, "at most {} elements", lambda size, limit: size <= limit),
    "minProperties": _size(dict, "at least {} entries", lambda size, limit: size >= limit),
    "maxProperties": _size(dict, "at most {} entries", lambda size, limit: size <= limit),
    "pattern": _pattern,
    "required": _required,
    "properties": _properties,
    "patternProperties": _patterned,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "prefixItems": _prefix,
    "items": _items,
    "additionalItems": _rest,
    "uniqueItems": _unique,
    "contains": _contains,
    "allOf": _all,
    "anyOf": _any,
    "oneOf": _one,
    "not": _not,
    "if": _if,
    "dependentRequired": _dependent,
    "dependentSchemas": _dependent,
    "dependencies": _dependent,
}
