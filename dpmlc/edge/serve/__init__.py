"""The live site: from memory, over HTTP, swapped in the reader's browser after each rebuild."""
