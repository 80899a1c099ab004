"""Reading tools without running them: text in, what is known out (SPEC 5.1)."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmlc.tools.read_tool import ReadTool, read_tool

# ruff: noqa: E501  A case is one row.

META = "getMetadata() { return { name: 'tides', description: '涨潮时间', version: '1.0.0' }; }"
META_PY = "def get_metadata(self): return {'name': 'tides', 'description': '涨潮时间', 'version': '1.0.0'}"


def js(schema: str, before: str = "", members: str = "") -> ReadTool:
    """A tool whose `getSchema` returns an expression."""
    text = f"{before}\nmodule.exports = {{ {META},\n getSchema() {{ return {schema}; }}, execute(p) {{}}, {members} }};"
    return read_tool("tides.tool.js", text)


def py(schema: str, before: str = "", members: str = "    pass") -> ReadTool:
    text = f"{before}\nclass Tides:\n    {META_PY}\n    def get_schema(self): return {schema}\n    def execute(self, p): pass\n{members}\n"
    return read_tool("tides.tool.py", text)


def codes(tool: ReadTool) -> list[str]:
    return [each.code for each in tool.diagnostics]


WHOLE = {
    "class": "class Tides {{ {meta} getSchema() {{ return {{ type: 'object' }}; }} async execute(p) {{}} }}\nmodule.exports = Tides;",
    "instance": "class Tides {{ {meta} getSchema() {{ return {{ type: 'object' }}; }} async execute(p) {{}} }}\nmodule.exports = new Tides();",
    "class in place": "module.exports = class {{ {meta} getSchema() {{ return {{ type: 'object' }}; }} execute(p) {{}} }};",
    "object": "module.exports = {{ {meta}, getSchema: () => ({{ type: 'object' }}), execute: async (p) => p }};",
    "frozen": "const T = {{ {meta}, getSchema: function () {{ return {{ type: 'object' }}; }}, async execute(p) {{}} }};\nmodule.exports = Object.freeze(T);",
    "both exports": "exports = module.exports = {{ {meta}, getSchema() {{ return {{ type: 'object' }}; }}, execute(p) {{}} }};",
    "one by one": "const m = {{ {meta} }};\nexports.getMetadata = () => ({{ name: 'tides', description: '涨潮时间', version: '1.0.0' }});\nexports.getSchema = () => ({{ type: 'object' }});\nexports.execute = execute;\nfunction execute(p) {{}}",
    "inherited": "class Base {{ {meta} execute(p) {{}} }}\nclass Tides extends Base {{ getSchema() {{ return {{ type: 'object' }}; }} }}\nmodule.exports = Tides;",
    "spread": "const base = {{ {meta}, execute(p) {{}} }};\nmodule.exports = {{ ...base, getSchema() {{ return {{ type: 'object' }}; }} }};",
    "prototype": "class Tides {{ {meta} execute(p) {{}} }}\nTides.prototype.getSchema = function () {{ return {{ type: 'object' }}; }};\nmodule.exports = Tides;",
    "extended": "const tides = {{ {meta} }};\ntides.getSchema = () => ({{ type: 'object' }});\ntides.execute = async (p) => p;\nmodule.exports = tides;",
    "field": "class Tides {{ {meta} execute(p) {{}} getSchema = () => {{ return {{ type: 'object' }} }} }}\nmodule.exports = Tides;",
    "shebang and strict": "#!/usr/bin/env node\n'use strict';\nmodule.exports = {{ {meta}, getSchema() {{ 'use strict'; /* 港 */ return {{ type: 'object' }}; }}, execute(p) {{}} }};",
}


@pytest.mark.parametrize("form", WHOLE)
def test_forms_of_javascript_tools(form: str) -> None:
    tool = read_tool("tool/tides.tool.js", WHOLE[form].format(meta=META))
    assert tool.read == "static", tool.gaps
    assert (tool.id, tool.name, tool.metadata["description"]) == ("tides", "tides", "涨潮时间")
    assert tool.input_schema == {"type": "object"}
    assert tool.members == ("getMetadata", "getSchema", "execute")
    assert codes(tool) == []


VALUES = {
    "literals": (
        "{ a: 1, b: -2.5, c: true, d: null, e: [1, 'x'] }",
        "",
        {"a": 1, "b": -2.5, "c": True, "d": None, "e": [1, "x"]},
    ),
    "keys": ("{ 'a-b': 1, 2: 2, ['c' + 'd']: 3 }", "", {"a-b": 1, "2": 2, "cd": 3}),
    "escapes": (r"{ a: '\n\x41\u4e2d\u{1F375}\uD83C\uDF75\q' }", "", {"a": "\nA中🍵🍵q"}),
    "numbers": ("{ a: 0x1f, b: 1_000, c: 1e3, d: 0b11 }", "", {"a": 31, "b": 1000, "c": 1000, "d": 3}),
    "constant": ("S", "const S = { type: 'object' };", {"type": "object"}),
    "template": ("{ a: `${P}/港口-${2 + 3}` }", "const P = 'tides';", {"a": "tides/港口-5"}),
    "joined": ("{ a: ['x', 'y'].join('\\n'), b: 'x' + 'y' + 1 }", "", {"a": "x\ny", "b": "xy1"}),
    "spread": (
        "{ ...A, b: 2, e: [...B, 3] }",
        "const A = { a: 1, b: 1 }; const B = [1, 2];",
        {"a": 1, "b": 2, "e": [1, 2, 3]},
    ),
    "merged": ("Object.assign({}, A, { b: 2 })", "const A = { a: 1 };", {"a": 1, "b": 2}),
    "keys of": ("{ enum: Object.keys(A) }", "const A = { 泉州: 1, 厦门: 2 };", {"enum": ["泉州", "厦门"]}),
    "function": ("make()", "function make() { const t = 'object'; return { type: t }; }", {"type": "object"}),
    "member": ("{ a: A.b.c, d: A['e'][0] }", "const A = { b: { c: 1 }, e: [7] };", {"a": 1, "d": 7}),
    "choice": ("{ a: true ? 1 : f(), b: A || 2 }", "const A = '';", {"a": 1, "b": 2}),
    "comments": ("{ /* x */ a: 1, // y\n }", "", {"a": 1}),
    "numbers with numbers": ("{ a: 1 - 3, b: 2 * 3, c: 7 / 2, d: 6 / 3, e: +1 }", "", {"a": -2, "b": 6, "c": 3.5, "d": 2, "e": 1}),
    "truth": ("{ a: !'', b: ![], c: 0 && f(), d: 'x' && 2 }", "", {"a": True, "b": False, "c": 0, "d": 2}),
    "nothing": ("{ a: null ?? 1, b: 0 ?? 1, c: '' + null + true }", "", {"a": 1, "b": 0, "c": "nulltrue"}),
}


@pytest.mark.parametrize("case", VALUES)
def test_values_in_javascript(case: str) -> None:
    schema, before, value = VALUES[case]
    tool = js(schema, before)
    assert tool.input_schema == value
    assert tool.gaps == ()


def test_this_in_javascript() -> None:
    text = f"class T {{ constructor() {{ this.kind = 'object'; }} base = {{ a: {{}} }}; props() {{ return this.base; }}\n{META} getSchema() {{ return {{ type: this.kind, properties: this.props() }}; }} execute(p) {{}} }}\nmodule.exports = T;"
    assert read_tool("tides.tool.js", text).input_schema == {"type": "object", "properties": {"a": {}}}


GAPS = {
    "call": ("load()", "", None, "`load` is called, which is known only when it runs"),
    "require": ("require('./s.json')", "", None, "`require` loads another file"),
    "environment": ("{ default: process.env.X }", "", {}, "`process` is not defined in this file"),
    "unknown": (
        "{ type: 'object', properties: { a: f(), b: {} } }",
        "",
        {"type": "object", "properties": {"a": {}, "b": {}}},
        "`f` is called, which is known only when it runs",
    ),
    "changed": ("S", "const S = { type: 'object' };\nS.properties = {};", None, "`S` is changed while the file runs"),
    "pushed": ("{ required: R }", "const R = []; R.push('a');", {}, "`R` is changed while the file runs"),
    "assigned": ("S", "let S = {}; S = { type: 'object' };", None, "`S` is changed while the file runs"),
    "itself": ("S", "const S = { a: S };", {}, "`S` is made of itself"),
    "bigint": ("{ maximum: 1n }", "", {}, "JSON has no BigInt"),
    "infinite": ("{ maximum: 1e999 }", "", {}, "JSON has no such number"),
    "function": ("{ a: () => 1 }", "", {}, "it is a function"),
    "half": ("{ a: '\\uD83C' }", "", {}, "the string holds half of a surrogate pair"),
    "divided by nothing": ("{ a: 1 / 0 }", "", {}, "`/` is computed only when it runs"),
    "power": ("{ a: 2 ** 3 }", "", {}, "`**` is computed only when it runs"),
    "text made negative": ("{ a: -'x' }", "", {}, "`-` is computed only when it runs"),
    "fraction in a text": ("{ a: 'x' + 0.5 }", "", {}, "`+` is computed only when it runs"),
    "sum with the unknown": ("{ a: 1 + f() }", "", {}, "`f` is called, which is known only when it runs"),
}


@pytest.mark.parametrize("case", GAPS)
def test_what_cannot_be_read_is_said(case: str) -> None:
    schema, before, value, reason = GAPS[case]
    tool = js(schema, before)
    assert tool.read == "unknown"
    assert tool.input_schema == value
    assert [each.reason for each in tool.gaps] == [reason]
    assert "tool-unread" in codes(tool)


FILLED = [
    "const t = { execute(p) {} }; for (const m in t) exports[m] = t[m];",
    "if (x) { module.exports = {}; } else { module.exports = { execute(p) {} }; }",
    "Object.assign(module.exports, require('./other'));",
    "exports.execute = (p) => p; Object.assign(exports, rest);",
    "module.exports = build();",
    "module.exports = { ...rest };",
    "class T extends Base {} module.exports = T;",
]


@pytest.mark.parametrize("text", FILLED)
def test_what_is_exported_by_code_is_no_fault(text: str) -> None:
    tool = read_tool("tides.tool.js", text)
    assert (tool.read, set(codes(tool))) == ("unknown", {"tool-unread"})


def test_a_condition_is_not_guessed() -> None:
    text = f"module.exports = {{ {META}, execute(p) {{}}, getSchema() {{ if (x) {{ return {{}}; }} return {{ type: 'object' }}; }} }};"
    tool = read_tool("tides.tool.js", text)
    assert (tool.input_schema, [each.reason for each in tool.gaps]) == (None, ["`if` decides what is returned"])


def test_the_newer_form_has_two_schemas_and_dependencies() -> None:
    tool = js(
        "{ parameters: { type: 'object', properties: { q: { type: 'string' } } }, environment: { type: 'object', properties: { KEY: {} } } }",
        members="getDependencies() { return { axios: '^1.6.0', '@acme/x': '^1' }; }",
    )
    assert tool.input_schema == {"type": "object", "properties": {"q": {"type": "string"}}}
    assert tool.environment == {"type": "object", "properties": {"KEY": {}}}
    assert tool.dependencies == {"axios": "^1.6.0", "@acme/x": "^1"}
    assert tool.members == ("getMetadata", "getSchema", "execute", "getDependencies")


VALUES_PY = {
    "literals": (
        "{'a': 1, 'b': -2.5, 'c': True, 'd': None, 'e': (1, 'x')}",
        "",
        {"a": 1, "b": -2.5, "c": True, "d": None, "e": [1, "x"]},
    ),
    "constant": ("S", "S = {'type': 'object'}", {"type": "object"}),
    "typed": ("S", "S: dict = {'type': 'object'}", {"type": "object"}),
    "formatted": ("{'a': f'{P}-{2 + 3}'}", "P = '港'", {"a": "港-5"}),
    "spread": ("{**A, 'b': [*B, 3]}", "A = {'a': 1}\nB = [1]", {"a": 1, "b": [1, 3]}),
    "merged": ("A | {'b': 2}", "A = {'a': 1}", {"a": 1, "b": 2}),
    "dict": ("dict(type='object', a='x' 'y')", "", {"type": "object", "a": "xy"}),
    "joined": ("{'a': ' '.join(['x', 'y'])}", "", {"a": "x y"}),
    "function": ("make()", "def make():\n    kind = 'object'\n    return {'type': kind}", {"type": "object"}),
}


@pytest.mark.parametrize("case", VALUES_PY)
def test_values_in_python(case: str) -> None:
    schema, before, value = VALUES_PY[case]
    tool = py(schema, before)
    assert (tool.input_schema, tool.gaps, codes(tool)) == (value, (), [])


EXPRESSIONS = [
    "{'x': 1}['x']", "[1, 2][-1]", "((1, 2), 3)[0][1]", "[1] + [2, *[3]]", "1 + 2 * 3 - 4", "2 * 3", "not 0", "not [1]",
    "-(2)", "f'{1}{True}-{\"x\"}'", "'-'.join(['a', 'b'])", "{'a': 1} | {'b': 2}", "{'a': 1, **{'a': 2}}", "'a' 'b' + 'c'",
]  # fmt: skip


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_is_what_python_makes_of_it(expression: str) -> None:
    tool = py(f"{{'a': {expression}}}")
    assert (tool.input_schema, tool.gaps) == (json.loads(json.dumps({"a": eval(expression)})), ())


def test_what_a_member_asks_of_itself_in_python() -> None:
    members = "    kind = 'object'\n    def props(self):\n        'docs'\n        made: dict = {'a': {}}\n        return made"
    schema = "{'type': self.kind, 'properties': self.props()}"
    assert py(schema, members=members).input_schema == {"type": "object", "properties": {"a": {}}}


GAPS_PY = {
    "a name from nowhere": ("x", "", "`x` is not defined in this file"),
    "told twice": ("make()", "def make():\n    a = 1\n    a = 2\n    return {'a': a}", "`a` comes from outside or changes"),
    "no return": ("make()", "def make():\n    'docs'", "it returns nothing"),
    "bare return": ("make()", "def make():\n    return", "it returns nothing"),
    "raises": ("make()", "def make():\n    raise OSError", "it raises"),
    "condition": ("make()", "def make():\n    if x:\n        return {}", "`if` may change what is returned"),
    "format": ("{'a': f'{1:>3}'}", "", "it is formatted only when it runs"),
    "repeated": ("{'a': 'x' * 3}", "", "it is known only when it runs"),
    "part that is not there": ("{'a': [1][5]}", "", "it has no such known part"),
    "part of the unknown": ("{'a': [f()][0]}", "", "a call is known only when it runs"),
    "list of the unknown": ("{'a': [*1]}", "", "it is no known list"),
    "dictionary of the unknown": ("{'a': {**1}}", "", "it is no known dictionary"),
    "number as a key": ("{'a': {1: 2}}", "", "a key of JSON is a string"),
    "numbers joined": ("{'a': ','.join([1])}", "", "not all of it is known text"),
    "sum with the unknown": ("{'a': 'x' + f()}", "", "a call is known only when it runs"),
    "counted up": ("{'a': N}", "N = 1\nN += 1", "`N` is changed while the file runs"),
    "global": ("{'a': N}", "N = 1\ndef f():\n    global N", "`N` is changed while the file runs"),
    "part of a part": ("{'a': N}", "N = {'x': []}\nN['x'].append(1)", "`N` is changed while the file runs"),
    "call": ("load()", "", "a call is known only when it runs"),
    "changed": ("S", "S = {}\nS['type'] = 'object'", "`S` is changed while the file runs"),
    "updated": ("S", "S = {}\nS.update(a=1)", "`S` is changed while the file runs"),
    "set": ("{'enum': {1}}", "", "a set is known only when it runs"),
    "bytes": ("{'default': b'x'}", "", "JSON has no bytes"),
    "comprehension": ("{k: 1 for k in 'ab'}", "", "a comprehension is known only when it runs"),
}


@pytest.mark.parametrize("case", GAPS_PY)
def test_what_cannot_be_read_in_python_is_said(case: str) -> None:
    schema, before, reason = GAPS_PY[case]
    assert [each.reason for each in py(schema, before).gaps] == [reason]


FAULTS = {
    "syntax": ("x.tool.js", "module.exports = { getMetadata() { return {", ["tool-syntax"]),
    "module": ("x.tool.js", "export default class {}", ["tool-exports"]),
    "nothing": ("x.tool.js", "const a = 1;", ["tool-exports"]),
    "empty": ("x.tool.js", "", ["tool-exports"]),
    "a function": ("x.tool.js", "module.exports = () => ({ execute() {} });", ["tool-exports"]),
    "a number": ("x.tool.js", "module.exports = 5;", ["tool-exports"]),
    "no members": ("x.tool.js", "module.exports = { getMetaData() {} };", ["missing-member"] * 3),
    "value": (
        "x.tool.js",
        f"module.exports = {{ {META.replace('tides', 'x')}, getSchema() {{ return {{}}; }}, execute: 5 }};",
        ["wrong-member"],
    ),
    "async schema": (
        "x.tool.js",
        f"module.exports = {{ {META.replace('tides', 'x')}, async getSchema() {{ return {{}}; }}, execute(p) {{}} }};",
        ["wrong-member"],
    ),
    "generator": (
        "x.tool.js",
        f"module.exports = {{ {META.replace('tides', 'x')}, getSchema() {{ return {{}}; }}, *execute(p) {{}} }};",
        ["wrong-member"],
    ),
    "arguments": (
        "x.tool.js",
        f"module.exports = {{ {META.replace('tides', 'x')}, getSchema() {{ return {{}}; }}, execute(p, q) {{}} }};",
        ["member-arguments"],
    ),
    "python syntax": ("x.tool.py", "class X:\n", ["tool-syntax"]),
    "python nothing": ("x.tool.py", "x = 1\n", ["tool-exports"]),
    "python two": (
        "x.tool.py",
        "class A:\n  def execute(self, p): pass\nclass B:\n  def execute(self, p): pass\n",
        ["tool-exports"],
    ),
    "python arguments": (
        "x.tool.py",
        f"class T:\n  {META_PY.replace('tides', 'x')}\n  def get_schema(self): return {{}}\n  def execute(self): pass\n",
        ["wrong-member"],
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_faults(case: str) -> None:
    path, text, wanted = FAULTS[case]
    assert codes(read_tool(path, text)) == wanted


def test_a_misspelt_member_is_suggested() -> None:
    tool = read_tool("x.tool.js", "module.exports = { getMetaData() {}, getSchema() { return {}; }, execute() {} };")
    assert tool.diagnostics[0].help == ("did you mean it by `getMetaData`? the name is `getMetadata`",)


METADATA = {
    "{ name: 'x', description: 'd' }": "the metadata has no `version`; `name`, `description`, `version` are required",
    "{ name: 'x', description: 'd', version: 1 }": "expected a text as `version`, found the number 1",
    "{ name: 'x', description: '', version: '1' }": "`description` is empty",
    "[]": "`getMetadata` gives a list, expected an object with `name`, `description`, `version`",
}


@pytest.mark.parametrize("metadata", METADATA)
def test_metadata(metadata: str) -> None:
    tool = read_tool(
        "x.tool.js", f"module.exports = {{ getMetadata: () => ({metadata}), getSchema: () => ({{}}), execute(p) {{}} }}"
    )
    assert [(each.code, each.message) for each in tool.diagnostics] == [("tool-metadata", METADATA[metadata])]


def test_a_place_counts_code_points() -> None:
    text = "// 🍵 茶\nmodule.exports = { getMetadata: () => ({ name: '🍵', description: 'd', version: 1 }), getSchema: () => ({}), execute(p) {} }"
    fault = next(each for each in read_tool("x.tool.js", text).diagnostics if each.code == "tool-metadata")
    assert fault.span is not None
    assert text[fault.span.start : fault.span.end] == "1"


HOSTILE = {
    "lists.tool.js": "module.exports = " + "[" * 40_000 + "]" * 40_000,
    "objects.tool.js": "module.exports = { getSchema() { return " + "{a:" * 20_000 + "1" + "}" * 20_000 + "}}",
    "calls.tool.js": "module.exports = " + "f(" * 20_000 + ")" * 20_000,
    "plus.tool.js": "module.exports = { getSchema: () => 'a'" + "+'a'" * 20_000 + "}",
    "open.tool.js": "`${" * 20_000,
    "doubling.tool.js": "const a0 = [1];" + "".join(f"const a{n} = [a{n - 1}, a{n - 1}];" for n in range(1, 80)) + "module.exports = { getSchema: () => a79 }",
    "loop.tool.js": "const a = b; const b = a; class C extends C {} const o = { ...o }; module.exports = new C();",
    "lists.tool.py": "x = " + "[" * 40_000,
    "minus.tool.py": "x = " + "-" * 40_000 + "1",
    "plus.tool.py": "x = 1" + "+1" * 20_000,
    "doubling.tool.py": "a0 = [1]\n" + "".join(f"a{n} = [a{n - 1}, a{n - 1}]\n" for n in range(1, 80)) + "class T:\n  def execute(self, p): pass\n  def getSchema(self): return a79",
}  # fmt: skip


@pytest.mark.parametrize("path", HOSTILE)
def test_hostile_files_are_read_to_the_end(path: str) -> None:
    tool = read_tool(path, HOSTILE[path])
    assert len(tool.diagnostics) < 200
    assert len(json.dumps(tool.input_schema)) < 2_000_000


@given(st.text(alphabet="{}[]()=>.,;:'`$\"\\\n acdefmnoprstux0茶", max_size=60))
def test_no_text_raises(text: str) -> None:
    for path in ("x.tool.js", "x.tool.py"):
        for whole in (
            text,
            f"module.exports = {text}",
            f"class T:\n  def execute(self, p): return {text}\n  x = {text}",
        ):
            assert read_tool(path, whole).path == path


GROWING = {
    "objects.tool.js": lambda n: "module.exports = { getSchema: () => ({" + "a: { b: [1, 'x'] }," * n + "}) };",
    "calls.tool.js": lambda n: "module.exports = " + "f(" * n + ")" * n,
    "changes.tool.js": lambda n: "a.b.c[1] = 2;" * n,
    "members.tool.js": lambda n: "class A {" + "m(a, b) { return 1; }" * n + "}; module.exports = A;",
    "plus.tool.js": lambda n: "module.exports = { getSchema: () => 'a'" + "+'a'" * n + "};",
    "cjk.tool.js": lambda n: f"module.exports = {{ getSchema: () => ({{ a: '{'茶' * n}', b: f() }}) }}; {'f(茶);' * n}",
    "lists.tool.py": lambda n: (
        "class T:\n  def execute(self, p): pass\n  def getSchema(self): return [" + "1," * n + "]"
    ),
    "classes.tool.py": lambda n: "".join(f"class A{m}(A{m - 1}): pass\n" for m in range(n)),
}


@pytest.mark.parametrize("path", GROWING)
def test_reading_is_linear(path: str) -> None:
    def seconds(text: str) -> float:
        began = time.process_time()
        read_tool(path, text)
        return time.process_time() - began

    small, large = GROWING[path](8_000), GROWING[path](16_000)
    assert min(seconds(large) for _ in range(3)) < 2.5 * min(seconds(small) for _ in range(3)) + 0.02
