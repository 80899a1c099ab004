"""What structural outer levels wrap (SPEC 3.9); `tests/spec` has the common cases."""

from dpmlc.compiler import build_package
from dpmlc.edge.builtin import builtin_documents
from dpmlc.report.diagnostic import Diagnostic
from dpmlc.settings import Settings
from dpmlc.text.files import MemoryFiles

CARD = "```ebnf\ncard_element ::= '<card>' leaf_element '</card>'\nleaf_element ::= '<leaf>' markdown '</leaf>'\n```\n"


def found(reference: str, text: str) -> tuple[Diagnostic, ...]:
    """What a build says where a role takes `text` in by `reference`."""
    files = {"card.protocol.md": CARD, "茶.md": text, "a.role.md": f"<role>\n{reference}\n</role>\n"}
    return build_package(MemoryFiles(files), Settings(), builtin_documents()).diagnostics


def test_a_slice_is_judged_alone() -> None:
    text = "序\n\n<note>\n<leaf>\n五克\n</leaf>\n</note>\n"
    assert found("@!card:@!file://茶.md?line=4-6", text) == ()
    assert [each.code for each in found("@!card:@!file://茶.md?line=3-7", text)] == [
        "content-model",
        "undeclared-element",
    ]


def test_the_inner_level_is_judged_first_and_the_outer_one_too() -> None:
    assert [each.message for each in found("@!card:@!thought:@!file://茶.md", "想\n\n再想\n")] == [
        "`<card>` ends without `<leaf>`",
        "`<thought>` is not declared in `<card>`, and no Markdown is allowed here",
    ]


def test_content_that_is_the_element_already_is_judged_once() -> None:
    (fault,) = found("@!card:@!file://茶.md", "<card>\n</card>\n")
    assert fault.span is not None
    assert fault.span.path == "茶.md"


def test_many_misfits_are_told_once_a_reference() -> None:
    told = found("@!card:@!file://茶.md\n\n@!card:@!file://茶.md", "<x>\n</x>\n\n" * 100)
    assert [each.severity.value for each in told].count("error") == 2
    assert len(told) == 10
    assert sorted(note for each in told for note in each.notes) == ["96 more things in it do not fit"] * 2
