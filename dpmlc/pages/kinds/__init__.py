"""Each kind of page: from what is known of a package to the view that a template lays out."""
