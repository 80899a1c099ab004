"""What one process leaves for the next, so that a build where nothing changed is over before the engine is loaded."""
