"""The rooms with windows: configuration, disk, publishing, terminal, command line. All I/O of dpmlc is here."""
