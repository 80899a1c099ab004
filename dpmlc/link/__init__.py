"""References -> text: where each leads (bind), what of it is loaded (load), in which order (order), spliced (flatten)."""
