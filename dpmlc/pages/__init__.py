"""The package as a site: `Index`, `Bound` and `Flat` become pages."""
