"""The attributes of a tag that became an element, and what is wrong with how they are written (SPEC 1.5, 1.8)."""

from collections.abc import Iterator, Sequence

from dpmlc.report.diagnostic import Diagnostic, Fix
from dpmlc.report.faults import limit
from dpmlc.scan import faults
from dpmlc.scan.tags import Tag, Written, written
from dpmlc.scan.tree import Attribute
from dpmlc.text.frozen import frozen
from dpmlc.text.limits import Limits
from dpmlc.text.regular import regular
from dpmlc.text.span import Span

_DIVIDERS = ",;，；、"
_OPEN_QUOTE = regular(r"""([^\s=]{1,80})=["'][^"'\n]*\Z""")
_QUOTES = "\"'“”„‘’「」『』＂＇`"


@frozen
class Attributes:
    """The attributes of a tag that have a value, in order, and the faults of all."""

    attributes: tuple[Attribute, ...]
    diagnostics: tuple[Diagnostic, ...]


def read_attributes(text: str, path: str, tag: Tag, limits: Limits) -> Attributes:
    """What stands on an opening tag. A value past the limit is left out, with one error for the tag."""
    found = written(text, tag.start, tag.end)
    valued = [each for each in found if each.value_start >= 0]
    short = [each for each in valued if not _is_too_long(text, each, limits.attribute)]
    told = [each for each in found if each.value_start >= 0 or not each.named] if tag.shape == "cut" else found
    diagnostics = [*_all_faults(text, path, told)]
    if len(short) < len(valued):
        long = next(each for each in valued if _is_too_long(text, each, limits.attribute))
        size = _size(text, long)
        span = Span(path, long.start, long.start + len(long.name))
        diagnostics.append(limit(span, f"the value of attribute `{long.name}`", size, limits.attribute, "attribute"))
    if tag.shape == "cut":
        diagnostics.append(unended(text, path, tag))
    return Attributes(tuple(_attribute(text, path, each) for each in short), tuple(diagnostics))


def closing_faults(text: str, path: str, tag: Tag) -> Iterator[Diagnostic]:
    """The faults of a closing tag that is not written as `</name>`."""
    span = Span(path, tag.start, tag.end)
    if tag.shape == "cut":
        yield unended(text, path, tag)
    elif written(text, tag.start, tag.end):
        yield faults.malformed_tag(
            span,
            f"closing tag `</{tag.name}>` has attributes",
            f"write `</{tag.name}>`; attributes stand on the opening tag",
            Fix(span, f"</{tag.name}>"),
        )


def unended(text: str, path: str, tag: Tag) -> Diagnostic:
    """The fault of a tag that never reaches its `>`."""
    span = Span(path, tag.start, tag.end)
    begin = f"<{'/' if tag.kind == 'close' else ''}{tag.name}"
    if text[tag.end - 1] == "＞":
        whole = text[tag.start : tag.end - 1] + ">"
        return faults.malformed_tag(
            span, f"tag `{begin}` ends with a full-width `＞`", f"write `{_short(whole)}`", Fix(span, whole)
        )
    quote = _OPEN_QUOTE.search(text, tag.start, tag.end)
    end = f"close the quote behind `{quote[1]}=` and end the tag with `>`" if quote else "end it with `>`"
    return faults.malformed_tag(
        span,
        f"tag `{begin}` never reaches its `>`",
        f"{end} or, where it is text, write `\\{begin}`",
    )


def _attribute(text: str, path: str, each: Written) -> Attribute:
    return Attribute(
        each.name,
        text[each.value_start : each.value_end],
        Span(path, each.start, each.start + len(each.name)),
        Span(path, each.value_start, each.value_end),
    )


def _is_too_long(text: str, each: Written, allowed: int) -> bool:
    """Whether the value has more than `allowed` bytes; a code point has one to four."""
    characters = each.value_end - each.value_start
    return characters > allowed or (4 * characters > allowed and _size(text, each) > allowed)


def _size(text: str, each: Written) -> int:
    return len(text[each.value_start : each.value_end].encode(errors="replace"))


def _all_faults(text: str, path: str, attributes: Sequence[Written]) -> Iterator[Diagnostic]:
    seen: dict[str, Written] = {}
    for each in attributes:
        span = Span(path, each.start, each.end)
        if not each.named:
            yield _no_attribute(span, each)
            continue
        first = seen.setdefault(each.name, each)
        if first is not each:
            yield faults.duplicate_attribute(span, each.name, Span(path, first.start, first.end))
        yield from _faults(text, span, each)


def _no_attribute(span: Span, found: Written) -> Diagnostic:
    if found.name[0] in _DIVIDERS:
        problem = f"expected white space between attributes, found `{found.name}`"
        return faults.malformed_tag(span, problem, "leave it out: a space is enough", Fix(span, " "))
    if found.name == '"':
        return faults.malformed_tag(span, "a quote stands behind a closed value", "leave it out", Fix(span, ""))
    help_ = "a name begins with a letter or `_`; letters, digits, `_`, `-`, `.` and `:` follow"
    return faults.malformed_tag(span, f"`{_short(found.name)}` is no name of an attribute", help_)


def _faults(text: str, span: Span, attribute: Written) -> Iterator[Diagnostic]:
    name = attribute.name
    if not text[span.start - 1].isspace() and text[span.start - 1] not in _DIVIDERS:
        yield faults.malformed_tag(
            span,
            f"no white space before attribute `{name}`",
            "put a space before it",
            Fix(Span(span.path, span.start, span.start), " "),
        )
    if attribute.value_start < 0:
        yield faults.malformed_tag(
            span,
            f"attribute `{name}` has no value",
            f'write `{name}="…"`, or remove it',
        )
        return
    value = text[attribute.value_start : attribute.value_end]
    if attribute.mark != '"':
        corrected = f'{name}="{value if attribute.mark else value.strip(_QUOTES)}"'
        yield faults.attribute_without_quotes(span, _short(text[span.start : span.end]), corrected)
    elif not attribute.tight:
        corrected = f'{name}="{value}"'
        wide = "＝" in text[span.start : attribute.value_start]
        yield faults.malformed_tag(
            span,
            f"attribute `{name}` has {'a full-width `＝`' if wide else 'white space around `=`'}",
            f"write `{_short(corrected)}`",
            Fix(span, corrected),
        )


def _short(written_as: str) -> str:
    line = " ".join(written_as.split())
    return line if len(line) <= 80 else f"{line[:79]}…"
