"""Who loads whom in a package, drawn as static SVG and told as a list."""
