"""How a reference is called and kept in a prompt: root-relative, readable as the same reference again (SPEC 4.2)."""

import re
from urllib.parse import quote

from dpmlc.link.lead import Lead, Spelling
from dpmlc.link.quoting import quoted
from dpmlc.scan.reference import Loading, Parameter, Reference

_NO_VALUE = re.compile(r'["\x00-\x1f\x7f-\x9f\u2028\u2029]')


def name_of(reference: Reference, lead: Lead) -> str:
    """The pointer and label: the reference without prefixes, its path from the root."""
    path = lead.spelled.path
    if path == reference.path and not reference.quoted:
        pass
    elif lead.wanted != "id":
        path = quoted(lead.spelled.protocol, path, _as_written(reference))
    elif reference.quoted:
        path = f'"{path}"'
    return f"{outer_names(reference)}{lead.spelled.protocol}://{path}{reference.query}"


def outer_names(reference: Reference) -> str:
    """The levels outside the innermost, as a name begins with them: `thought:`, or ""."""
    return "".join(f"{level.protocol}:" for level in reference.levels[:-1]) if len(reference.levels) > 1 else ""


def resource_of(reference: Reference, lead: Lead) -> str:
    """The id or path with its query, for an attribute: nothing in it is quoted."""
    if not reference.query:
        return value_of(lead.spelled.path)
    if lead.targets and lead.targets[0].kind == "remote":
        return value_of(f"{lead.spelled.path}{reference.query}")
    pairs = "&".join(each.name if each.value is None else f"{each.name}={each.value}" for each in reference.parameters)
    return value_of(f"{lead.spelled.path}?{pairs}")


def _escaped(found: re.Match[str]) -> str:
    return quote(found[0], safe="")


def value_of(text: str) -> str:
    """`text` as the value of an attribute: without quotes, on one line, without controls."""
    return _NO_VALUE.sub(_escaped, text)


def identity_of(location: str, parameters: tuple[Parameter, ...], outers: tuple[str, ...]) -> str:
    """What is loaded: equal for references that load the same. `outers` innermost first.

    For a pattern each match has an identity of its own: ask again with its location.
    """
    if not parameters and not outers:
        return location
    pairs = "".join(f"\n{each.name}={each.value or ''}" for each in parameters)
    return location + pairs + "".join(f"\n:{each}" for each in outers)


def written_of(reference: Reference, lead: Lead, outside: int, after: str) -> str:
    """What stands in a prompt where the reference is kept; the first `outside` levels are left out.

    `after` is the text that follows it in its document.
    """
    text = reference.text if outside == 0 else _head(reference, outside) + _behind_head(reference)
    if lead.kept is None or reference.form == "element":
        return text
    if reference.form == "src":
        return _source(reference, lead.kept)
    path = quoted(lead.kept.protocol, lead.kept.path, _as_written(reference), reference.query, after)
    return f"{_head(reference, outside)}{lead.kept.protocol}://{path}{reference.query}"


def _as_written(reference: Reference) -> str:
    return f'"{reference.path}"' if reference.quoted else reference.path


def _behind_head(reference: Reference) -> str:
    return reference.text[reference.innermost.span.start - reference.span.start :]


def _head(reference: Reference, outside: int) -> str:
    """Everything before the innermost protocol's name, the mark of the first level left being the effective one."""
    first, last = reference.levels[outside], reference.innermost
    between = reference.text[first.span.start - reference.span.start : last.span.start - reference.span.start]
    if outside:
        return Loading.LAZY + between
    return reference.text[: first.span.start - reference.span.start] + between


def _source(reference: Reference, kept: Spelling) -> str:
    """A `src` value: a bare path stays one, as long as it can."""
    if re.match(r"@[!?]?[A-Za-z]", reference.text):
        return f"{reference.text.partition('://')[0]}://{kept.path}{reference.query}".replace('"', "%22")
    if kept.protocol != "file":
        return f"@{kept.protocol}://{kept.path}{reference.query}".replace('"', "%22")
    return f"{kept.path}{reference.query}".replace('"', "%22")
