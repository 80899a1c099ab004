"""`Flat` -> artifacts: bundle, manifest, provenance, build record, targets."""
