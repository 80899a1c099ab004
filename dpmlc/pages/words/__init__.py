"""The interface in the three languages of its readers: a catalogue of phrases by name."""

from collections.abc import Mapping

from dpmlc.pages.plan.options import Language
from dpmlc.pages.words.chinese import CHINESE
from dpmlc.pages.words.english import ENGLISH
from dpmlc.pages.words.korean import KOREAN

LANG: Mapping[Language, str] = {"en": "en", "zh": "zh-Hans", "ko": "ko"}
"""The `lang` of a page in each language."""


def words(language: Language) -> Mapping[str, str]:
    """The phrases of the interface in `language`, by name; each language has all of them."""
    match language:
        case "zh":
            return CHINESE
        case "ko":
            return KOREAN
        case "en":
            return ENGLISH
