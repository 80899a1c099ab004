// The switches of a page. Without this script everything can still be read and followed.
(() => {
  "use strict";
  const page = document.documentElement;
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  // An address may hold a `%` that encodes nothing.
  const decoded = (text) => {
    try { return decodeURIComponent(text); } catch { return text; }
  };
  // The id that a fragment names.
  const named = (hash) => decoded(hash.slice(1));

  function colours() {
    const button = document.querySelector(".colours");
    if (!button) return;
    const order = ["system", "light", "dark"];
    const show = (state) => {
      const label = button.dataset[state];
      button.querySelector("span").textContent = label;
      button.setAttribute("aria-label", `${button.dataset.label}: ${label}`);
    };
    let state = page.dataset.theme || "system";
    show(state);
    button.hidden = false;
    button.addEventListener("click", () => {
      state = order[(order.indexOf(state) + 1) % order.length];
      if (state === "system") delete page.dataset.theme; else page.dataset.theme = state;
      try {
        if (state === "system") localStorage.removeItem("dpmlc-theme"); else localStorage.setItem("dpmlc-theme", state);
      } catch { /* Not remembered, then. */ }
      show(state);
    });
  }

  async function copied(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      area.className = "skip";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  function copyButton(label, text, done, failed) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = label;
    button.addEventListener("click", async (event) => {
      event.preventDefault();
      button.textContent = (await copied(text())) ? done : failed;
      setTimeout(() => { button.textContent = label; }, 1500);
    });
    return button;
  }

  function copies() {
    const { copy, copied: done, failed } = words();
    // Beside the block: a button inside would be part of its text, and scroll away with it.
    for (const block of all("main .highlight")) {
      const frame = document.createElement("div");
      frame.className = "code";
      block.replaceWith(frame);
      frame.append(block, copyButton(copy, () => block.textContent, done, failed));
    }
    for (const code of all("main .copyable")) {
      const button = copyButton(copy, () => code.textContent, done, failed);
      button.setAttribute("aria-label", `${copy} ${code.textContent}`);
      code.after(button);
    }
  }

  // For the mouse alone: the keyboard has the table of contents, and a heading's name stays as it is.
  function permalinks() {
    for (const heading of all("main :is(h2, h3, h4, h5, h6)[id]")) {
      const link = document.createElement("a");
      link.className = "permalink";
      link.href = `#${encodeURIComponent(heading.id)}`;
      link.textContent = "#";
      link.tabIndex = -1;
      link.setAttribute("aria-hidden", "true");
      heading.append(link);
    }
  }

  function words() {
    const body = document.body.dataset;
    return { copy: body.copy, copied: body.copied, failed: body.copyFailed };
  }

  // The two sources of a prompt come as one script: that works from a folder on a disk, too.
  const texts = {};
  window.dpmlcTexts = (name, found) => { texts[name]?.(found); };
  function load(address) {
    return new Promise((resolve, reject) => {
      texts[decoded(address.split("/").pop())] = resolve;
      const script = document.createElement("script");
      script.src = address;
      script.addEventListener("error", reject);
      document.head.append(script);
    });
  }

  function views() {
    const bar = document.querySelector(".views");
    const prompt = document.getElementById("page.prompt");
    if (!bar || !prompt) return;
    let found;
    let copies = "flattened";
    const sources = () => (found ??= load(bar.dataset.texts));
    const source = document.createElement("pre");
    source.className = "source";
    source.tabIndex = 0;
    source.setAttribute("role", "region");
    source.hidden = true;
    prompt.after(source);
    for (const link of all("a", bar)) {
      link.addEventListener("click", async (event) => {
        event.preventDefault();
        const view = link.dataset.view;
        copies = view === "original" ? view : "flattened";
        if (view !== "rendered") {
          try {
            source.textContent = (await sources())[view];
          } catch {
            location.href = link.href;
            return;
          }
          source.setAttribute("aria-label", link.textContent);
        }
        prompt.hidden = view !== "rendered";
        source.hidden = view === "rendered";
        for (const each of all("a", bar)) each.removeAttribute("aria-current");
        link.setAttribute("aria-current", "true");
      });
    }
    const button = bar.querySelector(".copy-prompt");
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const text = await sources().then((each) => each[copies], () => prompt.textContent);
      button.textContent = (await copied(text)) ? bar.dataset.copied : bar.dataset.failed;
      setTimeout(() => { button.textContent = label; }, 1500);
    });
  }

  function contents() {
    const links = new Map(all(".contents a").map((link) => [named(link.hash), link]));
    const places = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
    if (!places.length) return;
    let current;
    const follow = () => {
      let seen = places[0];
      for (const place of places) {
        if (place.getBoundingClientRect().top > 100) break;
        seen = place;
      }
      // What was asked for may stand too near to the page's end to come to the top.
      const asked = document.getElementById(named(location.hash));
      const ended = scrollY + innerHeight > document.documentElement.scrollHeight - 2;
      if (ended && links.has(asked?.id) && asked.getBoundingClientRect().top > 100) seen = asked;
      if (seen === current) return;
      if (current) links.get(current.id).removeAttribute("aria-current");
      links.get(seen.id).setAttribute("aria-current", "true");
      current = seen;
    };
    let waiting = false;
    addEventListener("scroll", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => { waiting = false; follow(); });
    }, { passive: true });
    addEventListener("hashchange", follow);
    follow();
  }

  // Every page of the site, fetched when the list is first opened.
  function tree() {
    const box = document.querySelector("details.tree");
    if (!box) return;
    const link = ([label, href]) => {
      const item = document.createElement("li");
      const anchor = document.createElement("a");
      anchor.href = page.dataset.root + href;
      anchor.textContent = label;
      item.append(anchor);
      return item;
    };
    const list = (items) => {
      const made = document.createElement("ul");
      made.append(...items);
      return made;
    };
    const group = ([label, links]) => {
      if (!label) return links.map(link);
      const item = document.createElement("li");
      const name = document.createElement("span");
      name.className = "group";
      // A path may break after each slash.
      name.append(...label.split(/(?<=\/)/).flatMap((part) => [part, document.createElement("wbr")]));
      item.append(name, list(links.map(link)));
      return [item];
    };
    window.dpmlcTree = (sections) => {
      for (const [label, groups] of sections) {
        const name = document.createElement("p");
        name.textContent = label;
        box.append(name, list(groups.flatMap(group)));
      }
    };
    box.hidden = false;
    box.addEventListener("toggle", () => {
      const script = document.createElement("script");
      script.src = box.dataset.tree;
      document.head.append(script);
    }, { once: true });
  }

  // A link into a collapsed region opens it; one into a prompt of which a source is shown goes back to that.
  function opened() {
    const target = document.getElementById(named(location.hash));
    if (target?.closest(".gutter[hidden]")) document.querySelector(".views [data-view=rendered]").click();
    for (let each = target?.closest("details"); each; each = each.parentElement?.closest("details")) each.open = true;
    if (target?.closest("details")) target.scrollIntoView();
  }

  function health() {
    const bar = document.querySelector(".filters");
    if (!bar) return;
    const select = bar.querySelector("select");
    const buttons = all("button", bar);
    const nothing = document.querySelector("main .nothing");
    let severity = "";
    const show = () => {
      const found = all("main .finding");
      for (const each of found) {
        each.hidden = (severity && each.dataset.severity !== severity) || (select.value && each.dataset.code !== select.value);
      }
      if (nothing) nothing.hidden = found.some((each) => !each.hidden);
    };
    bar.hidden = false;
    for (const button of buttons) {
      button.addEventListener("click", () => {
        severity = button.dataset.severity;
        for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
        show();
      });
    }
    select.addEventListener("change", show);
  }

  // On a narrow screen the menu covers the page, which then is out of the keyboard's reach.
  function menu() {
    const side = document.getElementById("page.side");
    if (!side) return;
    let open = false;
    const show = () => {
      const before = open;
      open = location.hash === "#page.side" && getComputedStyle(side).position === "fixed";
      for (const each of all(".skip, .top, main, .contents")) each.inert = open;
      if (before && !open) document.getElementById("page.content").focus({ preventScroll: true });
    };
    addEventListener("hashchange", show);
    addEventListener("resize", show);
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && open) location.hash = "#page.content";
    });
    show();
  }

  for (const start of [colours, copies, permalinks, views, contents, tree, health, menu, opened]) start();
  addEventListener("hashchange", opened);
})();
