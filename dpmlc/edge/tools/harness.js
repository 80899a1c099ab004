// What stands between dpmlc and a tool in Node: one JSON line in, questions and one result out, on a channel of its own.
'use strict';
const { readSync, writeSync } = require('fs');
const { Writable } = require('stream');
const vm = require('vm');
const { parse, stringify } = JSON;
const channel = Number(process.argv[2]);
const now = () => Number(process.hrtime.bigint() / 1000000n);
const later = setTimeout;
const exit = process.exit.bind(process);
const DEEPEST = 200;
let phase = 'load';
let told = false;
let tool;
let result;
let fail = () => {};

function send(message) {
  let bytes = Buffer.from(stringify(message) + '\n');
  while (bytes.length) bytes = bytes.subarray(writeSync(channel, bytes));
}

// Node's own streams keep in memory what nobody reads yet; these wait, so that a flood stops at the pipe.
for (const [name, fd] of [['stdout', 1], ['stderr', 2]]) {
  const write = (bytes, encoding, done) => {
    while (bytes.length) bytes = bytes.subarray(writeSync(fd, bytes));
    done();
  };
  Object.defineProperty(process, name, { value: new Writable({ write }), configurable: true });
}

let kept = Buffer.alloc(0);
function receive() {
  for (;;) {
    const end = kept.indexOf(10);
    if (end >= 0) {
      const line = kept.subarray(0, end).toString();
      kept = kept.subarray(end + 1);
      return parse(line);
    }
    const piece = Buffer.alloc(65536);
    const count = readSync(channel, piece);
    if (!count) exit(1);
    kept = Buffer.concat([kept, piece.subarray(0, count)]);
  }
}

function words(error) {
  const found = { phase, name: 'Error', message: '', codes: [] };
  try {
    found.name = String((error && error.name) || typeof error);
    found.message = String((error && error.message) || error).slice(0, 4000);
    // Node adds which files led there, with their whole paths.
    if (error && error.code === 'MODULE_NOT_FOUND') found.message = found.message.split('\nRequire stack:')[0];
    for (let each = error, turn = 0; each && turn < 5; each = each.cause, turn += 1) {
      if (typeof each.code === 'string') found.codes.push(each.code.slice(0, 100));
      if (typeof each.permission === 'string') found.codes.push(each.permission.slice(0, 100));
      if (each.errors && each.errors[0]) found.codes.push(String(each.errors[0].code).slice(0, 100));
    }
    if (error && error.details && typeof error.details === 'object') {
      const details = stringify(error.details);
      if (details && details.length < 65536) found.details = parse(details);
    }
  } catch { /* An error that cannot even be looked at stays nameless. */ }
  return found;
}

// The path of the first part that JSON cannot hold, with the reason; '' where there is none.
function unwritable(value, path, above) {
  if (value !== null && typeof value === 'object' && typeof value.toJSON === 'function') value = value.toJSON();
  switch (typeof value) {
    case 'bigint': return `${path} is a BigInt`;
    case 'function': return `${path} is a function`;
    case 'symbol': return `${path} is a symbol`;
    case 'number': return Number.isFinite(value) ? '' : `${path} is ${value}`;
    case 'object': break;
    default: return '';
  }
  if (value === null) return '';
  if (above.includes(value)) return `${path} holds itself`;
  if (above.length >= DEEPEST) return `${path.slice(0, 200)} is nested deeper than ${DEEPEST} levels`;
  if (value instanceof Map || value instanceof Set) return `${path} is a ${value.constructor.name}`;
  const inside = [...above, value];
  const list = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const found = unwritable(value[key], list ? `${path}[${key}]` : `${path}.${key}`, inside);
    if (found) return found;
  }
  return '';
}

class OverTime extends Error {}

