"""Does a rule lead back to itself? Grammar in, the first such rule out."""

from dpmlc.grammar.ebnf import Grammar, Rule
from dpmlc.grammar.expression import Name, names
from dpmlc.text.frozen import frozen


@frozen
class Loop:
    """A recursive `rule`, and the place in it from which it leads back."""

    rule: Rule
    use: Name


def recursive(grammar: Grammar) -> Loop | None:
    """The first rule, in order of definition, that needs itself; None where no rule does."""
    uses = {rule.name: names(rule.body) for rule in grammar.rules}
    left = _trimmed({name: {each.name for each in used} for name, used in uses.items()})
    for rule in grammar.rules:
        if rule.name in left:
            for use in uses[rule.name]:
                if use.name in left and _leads(left, use.name, rule.name):
                    return Loop(rule, use)
    return None


def _trimmed(uses: dict[str, set[str]]) -> dict[str, set[str]]:
    """Without the rules that use nothing recursive: what is left reaches a loop."""
    left = {name: used & uses.keys() for name, used in uses.items()}
    users: dict[str, set[str]] = {}
    for name, used in left.items():
        for each in used:
            users.setdefault(each, set()).add(name)
    free = [name for name, used in left.items() if not used]
    while free:
        name = free.pop()
        del left[name]
        for user in users.get(name, ()):
            left[user].discard(name)
            if not left[user]:
                free.append(user)
    return left


def _leads(uses: dict[str, set[str]], start: str, goal: str) -> bool:
    seen = {start}
    open_ = [start]
    while open_:
        name = open_.pop()
        if name == goal:
            return True
        open_.extend(uses[name] - seen)
        seen |= uses[name]
    return False
