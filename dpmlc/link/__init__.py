"""References -> text: where each leads, what of it is loaded, in which order, spliced."""
