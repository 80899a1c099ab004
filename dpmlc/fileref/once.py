"""Files and a single query -> the few files that an index of all of them would look at: cheaper than making that."""

from collections.abc import Iterable
from heapq import nsmallest

from dpmlc.fileref.file_index import RECENT
from dpmlc.fileref.fold import fold_keys
from dpmlc.fileref.query import Query, Term, read_query
from dpmlc.fileref.segment import File


def of_interest(files: Iterable[File], text: str) -> list[File]:
    """The files that may match the query `text`, and the newest: their index answers it as one of all `files` would.

    Without a query it is all files.
    """
    listed, query = list(files), read_query(text)
    if not query.terms:
        return listed
    newest = nsmallest(RECENT, listed, key=lambda file: (-file.modified, file.path))
    return list({file.path: file for file in (*newest, *(each for each in listed if _may_hold(each, query)))}.values())


def _may_hold(file: File, query: Query) -> bool:
    keys = fold_keys(file.path)
    return all(_in_order(keys, term) for term in query.terms)


def _in_order(keys: str, term: Term) -> bool:
    at = 0
    for letter in term:
        places = [place for place in (keys.find(key, at) for key in letter) if place >= 0]
        if not places:
            return False
        at = min(places) + 1
    return True
