"""Watching a package on a disk: what changed since the last build, and building again."""
