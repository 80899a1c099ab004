"""What can be wrong with a tool's file; each docstring is the page that `dpmlc explain CODE` shows."""

from dpmlc.report.diagnostic import Diagnostic, Severity
from dpmlc.report.suggest import nearest
from dpmlc.text.span import Span
from dpmlc.tools.interface import RULES, MemberRule


def tool_syntax(span: Span, found: str) -> Diagnostic:
    """A tool's file is a program that its language accepts.

    dpmlc reads `NAME.tool.js` as CommonJS and `NAME.tool.py` as Python, without running them. A file with a syntax
    error cannot be loaded by any runtime, so nothing else of it is read.

    Rule: SPEC 5.1 (TOOL)

    Bad:
        getSchema() { return { type: 'object' }

    Good:
        getSchema() { return { type: 'object' } }
    """
    return Diagnostic("tool-syntax", Severity.ERROR, f"the tool has a syntax error: {found}", span, "here")


def tool_exports(span: Span, found: str) -> Diagnostic:
    """A tool's file gives exactly one tool.

    In JavaScript it is what `module.exports` is set to: a class, or an object. In Python it is the name `tool` of the
    module, else its only class that has `execute`.

    Rule: SPEC 5.1 (TOOL)

    Bad:
        export default class TideTimes { … }

    Good:
        class TideTimes { … }
        module.exports = TideTimes;
    """
    python = span.path.endswith(".py")
    wanted = "a class named as you like, or `tool = …`" if python else "`module.exports = { … }`, or a class there"
    return Diagnostic(
        "tool-exports",
        Severity.ERROR,
        f"expected one class or object as the tool, found {found}",
        span,
        help=(f"give the tool as {wanted}",),
    )


def missing_member(span: Span, name: str, others: tuple[str, ...]) -> Diagnostic:
    """`getMetadata`, `getSchema` and `execute` are required members of a tool.

    A tool inherits nothing; it is one by having these three. In Python `get_metadata` and `get_schema` are as good.

    Rule: SPEC 5.1; TOOL, "required"

    Bad:
        class TideTimes { getMetaData() { … } getSchema() { … } execute(parameters) { … } }

    Good:
        class TideTimes { getMetadata() { … } getSchema() { … } execute(parameters) { … } }
    """
    near = nearest(name, others)
    add = f"add {_written(RULES[name], span.path)}"
    return Diagnostic(
        "missing-member",
        Severity.ERROR,
        f"the tool has no `{name}`, which is required",
        span,
        help=(f"did you mean it by `{near[0]}`? the name is `{name}`",) if near else (add,),
    )


def _written(rule: MemberRule, path: str) -> str:
    return f"`{rule.definition}`" if path.endswith(".py") else f"`{rule.name}`, a method `{rule.signature}`"


def wrong_member(span: Span, name: str, found: str) -> Diagnostic:
    """Each member of a tool is a method with the signature of the interface.

    `getMetadata()`, `getSchema()`, `getPackage()`, `getDependencies()` and `cleanup()` are called without arguments,
    `execute(parameters)` and `validate(parameters)` with one, `init(config)` perhaps with one. `execute`, `init` and
    `cleanup` may be asynchronous, the others give their value at once.

    Rule: SPEC 5.1; TOOL, "signature"

    Bad:
        async getSchema() { … }

    Good:
        getSchema() { … }
    """
    rule = RULES[name]
    called = f"{name}{rule.signature[: rule.signature.index(')') + 1]}"
    expected = rule.definition if span.path.endswith(".py") else called
    return Diagnostic("wrong-member", Severity.ERROR, f"expected `{expected}`, found {found}", span, "this member")


def member_arguments(span: Span, name: str, found: str) -> Diagnostic:
    """JavaScript gives `undefined` for a parameter that nobody passes.

    A member that has more parameters than the interface passes runs, but never gets them. Python refuses such a call,
    there it is `wrong-member`.

    Rule: TOOL, "signature"

    Bad:
        execute(parameters, context) { return context.user }

    Good:
        execute(parameters) { return parameters.user }
    """
    message = f"`{name}` has {found}, which nobody passes"
    return Diagnostic("member-arguments", Severity.WARNING, message, span, "undefined when it is called")


def tool_metadata(span: Span, message: str) -> Diagnostic:
    """`getMetadata` gives `name`, `description` and `version`, and may give `category` and `author`; all are strings.

    Rule: SPEC 5.1; TOOL, "getMetadata"

    Bad:
        { name: 'tide-times', version: 1 }

    Good:
        { name: 'tide-times', description: 'Times of high water', version: '1.0.0' }
    """
    return Diagnostic("tool-metadata", Severity.ERROR, message, span)


def tool_schema(span: Span, message: str) -> Diagnostic:
    """`getSchema` gives a JSON Schema of an object, which refers only to itself.

    The schema stands alone, or as `parameters` beside `environment`, the newer form. A `$ref` begins with `#` and leads
    to a part of the same schema: nothing is fetched, neither by dpmlc nor by those who get the schema from it.

    Rule: SPEC 5.1; TOOL, "getSchema"; JSON Schema 2020-12

    Bad:
        { type: 'object', properties: { harbour: 'string' } }

    Good:
        { type: 'object', properties: { harbour: { type: 'string' } } }
    """
    return Diagnostic("tool-schema", Severity.ERROR, message, span)


def tool_unread(span: Span, what: str, reason: str) -> Diagnostic:
    """Part of what a tool says of itself is known only when it runs.

    dpmlc reads tools without running them: literals, constants, template strings, spread of known objects, the file's
    own functions without arguments. What stands elsewhere, or is computed, is shown as not known.

    Rule: SPEC 5.1

    Bad:
        getSchema() { return require('./schema.json') }

    Good:
        const SCHEMA = { type: 'object' };
        getSchema() { return SCHEMA }
    """
    return Diagnostic("tool-unread", Severity.HINT, f"{what} was not read: {reason}", span)


def tool_name(span: Span, name: str, id_: str) -> Diagnostic:
    """A tool is called by the name of its file; another name in its metadata leads people astray.

    Rule: SPEC 5.1

    Bad:
        tide-times.tool.js with { name: 'tides' }

    Good:
        tide-times.tool.js with { name: 'tide-times' }
    """
    message = f"the tool calls itself `{name}`, references call it `{id_}`"
    return Diagnostic("tool-name", Severity.HINT, message, span)


def tool_not_asked(span: Span, reason: str) -> Diagnostic:
    """A tool that was to be run for what its file does not tell gave no answer.

    With `[tools] run = true` or `--run-tools`, `getMetadata` and `getSchema` are called where reading the file leaves
    something open: in a confined process, without network, for a few seconds. What they would tell stays unknown.

    Rule: SPEC 5.1

    Bad:
        const table = require('axios')   // not installed beside the tool

    Good:
        async execute(parameters) { const { default: axios } = await import('axios'); … }
    """
    message = f"the tool could not be asked what it is: {reason}"
    return Diagnostic("tool-not-asked", Severity.WARNING, message, span)
