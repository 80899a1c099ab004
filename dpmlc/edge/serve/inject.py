"""A page as it stands on the disk -> the page as it is sent: with the script that keeps it new."""

import re

from dpmlc.edge.serve.addresses import OWN

_HEAD = re.compile(rb"<head(\s[^>]*)?>", re.IGNORECASE)
_FIRST = 4096

NOTHING_YET = (
    b'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>dpmlc</title>\n</head>\n'
    b"<body>\n<p>There is no site yet: the errors have to be mended first.</p>\n</body>\n</html>\n"
)
"""Stands for every page as long as nothing could be built."""


def injected(page: bytes, version: str, client: str) -> bytes:
    """`page` with the client script first in its head, so that it sees what other scripts do.

    `version` is that of the page, `client` that of the script.
    """
    tag = f'<script src="{OWN}client.js" data-version="{version}" data-client="{client}"></script>'
    found = _HEAD.search(page, 0, _FIRST)
    at = found.end() if found else 0
    return page[:at] + tag.encode() + page[at:]
