"""What somebody typed -> the terms to look for."""

from dpmlc.fileref.fold import alternatives, fold_keys
from dpmlc.text.frozen import frozen

Term = tuple[str, ...]


@frozen
class Query:
    """`terms` are all to be found, each a row of letters with the keys that may stand for each; `keys` for one term.

    No terms: the newest files are asked for.
    """

    terms: tuple[Term, ...]
    keys: str


def read_query(text: str) -> Query:
    r"""Terms are parted by white space; `\` is `/`; `./` and `/` at the beginning mean the root and are dropped."""
    words = [fold_keys(each) for each in text.replace("\\", "/").split()]
    kept = tuple(dict.fromkeys(each for each in (_from_root(word) for word in words) if each))
    return Query(tuple(alternatives(each) for each in kept), kept[0] if len(kept) == 1 else "")


def is_narrower(query: Query, earlier: Query) -> bool:
    """Whether everything that `query` finds is found by `earlier` too."""
    if len(query.terms) < len(earlier.terms):
        return False
    return all(_covers(old, new) for old, new in zip(earlier.terms, query.terms, strict=False))


def letters_in_common(query: Query, earlier: Query) -> int:
    """How many letters the last term of `earlier` has, if `query` is that and more letters at its end; else 0."""
    if not earlier.terms or query.terms[:-1] != earlier.terms[:-1]:
        return 0
    size = len(earlier.terms[-1])
    return size if query.terms[-1][:size] == earlier.terms[-1] else 0


def _covers(old: Term, new: Term) -> bool:
    return len(old) <= len(new) and all(set(keys) <= set(known) for known, keys in zip(old, new, strict=False))


def _from_root(word: str) -> str:
    while word.startswith("./"):
        word = word[2:]
    return word.lstrip("/") if word.strip("/") else word[:1]
