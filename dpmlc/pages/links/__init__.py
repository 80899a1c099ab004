"""Links of documents: where they lead on a site, and how they are written in the Markdown form of a page."""
