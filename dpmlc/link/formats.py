"""Text in one format -> the text that `format=` asks for (SPEC 3.8)."""

import json

from dpmlc.text.regular import regular

_BLOCK = regular(r"\n[ \t]*\n")
_COSTLY = regular(r"[*_\[\]`<~!]")
# mistune's time grows with the square of these within one block.
_MOST = 1_500


def converted(text: str, language: str, wanted: str) -> tuple[str, str] | str:
    """The text and its language in the format `wanted`, or why there is none, as a phrase.

    Everything can be shown as text or taken as Markdown; JSON must be JSON; HTML is made from Markdown.
    """
    match wanted:
        case "text":
            return text, "text"
        case "md":
            return text, "markdown"
        case "json":
            return _json(text)
        case "html" if language in {"html", "xml"}:
            return text, "html"
        case "html" if language == "markdown":
            return _html(text)
        case _:
            return f"{language} text has no form `{wanted}`; supported are `text` and `md`"


def _json(text: str) -> tuple[str, str] | str:
    try:
        json.loads(text)
    except ValueError as error:
        return f"the text is not JSON: {error}"
    except RecursionError:
        return "the text is nested too deeply for JSON"
    return text, "json"


def _html(text: str) -> tuple[str, str] | str:
    if any(len(_COSTLY.findall(block)) > _MOST for block in _BLOCK.split(text)):
        return f"a paragraph holds more than {_MOST} marks, too many to make HTML of it"
    import mistune  # noqa: PLC0415  9 ms that a build in which nobody asks for HTML need not pay.

    made = mistune.create_markdown(escape=True, plugins=["table", "strikethrough", "task_lists"])(text)
    return str(made), "html"
