"""Lengths that several files need, in units of an SVG."""

HEIGHT = 24
"""Of a node."""

GAP = 6
"""Between nodes, and between a node and the frame around it."""

ROW = HEIGHT + GAP
"""From one node to the next below."""

HEADING = 20
"""Above the first node of a group with a name."""
