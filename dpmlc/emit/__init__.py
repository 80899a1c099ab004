"""Flattened documents -> the files of the output folder: prompts, manifests, provenance, targets, the build record."""
