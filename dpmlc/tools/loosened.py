"""A schema of which parts could not be read -> a schema that allows whatever they might allow."""

from dpmlc.tools.schema import NAMED, ONE, SEVERAL
from dpmlc.tools.values import Read, Unread, gaps, is_keyed, plain


def loosened(schema: Read) -> object:
    """Plain JSON: an unread schema becomes `{}`, another keyword with an unread part in it is left out."""
    if isinstance(schema.value, Unread):
        return {}
    if not is_keyed(schema.value):
        return plain(schema)
    return {key: each for key, value in schema.value.items() if (each := _keyword(key, value)) is not _LEFT_OUT}


_LEFT_OUT = object()


def _keyword(key: str, value: Read) -> object:
    if key in NAMED and is_keyed(value.value):
        return {name: loosened(each) for name, each in value.value.items()}
    if isinstance(value.value, tuple) and (key in SEVERAL or key == "items"):
        return [loosened(each) for each in value.value]
    if key in ONE and not isinstance(value.value, Unread):
        return loosened(value)
    return _LEFT_OUT if next(gaps(value), None) is not None else plain(value)
