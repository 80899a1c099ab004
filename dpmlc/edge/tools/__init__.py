"""Running tools (SPEC 5.2): a process of its own, confined as far as the system can.

From Python: `from dpmlc.edge.tools.run import Grants, RunLimits, run_tool`.
"""
