"""What connects `dpmlc.fileref` with a disk, a clock and two streams."""
