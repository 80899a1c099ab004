// The page for what is missing is shown under any address, so its links begin with a path that was told or guessed.
// Where that is wrong (a folder on a disk, a preview of the site) nothing comes from there. This script is looked for
// there and elsewhere: the first copy that comes knows where the site begins, and has all links begin there.
(() => {
  "use strict";
  const page = document.documentElement;
  const told = page.dataset.root;
  const place = document.currentScript.dataset.begin;
  if ("found" in page.dataset) return;
  page.dataset.found = "";
  if (place === told) return;
  const begin = new URL(place || "./", location.href).href;
  const moved = (address) => (address.startsWith(told) ? begin + address.slice(told.length) : address);

  function move(element) {
    for (const name of ["href", "data-root", "data-tree"]) {
      if (element.hasAttribute(name)) element.setAttribute(name, moved(element.getAttribute(name)));
    }
  }

  // A script that failed is not asked for again, whatever its address becomes.
  function again(script) {
    const made = document.createElement("script");
    made.src = moved(script.getAttribute("src"));
    made.async = false;
    script.replaceWith(made);
  }

  const scripts = [...document.querySelectorAll("script[src]:not([data-begin])")];
  document.querySelectorAll("head link").forEach(move);
  addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("html, body [href], [data-root], [data-tree]").forEach((each) => move(each));
    scripts.forEach(again);
  });
})();
