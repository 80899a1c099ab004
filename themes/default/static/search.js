/* Search of the site: finds in the index that dpmlc/pages/search writes. Loads scripts only, so it works from file://.
   The first half knows no document and runs in Node too; the second half is the combobox, which expects

     <div class="search" data-root="../" data-search="search/index-HASH.js" data-none="… {q}" data-one="…"
          data-some="{n} …" data-most="{n} … {shown} …" data-failed="…">
       <input type="search" role="combobox" aria-label="…" aria-expanded="false" aria-controls="ID"
              aria-autocomplete="list" autocomplete="off">
       <ul id="ID" role="listbox" aria-label="…" hidden></ul>
       <p role="status" aria-live="polite"></p>
     </div>

   and fills the list with li > a.search-result[role=option][aria-selected] > span.search-title, span.search-place and
   span.search-text, in which <mark> is what was asked for. An open list gives the div the class search-open. */
(() => {
  "use strict";

  // --- Text: the same rules as fold.py and tokens.py -----------------------------------------------------------

  const CJK =
    "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3031-\\u3035" +
    "\\u3038-\\u303b\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u318f\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff" +
    "\\ua960-\\ua97f\\uac00-\\ud7a3\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const RUN = new RegExp(`[${CJK}]+|(?:(?![${CJK}])[\\p{L}\\p{N}])+`, "gu");
  const IS_CJK = new RegExp(`^[${CJK}]`, "u");
  const FIRST_TERM = new RegExp(`^(?:[${CJK}]{1,2}|(?:(?![${CJK}])[\\p{L}\\p{N}]){1,48})`, "u");
  const SPACED = /[\t-\r \x1c-\x1f\x85\u1680\u2028\u2029]/;
  const BLANK = /^[\t-\r \x1c-\x1f\x85\u1680\u2028\u2029]*$/;
  const REMAINS = /[ßς\u00ad\u200b-\u200d\u2060\ufeff]|i\u0307/g;
  const REPLACED = { "ß": "ss", "ς": "σ", "i\u0307": "i" };
  const HANGUL = /^[\uac00-\ud7a3]{2}$/;
  const WORD_MAX = 48;
  const WHOLE_MAX = 64;

  const fold = (text) => text.normalize("NFKC").toLowerCase().replace(REMAINS, (found) => REPLACED[found] || "");
  const cut = (text, most) => (text.length > most ? Array.from(text).slice(0, most).join("") : text);

  /** Tokens of a folded text: { text, cjk, at: position, join: how it follows the token before, null if apart }. */
  function tokens(folded) {
    const found = [];
    let end = 0;
    let at = -1;
    for (const match of folded.matchAll(RUN)) {
      const cjk = IS_CJK.test(match[0]);
      const before = found[found.length - 1];
      const between = folded.slice(end, match.index);
      end = match.index + match[0].length;
      let gap = 0;
      if (before) {
        if (before.cjk && cjk) gap = 1;
        else if (before.cjk || cjk) gap = BLANK.test(between) ? 0 : 1;
        else gap = SPACED.test(between) ? 1 : 0;
      }
      at += gap;
      (cjk ? Array.from(match[0]) : [cut(match[0], WORD_MAX)]).forEach((text, index) => {
        at += 1;
        const join = index ? "" : before && !gap ? "-" : null;
        found.push({ text, cjk, at, join });
      });
    }
    return found;
  }

  /** Key of two neighbours, `second` joined to `first`. */
  const pair = (first, second) =>
    second.join ? `-${first.text}-${second.text}` : first.text + second.text;

  /** A query as chunks that all must be found: { tokens, prefix: whether the last word may go on }. */
  function parsed(query) {
    const chunks = [];
    for (const found of fold(query).replace(/[“”]/g, '"').matchAll(/"([^"]*)("?)|[^\s"]+/g)) {
      const quoted = found[1] !== undefined;
      const list = tokens(quoted ? found[1] : found[0]);
      if (list.length) chunks.push({ tokens: list, prefix: false, closed: quoted && found[2] !== "" });
    }
    const last = chunks[chunks.length - 1];
    if (last && !last.closed) last.prefix = !last.tokens[last.tokens.length - 1].cjk;
    return chunks;
  }

  /** What to look up for a chunk: keys with the offset of their first token; together they cover all its tokens. */
  function lookups({ tokens: list, prefix }) {
    const [only] = list;
    if (list.length === 1 && (only.cjk || (prefix && only.text.length < 3))) return [{ key: `*${only.text}`, offset: 0 }];
    const wanted = [];
    for (let start = 0, end; start < list.length; start = end) {
      for (end = start + 1; end < list.length && list[end].join !== null; ) end += 1;
      const last = end === list.length;
      const goesOn = last && prefix;
      const add = (index) => wanted.push({
        key: pair(list[index], list[index + 1]), offset: list[index].at, prefix: goesOn && index === end - 2 });
      if (end === start + 1) {
        const { text, cjk, at } = list[start];
        wanted.push({ key: text, offset: at, prefix: last && (cjk || prefix) });
        continue;
      }
      for (let index = start; index < end - 2; index += 2) add(index);
      add(end - 2);
    }
    return wanted;
  }

  // --- Index: rows as merge.py writes them -----------------------------------------------------------------------

  const FIRST = 35;
  const DIGIT = 32768;

  function numbers(written) {
    const found = [];
    for (let index = 0; index < written.length; index += 1) {
      let number = written.charCodeAt(index) - FIRST;
      if (number >= DIGIT) {
        index += 1;
        number = (number - DIGIT) * DIGIT + written.charCodeAt(index) - FIRST;
      }
      found.push(number);
    }
    return found;
  }

  /** The index script's value, opened. */
  function opened([version, pages, listed, begins]) {
    const parts = listed ? listed.split(" ") : [];
    const firsts = parts.filter((_, index) => index % 2 === 0);
    const names = parts.filter((_, index) => index % 2);
    return { version, pages, firsts, names, begins: numbers(begins).map((bits) => (bits ? 2 ** (bits - 1) : 0)) };
  }

  /** Index of the shard that would hold `key`; -1 if it would stand before the first. */
  function shardOf(index, key) {
    let low = 0;
    let high = index.firsts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (index.firsts[middle] <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Rows over what is loaded: `shard(name)` gives a shard's text or undefined, whose name then is added to `missing`. */
  function reader(index, shard, cache, missing) {
    function rows(number) {
      const name = index.names[number];
      if (cache.has(name)) return cache.get(name);
      const text = shard(name);
      if (text === undefined) {
        missing.add(name);
        return new Map();
      }
      const parts = text.split(" ");
      const map = new Map();
      for (let at = 0; at < parts.length; at += 2) map.set(parts[at], parts[at + 1]);
      cache.set(name, map);
      return map;
    }
    const exact = (key) => {
      const number = shardOf(index, key);
      const row = number < 0 ? undefined : rows(number).get(key);
      return row === undefined ? [] : [[key, row]];
    };
    const beginning = (key) => {
      const found = [];
      for (let number = Math.max(0, shardOf(index, key)); number < index.names.length; number += 1) {
        const first = index.firsts[number];
        if (first > key && !first.startsWith(key)) break;
        for (const entry of rows(number)) if (entry[0].startsWith(key) && !entry[0].includes("=")) found.push(entry);
      }
      return found;
    };
    return { exact, beginning };
  }

  /** Pages of a lookup: page -> { rank, places, whole: whether the key itself is there, not only what begins with it }.
      `places` is [] where none are known, which `strict` does not accept. */
  function pagesOf(read, { key, prefix }, strict) {
    const pages = new Map();
    for (const [term, row] of prefix ? read.beginning(key) : read.exact(key)) {
      const [codes, own] = row.split("!");
      const spilled = own === "" && strict ? read.exact(`+${term}`)[0] : undefined;
      const places = numbers(spilled ? spilled[1].slice(1) : own || "");
      let page = -1;
      let next = 0;
      for (const code of numbers(codes)) {
        page += 1 + Math.floor(code / 3);
        const entry = pages.get(page);
        const into = entry || { rank: code % 3, places: [], merged: false, whole: false };
        if (entry) {
          entry.rank = Math.min(entry.rank, code % 3);
          entry.merged = true;
        } else pages.set(page, into);
        if (term === key) into.whole = true;
        for (let place = 0, more = next < places.length; more; next += 1) {
          place += places[next] >> 1;
          into.places.push(place);
          more = places[next] & 1;
        }
      }
    }
    for (const entry of pages.values()) if (entry.merged) entry.places.sort((one, two) => one - two);
    return pages;
  }

  /** Places p of `some` for which p + shift is a place of `others`; both rise. */
  function meeting(some, others, shift) {
    let at = 0;
    return some.filter((place) => {
      while (at < others.length && others[at] < place + shift) at += 1;
      return others[at] === place + shift;
    });
  }

  /** Pages with a Korean word that begins with the first two syllables of a chunk; undefined for other scripts.
      Its end says less: particles follow it. */
  function begunBy(read, { tokens: [first, second] }) {
    const start = second && second.join === "" ? first.text + second.text : "";
    return HANGUL.test(start) ? pagesOf(read, { key: `${start}=^` }, false) : undefined;
  }

  function chunkPages(index, read, chunk) {
    const wanted = lookups(chunk);
    const lists = wanted.map((lookup) => pagesOf(read, lookup, wanted.length > 1));
    const begun = begunBy(read, chunk);
    if (lists.length === 1) {
      if (begun) for (const [page, entry] of lists[0]) entry.whole = begun.has(page) && begun.get(page).rank === entry.rank;
      return lists[0];
    }
    const rankOf = (page, place) => {
      const headings = index.begins[page * 2];
      return place < headings ? 0 : place < headings + index.begins[page * 2 + 1] ? 1 : 2;
    };
    const found = new Map();
    for (const [page, entry] of lists[0]) {
      let { places } = entry;
      for (let other = 1; other < lists.length && places.length; other += 1) {
        const beside = lists[other].get(page);
        places = beside ? meeting(places, beside.places, wanted[other].offset - wanted[0].offset) : [];
      }
      if (!places.length) continue;
      const rank = rankOf(page, places[0]);
      const start = begun && begun.get(page);
      const [at] = !start ? [] : start.places.length ? meeting(places, start.places, 0) : start.rank === rank ? places : [];
      found.set(page, { rank, places, whole: at !== undefined && rankOf(page, at) === rank });
    }
    return found;
  }

  /** Whether the chunks stand one after the other somewhere on a page. */
  function together(chunks, entries) {
    let { places } = entries[0];
    let shift = 0;
    for (let next = 1; next < chunks.length && places.length; next += 1) {
      const before = chunks[next - 1].tokens[chunks[next - 1].tokens.length - 1];
      shift += before.at + 1 + (before.cjk === chunks[next].tokens[0].cjk ? 1 : 0);
      places = meeting(places, entries[next].places, shift);
    }
    return places.length > 0;
  }

  /** Answer to a query: { total, hits: [{ page, place }] best first, chunks }, or { missing } names of shards. */
  function answer(index, query, shard, cache) {
    const chunks = parsed(query);
    const missing = new Set();
    const read = reader(index, shard, cache, missing);
    const lists = chunks.map((chunk) => chunkPages(index, read, chunk));
    const whole = cut(Array.from(fold(query).matchAll(RUN), (run) => run[0]).join("-"), WHOLE_MAX);
    const wholes = chunks.length ? pagesOf(read, { key: whole.replace(FIRST_TERM, "$&=") }, false) : new Map();
    if (missing.size) return { missing: [...missing] };
    const hits = [];
    for (const page of lists.length ? lists[0].keys() : []) {
      const entries = lists.map((list) => list.get(page));
      if (!entries.every(Boolean)) continue;
      const exact = wholes.get(page);
      let score = exact ? 2000 - 1000 * exact.rank : 0;
      for (const { rank, whole: isWhole } of entries) score += [100, 10, 1][rank] + (isWhole ? 5 : 0);
      score += 0.05 * Math.min(9, ...entries.map((entry) => entry.places.length || 1));
      if (chunks.length > 1 && together(chunks, entries)) score += 0.5;
      hits.push({ page, score, place: (exact || entries[0]).places[0] || 0 });
    }
    hits.sort((one, two) => two.score - one.score || one.page - two.page);
    return { total: hits.length, hits, chunks };
  }

  // --- Snippets ----------------------------------------------------------------------------------------------------

  const APART = "[^\\p{L}\\p{N}]";
  const LETTER = /[\p{L}\p{N}]/u;
  const CLUSTER = /[^][\p{M}\u1160-\u11ff\uff9e\uff9f]*/gu;

  const pattern = (chunk) => new RegExp(
    chunk.tokens.map(({ text, join }, at) => (!at || join === "" ? "" : APART + (join ? "*" : "+")) + text).join(""), "gu");

  /** Folded text, and for each of its offsets and its end the offset in the text itself. */
  function folding(text) {
    const whole = fold(text);
    if (whole.length === text.length) return { folded: whole, origin: (at) => at };
    const offsets = [];
    let folded = "";
    for (const cluster of text.matchAll(CLUSTER)) {
      folded += fold(cluster[0]);
      while (offsets.length < folded.length) offsets.push(cluster.index);
    }
    offsets.push(text.length);
    return { folded, origin: (at) => offsets[at] };
  }

  /** Where chunks stand in a text: [start, end, number of the chunk], rising, none over another. */
  function marked(text, chunks) {
    const { folded, origin } = folding(text);
    const found = [];
    chunks.forEach((chunk, number) => {
      const first = chunk.tokens[0];
      const last = chunk.tokens[chunk.tokens.length - 1];
      for (const { 0: { length }, index } of folded.matchAll(pattern(chunk))) {
        const before = folded[index - 1] || " ";
        const after = folded[index + length] || " ";
        const start = origin(index);
        const inWord = !first.cjk && LETTER.test(before) && !IS_CJK.test(before) && !/[A-Z]/.test(text[start]);
        const wordGoesOn = !last.cjk && !chunk.prefix && LETTER.test(after) && !IS_CJK.test(after);
        if (!inWord && !wordGoesOn) found.push([start, origin(index + length), number]);
      }
    });
    found.sort((one, two) => one[0] - two[0] || two[1] - one[1]);
    let end = 0;
    return found.filter((mark) => mark[0] >= end && (end = mark[1]));
  }

  /** Fields of a page's script, whose title is given, or of one that continues it: rows of [rank, anchor, text]. */
  function fieldsOf(rows, title) {
    let anchor = "";
    const fields = rows.map(([rank, text, other]) => [rank, other === undefined ? anchor : (anchor = other), text]);
    return title === undefined ? fields : [[0, "", title], ...fields];
  }

  /** The best field of a piece for a query: the exact one, else the one with most chunks, of these the first. */
  function bestField(fields, chunks, query) {
    const bare = (text) => Array.from(fold(text).matchAll(RUN), (run) => run[0]).join("-");
    const whole = bare(query);
    let best;
    for (const [rank, anchor, text] of fields) {
      const marks = marked(text, chunks);
      const score = new Set(marks.map((mark) => mark[2])).size + (rank === 0 && bare(text) === whole ? chunks.length : 0);
      if (score > (best ? best.score : 0)) best = { rank, anchor, text, marks, score };
    }
    return best;
  }

  /** What a result tells: the place that it leads to, the heading above that, and the text that shows why it was found.
      `piece` are the fields in which it was found, `fields` those at the page's beginning. */
  function told(title, fields, piece, chunks, query) {
    const best = bestField(piece, chunks, query) || { rank: 0, anchor: "", marks: [], text: title };
    const under = (rank) => [...piece, ...fields].find((field) => field[0] === rank && field[1] === best.anchor);
    const heading = best.rank === 1 ? best.text : best.rank === 2 ? (under(1) || ["", "", ""])[2] : "";
    const here = { anchor: best.anchor, heading: heading === title ? "" : heading };
    if (best.rank === 2 || (best.rank === 0 && best.text !== title)) return { ...here, text: best.text, marks: best.marks };
    const bodies = piece.filter((field) => field[0] === 2 && (best.rank === 0 || field[1] === best.anchor));
    const body = bestField(bodies, chunks, query);
    if (body) return { ...here, text: body.text, marks: body.marks };
    const first = bodies[0] || fields.find((field) => field[0] === 2);
    return { ...here, text: first ? first[2] : "", marks: [] };
  }

  const BEFORE = 36;
  const LONGEST = 160;

  /** What to show of a text, from a little before its first mark: rows of [text, is marked]. */
  function excerpt(text, marks, before = BEFORE) {
    const whole = (at) => (at > 0 && at < text.length && /[\udc00-\udfff]/.test(text[at]) ? at - 1 : at);
    let start = marks.length ? Math.max(0, marks[0][0] - before) : 0;
    if (start > 0) {
      const space = text.slice(start, marks[0][0]).search(/[\s，。；：、]/);
      start = whole(space < 0 ? start : start + space + 1);
    }
    const end = whole(Math.min(text.length, start + LONGEST));
    const parts = start > 0 ? [["…", false]] : [];
    let at = start;
    for (const [from, to] of marks) {
      if (to > end) break;
      parts.push([text.slice(at, from), false], [text.slice(from, to), true]);
      at = to;
    }
    parts.push([text.slice(at, end) + (end < text.length ? "…" : ""), false]);
    return parts.filter(([part]) => part);
  }

  if (typeof document === "undefined") {
    module.exports = { answer, excerpt, fieldsOf, fold, opened, told, tokens };
    return;
  }

  // --- Scripts of the index --------------------------------------------------------------------------------------

  const values = new Map();
  const loading = new Map();
  let edition = 0; // Of the index: a site may be published anew under an open page, and its files belong together.
  window.dpmlcSearch = (name, value) => values.set(name, value);

  function forget() {
    edition += 1;
    values.clear();
    loading.clear();
  }

  document.documentElement.addEventListener("dpmlc:shown", forget); // `dpmlc serve` has built.

  /** The value that the script `name` at `address` hands over; asked for once, again only after a failure. */
  function load(name, address) {
    if (!loading.has(name)) {
      loading.set(name, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.charset = "utf-8";
        script.src = address;
        script.onload = script.onerror = () => {
          script.remove();
          if (values.has(name)) return resolve(values.get(name));
          loading.delete(name);
          return reject(new Error(name));
        };
        document.head.append(script);
      }));
    }
    return loading.get(name);
  }

  // --- The combobox ----------------------------------------------------------------------------------------------

  const BATCH = 6;
  const MOST = 20;
  const PAUSE = 60;
  const QUERY_MAX = 100; // What is pasted by mistake must not fetch the whole index.

  function element(name, className, parts) {
    const made = document.createElement(name);
    made.className = className;
    for (const [text, isMarked] of parts) {
      const child = isMarked ? document.createElement("mark") : document.createTextNode("");
      child.textContent = text;
      made.append(child);
    }
    return made;
  }

  function start(box, number) {
    const input = box.querySelector("input");
    const list = box.querySelector("[role=listbox]");
    const status = box.querySelector("[role=status]");
    const root = box.dataset.root || "./";
    const folder = root + box.dataset.search.replace(/[^/]*$/, "");
    const cache = new Map();
    let index;
    let opens = 0;
    let asked = 0;
    let found = { total: 0, hits: [], chunks: [] };
    let taken = 0;
    let filling = 0;
    let active = -1;

    // What it says of a key is of no use where there is none.
    if (matchMedia("(hover: none)").matches) input.placeholder = input.getAttribute("aria-label");

    const typed = () => input.value.trim().slice(0, QUERY_MAX);
    const options = () => list.querySelectorAll("[role=option]");
    const say = (text, values) => {
      status.textContent = (text || "").replace(/\{(\w+)\}/g, (_, name) => values[name]);
    };
    const open = (isOpen) => {
      list.hidden = !isOpen;
      box.classList.toggle("search-open", isOpen);
      input.setAttribute("aria-expanded", String(isOpen));
      if (!isOpen) choose(-1);
    };

    function choose(next) {
      const all = options();
      if (all[active]) all[active].setAttribute("aria-selected", "false");
      active = next;
      if (!all[active]) return input.removeAttribute("aria-activedescendant");
      all[active].setAttribute("aria-selected", "true");
      all[active].scrollIntoView({ block: "nearest" });
      return input.setAttribute("aria-activedescendant", all[active].id);
    }

    async function ready() {
      while (!index || opens !== edition) {
        const now = edition;
        const value = await load("index", root + box.dataset.search);
        if (now !== edition || (index && opens === now)) continue; // A later answer may come first.
        cache.clear();
        index = opened(value);
        opens = now;
      }
    }

    async function shownPage({ page, place }) {
      const version = `.js?v=${index.version}`;
      const [url, title, label, starts, rows] = await load(`page-${page}`, `${folder}page-${page}${version}`);
      const fields = fieldsOf(rows, title);
      let piece = starts.length - 1;
      while (piece > 0 && starts[piece] > place) piece -= 1;
      const name = `page-${page}-${piece}`;
      return { url, title, label, fields, piece: piece ? fieldsOf(await load(name, `${folder}${name}${version}`)) : fields };
    }

    function option({ url, title, label, fields, piece }, query, at) {
      const { anchor, heading, text, marks } = told(title, fields, piece, found.chunks, query);
      const link = document.createElement("a");
      link.className = "search-result";
      link.id = `search-${number}-${at}`;
      link.tabIndex = -1;
      link.href = root + url + (anchor ? `#${encodeURIComponent(anchor)}` : "");
      link.setAttribute("role", "option");
      link.setAttribute("aria-selected", "false");
      const place = label === title ? [] : [[label, false]];
      if (heading) place.push([place.length && label ? " › " : "", false], ...excerpt(heading, marked(heading, found.chunks), LONGEST));
      link.append(
        element("span", "search-title", excerpt(title, marked(title, found.chunks), LONGEST)),
        element("span", "search-place", place),
        element("span", "search-text", excerpt(text, marks)));
      const item = document.createElement("li");
      item.setAttribute("role", "none");
      item.append(link);
      return item;
    }

    /** Show the next batch of results; nothing if a newer query came in between. */
    async function more(query, turn) {
      const from = taken;
      const hits = found.hits.slice(from, Math.min(MOST, from + BATCH));
      if (filling === turn || !hits.length) return;
      filling = turn;
      taken += hits.length;
      const pages = await Promise.allSettled(hits.map(shownPage));
      if (turn !== asked) return;
      filling = 0;
      list.append(...pages.filter((page) => page.value).map((page, at) => option(page.value, query, from + at)));
      if (pages.some((page) => !page.value)) say(box.dataset.failed, {});
    }

    async function ask(isSecond = false) {
      const query = typed();
      const turn = (asked += 1);
      if (!query) {
        list.replaceChildren();
        say("", {});
        return open(false);
      }
      try {
        await ready();
        let result = answer(index, query, (name) => values.get(name), cache);
        if (result.missing) await new Promise((resolve) => setTimeout(resolve, PAUSE));
        while (result.missing) {
          if (turn !== asked) return undefined;
          await Promise.all(result.missing.map((name) => load(name, `${folder}${name}.js`)));
          result = answer(index, query, (name) => values.get(name), cache);
        }
        if (turn !== asked) return undefined;
        found = result;
        taken = 0;
        choose(-1);
        list.replaceChildren();
        await more(query, turn);
        if (turn !== asked) return undefined;
        const { none, one, some, most } = box.dataset;
        const text = !found.total ? none : found.total === 1 ? one || some : found.total > MOST ? most : some;
        say(text, { n: found.total, shown: MOST, q: query });
        return open(found.total > 0);
      } catch {
        if (turn !== asked) return undefined;
        if (isSecond) return say(box.dataset.failed, {});
        forget();
        return ask(true);
      }
    }

    async function move(step) {
      if (list.hidden && found.total) open(true);
      if (active + step === options().length) await more(typed(), asked);
      const count = options().length;
      if (count) choose((active + step + (active < 0 && step < 0 ? 1 : 0) + count) % count);
    }

    input.addEventListener("focus", () => ready().catch(() => say(box.dataset.failed, {})));
    input.addEventListener("input", (event) => event.isComposing || ask());
    input.addEventListener("compositionend", () => ask());
    input.addEventListener("keydown", (event) => {
      if (event.isComposing || event.keyCode === 229) return;
      const chosen = options()[Math.max(0, active)];
      if (event.key === "ArrowDown") move(1);
      else if (event.key === "ArrowUp") move(-1);
      else if (event.key === "Enter" && !list.hidden && chosen) chosen.click();
      else if (event.key === "Escape" && !list.hidden) open(false);
      else if (event.key === "Escape" && input.value) {
        input.value = "";
        ask();
      } else if (event.key === "Escape") input.blur();
      else if (event.key !== "Enter") return;
      event.preventDefault();
    });
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", () => open(false));
    list.addEventListener("scroll", () => {
      if (list.scrollTop + list.clientHeight > list.scrollHeight - 80) more(typed(), asked);
    }, { passive: true });
    box.addEventListener("focusout", (event) => box.contains(event.relatedTarget) || open(false));
    input.addEventListener("click", () => list.hidden && found.total && typed() && open(true));
    return input;
  }

  const inputs = Array.from(document.querySelectorAll(".search[data-search]"), start);
  const typing = (target) => target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
  document.addEventListener("keydown", (event) => {
    if (!inputs.length || event.isComposing || event.keyCode === 229 || event.altKey || event.defaultPrevented) return;
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !typing(event.target);
    const k = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!slash && !k) return;
    event.preventDefault();
    inputs[0].focus();
    inputs[0].select();
  });
})();
