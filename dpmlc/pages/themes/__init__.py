"""A theme: templates that make a page of a view, and what can be wrong with them. Jinja2 is known here alone."""
