"""What we say to people: diagnostics as values, suggestions, snippets and output formats."""
