"""Plain JSON values: what type they are, when two are equal, how people are shown them."""

import json
from collections.abc import Mapping


def target(root: object, reference: str) -> object:
    """What a `#…` reference leads to in `root`; True, the schema of everything, where nothing stands."""
    if not reference.startswith("#"):
        return True
    found: object = root
    for segment in reference[1:].split("/")[1:]:
        key = segment.replace("~1", "/").replace("~0", "~").replace("%25", "%")
        if isinstance(found, Mapping) and key in found:
            found = found[key]
        elif isinstance(found, list) and key.isascii() and key.isdigit() and len(key) < 7 and int(key) < len(found):
            found = found[int(key)]
        else:
            return True
    return found


def number_of(value: object) -> float | int | None:
    """A JSON number, None for anything else; true is none."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def is_type(type_: object, value: object) -> bool:
    """Whether a JSON value has a type; types that nobody knows hold always."""
    match type_:
        case "null":
            return value is None
        case "boolean":
            return isinstance(value, bool)
        case "object":
            return isinstance(value, Mapping)
        case "array":
            return isinstance(value, list)
        case "string":
            return isinstance(value, str)
        case "number":
            return number_of(value) is not None
        case "integer":
            number = number_of(value)
            return isinstance(number, int) or (isinstance(number, float) and number.is_integer())
    return True


def shown(value: object) -> str:
    """A JSON value for people, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"


def canonical(value: object) -> str:
    """Equal JSON values have equal texts: 1 is 1.0, but not true."""
    return json.dumps(_plainer(value), sort_keys=True)


def _plainer(value: object) -> object:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53:
        return int(value)
    if isinstance(value, list):
        return [_plainer(each) for each in value]
    return {key: _plainer(each) for key, each in value.items()} if isinstance(value, Mapping) else value
