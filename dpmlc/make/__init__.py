"""Outputs made of a checked package, or taken from a build before; what one process leaves to the next."""
