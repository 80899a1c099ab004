"""One document's text -> `Scan`: regions, tags, tree, references. Never raises on any text, looks at one file alone."""
