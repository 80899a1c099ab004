"""The plan -> a script that holds every page, for readers who want more than a section."""

import json
from collections.abc import Mapping

from dpmlc.pages.plan.address import href
from dpmlc.pages.plan.plan import KINDS, Plan


def tree(plan: Plan, words: Mapping[str, str]) -> str:
    """`dpmlcTree([[section, [[folder, [[label, link], …]], …]], …])`; links are relative to the site's root."""
    sections = []
    for kind in KINDS:
        groups: dict[str, list[list[str]]] = {}
        for page in plan.of(kind):
            groups.setdefault(page.group, []).append([page.label, href("index.html", page.address)])
        if groups:
            sections.append([words[kind], [[folder, links] for folder, links in groups.items()]])
    told = json.dumps(sections, ensure_ascii=False, separators=(",", ":"))
    safe = told.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"dpmlcTree({safe});\n"
