"""A part, loaded -> what takes the reference's place: a line, or a block that carries its name (SPEC 4.2)."""

from dpmlc.index.index import Index
from dpmlc.link.body import Body, Chunk, Line, Nested, Strand, rows_of, strand
from dpmlc.link.bound import Outer
from dpmlc.link.envelope import Envelope, envelope, name_attribute, root_of, same_structure
from dpmlc.link.escape import escapes, fence_for
from dpmlc.link.flat import Close, Open, Piece, Row
from dpmlc.link.handlers import transformed
from dpmlc.link.loaded import Passage, Text
from dpmlc.link.options import LinkOptions
from dpmlc.link.visits import Part
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.text.frozen import frozen


@frozen
class Content:
    """`line` where all of it is one line, else None; `block` is it on lines of its own. Both in `Open` and `Close`."""

    line: Strand | None
    block: Nested


def of_document(part: Part, body: Body, env: Envelope, index: Index) -> Content | Diagnostic:
    """Content from the flattened body of a document; `env` is what its name needs."""
    if outermost(part, index):
        return _of_outers(part, body, index)
    return _enclosed(part, body, env)


def of_text(part: Part, text: Text, index: Index, options: LinkOptions) -> Content | Diagnostic:
    """Content from text that is not DPML."""
    if part.bound.outers:
        return _of_outers(part, text, index)
    line = None if part.named else _line(text)
    if line is not None:
        return _content(part, Body([line]))
    return _enclosed(part, _fenced(text), envelope(part, index, options.envelope))


def _of_outers(part: Part, input_: Body | Text, index: Index) -> Content | Diagnostic:
    """The levels outside carried out, innermost first: elements around, handlers over the text (SPEC 3.9)."""
    last, inner = outermost(part, index), _root_name(part, index)
    made = input_
    for outer in part.bound.outers:
        if outer.handler is not None:
            before = made if isinstance(made, Text) else Text(_shown(made), "markdown", None, 0)
            answer = transformed(outer.handler, before.text, _pairs(part), part.bound.reference.span)
            if isinstance(answer, Diagnostic):
                return answer
            made, inner = Text(answer, before.language, None, 0), ""
        elif not same_structure(inner, outer.protocol, index):
            made, inner = _in_element(part, _body_of(made), outer, last), outer.protocol
    body = _body_of(made)
    if body.rows_of_line is None and (last is None or last.handler is not None):
        return _enclosed(part, body, Envelope("wrap", "reference", _attributes(part)))
    return _content(part, body)


def outermost(part: Part, index: Index) -> Outer | None:
    """The last outer level that does something: a handler, or an element around what is not that element yet."""
    inner = _root_name(part, index)
    last: Outer | None = None
    for outer in part.bound.outers:
        if outer.handler is not None or not same_structure(inner, outer.protocol, index):
            last = outer
            inner = outer.protocol if outer.handler is None else ""
    return last


def _in_element(part: Part, body: Body, outer: Outer, last: Outer | None) -> Body:
    """The element of `outer` around `body`; the last carries the name of a glob's match, and of more than a line."""
    line = body.rows_of_line
    if line is not None and not (part.named and outer is last):
        opening, closing = f"<{outer.protocol}>", f"</{outer.protocol}>"
        return Body([Line((Piece(opening, None, 0), *line, Piece(closing, None, 0)))])
    named = name_attribute(_inner_name(part)) if outer is last else ""
    return _around(body, f"<{outer.protocol}{named}>", f"</{outer.protocol}>")


def _inner_name(part: Part) -> str:
    """The name of what stands inside the outermost level; rows of a registry add levels that no name tells."""
    levels = part.bound.reference.levels
    return part.name.removeprefix(f"{levels[0].protocol}:") if len(levels) > 1 else part.name


def _body_of(made: Body | Text) -> Body:
    if isinstance(made, Body):
        return made
    line = _line(made)
    return Body([line]) if line is not None else _fenced(made)


def _root_name(part: Part, index: Index) -> str:
    """The structure of a document's only root, or ""."""
    if not isinstance(part.loaded, Passage) or not part.loaded.whole:
        return ""
    root = root_of(index.documents[part.loaded.path])
    return "" if root is None else root.structure


def _enclosed(part: Part, body: Body, env: Envelope) -> Content:
    return _content(part, _around(body, env.opening, env.closing) if env.kind == "wrap" else body)


def _around(body: Body, opening: str, closing: str) -> Body:
    return Body([Line((Piece(opening, None, 0),)), *body.items, Line((Piece(closing, None, 0),))])


def _content(part: Part, body: Body) -> Content:
    before, after = Open(part.bound, part.target, part.name), Close()
    rows = body.rows_of_line
    line = None if rows is None else strand((before, *rows, after))
    return Content(line, Nested("", (before,), body, (after,)))


def _pairs(part: Part) -> dict[str, str | None]:
    return {each.name: each.value for each in part.bound.reference.parameters}


def _attributes(part: Part) -> str:
    protocol, _, resource = part.name.partition("://")
    return f' protocol="{protocol}" resource="{resource.replace(chr(34), "")}"'


def _line(text: Text) -> Line | None:
    """The text as one escaped line, or None where it has several."""
    body = text.text.strip("\n")
    if "\n" in body:
        return None
    lead = len(body) - len(body.lstrip())
    start = text.start + len(text.text) - len(text.text.lstrip("\n")) + lead
    body = body.strip()
    rows: list[Row] = []
    place = 0
    for offset, marks in escapes(body):
        rows += [Piece(body[place:offset], text.path, start + place), Piece(marks, None, 0)]
        place = offset
    rows.append(Piece(body[place:], text.path, start + place))
    return Line(tuple(row for row in rows if not isinstance(row, Piece) or row.text))


def _fenced(text: Text) -> Body:
    """The text in a fence that nothing in it can close; blank lines at its end are kept but for the last line end."""
    mark = fence_for(text.text)
    body = text.text.removesuffix("\n")
    inside = Chunk(body, text.path, text.start) if text.path is not None else None
    lines = [inside] if inside is not None else [Line((Piece(each, None, 0),)) for each in body.split("\n")]
    return Body([Line((Piece(f"{mark}{text.language}", None, 0),)), *lines, Line((Piece(mark, None, 0),))])


def _shown(body: Body) -> str:
    return "".join(row.shown for row in rows_of(body) if isinstance(row, Piece))
