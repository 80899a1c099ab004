"""A tool named on the command line -> its package path."""

from collections.abc import Sequence

from dpmlc.edge.root import OutsideError
from dpmlc.report.suggest import nearest
from dpmlc.text.paths import package_of
from dpmlc.tools.read_tool import is_tool, tool_id


def tool_path(name: str, paths: Sequence[str]) -> str:
    """The package path of a tool by its id or path; raises OutsideError where there is none or a choice."""
    wanted = name.removeprefix("@").lstrip("!?").removeprefix("tool://")
    own = [each for each in paths if is_tool(each) and not package_of(each)]
    fitting = [each for each in own if wanted in {each, tool_id(each)}]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise OutsideError(
            f"`{name}` is the id of {len(fitting)} tools", *(f"name one by its path: `{each}`" for each in fitting)
        )
    near = nearest(wanted, {tool_id(each) for each in own})
    help_ = f"did you mean `{near[0]}`?" if near else "`dpmlc tool list` shows its tools"
    raise OutsideError(f"the package has no tool `{name}`", help_)
