"""Rule -> its railroad diagram as the text of one inline SVG: no styles, no scripts, the same bytes everywhere."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from dpmlc.grammar.expression import Expression
from dpmlc.grammar.railroad.box import HALF, Box, Line, Mark, Sign
from dpmlc.grammar.railroad.fit import Fitting
from dpmlc.grammar.railroad.shape import Label, Shape, shape
from dpmlc.grammar.railroad.wording import ENGLISH, Wording
from dpmlc.grammar.railroad.words import words
from dpmlc.report.width import visible

WIDTH = 358
"""How wide a diagram is at most, in CSS pixels: a phone of 390 with its margins."""

WIDE = 660
"""How wide the other of two diagrams is at most, for screens with room for it."""

_MARGIN = 4
_TRACK = 14
_ROUND = {"terminal": HALF, "class": 5}


def railroad(
    name: str,
    body: Expression,
    prefix: str,
    links: Mapping[str, str],
    width: int = WIDTH,
    wording: Wording = ENGLISH,
) -> str:
    """The diagram of the rule `name` with the right-hand side `body`, one `<svg>` in one line.

    `links` leads from rules to the addresses of their diagrams (`#rule-path`); a rule without one is drawn without
    link. `prefix` begins each id, so it is a valid one, and no other diagram of the page has it. `width` is kept to
    where the parts let it: one box is as wide as its text of at most 40 columns. With links the role is `group`, for an
    `img` would hide them from screen readers.
    """
    return _svg(name, body, prefix, links, Fitting(wording), width, "rr")


def railroads(
    name: str,
    body: Expression,
    prefix: str,
    links: Mapping[str, str],
    wording: Wording = ENGLISH,
) -> str:
    """`railroad` in the widths `WIDTH` and `WIDE`, one of which `railroad.css` shows; one where they are alike.

    Ids begin with `prefix`, those of the wide one with `prefix-wide`.
    """
    fitting = Fitting(wording)
    narrow = _svg(name, body, prefix, links, fitting, WIDTH, "rr")
    if _svg(name, body, prefix, links, fitting, WIDE, "rr") == narrow:
        return narrow
    wide = _svg(name, body, f"{prefix}-wide", links, fitting, WIDE, "rr rr-wide")
    return _svg(name, body, prefix, links, fitting, WIDTH, "rr rr-narrow") + wide


def _svg(
    name: str, body: Expression, prefix: str, links: Mapping[str, str], fitting: Fitting, width: int, look: str
) -> str:
    drawn = shape(body)
    box = fitting.box(drawn, width - 2 * (_MARGIN + _TRACK))
    marks = tuple(box.marks(_MARGIN + _TRACK, _MARGIN + max(box.up, HALF)))
    linked = any(isinstance(mark, Sign) and _href(mark.label, links) for mark in marks)
    return "".join((
        _opening(box, prefix, "group" if linked else "img", look),
        _described(name, drawn, prefix, fitting),
        f'<path class="rr-line" d="{_paths(marks, False)}"/>',
        f'<path class="rr-arrow" d="{arrows}"/>' if (arrows := _paths(marks, True)) else "",
        *_ends(box),
        *(_sign(mark, links, fitting) for mark in marks if isinstance(mark, Sign)),
        "</svg>",
    ))  # fmt: skip


def _opening(box: Box, prefix: str, role: str, look: str) -> str:
    width = box.width + 2 * (_MARGIN + _TRACK)
    height = max(box.up, HALF) + max(box.down, HALF) + 2 * _MARGIN
    # Presentation attributes give way to any style sheet, and keep the drawing legible without one.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{look}" role="{role}" '
        f'aria-labelledby="{escape(prefix)}-title" aria-describedby="{escape(prefix)}-desc" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" fill="none" stroke="currentColor" '
        f'font-family="monospace" font-size="13" text-anchor="middle">'
    )


def _described(name: str, drawn: Shape, prefix: str, fitting: Fitting) -> str:
    say = fitting.wording
    said = visible(name)
    described = say.described.format(said, words(drawn, fitting))
    return (
        f'<title id="{escape(prefix)}-title">{escape(say.title.format(said))}</title>'
        f'<desc id="{escape(prefix)}-desc">{escape(described)}</desc>'
    )


def _ends(box: Box) -> Iterator[str]:
    y = _MARGIN + max(box.up, HALF)
    right = _MARGIN + _TRACK + box.width
    yield f'<path class="rr-line" d="M{_MARGIN + 4} {y}h{_TRACK - 4}M{right} {y + box.drop}h{_TRACK - 5}"/>'
    yield f'<circle class="rr-start" cx="{_MARGIN + 4}" cy="{y}" r="4" fill="currentColor"/>'
    yield f'<circle class="rr-end" cx="{right + _TRACK - 1}" cy="{y + box.drop}" r="4"/>'


def _paths(marks: Iterable[Mark], arrow: bool) -> str:
    return "".join(mark.path for mark in marks if isinstance(mark, Line) and mark.arrow is arrow)


def _href(label: Label, links: Mapping[str, str]) -> str:
    return links.get(label.text, "") if label.kind in {"nonterminal", "placeholder"} else ""


def _sign(sign: Sign, links: Mapping[str, str], fitting: Fitting) -> str:
    kind = sign.label.kind
    written = fitting.written(sign.label)
    title = f"<title>{escape(written)}</title>" if written != sign.shown else ""
    dashes = ' stroke-dasharray="4 3"' if kind in {"prose", "cut"} else ""
    radius = f' rx="{_ROUND[kind]}"' if kind in _ROUND else ""
    drawn = (
        f'<g class="rr-{kind}">{title}'
        f'<rect x="{sign.x}" y="{sign.y - HALF}" width="{sign.width}" height="{2 * HALF}"{radius}{dashes}/>'
        f'<text x="{_middle(sign)}" y="{sign.y + 4}" fill="currentColor" stroke="none">{escape(sign.shown)}</text></g>'
    )
    href = _href(sign.label, links)
    return f'<a class="rr-link" href="{escape(href)}">{drawn}</a>' if href else drawn


def _middle(sign: Sign) -> str:
    return f"{sign.x + sign.width / 2:g}"
