"""A target and parameters -> `Loaded`: a range of a document, text as data, or why nothing (SPEC 3.8, 4.2, 6.2)."""

from dataclasses import replace

from dpmlc.index.index import Index
from dpmlc.link.bound import Bound, Target
from dpmlc.link.faults import not_found
from dpmlc.link.faults_content import bad_parameter, binary_content, git_lfs_pointer
from dpmlc.link.formats import converted
from dpmlc.link.languages import language_of
from dpmlc.link.loaded import Loaded, Passage, Text, Unloaded
from dpmlc.link.memo import Memo
from dpmlc.link.options import LinkOptions
from dpmlc.link.outline import Outline
from dpmlc.link.slices import Unfit, balanced, lines_of, section_of
from dpmlc.report.diagnostic import Diagnostic, Label
from dpmlc.report.faults import access_denied, limit, not_utf_8
from dpmlc.scan.document import Scan
from dpmlc.scan.reference import Parameter
from dpmlc.text.decode import Undecodable, decode
from dpmlc.text.files import Files, Refusal
from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span

_LFS = b"version https://git-lfs.github.com/spec/"
_SAMPLE = 8 << 10
_CONTROLS = bytes(each for each in range(32) if each not in b"\t\n\v\f\r\x1b")


@frozen
class _Cut:
    """What is left of a text after some parameters: the range `start` to `end`.

    `path` is None once the text is no longer a file's.
    """

    outline: Outline
    start: int
    end: int
    language: str
    path: str | None
    whole: bool = True


def load(
    target: Target,
    parameters: tuple[Parameter, ...],
    bound: Bound,
    index: Index,
    options: LinkOptions,
    files: Files,
    memo: Memo | None = None,
) -> Loaded:
    """What of `target` goes in, `parameters` applied left to right. Faults stand at the reference of `bound`.

    Give the same `memo` where many references cut the same text.
    """
    kept = memo or Memo()
    match target.kind:
        case "opaque":
            begin: _Cut | Diagnostic = _made(target.text, target.language or "text")
        case "document" if _encoding(parameters) is None:
            begin = _document(index.documents[target.location], kept)
        case "document" | "file":
            begin = _resource(target, parameters, bound, options, files, kept)
        case _:
            what = f"`{target.location}` is of kind {target.kind} and has no text"
            begin = not_found(bound.reference.path_span, what)
    if isinstance(begin, Diagnostic):
        return Unloaded((begin,))
    cut = _applied(begin, parameters)
    if isinstance(cut, Diagnostic):
        return Unloaded((_placed(cut, bound),))
    return _loaded(cut)


def unfit(
    target: Target, parameters: tuple[Parameter, ...], index: Index, memo: Memo
) -> tuple[Diagnostic, ...]:
    """What is wrong with parameters of a reference that is kept, where the target is a document: nothing is read."""
    if not parameters or target.kind != "document" or _encoding(parameters) is not None:
        return ()
    cut = _applied(_document(index.documents[target.location], memo), parameters)
    return (cut,) if isinstance(cut, Diagnostic) else ()


def _document(scan: Scan, memo: Memo) -> _Cut:
    outline = memo.outline(scan)
    return _Cut(outline, *outline.whole, language_of(scan.path), scan.path)


def _made(text: str, language: str) -> _Cut:
    return _Cut(Outline(text, None), 0, len(text), language, None)


def _encoding(parameters: tuple[Parameter, ...]) -> str | None:
    found = next((each.value for each in parameters if each.name == "encoding"), None)
    return None if found is None or found.lower() in {"utf-8", "utf8", "utf_8"} else found


def _applied(begin: _Cut, parameters: tuple[Parameter, ...]) -> _Cut | Diagnostic:
    cut = begin
    for each in parameters:
        made = _one(cut, each)
        if isinstance(made, Unfit):
            return bad_parameter(each.span, made.message, help_=made.help)
        cut = made
    return cut


def _one(cut: _Cut, parameter: Parameter) -> _Cut | Unfit:
    value = parameter.value or ""
    match parameter.name:
        case "line":
            # Lines are counted as an editor counts them: front matter counts, too.
            region = lines_of(cut.outline, (0 if cut.whole else cut.start, cut.end), value)
        case "section":
            region = section_of(cut.outline, (cut.start, cut.end), value)
        case "format":
            return _formatted(cut, value)
        case _:
            return cut
    if isinstance(region, Unfit):
        return region
    return replace(cut, start=region[0], end=region[1], whole=False)


