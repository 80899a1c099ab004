"""What is said about themes; each docstring is a manual page."""

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.suggest import nearest
from dpmlc.text.span import Span


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
    named = f"themes that ship with dpmlc: {', '.join(known)}; or name a folder of the package"
    help_ = f"did you mean `{near[0]}`?" if near else named
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


def unused_template(place: Span, name: str, near: tuple[str, ...]) -> Diagnostic:
    """A theme has a template that no page is made with: it is named like none of dpmlc's, and no template uses it.

    Bad: `templates/layuot.html`. Good: `templates/layout.html`, or a name that another template of the theme extends,
    includes or imports.
    """
    help_ = f"did you mean `{near[0]}`?" if near else "docs/themes.md lists the templates that pages are made with"
    return Diagnostic(
        "unused-template", Severity.HINT, f"no page and no other template uses `{name}`", place, "unused", help=(help_,)
    )
