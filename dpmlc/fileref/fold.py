"""Text -> keys that compare as people expect: without case, width, accents and form of composition; Hangul by letters.

A Hangul syllable is its letters, first consonant, vowels, last consonants, so that a syllable half typed finds the
whole one, and first consonants alone (초성) find a word. Han characters stay as they are.
"""

import re
import unicodedata

from dpmlc.text.frozen import frozen

# Vowels and last consonants that are typed as two, and the two.
_PAIRS = str.maketrans({
    "ᅪ": "ᅩᅡ", "ᅫ": "ᅩᅢ", "ᅬ": "ᅩᅵ", "ᅯ": "ᅮᅥ", "ᅰ": "ᅮᅦ", "ᅱ": "ᅮᅵ", "ᅴ": "ᅳᅵ",
    "ᆪ": "ᆨᆺ", "ᆬ": "ᆫᆽ", "ᆭ": "ᆫᇂ", "ᆰ": "ᆯᆨ", "ᆱ": "ᆯᆷ", "ᆲ": "ᆯᆸ",
    "ᆳ": "ᆯᆺ", "ᆴ": "ᆯᇀ", "ᆵ": "ᆯᇁ", "ᆶ": "ᆯᇂ", "ᆹ": "ᆸᆺ",
})  # fmt: skip
# A last consonant and the first one that is typed with the same key.
_FIRST_OF = dict(zip("ᆨᆩᆫᆮᆯᆷᆸᆺᆻᆼᆽᆾᆿᇀᇁᇂ", "ᄀᄁᄂᄃᄅᄆᄇᄉᄊᄋᄌᄎᄏᄐᄑᄒ", strict=True))
_ALL_FIRST = str.maketrans(_FIRST_OF)
_ASCII_START = re.compile(r"[^a-zA-Z0-9]|(?<![a-zA-Z0-9])[a-zA-Z0-9]|(?<=[a-zA-Z])[0-9]|(?<=[0-9])[a-zA-Z]"
                          r"|(?<=[a-z])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])")  # fmt: skip
_ACCENT = re.compile("[\u0300-\u036f]")


@frozen
class Folded:
    """Bit i of `starts`: a word begins at `keys[i]`.

    A word begins at the text's start, at and after a separator, at a hump of camelCase, where digits and letters meet,
    at each syllable and each Han character.
    """

    keys: str
    starts: int


def fold(text: str) -> Folded:
    """The keys of `text`, and where words begin in it."""
    if text.isascii():
        return Folded(text.lower(), sum([1 << found.start() for found in _ASCII_START.finditer(text)]))
    keys, size, starts, before = list[str](), 0, 0, ""
    for start, end in _clusters(text):
        folded = _fold_cluster(text[start:end])
        if folded:
            if _begins_word(before, text[start], text[end : end + 1]):
                starts |= 1 << size
            keys.append(folded)
            size += len(folded)
            before = text[start]
    return Folded("".join(keys), starts)


def origins(text: str) -> list[tuple[int, int]]:
    """For each key of `text` the range of code points that made it."""
    if text.isascii():
        return [(at, at + 1) for at in range(len(text))]
    return [(start, end) for start, end in _clusters(text) for _ in _fold_cluster(text[start:end])]


def fold_keys(text: str) -> str:
    """Only the keys of `text`; the same as `fold(text).keys`."""
    if text.isascii():
        return text.lower()
    return "".join(_fold_cluster(text[start:end]) for start, end in _clusters(text))


def alternatives(keys: str) -> tuple[str, ...]:
    """For each key of a query, the keys that may stand for it.

    A last consonant at the end may become the first one of a syllable that is still to be typed: 한 is on the way to
    하나, so both are looked for.
    """
    last = _FIRST_OF.get(keys[-1:], "")
    return (*keys[:-1], keys[-1] + last) if keys else ()


def is_joined(letter: str) -> bool:
    """Whether the keys `letter` stand right behind the key before them: vowels and last consonants of a syllable."""
    return "\u1160" <= letter[0] <= "\u11ff" or letter[0] in "\u3099\u309a"


def _fold_cluster(cluster: str) -> str:
    if cluster.isascii():
        return cluster.lower()
    if "\uac00" <= cluster <= "\ud7a3" and len(cluster) == 1:
        return unicodedata.normalize("NFD", cluster).translate(_PAIRS)
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", cluster).casefold())
    if len(plain) > 1:
        plain = _ACCENT.sub("", plain) or plain
    letters = plain.translate(_PAIRS)
    # A consonant on its own is a first one; keyboards join two of them to one sign, ㄱㅅ to ㄳ.
    return letters.translate(_ALL_FIRST) if "\u3131" <= cluster <= "\u314e" else letters


def _clusters(text: str) -> list[tuple[int, int]]:
    """Ranges of a character with the marks, or the Hangul letters, that join it."""
    found: list[tuple[int, int]] = []
    for at, character in enumerate(text):
        if found and not character.isascii() and _joins(text[at - 1], character):
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at, at + 1))
    return found


def _joins(before: str, character: str) -> bool:
    if "\u1160" <= character <= "\u11ff":  # A Hangul vowel or last consonant in its own right.
        return "\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7a3"
    return unicodedata.combining(character) > 0


def _begins_word(before: str, character: str, after: str) -> bool:
    """Whether a word begins at `character`, which stands between the other two."""
    if not before or not before.isalnum() or not character.isalnum():
        return True
    if not character.isascii() and not character.isupper() and not character.islower():
        return True
    if character.isdigit() != before.isdigit():
        return True
    return character.isupper() and (not before.isupper() or after.islower())
