"""A string that knows where it is: paths, sources, spans, files and artifacts. Imports nothing of dpmlc."""
