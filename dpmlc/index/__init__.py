"""All scans -> `Index`: protocols, structures, attributes and ids, and what contradicts in them."""
