"""The page of a tool: parameters, environment, a call to copy, what is not known, what is wrong."""

import json
import re
import shlex

import pytest
from lxml import html

from tests.pages.conftest import Make

HEAD = "module.exports = { getMetadata: () => ({ name: 'kiln', description: '烧陶 fires pots', version: '2.1.0', author: '도공' }), "
TAIL = "execute(p) {} };"
# ruff: noqa: E501  A tool is one text.


def tool(schema: object, head: str = HEAD) -> str:
    """A tool with this schema."""
    return f"{head}getSchema: () => ({json.dumps(schema, ensure_ascii=False)}), {TAIL}"


def page(make: Make, text: str, name: str = "kiln.tool.js", **more: str) -> html.HtmlElement:
    """The page of a tool that stands at the top of a package."""
    made = make({"a.role.md": "<role>\nUse @tool://kiln\n</role>\n", name: text, **more})
    found = [
        path for path in made.files if path.startswith("tools/") and path.endswith(".html") and "index" not in path
    ]
    return html.fromstring(made[found[0]])


def texts(element: html.HtmlElement, xpath: str) -> list[str]:
    return [" ".join(each.text_content().split()) for each in element.xpath(xpath)]


def rows(element: html.HtmlElement, section: str) -> list[tuple[str, ...]]:
    """Name, type, meaning, default of each row in a section."""
    table = element.xpath(f"//section[@aria-labelledby='{section}']//tbody/tr")
    return [tuple(texts(each, "./td")) for each in table]


def call(element: html.HtmlElement) -> list[str]:
    """The words of the example, as a shell takes them."""
    return shlex.split(texts(element, "//section[@aria-labelledby='example']//pre[1]")[0])


NESTED = {
    "type": "object",
    "properties": {
        "glaze": {"type": "string", "enum": ["青", "白"], "description": "釉"},
        "degrees": {"type": "integer", "minimum": 600, "maximum": 1300, "default": 1200},
        "pots": {
            "type": "array",
            "minItems": 1,
            "items": {"type": "object", "properties": {"height": {"type": "number"}}, "required": ["height"]},
        },
        "note": {"type": ["string", "null"], "maximum": 9},
        "days": {"type": "integer", "minimum": 0},
        "wood": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"kind": {"const": "松"}}}]},
        "air": {"type": "object", "properties": {"open": {"type": "boolean"}}},
    },
    "required": ["glaze", "pots"],
}


def test_every_parameter_has_a_row(make: Make) -> None:
    assert rows(page(make, tool(NESTED)), "parameters") == [
        ("glaze required", 'string "青" "白"', "釉", ""),
        ("degrees", "integer 600–1300", "", "1200"),
        ("pots required", "array of object", "", ""),
        ("pots[].height required", "number", "", ""),
        ("note", "string | null ≤ 9", "", ""),
        ("days", "integer ≥ 0", "", ""),
        ("wood", "string | object", "", ""),
        ("wood.kind", '"松"', "", ""),
        ("air", "object", "", ""),
        ("air.open", "boolean", "", ""),
    ]


def test_the_call_can_be_copied(make: Make) -> None:
    words = call(page(make, tool(NESTED)))
    assert words[:5] == ["dpmlc", "tool", "run", "kiln", "--params"]
    assert json.loads(words[5]) == {"glaze": "青", "pots": [{"height": 1}]}
    awkward = {"type": "object", "properties": {"x": {"default": "it's `$HOME` \"; rm\n"}}, "required": ["x"]}
    assert json.loads(call(page(make, tool(awkward)))[5]) == {"x": "it's `$HOME` \"; rm\n"}
    spaced = page(make, tool(NESTED), "my kiln's.tool.js")
    assert call(spaced)[3] == "my kiln's"


NEWER = {
    "parameters": {"type": "object", "properties": {"glaze": {"type": "string"}}},
    "environment": {
        "type": "object",
        "properties": {
            "KILN_KEY": {"type": "string", "description": "钥匙"},
            "KILN_PORT": {"type": "number", "default": 8},
        },
        "required": ["KILN_KEY"],
    },
}


def test_variables_of_the_environment_are_shown(make: Make) -> None:
    found = page(make, tool(NEWER))
    assert rows(found, "parameters") == [("glaze", "string", "", "")]
    assert rows(found, "environment") == [("KILN_KEY required", "string", "钥匙", ""), ("KILN_PORT", "number", "", "8")]
    assert call(found)[5:] == ["{}", "--env", "KILN_KEY"]
    assert "Environment variables" in texts(found, "//h2")


def test_what_could_not_be_read_is_told_with_place_and_reason(make: Make) -> None:
    text = f"{HEAD}\n  getSchema: () => require('./schema.json'), {TAIL}"
    found = page(make, text)
    assert texts(found, "//p[@class='incomplete']") == ["`getSchema()`: `require` loads another file (kiln.tool.js:2)"]
    assert texts(found, "//section[@aria-labelledby='parameters']//p") == [
        "Its parameters are not all known without running it."
    ]
    assert not found.xpath("//section[@aria-labelledby='example']")
    assert not found.xpath("//a[@href='#example']"), "the contents name no section that is not there"
    part = f"{HEAD}\n  getSchema: () => ({{ type: 'object', properties: {{ a: {{ type: 'string' }}, b: load() }} }}), {TAIL}"
    some = page(make, part)
    assert [each[0] for each in rows(some, "parameters")] == ["a", "b"]
    assert texts(some, "//section[@aria-labelledby='parameters']//p") == [
        "Its parameters are not all known without running it."
    ]


