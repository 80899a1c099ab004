"""Pictures on pages: what a renderer of diagrams gives, and drawings of authors, made safe."""
