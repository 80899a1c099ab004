"""Texts -> what people read of them on a page: regions of elements, Markdown, references and terms."""
