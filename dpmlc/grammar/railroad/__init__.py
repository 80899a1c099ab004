"""Grammars for people: a rule as a railroad diagram, as words, as linked EBNF, and how often each name occurs."""
