"""Links as they stand in a text, and where they lead."""

from dpmlc.text.frozen import frozen
from dpmlc.text.span import Span


@frozen
class Target:
    """Where a link in a text leads: `href` is None for nowhere; `address` and `fragment` are to be checked.

    `brings` is a file to bring along, as its address and its package path.
    """

    href: str | None
    address: str = ""
    fragment: str = ""
    broken: bool = False
    brings: tuple[str, str] | None = None


@frozen
class LinkFound:
    """A link as it was written at `span`, and where it leads."""

    url: str
    span: Span
    target: Target
