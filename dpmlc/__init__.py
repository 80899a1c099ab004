"""dpmlc: the compiler for DPML prompt packages."""

__version__ = "0.1.0"
