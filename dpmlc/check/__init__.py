"""A package read, scanned, bound and checked: as a whole, or at the cost of what changed."""
