"""What the site says is wrong: links, anchors, diagrams and addresses. Themes have `faults_theme.py`."""

from collections.abc import Sequence
from unicodedata import normalize

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.text.span import Span


def broken_link(place: Span, url: str, near: tuple[str, ...]) -> Diagnostic:
    """A link in a document leads to a file that is not there.

    Relative links are read from the folder of the document that holds them. A link to a document becomes a link to its
    page; a link to another file of the package brings that file into the site.

    Bad: `[water](./watr.md)`. Good: `[water](./water.md)`.
    """
    help_ = (f"did you mean `{near[0]}`?",) if near else ("correct the path, or remove the link",)
    return Diagnostic(
        "broken-link",
        Severity.ERROR,
        f"link to `{_short(url)}`, which does not exist",
        place,
        "no such file",
        help=help_,
    )


def broken_anchor(place: Span, url: str, target: str, near: tuple[str, ...], known: tuple[str, ...]) -> Diagnostic:
    """A link leads to a place in a page that has no such place.

    Places are the headings of a page, in the form in which the site writes them: spaces become `-`, other letters stay.

    Bad: `[steps](brew.md#step)` where the heading is `## Steps`. Good: `[steps](brew.md#steps)`.
    """
    fragment = url.partition("#")[2]
    if near:
        help_ = (f"did you mean `#{near[0]}`?",)
    elif known:
        help_ = ("places there: " + ", ".join(f"`#{each}`" for each in known[:8]),)
    else:
        help_ = ("the page has no headings; leave the `#` part out",)
    return Diagnostic(
        "broken-anchor", Severity.ERROR, f"`{_short(target)}` has no place `#{_short(fragment)}`", place,
        "no such heading", help=help_,
    )  # fmt: skip


def diagram_not_drawn(place: Span, reason: str) -> Diagnostic:
    """A Mermaid diagram cannot be drawn.

    With the extra `diagrams` the site shows each fence named `mermaid` as a drawing. Where its text is no diagram that
    can be drawn, the page shows the text with the reason, and the rest of the site is made as ever.

    Bad: `A[water` in a flowchart. Good: `A[water]`.
    """
    return Diagnostic(
        "diagram-not-drawn", Severity.WARNING, f"the diagram cannot be drawn: {reason}", place,
        "the site shows its text instead",
        help=("correct the diagram; if it is none, name another language behind the fence, such as `text`",),
    )  # fmt: skip


def page_collision(place: Span | None, first: str, second: str, address: str) -> Diagnostic:
    """Two things would have their page at one address.

    Addresses are compared as a careless file system does: in one normal form, without regard to case.

    Prose stands under its own path, or below `guide/` where that begins with a name of the site's own, such as `tools`.
    A README of a folder is the page `index.html` there, as a document called `index` is.

    Bad: `guide/Tea.md` beside `guide/tea.md`. Good: names that differ in more than case.
    Bad: `brewing/README.md` beside `brewing/index.md`. Good: one of the two.
    Bad: `tools.md` beside `guide/tools.md`. Good: `tools.md` beside `guide/kettles.md`.
    """
    alike = normalize("NFC", first) == normalize("NFC", second)
    return Diagnostic(
        "page-collision", Severity.ERROR, f"`{first}` and `{second}` both have the page `{address}`", place,
        help=("rename one of the two files, or leave one out with `leave_out` in `[site]`",),
        notes=("these names look the same: one has its letters in parts (NFD), as macOS may do",) if alike else (),
    )  # fmt: skip


def picture_changed(place: Span, path: str, without: Sequence[str] | None) -> Diagnostic:
    """An SVG that the site shows consists of shapes, words and their looks.

    A picture could run scripts where somebody opens it by itself, so it is brought along without scripts, links and
    everything from elsewhere. Whoever may miss an element that is gone is told so. What is no SVG, has entities of its
    own, or more than a megabyte, is not shown. `<use>` may repeat parts of the picture itself, as long as all copies
    together come to no more than 100,000 elements.

    Rule: SPEC 6.7

    Bad: a drawing that takes its parts from another file by `<use href="parts.svg#leaf">`, or holds a photograph in
    `<image>`.
    Good: the same drawing exported as plain SVG with its parts in it, or as PNG.
    """
    what = f"is shown without {', '.join(f'`<{each}>`' for each in without)}" if without else "cannot be shown"
    return Diagnostic(
        "picture-changed", Severity.WARNING, f"the picture `{path}` {what}", place,
        help=("export it as plain SVG without these, or as PNG",),
    )  # fmt: skip


def _short(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:80]}…{text[-30:]}"
