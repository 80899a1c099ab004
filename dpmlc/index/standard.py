"""The resource protocols that every package has without a unit (SPEC 2.5)."""

from dpmlc.index.protocol import ParameterDefinition, ResourceProtocol
from dpmlc.scan.reference import REMOTE
from dpmlc.text.span import Span

RUNTIME = frozenset({"memory", "context", "user"})
"""Built-in protocols that a unit may define: they belong to the runtime unless the unit gives them a registry."""


def standard() -> dict[str, ResourceProtocol]:
    """The built-in protocols by name."""
    made = (
        ResourceProtocol("file", "builtin", "path", description="Files of the package."),
        ResourceProtocol("package", "builtin", "path", description="Files of a dependency: `package://NAME/…`."),
        ResourceProtocol("project", "builtin", "path", description="Files from the package's root."),
        ResourceProtocol("tool", "builtin", "tool", description="Tools: `NAME.tool.js`, `NAME.tool.py`."),
        *(
            ResourceProtocol(name, "builtin", "remote", description=f"Resources on the network, by {name.upper()}.")
            for name in sorted(REMOTE)
        ),
        ResourceProtocol(
            "memory", "builtin", "runtime", parameters=_memory(), description="What the runtime remembers."
        ),
        ResourceProtocol("context", "builtin", "runtime", description="What the runtime knows of the conversation."),
        ResourceProtocol("user", "builtin", "runtime", description="What the runtime knows of the user."),
    )
    return {protocol.name: protocol for protocol in made}


def _memory() -> tuple[ParameterDefinition, ...]:
    # `NAME.memory.md` documents are loaded, so what SPEC 3.8 offers for text stands beside `confidence`.
    place = Span("dpmlc:builtin/memory", 0, 0)
    return (
        ParameterDefinition("confidence", "number", (), "How sure the memory must be.", "0.8", place),
        ParameterDefinition("line", "range", (), "Lines of the text.", "5-10", place),
        ParameterDefinition("section", "string", (), "One section of the text.", "Steps", place),
        ParameterDefinition("format", "enum", ("text", "md", "html", "json"), "How to show it.", "text", place),
        ParameterDefinition("encoding", "string", (), "How the file is encoded.", "utf-8", place),
    )