def test_a_tool_without_parameters_says_so(make: Make) -> None:
    found = page(make, tool({"type": "object"}))
    assert texts(found, "//section[@aria-labelledby='parameters']//p") == ["It takes no parameters."]
    assert call(found) == ["dpmlc", "tool", "run", "kiln", "--params", "{}"]


def test_members_metadata_and_uses(make: Make) -> None:
    found = page(make, tool({"type": "object"}))
    assert texts(found, "//p[@class='lead']") == ["烧陶 fires pots"]
    facts = dict(zip(texts(found, "//dl[@class='facts']//dt"), texts(found, "//dl[@class='facts']//dd"), strict=True))
    assert facts == {"Source": "kiln.tool.js", "Version": "2.1.0", "Author": "도공", "Language": "JavaScript"}
    assert rows(found, "members") == [
        ("getMetadata", "() => Object", "present"),
        ("getSchema", "() => Object", "present"),
        ("execute", "(parameters: Object) => Promise<any>", "present"),
    ]
    assert "a.role.md:2" in texts(found, "//section[@aria-labelledby='used-by']")[0]
    codes = texts(found, "//dl[@class='codes']/dt")
    assert codes == ["VALIDATION_ERROR", "EXECUTION_ERROR", "TIMEOUT_ERROR", "PERMISSION_ERROR", "RESOURCE_ERROR", "CONFIGURATION_ERROR"]  # fmt: skip


LACKING = (
    "module.exports = { getMetadata: () => ({ name: 'kiln', version: 1 }), getSchema: () => ({ type: 'objekt' }) };"
)


def test_what_is_wrong_stands_on_the_page_and_among_all_findings(make: Make) -> None:
    made = make({"a.role.md": "<role>\nUse @tool://kiln\n</role>\n", "kiln.tool.js": LACKING})
    found = html.fromstring(made["tools/kiln.html"])
    assert ("execute", "(parameters: Object) => Promise<any>", "missing") in rows(found, "members")
    codes = {"missing-member", "tool-metadata", "tool-schema"}
    for address in ("tools/kiln.html", "health.html"):
        assert codes <= set(re.findall("missing-member|tool-[a-z]+", made[address])), address
    assert codes <= {each.partition(" ")[2] for each in made.found}


EVIL = "</code><script>alert(1)</script>\u202e{{ 7 * 7 }} javascript:alert(1) '\"`"
WEIRD = [
    pytest.param({"type": "object", "required": [["a"], {"b": 1}, "c", EVIL], "properties": {"a": 3, EVIL: {"type": [EVIL, 1], "enum": [{"x": EVIL}], "default": EVIL, "description": EVIL}}}, id="texts"),
    pytest.param({"properties": [], "required": {}, "type": {}}, id="kinds"),
    pytest.param({"properties": {"a": {"minimum": EVIL, "maximum": [], "items": [1], "anyOf": [1, None], "oneOf": {}, "description": {"x": 1}}}}, id="keywords"),
    pytest.param({"properties": {"a b": {}, "a-b": {}, "A B": {}, "": {}}}, id="names that look alike"),
    pytest.param({"properties": {str(n): {} for n in range(5000)}}, id="many"),
]  # fmt: skip


@pytest.mark.parametrize("schema", WEIRD)
def test_no_schema_breaks_the_page(make: Make, schema: object) -> None:
    found = page(make, tool(schema, HEAD.replace("烧陶 fires pots", EVIL.replace("'", "\\'"))))
    main = found.xpath("//main")[0]
    assert not [each for each in main.iter("script") if "alert" in (each.text or "")]
    assert "\u202e" not in main.text_content()
    assert "49" not in texts(main, "//p[@class='lead']")[0]
    ids = main.xpath(".//@id")
    assert len(ids) == len(set(ids))
    assert found.xpath("//section[@aria-labelledby='used-by']"), "the page goes on to its end"


def test_many_parameters_and_values_are_told(make: Make) -> None:
    wide = {"properties": {f"p{number}": {"enum": [*range(300)]} for number in range(3)}}
    found = rows(page(make, tool(wide)), "parameters")
    assert [each[0] for each in found] == ["p0", "p1", "p2"]
    assert found[0][1].split() == [*map(str, range(200)), "…"]


def test_a_secret_in_a_schema_is_not_shown(make: Make) -> None:
    secret = "AKIA" + "QWERTY2345ZXCVBN"
    found = page(make, tool({"type": "object", "properties": {"key": {"default": secret}}, "required": ["key"]}))
    assert secret not in html.tostring(found, encoding="unicode")
