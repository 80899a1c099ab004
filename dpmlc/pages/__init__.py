"""The package as a site: `Index`, `Bound` and `Flat` become pages, their search and their files; nothing here reads or writes."""
