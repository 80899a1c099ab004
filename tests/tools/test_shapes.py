"""Tools shaped as people write them for the PromptX runtime: what is said of them is true, and nothing is missed."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from running_tools import needs_node, ran

from dpmlc.tools.read_tool import ReadTool, read_tool

# ruff: noqa: E501  A tool is one text.

NEWER = """/**
 * 茶单 tea list: keeps the list of a tea house.
 */
const path = require('path');
const os = require('os');

const KINDS = { green: '绿茶', black: '红茶' };

module.exports = {
  // What the runtime installs.
  getDependencies() {
    return { '@tea/list': '^1.2.0', 'csv-parse': '^5.0.0' };
  },

  getMetadata() {
    return {
      id: 'tea-list',
      name: '茶单',
      description: '查、加、改一家茶馆的茶单',
      version: '2.1.0',
      category: 'house',
      author: '掌柜',
      tags: ['tea', 'list'],
      scenarios: ['每天开门前', '客人问价'],
      limitations: ['只有一张单'],
    };
  },

  getSchema() {
    return {
      parameters: {
        type: 'object',
        properties: {
          action: { type: 'string', enum: ['find', 'add', 'change'], description: '做什么' },
          kind: { type: 'string', enum: Object.keys(KINDS), default: 'green' },
          most: { type: 'number', description: '最多几行', minimum: 1, default: 20 },
          edits: {
            type: 'array',
            items: {
              type: 'object',
              properties: { name: { type: 'string' }, price: { type: ['number', 'null'] } },
              required: ['name'],
            },
          },
          dry: { type: 'boolean', default: false },
        },
        required: ['action'],
      },
      environment: {
        type: 'object',
        properties: {
          TEA_FOLDERS: { type: 'string', description: 'JSON', default: '["~/tea"]' },
          TEA_KEY: { type: 'string' },
        },
        required: [],
      },
    };
  },

  getBusinessErrors() {
    return [{ code: 'NO_TEA', description: '没有这种茶', match: /no such tea|没有/i, solution: '换一种', retryable: false }];
  },

  getBridges() {
    return {
      'list:load': {
        real: async (args, api) => { const parse = await api.importx('csv-parse'); return parse(args.text); },
        mock: async () => [],
      },
    };
  },

  folders() {
    const { api } = this;
    const told = api.environment.get('TEA_FOLDERS');
    return told ? JSON.parse(told.replace(/\\\\"/g, '"')) : [path.join(os.homedir(), 'tea')];
  },

  async execute(params) {
    const { api } = this;
    api?.logger?.info('开始', { action: params.action });
    const util = await importx('util');
    return { folders: this.folders(), shown: util.format('%s', params.action), kept: api.storage.getItem('last') ?? null };
  },
};
"""

OLDER = """const https = require('https');

class Weather {
  constructor() {
    this.cache = new Map();
    this.unit = 'C';
  }

  getDependencies() {
    return ['axios@^1.6.0', 'cheerio'];
  }

  getMetadata() {
    return {
      name: 'weather',
      description: '天气 of a city, ' +
        'three days at most',
      version: '1.0.0',
      category: 'utility',
      author: '기상',
    };
  }

  getSchema() {
    return {
      type: 'object',
      properties: {
        city: { type: 'string', description: '城市', minLength: 1, examples: ['泉州'] },
        days: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
        unit: { type: 'string', pattern: '^[CF]$', format: 'unit', nullable: true },
        when: { oneOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      },
      required: ['city'],
      additionalProperties: false,
    };
  }

  validate(params) {
    const errors = [];
    if (!params.city || params.city.trim() === '') errors.push('city is empty');
    return { valid: errors.length === 0, errors };
  }

  async init(config = {}) { this.unit = config.unit || this.unit; }

  async execute({ city, days = 1 }) {
    return { city, days, unit: this.unit };
  }

  async cleanup() { this.cache.clear(); }
}

module.exports = Weather;
"""

HEAD = "getMetadata() { return { name: 'x', description: '茶', version: '1.0.0' }; }"
SCHEMA = "getSchema() { return { type: 'object', properties: {} }; }"
RUN = "async execute(params) { return params; }"


def of(*members: str, before: str = "") -> str:
    """A tool of these members."""
    return f"{before}\nmodule.exports = {{\n  {(',' + chr(10) + '  ').join(members)}\n}};\n"


@dataclass(frozen=True)
class Said:
    """Codes and the text that each points at."""

    read: str
    told: tuple[tuple[str, str], ...]


def said(tool: ReadTool, text: str) -> Said:
    placed = ((each.code, text[each.span.start : each.span.end] if each.span else "") for each in tool.diagnostics)
    return Said(tool.read, tuple(placed))


def test_a_tool_of_the_newer_form_is_known_as_a_whole() -> None:
    tool = read_tool("tea-list.tool.js", NEWER)
    assert said(tool, NEWER) == Said("static", (("tool-name", "'茶单'"),)), "a display name is a hint, no more"
    assert tool.metadata == {
        "name": "茶单",
        "description": "查、加、改一家茶馆的茶单",
        "version": "2.1.0",
        "category": "house",
        "author": "掌柜",
    }
    assert tool.dependencies == {"@tea/list": "^1.2.0", "csv-parse": "^5.0.0"}
    schema = tool.input_schema
    assert isinstance(schema, dict)
    assert schema["properties"]["kind"] == {"type": "string", "enum": ["green", "black"], "default": "green"}
    assert schema["properties"]["edits"]["items"]["required"] == ["name"]
    assert isinstance(tool.environment, dict)
    assert tool.environment["properties"]["TEA_FOLDERS"]["default"] == '["~/tea"]'
    assert tool.members == ("getMetadata", "getSchema", "execute", "getDependencies")


def test_a_tool_of_the_older_form_is_known_as_a_whole() -> None:
    tool = read_tool("weather.tool.js", OLDER)
    assert said(tool, OLDER) == Said("static", ())
    assert tool.metadata["description"] == "天气 of a city, three days at most"
    assert tool.dependencies == ["axios@^1.6.0", "cheerio"]
    assert tool.members == ("getMetadata", "getSchema", "execute", "getDependencies", "validate", "init", "cleanup")


RIGHT = {
    "lambdas": of("getMetadata: () => ({ name: 'x', description: `茶 ${1 + 1}`, version: '1' })", "getSchema: () => ({})", "execute: async () => 1"),
    "function expressions": of("getMetadata: function () { return { name: 'x', description: 'd', version: '1' }; }", SCHEMA, "execute: async function run(p) { return p; }"),
    "instance": f"class X {{ {HEAD} {SCHEMA} {RUN} }}\nmodule.exports = new X();",
    "named first": f"const tool = {{ {HEAD}, {SCHEMA}, {RUN} }};\nmodule.exports = tool;",
    "one by one": "exports.getMetadata = () => ({ name: 'x', description: 'd', version: '1' });\nexports.getSchema = () => ({});\nexports.execute = async (p) => p;",
    "shared parts": of(HEAD, "getSchema() { return { type: 'object', properties: { ...SHARED, b: SHARED.a } }; }", RUN, before="const SHARED = { a: { type: 'string' } };"),
    "more members": of(HEAD, SCHEMA, RUN, "getMockArgs() { return {}; }", "getBridgeErrors() { return []; }", "notes: ['x']", "_helper() {}"),
    "no arguments": of(HEAD, SCHEMA, "async execute() { return 1; }"),
    "default argument": of(HEAD, SCHEMA, "async execute({ a, b = 1 } = {}, ...rest) { return a; }"),
    "shebang": "#!/usr/bin/env node\n'use strict';\n" + of(HEAD, SCHEMA, RUN),
    "guard": of(HEAD, SCHEMA, RUN) + "if (require.main === module) module.exports.execute({}).then(console.log);\n",
}  # fmt: skip


@pytest.mark.parametrize("shape", RIGHT)
def test_of_a_right_tool_nothing_is_said(shape: str) -> None:
    text = RIGHT[shape]
    assert said(read_tool("x.tool.js", text), text) == Said("static", ())


WRONG = {
    "no execute": (of(HEAD, SCHEMA), "static", [("missing-member", "")]),
    "misspelt": (of(HEAD.replace("getMetadata", "getMetaData"), SCHEMA, RUN), "static", [("missing-member", "")]),
    "no version": (of(HEAD.replace(", version: '1.0.0'", ""), SCHEMA, RUN), "static", [("tool-metadata", "{ name: 'x', description: '茶' }")]),
    "version as a number": (of(HEAD.replace("'1.0.0'", "1.0"), SCHEMA, RUN), "static", [("tool-metadata", "1.0")]),
    "required in a property": (of(HEAD, SCHEMA.replace("{}", "{ a: { type: 'string', required: true } }"), RUN), "static", [("tool-schema", "true")]),
    "type of nowhere": (of(HEAD, SCHEMA.replace("{}", "{ a: { type: 'any' } }"), RUN), "static", [("tool-schema", "'any'")]),
    "a text for a schema": (of(HEAD, SCHEMA.replace("{}", "{ a: 'string' }"), RUN), "static", [("tool-schema", "'string'")]),
    "a foreign $ref": (of(HEAD, SCHEMA.replace("{}", "{ a: { $ref: 'other.json' } }"), RUN), "static", [("tool-schema", "'other.json'")]),
    "schema that waits": (of(HEAD, "async " + SCHEMA, RUN), "static", [("wrong-member", "async " + SCHEMA)]),
    "context": (of(HEAD, SCHEMA, "async execute(params, context) { return context; }"), "static", [("member-arguments", "async execute(params, context) { return context; }")]),
    "metadata as a value": (of("getMetadata: { name: 'x' }", SCHEMA, RUN), "static", [("wrong-member", "getMetadata: { name: 'x' }")]),
    "module": (of(HEAD, SCHEMA, RUN).replace("module.exports =", "export default"), "unknown", [("tool-exports", None)]),
    "brace lost": (of(HEAD, SCHEMA, RUN).replace("}; },", "; },", 1), "unknown", [("tool-syntax", None)]),
    "nothing": ("", "unknown", [("tool-exports", "")]),
}  # fmt: skip


@pytest.mark.parametrize("shape", WRONG)
def test_of_a_wrong_tool_what_is_wrong_is_said_where_it_stands(shape: str) -> None:
    text, read, expected = WRONG[shape]
    found = said(read_tool("x.tool.js", text), text)
    assert found.read == read
    assert [code for code, _ in found.told] == [code for code, _ in expected]
    assert all(place in (None, at) for (_, place), (_, at) in zip(expected, found.told, strict=True)), found.told


OPEN = {
    "package.json": (HEAD.replace("'1.0.0'", "require('./package.json').version"), SCHEMA, "`getMetadata().version`"),
    "environment": (HEAD, SCHEMA.replace("{}", "{ a: { type: 'string', default: process.env.TEA || 'x' } }"), "`getSchema().properties.a.default`"),
    "made by a loop": (HEAD, SCHEMA.replace("{}", "Object.fromEntries(KINDS.map((k) => [k, { type: 'string' }]))"), "`getSchema().properties`"),
    "joined": (HEAD, SCHEMA.replace("{}", "{ a: { type: 'string', description: `of ${KINDS.map((k) => k).join()}` } }"), "`getSchema().properties.a.description`"),
    "platform": (HEAD.replace("'茶'", "process.platform === 'win32' ? '茶' : 'tea'"), SCHEMA, "`getMetadata().description`"),
}  # fmt: skip


@pytest.mark.parametrize("shape", OPEN)
def test_what_depends_on_running_is_a_hint_and_no_error(shape: str) -> None:
    head, schema, what = OPEN[shape]
    tool = read_tool("x.tool.js", of(head, schema, RUN, before="const KINDS = ['green', 'black'];"))
    assert tool.read == "unknown"
    assert [(each.code, str(each.severity)) for each in tool.diagnostics] == [("tool-unread", "hint")]
    assert [each.what for each in tool.gaps] == [what]


@pytest.mark.slow
@needs_node
def test_both_forms_run(tmp_path: Path) -> None:
    newer = ran(tmp_path, ("tea-list.tool.js", NEWER), {"action": "find"})
    assert newer.data["shown"] == "find"
    assert newer.data["kept"] is None
    assert newer.data["folders"][0].endswith("/tea")
    assert newer.printed == "开始 { action: 'find' }\n"
    assert ran(tmp_path, ("tea-list.tool.js", NEWER), {"action": "sell"}).code == "VALIDATION_ERROR"
    older = ran(tmp_path, ("weather.tool.js", OLDER), {"city": "泉州"}, config={"unit": "F"})
    assert older.data == {"city": "泉州", "days": 1, "unit": "F"}
    assert ran(tmp_path, ("weather.tool.js", OLDER), {"city": " "}).details["errors"] == ["city is empty"]
