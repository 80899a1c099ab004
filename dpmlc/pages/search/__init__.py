"""The search of the site: pages become postings, all postings the `.js` files that `search.js` loads.

`indexed` looks at one page alone, so it may be kept by content and run anywhere; `merge` does the rest.
Nothing is read or written here, and nothing depends on the order in which pages are given.
"""

from dpmlc.pages.search.lexicon import Lexicon
from dpmlc.pages.search.merge import SearchFiles, SearchIndex, indexed, merge, search_files
from dpmlc.pages.search.postings import Field, Postings, Searchable, Weight
from dpmlc.pages.search.scripts import Shown

__all__ = [
    "Field", "Lexicon", "Postings", "SearchFiles", "SearchIndex", "Searchable", "Shown", "Weight", "indexed", "merge",
    "search_files",
]  # fmt: skip
