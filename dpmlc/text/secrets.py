"""What no output repeats: a password in an address (SPEC 6.3), a token or private key in a text (SPEC 6.6)."""

import hashlib
import re
from functools import cache

from dpmlc.text.frozen import frozen
from dpmlc.text.regular import regular

# Each begins with literal text, which `re` looks for fast.
_PASSWORDS = tuple(
    re.compile(rf"({start}[^\s/?#\\@:\"'<>`]*:)([^\s/?#\\\"'<>`]+)(?=@)") for start in (":/{1,2}", ' resource="')
)


@frozen
class _Shape:
    """Secrets of one kind. `mark` stands in each of them, so that a text is told free of them by one search."""

    kind: str
    mark: str
    pattern: str


# A pattern begins with literal text, which `re` looks for fast; every run in it is bounded, so that the time stays
# linear. Shapes whose mark is a part of another's stand behind it.
_SHAPES = (
    _Shape("an AWS access key", "AKIA", r"AKIA(?<![A-Za-z0-9]AKIA)[A-Z2-7]{16}(?![A-Za-z0-9])"),
    _Shape("a Tencent Cloud secret id", "AKID", r"AKID(?<![A-Za-z0-9]AKID)[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
    _Shape("an Alibaba Cloud access key", "LTAI", r"LTAI(?<![A-Za-z0-9]LTAI)[A-Za-z0-9]{20}(?![A-Za-z0-9])"),
    _Shape("a Google API key", "AIza", r"AIza(?<![A-Za-z0-9]AIza)[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
    _Shape("a GitLab token", "glpat-", r"glpat-[A-Za-z0-9_-]{20,255}"),
    _Shape("a Slack token", "xox", r"xox[abeoprs]-[0-9][A-Za-z0-9-]{20,255}"),
    _Shape("a Slack webhook", "hooks.slack.com/", r"hooks\.slack\.com/services/T\w{6,16}/B\w{6,16}/[A-Za-z0-9]{20,64}"),
    _Shape("an Anthropic key", "sk-ant-", r"sk-ant-(?<![A-Za-z0-9]sk-ant-)[A-Za-z0-9_-]{24,255}"),
    _Shape(
        "an OpenAI key", "sk-",
        r"sk-(?<![A-Za-z0-9]sk-)(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,255}|[A-Za-z0-9]{32,255})",
    ),
    _Shape("a SendGrid key", "SG.", r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    _Shape("a PyPI token", "pypi-AgE", r"pypi-AgE[A-Za-z0-9_-]{50,255}"),
    _Shape(
        "a JSON web token", "eyJ",
        r"eyJ(?<![\w-]eyJ)[A-Za-z0-9_-]{8,4096}+\.eyJ[A-Za-z0-9_-]{8,8192}+\.[A-Za-z0-9_-]{16,1024}",
    ),
    _Shape(
        "a private key", "PRIVATE KEY",
        r"-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s{1,64}[A-Za-z-]{1,32}: [^\n]{0,128}){0,4}"
        r"[\s\\nr\"'+>|,]{1,64}[A-Za-z0-9+/]{32,80}",
    ),
)  # fmt: skip
_UNDERSCORED = (
    *(_Shape("a GitHub token", f"gh{each}_", rf"gh{each}_[A-Za-z0-9]{{36,255}}") for each in "opsur"),
    _Shape("a GitHub token", "github_pat_", r"github_pat_[A-Za-z0-9_]{40,255}"),
    _Shape("a Stripe key", "k_live_", r"k_live_(?<=[rs]k_live_)[A-Za-z0-9]{16,255}"),
    _Shape("a Stripe key", "whsec_", r"whsec_[A-Za-z0-9]{24,255}"),
    _Shape("a Hugging Face token", "hf_", r"hf_(?<![A-Za-z0-9]hf_)[A-Za-z0-9]{34}(?![A-Za-z0-9])"),
    _Shape("an npm token", "npm_", r"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
)
# One for each mark. It begins with a character that is rare in text and HTML, and is asked from the first of these to
# the last. Before the `@` of an address a password ends; before that of most references stands a space or a tag.
_HINTS = tuple(
    (each[:1], re.compile(each))
    for each in (
        rb"@(?<=[^\s/?#\\\"'<>`]@)", rb"K(?:(?<=AK)I[AD]|(?<=PRIVATE K)EY)", b"T(?<=LT)AI", b"z(?<=AIz)a",
        b"J(?<=eyJ)", rb"G(?<=SG)\.", b"x(?=ox)", rb"k(?<=hook)s\.slack\.com/",
        b"-(?:(?<=glpat-)|(?<=sk-)|(?<=pypi-)AgE)",
        b"_(?:(?<=gh[opsur]_)|(?<=github_pat_)|(?<=k_live_)|(?<=whsec_)|(?<=hf_)|(?<=npm_))",
    )
)  # fmt: skip
_LONGEST_HINT = 20
_STANDS_FOR = regular(
    r"example|sample|placeholder|redacted|your|dummy|xxxx|\*\*|1234567|abcdefg|\.\.\.", re.IGNORECASE
)
_FEWEST = 8
_SHOWN = 4


@frozen
class Secret:
    """Code points `start` to `end` of a text, which look like `kind` ("an AWS access key").

    `digest` is the SHA-256 (lower-case hex) of the secret without white space: it tells secrets apart without them.
    """

    kind: str
    start: int
    end: int
    digest: str


def secrets(text: str) -> tuple[Secret, ...]:
    """What in `text` has the shape of a well-known token or private key, in order; what stands for one is left out."""
    found: dict[int, Secret] = {}
    for shape in _SHAPES:
        if shape.mark in text:
            _look(text, shape, found)
    if "_" in text:
        for shape in _UNDERSCORED:
            if shape.mark in text:
                _look(text, shape, found)
    return tuple(found[start] for start in sorted(found)) if found else ()


def _look(text: str, shape: _Shape, found: dict[int, Secret]) -> None:
    for each in _compiled(shape.pattern).finditer(text):
        body = each[0]
        if len(set(body[_SHOWN:])) >= _FEWEST and not _STANDS_FOR.search(body):
            digest = hashlib.sha256("".join(body.split()).encode()).hexdigest()
            found.setdefault(each.start(), Secret(shape.kind, each.start(), each.end(), digest))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Hardly any text holds a mark, and all patterns together take as long as a small package."""
    return re.compile(pattern, re.ASCII)


def masked(text: str) -> str:
    """`text` with an asterisk for each character of a secret, so that every place in it stays where it is."""
    return _masked(text) if _may_hold(text.encode("utf-8", "replace")) else text


def masked_bytes(encoded: bytes) -> bytes:
    """`masked` for UTF-8."""
    return _masked(encoded.decode("utf-8", "replace")).encode() if _may_hold(encoded) else encoded


def _may_hold(encoded: bytes) -> bool:
    """Whether a secret's mark stands in UTF-8."""
    return any(
        (at := encoded.find(first)) >= 0 and hint.search(encoded, at, encoded.rfind(first) + _LONGEST_HINT)
        for first, hint in _HINTS
    )


def _masked(text: str) -> str:
    if "@" in text:
        for pattern in _PASSWORDS:
            text = pattern.sub(_hidden, text)
    at, pieces = 0, []
    for each in secrets(text):
        pieces += [text[at : each.start + _SHOWN], _starred(text[each.start + _SHOWN : each.end])]
        at = each.end
    return "".join([*pieces, text[at:]]) if pieces else text


def _hidden(found: re.Match[str]) -> str:
    return found[1] + "*" * len(found[2])


def _starred(text: str) -> str:
    return re.sub(r"\S", "*", text)