// Call something of the tool: what runs at once is stopped at the deadline, what is awaited is no longer awaited.
const script = (timeout) => ({ timeout: Math.max(1, Math.floor(timeout)), displayErrors: false });
const starter = new vm.Script('globalThis[Symbol.for("dpmlc.call")]()', { filename: 'dpmlc' });
function start(call, milliseconds) {
  const key = Symbol.for('dpmlc.call');
  Object.defineProperty(globalThis, key, { value: call, configurable: true });
  try {
    return starter.runInThisContext(script(milliseconds));
  } catch (error) {
    throw error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new OverTime() : error;
  } finally {
    delete globalThis[key];
  }
}
async function waited(call, milliseconds) {
  const begun = now();
  const value = start(call, milliseconds);
  if (!value || typeof value.then !== 'function') return value;
  return await new Promise((resolve, reject) => {
    fail = reject;
    later(() => reject(new OverTime()), Math.max(1, milliseconds - (now() - begun)));
    value.then(resolve, reject);
  });
}
process.on('uncaughtException', (error) => fail(error));
process.on('unhandledRejection', (error) => fail(error));
process.on('exit', (status) => {
  if (told) return;
  const message = `the tool ended its process (status ${status})`;
  if (result) {
    send({ result: { ...result, cleanup: message } });
    return;
  }
  result = { ok: false, phase, name: 'Exit', message, codes: [] };
  told = true;
  try {
    if (tool && phase !== 'cleanup' && typeof tool.cleanup === 'function') start(() => tool.cleanup(), 1000);
  } catch (error) {
    result.cleanup = words(error).message;
  }
  send({ result });
});

function api(request) {
  const logger = {};
  for (const level of ['debug', 'info', 'warn', 'error', 'log']) logger[level] = (...all) => console.error(...all);
  const storage = new Map();
  return {
    logger,
    environment: { get: (name) => request.environment[name] },
    storage: { getItem: (key) => storage.get(key), setItem: (key, value) => void storage.set(key, value) },
    importx: (name) => import(require.resolve(name, { paths: [request.folder] })),
  };
}

function describe(request) {
  const members = {};
  for (const name of request.members) if (tool[name] !== undefined) members[name] = typeof tool[name];
  const found = { members };
  for (const name of request.asked) {
    if (members[name] !== 'function') continue;
    const value = start(() => tool[name](), request.left());
    const bad = value && typeof value.then === 'function' ? 'it is a promise' : unwritable(value, name + '()', []);
    if (bad) found.bad = bad; else found[name] = value === undefined ? null : value;
  }
  return found;
}

async function steps(request) {
  phase = 'describe';
  send({ described: describe(request) });
  if (request.only) {
    told = true;
    exit(0);
  }
  if (!receive().go) return { stopped: true };
  phase = 'init';
  if (typeof tool.init === 'function') await waited(() => tool.init(request.config), request.left());
  phase = 'validate';
  let verdict;
  if (typeof tool.validate === 'function') {
    verdict = start(() => tool.validate(request.parameters), request.left());
    if (unwritable(verdict, 'validate()', [])) verdict = null;
    send({ verdict: verdict === undefined ? null : verdict });
  } else send({ ask: true });
  if (!receive().go) return { stopped: true };
  phase = 'execute';
  const begun = now();
  const data = await waited(() => tool.execute(request.parameters), request.left());
  const milliseconds = now() - begun;
  const bad = unwritable(data, 'the result', []);
  if (bad) return { ok: false, phase: 'result', name: 'Unwritable', message: bad, codes: [] };
  return { ok: true, data: data === undefined ? null : data, milliseconds };
}

async function main() {
  const request = receive();
  const deadline = now() + request.seconds * 1000;
  request.left = () => {
    if (deadline <= now()) throw new OverTime();
    return deadline - now();
  };
  const given = api(request);
  // The PromptX runtime gives tools this one as a global name, too.
  if (globalThis.importx === undefined) globalThis.importx = given.importx;
  try {
    const exported = start(() => require(request.path), request.left());
    const isClass = typeof exported === 'function' && /^class\b/.test(Function.prototype.toString.call(exported));
    const empty = exported && Object.getPrototypeOf(exported) === Object.prototype && !Object.keys(exported).length;
    if (!isClass && (typeof exported !== 'object' || exported === null || empty)) {
      throw Object.assign(new Error('`module.exports` is no class and no object'), { code: 'CONFIGURATION_ERROR' });
    }
    tool = isClass ? start(() => new exported(), request.left()) : exported;
    if (tool.api === undefined && Object.isExtensible(tool)) tool.api = given;
    result = await steps(request);
  } catch (error) {
    result = { ok: false, ...words(error), overtime: error instanceof OverTime };
  }
  if (tool && typeof tool.cleanup === 'function') {
    const before = phase;
    phase = 'cleanup';
    try {
      await waited(() => tool.cleanup(), request.cleanup * 1000);
    } catch (error) {
      result.cleanup = error instanceof OverTime ? 'its time was over' : words(error).message;
    }
    phase = before;
  }
  try {
    send({ result });
  } catch (error) {
    send({ result: { ok: false, phase: 'result', name: 'Unwritable', message: String(error && error.message), codes: [] } });
  }
  told = true;
  exit(0);
}

main();
