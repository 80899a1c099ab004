// Reads { folder, entry, queries, texts } and writes what search.js makes of them: the pages a query finds, best first,
// with what the first six show, the shards it asked for, and each text folded and divided.
"use strict";
const fs = require("fs");
const vm = require("vm");
const [script] = process.argv.slice(2);
const search = require(script);
const { folder, entry, queries = [], texts = [] } = JSON.parse(fs.readFileSync(0, "utf8"));

const values = new Map();
const world = vm.createContext({ dpmlcSearch: (name, value) => values.set(name, value) });
function load(path) {
  const text = fs.readFileSync(`${folder}/${path}`, "utf8");
  vm.runInContext(text, world);
  return Buffer.byteLength(text);
}

function asked(index, query) {
  const cache = new Map();
  const shards = [];
  for (;;) {
    const start = performance.now();
    const found = search.answer(index, query, (name) => values.get(name), cache);
    if (!found.missing) return { ...found, shards, milliseconds: performance.now() - start };
    for (const name of found.missing) {
      load(`search/${name}.js`);
      shards.push(name);
    }
  }
}

const answers = [];
if (entry) {
  load(entry);
  const index = search.opened(values.get("index"));
  for (const query of queries) {
    for (const name of [...values.keys()]) if (!/^(index|page)/.test(name)) values.delete(name);
    const { hits, chunks, shards, milliseconds } = asked(index, query);
    const results = hits.map(({ page, place }, at) => {
      if (!values.has(`page-${page}`)) load(`search/page-${page}.js`);
      const [url, title, label, starts, fields] = values.get(`page-${page}`);
      let piece = starts.length - 1;
      while (piece > 0 && starts[piece] > place) piece -= 1;
      if (piece) load(`search/page-${page}-${piece}.js`);
      if (at >= 6) return { url };
      const here = piece ? search.fieldsOf(values.get(`page-${page}-${piece}`)) : search.fieldsOf(fields, title);
      const told = search.told(title, search.fieldsOf(fields, title), here, chunks, query);
      return { url, title, label, anchor: told.anchor, heading: told.heading, shown: search.excerpt(told.text, told.marks) };
    });
    answers.push({ results, shards, milliseconds });
  }
}
const folded = texts.map((text) => search.fold(text));
const divided = folded.map((text) => search.tokens(text).map(({ text: token, at }) => [token, at]));
process.stdout.write(JSON.stringify({ answers, folded, divided }));
