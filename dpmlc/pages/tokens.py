"""How many tokens a text may cost a model: an estimate, for comparing sizes."""

import re

_ASCII = re.compile(r"[\x00-\x7f]+")


def estimated(text: str) -> int:
    """Tokens of `text`, estimated: four ASCII characters a token, three for four others (CJK characters and alike).

    Tokenizers differ by a third from this and from each other. Example: estimated("四个汉字 abcd") -> 5
    """
    ascii_ = sum(map(len, _ASCII.findall(text)))
    return -(-ascii_ // 4) + -(-(len(text) - ascii_) * 3 // 4)
