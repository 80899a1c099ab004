/* Dependency graphs: search, and looking at one node with its neighbours. Without this script every node is a link.

   Markup, around the SVG of `dpmlc/pages/graph` (texts are the page's, in its language):

     <div class="graph">
       <div class="graph-bar" hidden>
         <input type="search">
         <button type="button">Show all</button>
         <span role="status" data-found="{0} of {1}" data-near="{0}: {1} neighbours"></span>   (may be missing)
       </div>
       <div class="picture"><svg class="gr">…</svg></div>
     </div>

   In the SVG a node is `.gr-node[data-node="N"]`, an edge `.gr-edge[data-from="N"][data-to="M"]`. The script only sets
   classes: on the SVG `gr-focused` or `gr-searched`, inside it `gr-near`, `gr-center`, `gr-found`.

   Mouse and touch: the first click shows the neighbours, the second follows the link. Keys: arrows move (left: who loads
   it, right: what it loads, up and down: the next in the drawing), Enter follows, Space shows the neighbours, Escape
   shows all. `/` is left to the site's own search. */
"use strict";

(() => {
  const fill = (text, ...values) => (text || "").replace(/\{(\d)\}/g, (_, at) => values[at] ?? "");
  const folded = (text) => text.normalize("NFKC").toLowerCase();

  function enhance(root) {
    const svg = root.querySelector("svg.gr");
    const bar = root.querySelector(".graph-bar");
    if (!svg) return;
    const nodes = [...svg.querySelectorAll(".gr-node")];
    const edges = [...svg.querySelectorAll(".gr-edge")].map((element) => ({
      element,
      from: nodes[Number(element.dataset.from)],
      to: nodes[Number(element.dataset.to)],
    }));
    const loads = new Map(nodes.map((node) => [node, []]));
    const loadedBy = new Map(nodes.map((node) => [node, []]));
    for (const { from, to } of edges) {
      loads.get(from).push(to);
      loadedBy.get(to).push(from);
    }
    const names = new Map(nodes.map((node) => [node, folded(node.querySelector("title").textContent)]));
    const search = root.querySelector(".graph-bar input");
    const status = root.querySelector(".graph-bar [role=status]");
    let pinned = null;

    const say = (text) => { if (status && status.textContent !== text) status.textContent = text; };

    function clear(...classes) {
      for (const each of svg.querySelectorAll(classes.map((name) => "." + name).join(","))) each.classList.remove(...classes);
    }

    function show(center) {
      clear("gr-near", "gr-center");
      svg.classList.toggle("gr-focused", center !== null);
      if (center === null) return;
      center.classList.add("gr-near", "gr-center");
      for (const { element, from, to } of edges) {
        if (from !== center && to !== center) continue;
        for (const each of [element, from, to]) each.classList.add("gr-near");
      }
    }

    function pin(center) {
      pinned = center;
      show(center);
      if (center === null) return;
      const near = new Set([...loads.get(center), ...loadedBy.get(center)]);
      near.delete(center);
      say(fill(status?.dataset.near, center.querySelector("text").textContent, near.size));
    }

    function find(text) {
      const wanted = folded(text).split(/\s+/).filter(Boolean);
      clear("gr-found");
      svg.classList.toggle("gr-searched", wanted.length > 0);
      const found = wanted.length ? nodes.filter((node) => wanted.every((word) => names.get(node).includes(word))) : [];
      const shown = new Set(found);
      for (const node of found) node.classList.add("gr-found");
      for (const { element, from, to } of edges) {
        if (shown.has(from) && shown.has(to)) element.classList.add("gr-found");
      }
      say(wanted.length ? fill(status?.dataset.found, found.length, nodes.length) : "");
      return found;
    }

    // The drawing alone is moved, not the page: what is typed stays in sight.
    function bring(node) {
      const box = svg.parentElement;
      const [here, there] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
      if (here.top >= there.top && here.bottom <= there.bottom && here.left >= there.left && here.right <= there.right) return;
      box.scrollBy(here.left - there.left - box.clientWidth / 3, here.top - there.top - box.clientHeight / 2);
    }

    function reset() {
      if (search) search.value = "";
      find("");
      pin(null);
    }

    function enter(node) {
      if (!node) return;
      for (const each of nodes) each.setAttribute("tabindex", each === node ? "0" : "-1");
      node.focus();
    }

    const next = {
      ArrowLeft: (node) => loadedBy.get(node).find((each) => each !== node),
      ArrowRight: (node) => loads.get(node).find((each) => each !== node),
      ArrowUp: (node) => nodes[nodes.indexOf(node) - 1],
      ArrowDown: (node) => nodes[nodes.indexOf(node) + 1],
      Home: () => nodes[0],
      End: () => nodes[nodes.length - 1],
    };

    svg.addEventListener("keydown", (event) => {
      const node = event.target.closest(".gr-node");
      if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") reset();
      else if (event.key === " ") pin(pinned === node ? null : node);
      else if (next[event.key]) enter(next[event.key](node));
      else return;
      event.preventDefault();
    });

    svg.addEventListener("click", (event) => {
      const node = event.target.closest(".gr-node");
      if (!node) return pin(null);
      // A click made by the Enter key has no detail: it follows the link at once.
      if (node === pinned || event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      pin(node);
    });

    // Not on the drawing: Chromium makes a stop for the Tab key of an SVG element that listens to these.
    svg.parentElement.addEventListener("focusin", (event) => { if (!pinned) show(event.target.closest(".gr-node")); });
    svg.parentElement.addEventListener("focusout", () => { if (!pinned) show(null); });
    svg.addEventListener("pointerover", (event) => {
      if (!pinned && event.pointerType === "mouse") show(event.target.closest(".gr-node"));
    });
    svg.addEventListener("pointerleave", () => { if (!pinned) show(null); });

    search?.addEventListener("input", () => {
      pin(null);
      const [first] = find(search.value);
      if (first) bring(first);
    });
    search?.addEventListener("keydown", (event) => {
      if (event.key === "Escape") reset();
      if (event.key === "Enter") enter(find(search.value)[0]);
    });
    root.querySelector(".graph-bar button")?.addEventListener("click", reset);

    // One stop for the Tab key; the arrows do the rest.
    nodes.forEach((node, at) => node.setAttribute("tabindex", at ? "-1" : "0"));
    if (bar) bar.hidden = false;
  }

  for (const root of document.querySelectorAll(".graph")) enhance(root);
})();
