"""How much of anything dpmlc takes (SPEC 6.5): plain numbers with their units."""

from dpmlc.text.frozen import frozen


@frozen
class Limits:
    """Bytes where a size is meant. Each field is a key of `[limits]` in `dpml.toml`."""

    document: int = 4 << 20
    resource: int = 16 << 20
    depth: int = 100
    nodes: int = 200_000
    references: int = 100_000
    attribute: int = 64 << 10
    tag_name: int = 256
    glob: int = 1 << 10
    glob_stars: int = 2
    glob_braces: int = 8
    glob_matches: int = 10_000
    bundle: int = 16 << 20
    inlined: int = 20_000
    copies: int = 64 << 20
    grammar: int = 4 << 10
    grammar_states: int = 2_000
    chain_seconds: int = 30
