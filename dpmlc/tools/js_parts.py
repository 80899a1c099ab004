"""The parts of a class or object, as written: what `this` will have."""

from dpmlc.text.frozen import frozen
from dpmlc.tools.js_tree import Node


@frozen
class Part:
    """One part. `node` is where it is declared.

    `function` is the function that it is, `value` the expression behind it; both None where only running the file
    tells. `assigned` is 1 for what a constructor sets, which counts as one change of it.
    """

    node: Node
    function: Node | None = None
    value: Node | None = None
    assigned: int = 0
