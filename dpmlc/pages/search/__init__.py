"""The search of the site: pages become postings, all postings the `.js` files that `search.js` loads.

`indexed` looks at one page alone, so it may be kept by content and run anywhere; `merge` does the rest.
Nothing is read or written here, and nothing depends on the order in which pages are given.
"""

from dpmlc.pages.search.found import Found, Held, Text, terms_of, text_of, url_of
from dpmlc.pages.search.left import index_left, leave, page_left
from dpmlc.pages.search.lexicon import Lexicon
from dpmlc.pages.search.merge import SearchFiles, SearchIndex, indexed, merge, search_files
from dpmlc.pages.search.postings import Field, Postings, Searchable, Weight
from dpmlc.pages.search.scripts import Shown

__all__ = [
    "Field", "Found", "Held", "Lexicon", "Postings", "SearchFiles", "SearchIndex", "Searchable", "Shown", "Text",
    "Weight", "index_left", "indexed", "leave", "merge", "page_left", "search_files", "terms_of", "text_of", "url_of",
]  # fmt: skip
