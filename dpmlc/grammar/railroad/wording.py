"""The words that stand in and beside a diagram, in the languages of their readers."""

from dpmlc.text.frozen import frozen


@frozen
class Wording:
    """English unless told otherwise. `{0}` and `{1}` are filled in; each text holds those it has in English."""

    title: str = "Syntax of {0}"
    described: str = "{0} is {1}."
    cut: str = "… see EBNF"
    more: str = "… {0} more, see EBNF"
    nothing: str = "nothing"
    terminal: str = "the text {0}"
    char_class: str = "one character of {0}"
    prose: str = "free text ({0})"
    cut_off: str = "more that only the EBNF shows"
    then: str = ", then "
    group: str = "({0})"
    one_of: str = "one of: {0}"
    either: str = "; or "
    optional: str = "optionally {0}"
    once_or_more: str = "{0}, once or more often"
    any_number: str = "{0}, any number of times"
    separated: str = "{0}, once or more often with {1} between"
    perhaps_separated: str = "{0}, any number of times with {1} between"


ENGLISH = Wording()

CHINESE = Wording(
    title="{0} 的语法",
    described="{0}：{1}。",
    cut="… 见 EBNF",
    more="… 另有 {0} 项，见 EBNF",
    nothing="空",
    terminal="文字 {0}",
    char_class="{0} 中的一个字符",
    prose="自由文本（{0}）",
    cut_off="其余部分仅见于 EBNF",
    then="，然后是 ",
    group="（{0}）",
    one_of="以下之一：{0}",
    either="；或 ",
    optional="可选的 {0}",
    once_or_more="{0}，一次或多次",
    any_number="{0}，任意次数",
    separated="{0}，一次或多次，以 {1} 分隔",
    perhaps_separated="{0}，任意次数，以 {1} 分隔",
)

KOREAN = Wording(
    title="{0} 문법",
    described="{0}: {1}.",
    cut="… EBNF 참고",
    more="… {0}개 더 있음, EBNF 참고",
    nothing="없음",
    terminal="문자열 {0}",
    char_class="{0} 중 한 글자",
    prose="자유 텍스트({0})",
    cut_off="나머지는 EBNF에만 있음",
    then=", 그다음 ",
    group="({0})",
    one_of="다음 중 하나: {0}",
    either="; 또는 ",
    optional="선택적으로 {0}",
    once_or_more="{0}, 한 번 이상",
    any_number="{0}, 횟수 제한 없음",
    separated="{0}, 한 번 이상, {1} 구분",
    perhaps_separated="{0}, 횟수 제한 없음, {1} 구분",
)
