// Before the first paint: the colours that the reader chose. The rest of this is in site.js.
(() => {
  try {
    const chosen = localStorage.getItem("dpmlc-theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch { /* Storage may be forbidden; then the system decides. */ }
})();
