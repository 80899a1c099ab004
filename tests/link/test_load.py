"""What a target and its parameters load (SPEC 3.8): one reference in, the text that goes in out."""

import pytest
from packages import package

from dpmlc.link.loaded import Passage, Text, Unloaded
from dpmlc.link.options import LinkOptions
from dpmlc.text.limits import Limits

GUIDE = """\
---
title: x
---
# Guide

intro

## 1. First

one

```
## in a fence
```

## Second part

two

### Detail

deep

## **Third**

three

<role id="who">
  ## Inside

  in

  ## Next

  <thought>t</thought>
</role>

# End
"""

ROLE = GUIDE[GUIDE.index("<role") : GUIDE.index("\n\n# End")]

FILES: dict[str, str | bytes] = {
    "guide.md": GUIDE,
    "notes.txt": "one\ntwo\nthree\n",
    "crlf.txt": b"\xef\xbb\xbfone\r\ntwo\rthree",
    "code.py": "print(1)\n",
    "plain.md": "# Left out\n\n## A\n\na\n\n~~~\n## no\n~~~\n\n## B\n\nb\n",
    "logo.png": b"\x89PNG\r\n\x1a\n\x00\x00\x00",
    "gb.txt": "中文内容，第一行\n第二行内容在这里\n".encode("gb18030"),
    "utf16.txt": "text".encode("utf-16"),
    "lfs.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n",
    "data.json": '{"a": [1]}\n',
    "big.txt": "x" * 200,
    "empty.txt": "",
}


