"""The Markdown inside elements -> HTML for a page; `render.py` is the door."""
