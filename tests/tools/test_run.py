"""Running tools: every member, every error code, and tools that misbehave (TOOL; SPEC 5.2)."""

# ruff: noqa: E501  A case is one row.

import os
import re
import time
from pathlib import Path

import pytest
from running_tools import Grants, js, needs_node, py, ran

pytestmark = pytest.mark.slow

LINUX = pytest.mark.skipif(not os.path.exists("/proc/self/ns/user"), reason="only Linux has namespaces")

FINE = "async execute({ harbour }) { return { harbour, high: ['05:12', '17:40'] }; }"
FINE_PY = "async def execute(self, parameters):\n    return {'harbour': parameters['harbour'], 'high': ('05:12',)}"

BOTH = [
    pytest.param(js(FINE), {"harbour": "泉州", "high": ["05:12", "17:40"]}, marks=needs_node, id="js"),
    pytest.param(py(FINE_PY), {"harbour": "泉州", "high": ["05:12"]}, id="py"),
]


@pytest.mark.parametrize(("tool", "data"), BOTH)
def test_a_result_has_the_form_of_the_interface(tmp_path: Path, tool: tuple[str, str], data: object) -> None:
    found = ran(tmp_path, tool).object
    metadata = found.pop("metadata")
    assert found == {"success": True, "data": data}
    assert list(metadata) == ["tool", "executionTime", "timestamp"]
    assert metadata["tool"] == "tides"
    assert re.fullmatch(r"\d+ms", metadata["executionTime"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", metadata["timestamp"])


FORMS = {
    "class": ("x.tool.js", js(FINE)[1]),
    "instance": ("x.tool.js", js(FINE)[1].replace("exports = Tides", "exports = new Tides()")),
    "frozen object": ("x.tool.js", js(FINE)[1].replace("exports = Tides", "exports = Object.freeze(Object.create(new Tides()))")),
    "one by one": ("x.tool.js", js(FINE)[1].replace("module.exports = Tides", "const t = new Tides(); for (const m of ['getMetadata', 'getSchema', 'execute']) exports[m] = t[m]")),
    "py class": ("x.tool.py", py(FINE_PY)[1]),
    "py named": ("x.tool.py", py(FINE_PY)[1] + "\nclass Other(Tides): pass\ntool = Tides()\n"),
    "py subclass": ("x.tool.py", py(FINE_PY)[1] + "\nclass Other(Tides): pass\n"),
}  # fmt: skip


@needs_node
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_tool_runs(tmp_path: Path, form: str) -> None:
    assert ran(tmp_path, FORMS[form]).data["harbour"] == "泉州"


def test_an_error_has_the_form_of_the_interface(tmp_path: Path) -> None:
    found = ran(tmp_path, py("def execute(self, parameters):\n    raise ValueError('潮汐表没有')")).object
    assert list(found) == ["success", "error", "metadata"]
    assert found["success"] is False
    assert list(found["error"]) == ["code", "message", "details"]
    assert found["error"]["message"] == "潮汐表没有"
    assert list(found["metadata"]) == ["tool", "timestamp"]


ORDER_JS = """
init(config) { this.seen = ['init ' + config.coast]; }
validate(parameters) { this.seen.push('validate'); return { valid: true, errors: [] }; }
async execute(parameters) { console.log('looking up'); this.seen.push('execute'); return this.seen; }
cleanup() { console.error('cleanup after ' + this.seen.join()); }
"""
ORDER_PY = """
def init(self, config): self.seen = ['init ' + config['coast']]
def validate(self, parameters): self.seen.append('validate'); return {'valid': True, 'errors': []}
def execute(self, parameters): print('looking up'); self.seen.append('execute'); return self.seen
async def cleanup(self): print('cleanup after ' + ','.join(self.seen))
"""


@pytest.mark.parametrize(
    "tool", [pytest.param(js(ORDER_JS), marks=needs_node, id="js"), pytest.param(py(ORDER_PY), id="py")]
)
def test_all_members_are_called_in_order(tmp_path: Path, tool: tuple[str, str]) -> None:
    found = ran(tmp_path, tool, config={"coast": "east"})
    assert found.data == ["init east", "validate", "execute"]
    assert found.printed == "looking up\ncleanup after init east,validate,execute\n"


CODES_JS = {
    "schema": ("execute() { return 1; }", {"harbour": 1}, "VALIDATION_ERROR"),
    "validate": ("execute() {} validate() { return { valid: false, errors: ['没有港口'] }; }", None, "VALIDATION_ERROR"),
    "own code": ("execute() { throw Object.assign(new Error('x'), { code: 'RESOURCE_ERROR' }); }", None, "RESOURCE_ERROR"),
    "throw": ("execute() { throw new Error('x'); }", None, "EXECUTION_ERROR"),
    "throw text": ("async execute() { throw 'x'; }", None, "EXECUTION_ERROR"),
    "throw nothing": ("async execute() { throw null; }", None, "EXECUTION_ERROR"),
    "late throw": ("execute() { return new Promise(() => setTimeout(() => { throw new Error('x'); })); }", None, "EXECUTION_ERROR"),
    "missing file": ("execute() { return require('fs').readFileSync(__dirname + '/no.csv'); }", None, "RESOURCE_ERROR"),
    "missing module": ("execute() { return require('no-such-module'); }", None, "RESOURCE_ERROR"),
    "write": ("execute() { require('fs').writeFileSync(__dirname + '/x', 'x'); }", None, "PERMISSION_ERROR"),
    "fork": ("execute() { require('child_process').execSync('true'); }", None, "PERMISSION_ERROR"),
    "network": ("async execute() { return await fetch('http://192.0.2.1/'); }", None, "PERMISSION_ERROR"),
    "init": ("execute() {} async init() { throw new Error('no key'); }", None, "CONFIGURATION_ERROR"),
    "verdict": ("execute() {} validate() { return true; }", None, "CONFIGURATION_ERROR"),
    "no execute": ("run() {}", None, "CONFIGURATION_ERROR"),
    "execute is a value": ("execute = 5", None, "CONFIGURATION_ERROR"),
    "schema throws": ("execute() {} getSchema() { throw new Error('x'); }", None, "EXECUTION_ERROR"),
    "schema is wrong": ("execute() {} getSchema() { return { type: 'objekt' }; }", None, "CONFIGURATION_ERROR"),
    "schema fetches": ("execute() {} getSchema() { return { $ref: 'https://example.com/s' }; }", None, "CONFIGURATION_ERROR"),
    "no version": ("execute() {} getMetadata() { return { name: 'x', description: 'y' }; }", None, "CONFIGURATION_ERROR"),
    "promised metadata": ("execute() {} async getMetadata() { return {}; }", None, "CONFIGURATION_ERROR"),
    "exit": ("execute() { process.exit(0); }", None, "EXECUTION_ERROR"),
    "abort": ("execute() { process.abort(); }", None, "EXECUTION_ERROR"),
    "cycle": ("execute() { const a = {}; a.a = a; return a; }", None, "EXECUTION_ERROR"),
    "NaN": ("execute() { return { x: 0 / 0 }; }", None, "EXECUTION_ERROR"),
    "BigInt": ("execute() { return [1n]; }", None, "EXECUTION_ERROR"),
    "function": ("execute() { return () => 1; }", None, "EXECUTION_ERROR"),
    "Map": ("execute() { return new Map(); }", None, "EXECUTION_ERROR"),
    "deep": ("execute() { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a; }", None, "EXECUTION_ERROR"),
    "large": ("execute() { return 'x'.repeat(2 << 20); }", None, "EXECUTION_ERROR"),
    "garbage": ("execute() { for (let fd = 3; fd < 1024; fd++) try { require('fs').writeSync(fd, 'x{\\n'); } catch {} }", None, "EXECUTION_ERROR"),
}  # fmt: skip


@needs_node
@pytest.mark.parametrize("case", CODES_JS)
def test_error_codes_in_javascript(tmp_path: Path, case: str) -> None:
    members, parameters, code = CODES_JS[case]
    found = ran(tmp_path, js(members), parameters)
    assert (found.code, found.data) == (code, None), found.object


@needs_node
def test_a_missing_module_is_told_without_the_way_there(tmp_path: Path) -> None:
    found = ran(tmp_path, js("execute() { return require('없는모듈'); }"))
    assert found.object["error"]["message"] == "Cannot find module '없는모듈'"


CODES_PY = {
    "schema": ("def execute(self, p): return 1", {"port": 1}, "VALIDATION_ERROR"),
    "validate": ("def execute(self, p): pass\ndef validate(self, p): return {'valid': False, 'errors': ['x']}", None, "VALIDATION_ERROR"),
    "throw": ("def execute(self, p): raise KeyError('x')", None, "EXECUTION_ERROR"),
    "missing file": ("def execute(self, p): open('/usr/no-such-file')", None, "RESOURCE_ERROR"),
    "missing module": ("def execute(self, p): import no_such_module", None, "RESOURCE_ERROR"),
    "write": ("def execute(self, p): open('/usr/x', 'w')", None, "PERMISSION_ERROR"),
    "network": ("def execute(self, p):\n    import socket\n    socket.create_connection(('192.0.2.1', 80), 5)", None, "PERMISSION_ERROR"),
    "init": ("def execute(self, p): pass\ndef init(self): raise ValueError('x')", None, "CONFIGURATION_ERROR"),
    "no execute": ("def run(self, p): pass", None, "CONFIGURATION_ERROR"),
    "exit": ("def execute(self, p): raise SystemExit(0)", None, "EXECUTION_ERROR"),
    "hard exit": ("def execute(self, p):\n    import os\n    os._exit(0)", None, "EXECUTION_ERROR"),
    "crash": ("def execute(self, p):\n    import ctypes\n    ctypes.string_at(0)", None, "EXECUTION_ERROR"),
    "cycle": ("def execute(self, p):\n    a = []\n    a.append(a)\n    return a", None, "EXECUTION_ERROR"),
    "NaN": ("def execute(self, p): return float('nan')", None, "EXECUTION_ERROR"),
    "set": ("def execute(self, p): return {1}", None, "EXECUTION_ERROR"),
    "key": ("def execute(self, p): return {1: 2}", None, "EXECUTION_ERROR"),
    "large number": ("def execute(self, p): return 10 ** 9999", None, "EXECUTION_ERROR"),
    "memory": ("def execute(self, p): return 'x' * (1 << 33)", None, "EXECUTION_ERROR"),
    "recursion": ("def execute(self, p): return self.execute(p)", None, "EXECUTION_ERROR"),
}  # fmt: skip


@pytest.mark.parametrize("case", CODES_PY)
def test_error_codes_in_python(tmp_path: Path, case: str) -> None:
    members, parameters, code = CODES_PY[case]
    found = ran(tmp_path, py(members), parameters)
    assert (found.code, found.data) == (code, None), found.object


FILES = {
    "js syntax": ("x.tool.js", "module.exports = {", "CONFIGURATION_ERROR"),
    "js module": ("x.tool.js", "export default class {}", "CONFIGURATION_ERROR"),
    "js nothing": ("x.tool.js", "const x = 1;", "CONFIGURATION_ERROR"),
    "js missing module": ("x.tool.js", "require('no-such-module');", "RESOURCE_ERROR"),
    "js throws": ("x.tool.js", "throw new Error('x');", "EXECUTION_ERROR"),
    "py syntax": ("x.tool.py", "class X:", "CONFIGURATION_ERROR"),
    "py nothing": ("x.tool.py", "x = 1", "CONFIGURATION_ERROR"),
    "py missing module": ("x.tool.py", "import no_such_module", "RESOURCE_ERROR"),
}


@needs_node
@pytest.mark.parametrize("case", FILES)
def test_files_that_give_no_tool(tmp_path: Path, case: str) -> None:
    name, text, code = FILES[case]
    assert ran(tmp_path, (name, text)).code == code


SLOW = [
    pytest.param(js("execute() { return new Promise(() => {}); } cleanup() { console.log('bye'); }"), "bye\n", marks=needs_node, id="js waits"),
    pytest.param(js("execute() { for (;;); } cleanup() { console.log('bye'); }"), "bye\n", marks=needs_node, id="js loops"),
    pytest.param(js("async execute() { await 1; for (;;); } cleanup() {}"), "", marks=needs_node, id="js loops later"),
    pytest.param(py("def execute(self, p):\n    while True: pass\ndef cleanup(self): print('bye')"), "bye\n", id="py loops"),
    pytest.param(py("async def execute(self, p):\n    import asyncio\n    await asyncio.sleep(99)\ndef cleanup(self): print('bye')"), "bye\n", id="py waits"),
    pytest.param(py("def execute(self, p):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass"), "", id="py will not"),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "printed"), SLOW)
def test_time_is_limited_and_cleanup_runs_where_the_tool_can_be_interrupted(
    tmp_path: Path, tool: tuple[str, str], printed: str
) -> None:
    found = ran(tmp_path, tool, seconds=1, cleanup=0.5)
    assert found.code == "TIMEOUT_ERROR"
    assert found.printed == printed
    assert printed or "not run" in found.details.get("cleanup", "not run")


CLEANUP = "cleanup() { console.log('bye'); }"
ENDS = [
    pytest.param(js(f"execute() {{ throw new Error('x'); }} {CLEANUP}"), marks=needs_node, id="js throws"),
    pytest.param(js(f"execute() {{ return 1n; }} {CLEANUP}"), marks=needs_node, id="js result"),
    pytest.param(js(f"execute() {{ process.exit(3); }} {CLEANUP}"), marks=needs_node, id="js exits"),
    pytest.param(js(f"execute() {{}} validate() {{ return {{ valid: false }}; }} {CLEANUP}"), marks=needs_node, id="js refuses"),
    pytest.param(js(f"execute() {{}} init() {{ throw 1; }} {CLEANUP}"), marks=needs_node, id="js init"),
    pytest.param(py("def execute(self, p): raise SystemExit\ndef cleanup(self): print('bye')"), id="py exits"),
]  # fmt: skip


@pytest.mark.parametrize("tool", ENDS)
def test_cleanup_runs_after_every_failure(tmp_path: Path, tool: tuple[str, str]) -> None:
    found = ran(tmp_path, tool)
    assert found.printed == "bye\n"
    assert found.code


def test_a_failing_cleanup_keeps_the_result(tmp_path: Path) -> None:
    found = ran(tmp_path, py("def execute(self, p): return 1\ndef cleanup(self): raise OSError('gone')")).object
    assert found["data"] == 1
    assert found["metadata"]["cleanup"] == "failed: gone"


@needs_node
def test_a_flood_is_ended(tmp_path: Path) -> None:
    found = ran(tmp_path, js("execute() { for (;;) console.log('x'.repeat(4096)); }"), seconds=30, output=64 << 10)
    assert found.code == "EXECUTION_ERROR"
    assert "printed more than" in found.message
    assert len(found.printed) <= 64 << 10


FORKS = {
    "daemon": "os.setsid(); os.fork() and os._exit(0); os.execvp('sleep', ['sleep', MARK])",
    "group": "os.execvp('sleep', ['sleep', MARK])",
    "deaf": "import signal; [signal.signal(n, signal.SIG_IGN) for n in (1, 2, 15)]; os.execvp('sleep', ['sleep', MARK])",
}


@LINUX
@pytest.mark.parametrize("case", FORKS)
def test_no_process_is_left(tmp_path: Path, case: str) -> None:
    mark = f"{100000 + time.monotonic_ns() % 100000}.{list(FORKS).index(case)}"
    body = (
        f"def execute(self, p):\n    import os\n    MARK = {mark!r}\n    if os.fork() == 0: {FORKS[case]}\n    return 1"
    )
    assert ran(tmp_path, py(body)).data == 1
    assert mark not in processes()


@LINUX
def test_a_bomb_of_processes_is_ended(tmp_path: Path) -> None:
    mark = f"bomb-{time.monotonic_ns()}"
    # Ten times as many as it may, and no more: where the limit does not hold, the machine is not to feel it.
    bomb = "n=0; while [ $n -lt 100 ]; do sleep 99 & n=$((n + 1)); done; wait"
    body = f"def execute(self, p):\n    import os\n    os.execvp('sh', ['sh', '-c', {bomb!r}, {mark!r}])"
    assert ran(tmp_path, py(body), seconds=1, cleanup=0.5, processes=10).code in {"TIMEOUT_ERROR", "EXECUTION_ERROR"}
    assert mark not in processes()


def processes() -> str:
    """The command lines of all processes."""
    found = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(each.read_text("utf-8", "replace"))
        except OSError:
            continue
    return "\n".join(found)


def test_the_environment_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DPMLC_SECRET", "x")
    body = "def execute(self, p):\n    import os\n    return sorted(os.environ)"
    assert ran(tmp_path, py(body)).data == ["HOME", "LANG", "PATH", "TMPDIR", "TZ"]
    granted = ran(tmp_path, py(body), grants=Grants(environment=(("TIDES_KEY", "k"),))).data
    assert granted == ["HOME", "LANG", "PATH", "TIDES_KEY", "TMPDIR", "TZ"]


@LINUX
def test_files_outside_of_the_package_are_closed_unless_granted(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    inside = tmp_path / "package"
    for folder in (outside, inside):
        folder.mkdir()
    (outside / "table.csv").write_text("05:12", "utf-8")
    body = f"def execute(self, p):\n    open('{outside}/new', 'w').write('x')\n    return open('{outside}/table.csv').read()"
    assert ran(inside, py(body)).code == "PERMISSION_ERROR"
    assert not (outside / "new").exists()
    assert ran(inside, py(body), grants=Grants(write=(str(outside),))).data == "05:12"
    assert (outside / "new").read_text("utf-8") == "x"


def test_a_pattern_that_takes_for_ever_is_ended(tmp_path: Path) -> None:
    schema = "{'type': 'object', 'properties': {'harbour': {'type': 'string', 'pattern': '^(a+)+$'}}}"
    body = f"def execute(self, p): return 1\ndef getSchema(self): return {schema}"
    found = ran(tmp_path, py(body), {"harbour": "a" * 60 + "!"}, seconds=1, cleanup=0.5)
    assert found.code in {"CONFIGURATION_ERROR", "TIMEOUT_ERROR"}
