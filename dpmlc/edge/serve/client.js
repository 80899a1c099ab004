/* Keeps an open page as the last build made it: no page load, the reader's place, focus and open regions kept.

   It comes first in the head and knows no theme. A rebuilt page is put in place as a whole body, and the page's own
   scripts run again as after a load; so what they asked of the window and the document is taken back first. */
(() => {
  "use strict";

  const OWN = "/__dpmlc/";
  const own = document.currentScript;
  let version = own.dataset.version;

  // --- What outlives a swap -----------------------------------------------------------------------------------------

  const listen = EventTarget.prototype.addEventListener;
  let heard = [];
  EventTarget.prototype.addEventListener = function addEventListener(type, listener, options) {
    const target = this ?? window;
    const stays = !(target instanceof Node) || [document, document.documentElement, document.head, document.body].includes(target);
    if (stays) heard.push([target, type, listener, options]);
    return listen.call(target, type, listener, options);
  };
  const on = (target, type, listener) => listen.call(target, type, listener);

  const scriptsOf = (root) => [...root.querySelectorAll("script[src]")].filter((each) => !each.dataset.client);
  const stylesOf = (root) => [...root.querySelectorAll("link[rel=stylesheet]")];
  const addresses = (elements) => elements.map((each) => each.src || each.href).join("\n");

  /** The page as the server sent it, before its scripts changed it. */
  const given = { body: "", scripts: "", html: [], attributes: [], states: new Map() };
  function note(from) {
    given.body = from.body.innerHTML;
    given.scripts = addresses(scriptsOf(from));
    given.html = [...from.documentElement.attributes].map(({ name }) => name);
    given.attributes = [...from.body.attributes].map(({ name }) => name);
  }
  const noteStates = () => { given.states = new Map([...names()].filter(([each]) => each.localName === "details").map(([each, name]) => [name, each.open])); };

  // --- The reader's place -------------------------------------------------------------------------------------------

  const label = (each) => {
    if (each.localName === "details") return each.querySelector("summary")?.textContent ?? "";
    if (each.matches("a, button, summary")) return each.textContent.slice(0, 80);
    return each.getAttribute("aria-label") || each.getAttribute("name") || "";
  };

  /** A name for each element of the body, by which its counterpart in another version of the page is found. */
  function names() {
    const count = new Map();
    return new Map([...document.body.querySelectorAll("*")].map((each) => {
      const start = each.id ? `#${each.id}` : `${each.localName} ${label(each)}`;
      const number = count.get(start) ?? 0;
      count.set(start, number + 1);
      return [each, `${start} ${number}`];
    }));
  }

  function place() {
    const known = names();
    const found = { x: scrollX, y: scrollY, open: new Map(), values: new Map(), scrolled: new Map(), pressed: [], focus: null };
    for (const [each, name] of known) {
      if (each.scrollTop || each.scrollLeft) found.scrolled.set(name, [each.scrollLeft, each.scrollTop]);
      if (each.localName === "details" && each.open !== given.states.get(name)) found.open.set(name, each.open);
      if (each.matches("[type=checkbox], [type=radio]")) {
        if (each.checked !== each.defaultChecked) found.values.set(name, { checked: each.checked });
      } else if (each.matches("input, textarea") && each.value !== each.defaultValue) {
        found.values.set(name, { value: each.value });
      }
      if (each.localName === "select") found.values.set(name, { value: each.value });
      if (each.matches("button[aria-pressed=true], [data-view][aria-current]")) found.pressed.push(name);
    }
    const focused = document.activeElement;
    if (known.has(focused)) {
      found.focus = { name: known.get(focused), start: focused.selectionStart, end: focused.selectionEnd };
    }
    return found;
  }

  function scroll(found) {
    scrollTo({ left: found.x, top: found.y, behavior: "instant" });
  }

  /** Restore what needs no script. */
  function settle(found) {
    const elements = new Map([...names()].map(([each, name]) => [name, each]));
    for (const [name, open] of found.open) if (elements.get(name)) elements.get(name).open = open;
    for (const [name, state] of found.values) {
      const each = elements.get(name);
      if (each) Object.assign(each, state);
    }
    for (const [name, [left, top]] of found.scrolled) elements.get(name)?.scrollTo({ left, top, behavior: "instant" });
    if (found.focus) {
      const each = elements.get(found.focus.name);
      each?.focus({ preventScroll: true });
      try {
        if (found.focus.start !== undefined && found.focus.start !== null) each?.setSelectionRange(found.focus.start, found.focus.end);
      } catch { /* Not every field has a selection. */ }
    }
    // The target of the address is styled, and only a navigation to it makes it the target.
    if (location.hash) location.replace(location.href);
    scroll(found);
    return elements;
  }

  /** Restore what only the page's scripts can: the views and filters that were chosen. */
  function press(found) {
    const elements = new Map([...names()].map(([each, name]) => [name, each]));
    for (const name of found.pressed) {
      const each = elements.get(name);
      if (each && !each.matches("[aria-pressed=true], [aria-current]")) each.click();
    }
    for (const [name] of found.values) {
      const each = elements.get(name);
      if (each?.localName === "select") each.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  // --- Pictures -----------------------------------------------------------------------------------------------------

  let first = null;
  let files = {};
  function pathOf(address) {
    try {
      const { origin, pathname } = new URL(address, location.href);
      return origin === location.origin ? decodeURIComponent(pathname) : "";
    } catch {
      return "";
    }
  }

  /** Ask anew for each picture that is another one since the page came: at its old address a browser shows the old one. */
  function refresh(root) {
    const changed = Object.entries(files).filter(([path, word]) => first[path] !== word);
    for (const each of changed.length ? root.querySelectorAll("[src]:not(script)") : []) {
      const [, word] = changed.find(([path]) => pathOf(each.src).endsWith(`/${path}`)) ?? [];
      if (word && !each.src.endsWith(`?${word}`)) each.src = `${each.src.split(/[?#]/)[0]}?${word}`;
    }
  }

  // --- The swap -----------------------------------------------------------------------------------------------------

  const loaded = (element) => new Promise((resolve) => {
    on(element, "load", resolve);
    on(element, "error", resolve);
    setTimeout(resolve, 3000);
  });

  /** New stylesheets beside the old ones, in their order; the old ones go when the new ones are there. */
  async function dress(fresh) {
    const now = stylesOf(document);
    const wanted = stylesOf(fresh);
    if (addresses(now) === addresses(wanted)) return () => {};
    const loading = [];
    const kept = new Set();
    let before = null;
    for (const each of wanted) {
      let found = now.find((other) => !kept.has(other) && other.href === each.href);
      if (!found) {
        found = document.importNode(each);
        loading.push(loaded(found));
        if (before) before.after(found); else if (now.length) now[0].before(found); else document.head.append(found);
      }
      kept.add(found);
      before = found;
    }
    await Promise.all(loading);
    return () => { for (const each of now) if (!kept.has(each)) each.remove(); };
  }

  function copyAttributes(from, to, before) {
    for (const name of before) if (!from.hasAttribute(name)) to.removeAttribute(name);
    for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
  }

  function head(fresh) {
    const described = (root) => [...root.head.querySelectorAll("title, meta, base, link:not([rel=stylesheet])")];
    for (const each of described(document)) each.remove();
    document.head.prepend(...described(fresh).map((each) => document.importNode(each, true)));
  }

  /** Run the page's scripts as after a load. */
  async function run() {
    const scripts = scriptsOf(document);
    for (const [target, type, listener, options] of heard) target.removeEventListener(type, listener, options);
    heard = [];
    const wanted = new Set(given.scripts.split("\n"));
    const again = scripts.filter((each) => wanted.has(each.src)).map((old) => {
      const script = document.createElement("script");
      for (const { name, value } of old.attributes) script.setAttribute(name, value);
      script.async = false;
      return script;
    });
    for (const each of scripts) each.remove();
    const all = Promise.all(again.map(loaded));
    document.head.append(...again);
    await all;
  }

  async function swap(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const script = fresh.querySelector("script[data-client]");
    if (!script || script.dataset.client !== own.dataset.client) return location.reload();
    if (script.dataset.version === version) return undefined;
    if (addresses(scriptsOf(fresh)) !== given.scripts || fresh.querySelector("script[type=module]")) return location.reload();
    const undress = await dress(fresh);
    head(fresh);
    copyAttributes(fresh.documentElement, document.documentElement, given.html);
    copyAttributes(fresh.body, document.body, given.attributes);
    version = script.dataset.version;
    const same = fresh.body.innerHTML === given.body;
    const found = same ? null : place();
    note(fresh);
    if (same) return undress();
    for (const each of scriptsOf(fresh.body)) each.remove();
    refresh(fresh.body);
    document.body.replaceChildren(...[...fresh.body.childNodes].map((each) => document.importNode(each, true)));
    undress();
    noteStates();
    settle(found);
    await run();
    press(found);
    scroll(found);
    return undefined;
  }

  let working = null;
  let waiting = false;
  async function look() {
    if (working) { waiting = true; return; }
    working = true;
    try {
      const answer = await fetch(location.pathname + location.search, {
        cache: "no-store", headers: { "If-None-Match": `"${version}"` } });
      // The document is shown elsewhere now; what is swapped in has its links from there.
      if (answer.redirected) history.replaceState(history.state, "", new URL(answer.url).pathname + location.hash);
      if (answer.status !== 304 && (answer.headers.get("Content-Type") || "").startsWith("text/html")) await swap(await answer.text());
    } catch { /* The server has gone; it will tell when it is back. */ }
    document.documentElement.dispatchEvent(new CustomEvent("dpmlc:shown"));
    working = null;
    if (waiting) { waiting = false; look(); }
  }

  // --- Errors ---------------------------------------------------------------------------------------------------------

  const MOST = 100;
  let overlay = null;
  let told = "";
  function make(name, text) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function complain(errors) {
    const text = errors.join("\n\n");
    if (text === told) return;
    told = text;
    overlay?.remove();
    overlay = null;
    if (!errors.length) return;
    overlay = make("dpmlc-errors");
    overlay.dataset.count = errors.length;
    const root = overlay.attachShadow({ mode: "open" });
    const style = make("link");
    style.rel = "stylesheet";
    style.href = `${OWN}client.css`;
    const box = make("section");
    box.setAttribute("role", "alert");
    const bar = make("header");
    const hide = make("button", "Hide (Esc)");
    hide.type = "button";
    on(hide, "click", () => overlay?.remove());
    bar.append(make("h2", errors.length === 1 ? "1 error" : `${errors.length} errors`), hide);
    box.append(bar, ...errors.slice(0, MOST).map((each) => make("pre", each)));
    if (errors.length > MOST) box.append(make("p", `… and ${errors.length - MOST} more`));
    root.append(style, box);
    document.documentElement.append(overlay);
  }

  // --- The server's word ----------------------------------------------------------------------------------------------

  function hear(data) {
    const told = JSON.parse(data);
    first ??= told.files;
    files = { ...files, ...told.files };
    complain(told.errors);
    refresh(document.body);
    look();
  }

  function alone() {
    const source = new EventSource(`${OWN}events`);
    source.onmessage = ({ data }) => hear(data);
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) setTimeout(alone, 1000); };
  }

  function connect() {
    let worker;
    try {
      worker = new SharedWorker(`${OWN}worker.js`);
    } catch {
      alone();
      return;
    }
    worker.onerror = alone;
    worker.port.onmessage = ({ data }) => hear(data);
    on(window, "pagehide", () => worker.port.postMessage("bye"));
  }

  on(document, "readystatechange", () => {
    if (document.readyState !== "interactive") return;
    note(document);
    noteStates();
    connect();
  });
  on(window, "pageshow", ({ persisted }) => { if (persisted) connect(); });
  on(window, "keydown", (event) => { if (event.key === "Escape") overlay?.remove(); });
})();
