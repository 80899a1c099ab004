"""What checking says about one document, and how much it matters there (SPEC 1.1, 1.7, 1.9, 1.10)."""

from pathlib import Path

import pytest

import dpmlc
from dpmlc.index.check import check as check_document
from dpmlc.index.declared import Declared
from dpmlc.index.gather import gather
from dpmlc.report.diagnostic import Severity
from dpmlc.scan.scan import scan
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source

BUILTIN = {
    f"dpmlc:builtin/{path.name}": path.read_text("utf-8")
    for path in Path(dpmlc.__file__).parent.joinpath("builtin").glob("*.md")
}
GARDEN = """\
| name | type | applies to | meaning |
|---|---|---|---|
| depth | integer 1-9 | bed | how deep to dig |
| count | integer | * | how many |
| season | enum(spring, autumn) | * | when |
| code | pattern [a-z]+ '-' [0-9]+ | * | the label on the bed |
| wet | boolean | * | after rain |
| share | number 0-1 | * | of the garden |
| see | reference | * | what to read |
| row | id | thought | its name |
"""
LETTER = """\
```ebnf
letter_element ::= '<letter' ' to="' who '"' [' by="' ('post' | 'hand') '"'] '>' text '</letter>'
who ::= [a-z]+
```
"""
SIGN = "sign_element ::= '<sign>' text '</sign>'\nwho ::="


def check(files: dict[str, str], path: str, declared: Declared | None = None) -> list[str]:
    """`code text-at-its-place` of each finding for `path`, with the severity in front where it is no error."""
    scans = {each: scan(Source(each, text), frozenset(), Limits()) for each, text in (BUILTIN | files).items()}
    index = gather(scans, (), declared or Declared())
    assert index.diagnostics == ()
    found = check_document(scans[path], index, declared or Declared())
    return [
        ("" if each.severity is Severity.ERROR else f"{each.severity} ")
        + f"{each.code} {files[path][each.span.start : each.span.end] if each.span else ''}".rstrip()
        for each in found
    ]


@pytest.mark.parametrize(
    ("attributes", "found"),
    [
        ('id="a" type="b" priority="high" domain="d" steps="3"', []),
        ('id="观察-1"', []),
        ('color="blue" importance="9"', ["undefined-attribute color", "undefined-attribute importance"]),
        ('id="a b"', ["attribute-value a b"]),
        ('id=""', ["attribute-value"]),
        ('depth="3"', ["attribute-value depth"]),
        ('count="-3"', []),
        ('count="3.0"', ["attribute-value 3.0"]),
        ('count="٣"', ["attribute-value ٣"]),
        ('season="spring"', []),
        ('season="Spring"', ["attribute-value Spring"]),
        ('code="bed-12"', []),
        ('code="bed-"', ["attribute-value bed-"]),
        ('wet="true"', []),
        ('wet="yes"', ["attribute-value yes"]),
        ('share="0"', []),
        ('share="1"', []),
        ('share="0.5"', []),
        ('share="1.5"', ["attribute-value 1.5"]),
        ('see="@!thought://a"', []),
        ('see="a.md"', ["attribute-value a.md"]),
        ('row="r1"', []),
        ('resource="x"', ["attribute-value resource"]),
    ],
)
def test_attributes_of_a_thought(attributes: str, found: list[str]) -> None:
    files = {"a.thought.md": f"<thought {attributes}>\nx\n</thought>\n", "garden.attributes.md": GARDEN}
    assert check(files, "a.thought.md") == found


@pytest.mark.parametrize(
    ("element", "found"),
    [
        ('<bed depth="9">', []),
        ('<bed depth="10">', ["attribute-value 10"]),
        ('<bed depth="deep">', ["attribute-value deep"]),
        ('<thinking row="r1">', []),
        ('<recall:thought row="r1">', []),
        ('<bed:thought depth="2">', []),
        ('<bed:thuoght depth="2">', ["unknown-structure thuoght"]),
        ('<path row="r1">', ["attribute-value row"]),
    ],
)
def test_what_an_attribute_applies_to(element: str, found: list[str]) -> None:
    name = element[1:].partition(" ")[0]
    files = {"a.guide.md": f"{element}\nx\n</{name}>\n", "garden.attributes.md": GARDEN}
    assert check(files, "a.guide.md") == found


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ('<letter to="ann">', []),
        ('<letter to="ann" by="hand">', []),
        ('<letter to="Ann">', ["attribute-value Ann"]),
        ('<letter to="ann" by="air">', ["attribute-value air"]),
        ("<letter>", ["missing-attribute <letter>"]),
        ('<note:letter id="n">', []),
        ('<post to="ann">', ["attribute-value to"]),
    ],
)
def test_attributes_that_a_grammar_names(tag: str, found: list[str]) -> None:
    name = tag[1:-1].partition(" ")[0]
    files = {"a.guide.md": f"{tag}\nx\n</{name}>\n", "letter.protocol.md": LETTER}
    assert check(files, "a.guide.md") == found


