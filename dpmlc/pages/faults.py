"""What the site says is wrong: links, anchors, diagrams, addresses and themes."""

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.suggest import nearest
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


def broken_anchor(
    place: Span, url: str, target: str, near: tuple[str, ...], known: tuple[str, ...]
) -> Diagnostic:
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

    Bad: `guide/Tea.md` beside `guide/tea.md`. Good: names that differ in more than case.
    Bad: `tools.md` beside `guide/tools.md`. Good: `tools.md` beside `guide/kettles.md`.
    """
    return Diagnostic(
        "page-collision", Severity.ERROR, f"`{first}` and `{second}` both have the page `{address}`", place,
        help=("rename one of the two files",),
    )  # fmt: skip


def theme_template(place: Span, what: str) -> Diagnostic:
    """A template of the theme cannot be read.

    Templates are Jinja2. Bad: `{% if page.title %}` without `{% endif %}`.
    """
    return Diagnostic(
        "theme-template", Severity.ERROR, f"the template cannot be used: {what}", place, "here",
        help=("see docs/themes.md for what a template may hold",),
    )  # fmt: skip


def theme_block(place: Span, name: str, known: tuple[str, ...]) -> Diagnostic:
    """A template fills a block that no template above it has, so nobody would see it.

    Bad: `{% block foter %}`. Good: `{% block footer %}`.
    """
    near = nearest(name, known)
    listed = ", ".join(f"`{each}`" for each in known)
    help_ = f"did you mean `{near[0]}`?" if near else f"blocks there: {listed}"
    return Diagnostic(
        "theme-block", Severity.ERROR, f"there is no block `{name}` to fill", place, "unknown block", help=(help_,)
    )


def theme_name(place: Span, name: str, known: tuple[str, ...]) -> Diagnostic:
    """A template uses a name that no page is given.

    Every template is given `site`, `page`, `view` and `words`. Bad: `{{ pge.title }}`. Good: `{{ page.title }}`.
    """
    near = nearest(name, known)
    listed = ", ".join(f"`{each}`" for each in known)
    help_ = f"did you mean `{near[0]}`?" if near else f"names that there are: {listed}"
    return Diagnostic("theme-name", Severity.ERROR, f"`{name}` is not defined", place, "unknown name", help=(help_,))


def theme_variable(place: Span, what: str) -> Diagnostic:
    """A template asks a value for a field that it does not have.

    Bad: `{{ page.titel }}`. Good: `{{ page.title }}`.
    """
    return Diagnostic(
        "theme-variable", Severity.ERROR, f"the template asks for what there is not: {what}", place, "here",
        help=("docs/themes.md lists the fields of each view",),
    )  # fmt: skip


def unknown_theme(place: Span | None, name: str, known: tuple[str, ...]) -> Diagnostic:
    """`[site] theme` names a theme that neither ships with dpmlc nor is a folder of the package.

    Bad: `theme = "defualt"`. Good: `theme = "default"`, or `theme = "themes/ours"` for a folder.
    """
    near = nearest(name, known)
    help_ = (
        f"did you mean `{near[0]}`?" if near else f"themes that ship with dpmlc: {', '.join(known)}; or name a folder"
    )
    return Diagnostic("unknown-theme", Severity.ERROR, f"there is no theme `{name}`", place, help=(help_,))


def theme_circle(place: Span, line: tuple[str, ...]) -> Diagnostic:
    """A theme does not inherit itself, by way of no other theme either.

    Bad: `inherits = "ours"` in the theme `ours`. Good: `inherits = "default"`.
    """
    shown = " -> ".join(f"`{each}`" for each in line)
    return Diagnostic(
        "theme-circle", Severity.ERROR, f"the theme `{line[-1]}` inherits itself", place, notes=(shown,),
        help=('name another theme, as in `inherits = "default"`',),
    )  # fmt: skip


def theme_taken(place: Span, name: str) -> Diagnostic:
    """A theme has a name of its own: templates say with it which theme they mean.

    Bad: `name = "default"` in a theme that inherits `default`. Good: `name = "ours"`.
    """
    return Diagnostic(
        "theme-taken", Severity.ERROR, f"the theme has the name `{name}` of one that it inherits", place,
        help=('give it a name of its own, as in `name = "ours"`',),
    )  # fmt: skip


def _short(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:80]}…{text[-30:]}"