def check(reference: str) -> str:
    """`passage` or the language, then the text; or the codes of what is wrong."""
    options = LinkOptions(limits=Limits(resource=150))
    made = package({**FILES, "x.md": f'@!file://{reference}'}, options, left_out=("plain.md",))
    found = made.loaded("x.md")
    match found:
        case Passage():
            return f"passage: {GUIDE[found.start : found.end]}"
        case Text():
            if found.path is not None:
                whole = made.files.read(found.path, 1 << 20)
                assert isinstance(whole, bytes)
                text = whole.decode("gb18030" if found.path == "gb.txt" else "utf-8-sig")
                text = text.replace("\r\n", "\n").replace("\r", "\n")
                assert text[found.start : found.start + len(found.text)] == found.text
            return f"{found.language}: {found.text}"
        case Unloaded():
            return ", ".join(f"{each.code}: {each.message}" for each in found.diagnostics)


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("guide.md", "passage: " + GUIDE.partition("---\n# ")[2].join(["# ", ""])),
        ("guide.md?line=4", "passage: # Guide"),
        ("guide.md?line=8-10", "passage: ## 1. First\n\none"),
        ("guide.md?line=38-", "passage: # End"),
        ("guide.md?line=-5", "markdown: ---\ntitle: x\n---\n# Guide\n"),
        ("guide.md?line=12-13", "markdown: ```\n## in a fence"),
        ("guide.md?line=13", "markdown: ## in a fence"),
        ("guide.md?line=28-32", 'markdown: <role id="who">\n  ## Inside\n\n  in\n'),
        ("guide.md?line=29-31", "passage:   ## Inside\n\n  in"),
        ("guide.md?section=Detail", "passage: ### Detail\n\ndeep"),
        ("guide.md?section=second-part", "passage: ## Second part\n\ntwo\n\n### Detail\n\ndeep"),
        ("guide.md?section=Third", f"passage: ## **Third**\n\nthree\n\n{ROLE}"),
        ("guide.md?section=1", "passage: ## 1. First\n\none\n\n```\n## in a fence\n```"),
        ("guide.md?section=2", "passage: # End"),
        ("guide.md?section=Next", "passage:   ## Next\n\n  <thought>t</thought>"),
        ("guide.md?section=who", f"passage: {ROLE}"),
        ("guide.md?section=thought", "passage: <thought>t</thought>"),
        ('guide.md?section="Second part"&line=3', "passage: two"),
        ("guide.md?format=md", "passage: " + GUIDE.partition("---\n# ")[2].join(["# ", ""])),
        ("guide.md?section=Detail&format=text", "text: ### Detail\n\ndeep"),
        ("guide.md?section=Detail&format=html", "html: <h3>Detail</h3>\n<p>deep</p>\n"),
        ("plain.md?section=A", "markdown: ## A\n\na\n\n~~~\n## no\n~~~"),
        ("notes.txt", "text: one\ntwo\nthree\n"),
        ("notes.txt?line=2-3", "text: two\nthree"),
        ("notes.txt?line=3", "text: three"),
        ("notes.txt?line=-1", "text: one"),
        ("crlf.txt?line=2", "text: two"),
        ("code.py", "python: print(1)\n"),
        ("code.py?format=text", "text: print(1)\n"),
        ("gb.txt?encoding=gb18030&line=1", "text: 中文内容，第一行"),
        ("data.json?format=json", 'json: {"a": [1]}\n'),
        ("empty.txt", "text: "),
    ],
)
def test_what_goes_in(reference: str, expected: str) -> None:
    assert check(reference) == expected


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("notes.txt?line=2-9", "bad-parameter: `line=2-9` is outside of the text, which has 3 lines"),
        ("notes.txt?line=4", "bad-parameter: `line=4` is outside of the text, which has 3 lines"),
        ("empty.txt?line=1", "bad-parameter: `line=1` is outside of the text, which has 0 lines"),
        ("guide.md?section=Detial", "bad-parameter: there is no section `Detial`"),
        ("guide.md?section=in-a-fence", "bad-parameter: there is no section `in-a-fence`"),
        ("guide.md?section=9", "bad-parameter: there is no section `9`"),
        (
            "code.py?format=json",
            "bad-parameter: `format=json`: the text is not JSON: Expecting value: line 1 column 1 (char 0)",
        ),
        (
            "code.py?format=html",
            "bad-parameter: `format=html`: python text has no form `html`; supported are `text` and `md`",
        ),
        ("logo.png", "binary-content: `logo.png` is binary, it cannot go into a prompt"),
        ("gb.txt", "not-utf-8: expected UTF-8 text, found bytes that are not UTF-8 at byte 0"),
        ("utf16.txt", "not-utf-8: expected UTF-8 text, found UTF-16 at byte 0"),
        ("gb.txt?encoding=ascii", "bad-parameter: `gb.txt` is not text in the encoding `ascii`: it breaks at byte 0"),
        ("lfs.bin", "git-lfs-pointer: `lfs.bin` is only a git-lfs pointer"),
        ("big.txt", "limit: `big.txt`, in bytes, is more than 150"),
    ],
)
def test_what_does_not(reference: str, expected: str) -> None:
    assert check(reference) == expected


def test_a_missing_section_names_those_that_exist() -> None:
    made = package({**FILES, "x.md": "@!file://guide.md?section=Detial"})
    found = made.loaded("x.md")
    assert isinstance(found, Unloaded)
    assert found.diagnostics[0].help == (
        "did you mean `Detail`?",
        "sections are `Guide`, `1. First`, `Second part`, `Detail`, `**Third**`, `Inside`, `Next`, `End`, `who`, "
        "`role`, `thought`",
    )


def test_a_kept_slice_of_a_document_is_checked_too() -> None:
    bound = package({**FILES, "x.md": "@file://guide.md?section=nothing"}).bound("x.md")
    assert [each.code for each in bound.diagnostics] == ["bad-parameter"]


def test_many_sections_of_a_large_document_cost_linear_time() -> None:
    text = "\n".join(f"## h{n}\n\n<a>\n\n### x\n\n</a>\n\n`x`" for n in range(5000))
    made = package({"big.md": text, "x.md": "@!file://big.md?section=h4999"})
    found = made.loaded("x.md")
    assert isinstance(found, Passage)
    assert text[found.start :] == "## h4999\n\n<a>\n\n### x\n\n</a>\n\n`x`"
