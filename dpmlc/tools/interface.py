"""The members that a tool has, required and optional, in both spellings (TOOL; SPEC 5.1)."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from dpmlc.text.frozen import frozen


@runtime_checkable
class Tool(Protocol):
    """What every tool has; a class with these methods is one, whatever it inherits. `get_metadata` is as good.

    `getMetadata` gives `name`, `description`, `version` and perhaps `category`, `author`; `getSchema` a JSON Schema
    of the parameters, or `{"parameters": …, "environment": …}`. `execute` may be `async`.
    """

    def getMetadata(self) -> Mapping[str, object]: ...  # noqa: N802  The specification's name.

    def getSchema(self) -> Mapping[str, object]: ...  # noqa: N802

    def execute(self, parameters: Mapping[str, object]) -> object: ...


@frozen
class MemberRule:
    """One member: `python` is its second spelling; it is called with `arguments` arguments, at least `least` used.

    `waits`: whether it may be asynchronous. `gives`: its result, for people.
    """

    name: str
    python: str
    arguments: int
    least: int
    waits: bool
    gives: str
    required: bool = False

    @property
    def signature(self) -> str:
        """As the specification writes it."""
        taken = {"execute": "parameters: Object", "validate": "parameters: Object", "init": "config?: Object"}
        return f"({taken.get(self.name, '')}) => {self.gives}"

    @property
    def definition(self) -> str:
        """As the first line of a Python method."""
        taken = {"execute": ", parameters", "validate": ", parameters", "init": ", config=None"}
        return f"def {self.name}(self{taken.get(self.name, '')})"


MEMBERS: tuple[MemberRule, ...] = (
    MemberRule("getMetadata", "get_metadata", 0, 0, False, "Object", required=True),
    MemberRule("getSchema", "get_schema", 0, 0, False, "Object", required=True),
    MemberRule("execute", "execute", 1, 1, True, "Promise<any>", required=True),
    MemberRule("getPackage", "get_package", 0, 0, False, "Object"),
    MemberRule("getDependencies", "get_dependencies", 0, 0, False, "Object"),
    MemberRule("validate", "validate", 1, 1, False, "Object"),
    MemberRule("init", "init", 1, 0, True, "void | Promise<void>"),
    MemberRule("cleanup", "cleanup", 0, 0, True, "void | Promise<void>"),
)
"""In the order in which people are told of them. `getDependencies` is the newer `getPackage`."""

METADATA: Sequence[str] = ("name", "description", "version", "category", "author")
"""What `getMetadata` gives; the first three are required, all are strings."""

REQUIRED_METADATA: Sequence[str] = METADATA[:3]

RULES: Mapping[str, MemberRule] = {rule.name: rule for rule in MEMBERS}

SPELLINGS: Mapping[str, Mapping[str, str]] = {
    "javascript": {rule.name: rule.name for rule in MEMBERS},
    "python": {spelling: rule.name for rule in MEMBERS for spelling in (rule.name, rule.python)},
}
"""By language: a member as written -> its name in the specification."""