@pytest.mark.parametrize(("value", "found"), [("高", []), ("低", []), ("中", ["attribute-value 中"])])
def test_a_grammar_names_attributes_in_any_script(value: str, found: list[str]) -> None:
    mood = "```ebnf\nmood_element ::= '<mood' ' 强度=\"' ('高' | '低') '\"' '>' text '</mood>'\n```\n"
    files = {"a.guide.md": f'<mood 强度="{value}">\nx\n</mood>\n', "mood.protocol.md": mood}
    assert check(files, "a.guide.md") == found


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("a.thought.md", "<thought>\n", ["unclosed-tag <thought>"]),
        ("README.md", "<thing>\n", ["hint unclosed-tag <thing>"]),
        ("README.md", '<thing colour="red">\nx\n</thing>\n', ["hint undefined-attribute colour"]),
        ("README.zh.md", "<thing>\n", ["hint unclosed-tag <thing>"]),
        ("docs/notes.md", "<thing>\n", ["hint unclosed-tag <thing>"]),
        ("docs/notes.md", "<a:b>\nx\n</a:b>\n", ["hint unknown-structure b"]),
        ("docs/notes.md", "<thought>\n<plan>\n</thought>\n", ["unclosed-tag <plan>"]),
        ("notes.dpml", "<thing>\n", ["unclosed-tag <thing>"]),
        ("notes.guide.md", "<thing>\n", ["unclosed-tag <thing>"]),
        ("docs/notes.md", "see @://x\n", ["reference-syntax :"]),
    ],
)
def test_faults_of_a_plain_document_are_hints(path: str, text: str, found: list[str]) -> None:
    assert check({path: text}, path) == found


def test_only_placeholders_that_no_registry_row_fills_are_text() -> None:
    text = (
        '<resource protocol="note">\n<location>\nnote ::= note://{name}\nname ::= [a-z]+\n</location>\n'
        "<registry>\n| id | file |\n|---|---|\n| {name} | @file://notes/{name}.md |\n</registry>\n</resource>\n"
        "Write @file://notes/{word}.md\n"
    )
    assert check({"note.resource.md": text}, "note.resource.md") == [
        "hint reference-placeholder @file://notes/{word}.md"
    ]


def test_a_tag_in_prose_that_a_protocol_declares_gets_a_hint() -> None:
    text = "<thought>\nput doubts into <challenge> or <doubt> here\n</thought>\n"
    assert check({"a.thought.md": text}, "a.thought.md") == ["hint stray-tag <challenge>"]


def test_settings_lower_attribute_faults_alone() -> None:
    text = '<thought colour="red">\n<plan>\n</thought>\n'
    found = check({"a.thought.md": text}, "a.thought.md", Declared(attribute_severity=Severity.WARNING))
    assert found == ["warning undefined-attribute colour", "unclosed-tag <plan>"]


def test_content_models_are_checked_too() -> None:
    letter = LETTER.replace(" text ", " sign_element ").replace("who ::=", SIGN)
    files = {"a.md": '<letter to="ann">\nx\n</letter>\n', "letter.protocol.md": letter}
    assert check(files, "a.md")[0] == 'content-model <letter to="ann">'


def test_every_fault_of_many_elements_is_told() -> None:
    text = '<thought id="a" colour="b">\nx\n</thought>\n' * 2000
    assert check({"a.thought.md": text}, "a.thought.md") == ["undefined-attribute colour"] * 2000


INLINE = """\
```ebnf
brew_element ::= '<brew' ' minutes="' [0-9]+ '"' [' at="' [0-9]+ ('°C' | '度') '"'] [' by="' who '-' who? '"'] '>'
                 text '</brew>'
who ::= [a-z]+
```
"""


@pytest.mark.parametrize(
    ("attributes", "found"),
    [
        ('minutes="3" at="80度" by="a-b"', []),
        ('minutes="3" at="80°C" by="a-"', []),
        ('minutes="三"', ["attribute-value 三"]),
        ('minutes=""', ["attribute-value"]),
        ('minutes="3" at="80"', ["attribute-value 80"]),
        ('minutes="3" by="a"', ["attribute-value a"]),
    ],
)
def test_values_that_a_production_writes_out(attributes: str, found: list[str]) -> None:
    files = {"brew.protocol.md": INLINE, "x.md": f"<brew {attributes}>\n차\n</brew>\n"}
    assert check(files, "x.md") == found


FORMS = """\
```ebnf
lamp_element ::= ('<lamp colour="红"' | '<lamp colour="绿"' | '<lamp') [' watt="' [0-9]+ '"']
                 ('/>' | '>' text '</lamp>')
shade_element ::= '<shade size="' size '"/>' | '<shade size="' size '" old="yes"/>' | '<shade size="any"/>'
size ::= [0-9]+
```
"""


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ('<lamp colour="红" watt="5"/>', []),
        ('<lamp colour="绿">\n등\n</lamp>', []),
        ("<lamp/>", []),
        ('<lamp colour="蓝" watt="多"/>', ["attribute-value 多", "attribute-value 蓝"]),
        ('<shade size="5" old="yes"/>', []),
        ('<shade size="any"/>', []),
        ('<shade size="一"/>', ["attribute-value 一"]),
        ('<shade old="yes"/>', ['missing-attribute <shade old="yes"/>']),
    ],
)
def test_an_attribute_takes_what_any_form_of_its_element_allows(tag: str, found: list[str]) -> None:
    files = {"lamp.protocol.md": FORMS, "x.md": f"{tag}\n"}
    assert sorted(check(files, "x.md")) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<resource>\n<registry>\n| 차 | @file://차.md |\n</registry>\n</resource>\n", ["resource-unit <resource>"]),
        ('<resource id="차">\n<location>\n아무 말\n</location>\n</resource>\n', ['resource-unit <resource id="차">']),
        ('<resource protocol="tea">\n<location>\n</location>\n</resource>\n', []),
        ('<resource src="차.md">\n<location>\n</location>\n</resource>\n', []),
        ("<resource>\n차 이야기\n</resource>\n", []),
        ("<prompt>\n<resource>\n<location>\n</location>\n</resource>\n</prompt>\n", []),
    ],
)
def test_a_unit_names_its_protocol(text: str, found: list[str]) -> None:
    assert check({"tea.resource.md": text}, "tea.resource.md") == found
