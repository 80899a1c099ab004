"""The parameters of a reference, as far as they can be judged without the target (SPEC 3.8, 2.3)."""

import codecs
import re
from collections.abc import Iterable

from dpmlc.index.protocol import ParameterDefinition, ResourceProtocol
from dpmlc.link.faults_content import bad_parameter
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.report.suggest import nearest
from dpmlc.scan.reference import Parameter, Reference
from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

FORMATS = ("text", "md", "html", "json")
STANDARD = ("line", "section", "format", "encoding")
_REMOTE = frozenset({"line", "section", "cache"})
_RANGE = regular(r"([0-9]*)(-?)([0-9]*)")
_DIGITS = 18
_NUMBERS = {
    "integer": re.compile(r"[+-]?[0-9]+"),
    "number": re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?"),
    "boolean": re.compile(r"true|false"),
}
# These read escapes, compress or are quadratic: no text file is written in them.
_NO_ENCODINGS = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"})


@frozen
class LineRange:
    """Lines `first` to `last`, from 1, inclusive; `last` None: up to the end."""

    first: int
    last: int | None


def judged(reference: Reference, protocol: ResourceProtocol) -> tuple[Diagnostic, ...]:
    """What is wrong with the parameters: unknown, twice, or of the wrong form."""
    if not reference.parameters:
        return ()
    remote = protocol.kind == "remote"
    pairs = [each for each in reference.parameters if not remote or each.name in _REMOTE]
    found = [*_repeated(pairs)]
    if protocol.parameters is not None:
        found += _declared(pairs, protocol, protocol.parameters)
    elif remote or protocol.kind == "tool" or (protocol.kind == "runtime" and protocol.origin == "builtin"):
        found += (fault for each in pairs if each.name == "line" and (fault := _standard(each)))
    else:
        found += (fault for each in pairs if (fault := _standard(each)))
    return tuple(found)


def line_range(value: str | None) -> LineRange | str:
    """The lines that `5`, `5-10`, `5-` or `-10` names, or what is wrong with it, as a phrase."""
    found = _RANGE.fullmatch(value or "")
    if found is None or not (found[1] or found[3]) or (found[3] and not found[2]):
        return "expected `5`, `5-10`, `5-` or `-10`, in ASCII digits"
    if len(found[1]) > _DIGITS or len(found[3]) > _DIGITS:
        return "no file has so many lines"
    first = int(found[1]) if found[1] else 1
    last = first if not found[2] else int(found[3]) if found[3] else None
    if first == 0 or last == 0:
        return "lines are counted from 1"
    if last is not None and last < first:
        return f"the range falls: {last} comes before {first}"
    return LineRange(first, last)


def known_encoding(name: str) -> bool:
    """Whether Python reads text in the encoding `name`."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,39}", name):
        return False
    try:
        found = codecs.lookup(name)
    except LookupError:
        return False
    # `_is_text_encoding` is how `bytes.decode` itself tells text from base64 and zip.
    return found._is_text_encoding and found.name.replace("-", "_") not in _NO_ENCODINGS


def _repeated(pairs: Iterable[Parameter]) -> Iterable[Diagnostic]:
    seen: set[str] = set()
    for each in pairs:
        if each.name in seen:
            yield bad_parameter(each.span, f"parameter `{each.name}` is given twice", "given again")
        seen.add(each.name)


def _standard(pair: Parameter) -> Diagnostic | None:
    if pair.name not in STANDARD:
        return _unknown(pair, STANDARD, "text supports")
    return _standard_value(pair)


def _standard_value(pair: Parameter) -> Diagnostic | None:
    value = pair.value or ""
    match pair.name:
        case "line":
            lines = line_range(value)
            return bad_parameter(pair.span, f"`line={value}`: {lines}") if isinstance(lines, str) else None
        case "section" if not value.strip():
            return bad_parameter(pair.span, "`section` needs a heading, its slug or number, or an element's name or id")
        case "format" if value not in FORMATS:
            near = _did_you_mean(nearest(value, FORMATS))
            return bad_parameter(pair.span, f"format `{value}` is not supported", f"expected {_listed(FORMATS)}", near)
        case "encoding" if not known_encoding(value):
            return bad_parameter(pair.span, f"encoding `{value}` is not known", "for example `gb18030`, `cp949`")
    return None


def _declared(
    pairs: Iterable[Parameter], protocol: ResourceProtocol, definitions: tuple[ParameterDefinition, ...]
) -> Iterable[Diagnostic]:
    by_name = {each.name: each for each in definitions}
    for pair in pairs:
        if pair.name not in by_name:
            yield _unknown(pair, tuple(by_name), f"`{protocol.name}` declares")
            continue
        wanted = _mismatch(pair.value or "", by_name[pair.name])
        if wanted:
            what = f"parameter `{pair.name}` of `{protocol.name}` is `{pair.value or ''}`"
            yield bad_parameter(pair.span, what, f"expected {wanted}")
        elif pair.name in STANDARD and (fault := _standard_value(pair)):
            yield fault


def _mismatch(value: str, definition: ParameterDefinition) -> str:
    """What the definition's type or bounds expect where `value` does not fit them, else ""."""
    wanted = _mistyped(value, definition)
    if wanted or definition.bounds is None:
        return wanted
    ends = filter(None, value.split("-")) if definition.type == "range" else (value,)
    low, high = definition.bounds.low, definition.bounds.high
    return "" if all(low <= float(each) <= high for each in ends) else f"{low:g} to {high:g}"


def _mistyped(value: str, definition: ParameterDefinition) -> str:
    match definition.type:
        case "string":
            return ""
        case "enum":
            return "" if value in definition.choices else _listed(definition.choices)
        case "range":
            return "a range like `5-10`" if isinstance(line_range(value), str) else ""
        case _:
            return "" if _NUMBERS[definition.type].fullmatch(value) else f"a value of type {definition.type}"


def _unknown(pair: Parameter, known: tuple[str, ...], owner: str) -> Diagnostic:
    names = _listed(known) if known else "no parameter"
    near = _did_you_mean(nearest(pair.name, known))
    return bad_parameter(pair.span, f"parameter `{pair.name}` is not supported", f"{owner} {names}", near)


def _did_you_mean(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"did you mean `{name}`?" for name in names[:1])


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