def _formatted(cut: _Cut, wanted: str) -> _Cut | Unfit:
    if wanted == "md" and cut.language == "markdown":
        return cut
    body = cut.outline.text[cut.start : cut.end]
    made = converted(body, cut.language, wanted)
    if isinstance(made, str):
        return Unfit(f"`format={wanted}`: {made}")
    text, language = made
    if text == body:
        return replace(cut, outline=cut.outline.plain, language=language, whole=False)
    return replace(_made(text, language), whole=False)


def _loaded(cut: _Cut) -> Loaded:
    scan = cut.outline.scan
    if scan is not None and cut.path is not None and (cut.whole or balanced(scan, (cut.start, cut.end))):
        return Passage(cut.path, cut.start, cut.end, cut.whole)
    return Text(cut.outline.text[cut.start : cut.end], cut.language, cut.path, cut.start if cut.path is not None else 0)


def _resource(
    target: Target,
    parameters: tuple[Parameter, ...],
    bound: Bound,
    options: LinkOptions,
    files: Files,
    memo: Memo,
) -> _Cut | Diagnostic:
    """The text of a file. One that is cut is remembered: the next reference may cut it, too."""
    path, encoding = target.location, _encoding(parameters) or ""
    outline = memo.text(path, encoding)
    if outline is None:
        text = _read(path, encoding, bound.reference.path_span, options, files)
        if isinstance(text, Diagnostic):
            return text
        outline = Outline(text, None)
        if parameters:
            memo.keep(path, encoding, outline)
    return _Cut(outline, 0, len(outline.text), language_of(path), path)


def _read(path: str, encoding: str, span: Span, options: LinkOptions, files: Files) -> str | Diagnostic:
    content = files.read(path, options.limits.resource)
    if isinstance(content, Refusal):
        return _refused(content, span, options)
    if content.startswith(_LFS):
        return git_lfs_pointer(span, path)
    return _decoded(path, content, encoding, span)


def _decoded(path: str, content: bytes, encoding: str, span: Span) -> str | Diagnostic:
    if encoding:
        return _in_encoding(path, content, encoding, span)
    decoded = decode(path, content)
    if not isinstance(decoded, Undecodable):
        return decoded.text
    wide = decoded.reason == "utf-16" or decoded.encoding.startswith("UTF-16")
    if not wide and content[:_SAMPLE].translate(None, _CONTROLS) != content[:_SAMPLE]:
        return binary_content(span, path)
    if decoded.reason == "nul" and not wide:
        return binary_content(span, path)
    fault = not_utf_8(path, decoded.offset, decoded.reason, decoded.encoding)
    named = (f"or name its encoding here: `?encoding={decoded.encoding.lower()}`",) if decoded.encoding else ()
    return replace(fault, span=span, help=fault.help + named, labels=(Label(Span(path, 0, 0), "this file"),))


def _in_encoding(path: str, content: bytes, encoding: str, span: Span) -> str | Diagnostic:
    try:
        text = content.decode(encoding)
    except (UnicodeError, LookupError) as error:
        at = f" at byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
        return bad_parameter(span, f"`{path}` is not text in the encoding `{encoding}`: it breaks{at}")
    if "\0" in text:
        return binary_content(span, path)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _refused(refusal: Refusal, span: Span, options: LinkOptions) -> Diagnostic:
    match refusal.reason:
        case "limit":
            what = f"`{refusal.path}`, in bytes,"
            return limit(span, what, None, options.limits.resource, "resource")
        case "missing":
            return not_found(span, f"`{refusal.path}` does not exist")
        case _:
            return access_denied(span, refusal.path, refusal.detail, refusal.key)


def _placed(fault: Diagnostic, bound: Bound) -> Diagnostic:
    """A fault of a registry row's own parameter is shown at the reference, with the row beside it."""
    reference = bound.reference
    if fault.span is None or fault.span.path == reference.span.path:
        return fault
    return replace(fault, span=reference.path_span, labels=(Label(fault.span, "this parameter"),))
