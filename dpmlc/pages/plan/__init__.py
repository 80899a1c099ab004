"""Which pages a site has, where they stand, and in which order people meet them."""
