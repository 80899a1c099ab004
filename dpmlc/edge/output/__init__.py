"""The output folder: what stands in it, a whole new tree staged beside it, and the one step that swaps them."""
