"""EBNF as the seeds write it: read, matched in linear time, turned into content models."""
