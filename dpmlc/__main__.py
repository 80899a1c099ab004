"""The command `dpmlc`. What needs no engine is answered here, before anything that takes time is imported."""

import sys

from dpmlc import __version__


def main() -> int:
    """Run the command that the arguments name; the exit code of SPEC 7."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"dpmlc {__version__}\n")
        return 0
    try:
        if sys.argv[1:2] == ["build"]:
            from dpmlc.edge.cache.unchanged import answer  # noqa: PLC0415  See above.

            status = answer(sys.argv[2:])
            if status is not None:
                return status
        from dpmlc.edge.cli.run import run  # noqa: PLC0415  See above.

        return run(sys.argv[1:])
    except KeyboardInterrupt:  # While modules were still being imported.
        sys.stderr.write("\ninterrupted\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
