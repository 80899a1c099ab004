"""FILEREF as values: tokens in prompts, the messages around them, adapters, and the search for files by a few letters.

No disk, clock or thread is touched here; `dpmlc.edge.fileref` brings the file list, the time and the streams.
"""
