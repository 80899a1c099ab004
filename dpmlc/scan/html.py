"""The element names of HTML: what stays HTML inside Markdown unless a project claims the name (SPEC 1.6)."""

_NAMES = """
    a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
    colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math
    menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script
    search section select selectedcontent slot small source span strong style sub summary sup svg table tbody td
    template textarea tfoot th thead time title tr track u ul var video wbr
    """
HTML_NAMES = frozenset(_NAMES.split())
"""HTML Living Standard, index of elements, lower case."""


def is_html(name: str, claimed: frozenset[str]) -> bool:
    """Whether a tag called `name` is HTML and so text to the language; names with a namespace never are."""
    return name.lower() in HTML_NAMES and name not in claimed
