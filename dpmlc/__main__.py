"""The command `dpmlc`. What needs no engine is answered here, before anything that takes time is imported."""

import gc
import os
import sys

from dpmlc import __version__
from dpmlc.edge.standard_streams import complain, open_closed_streams, tell, written_out


def program() -> None:
    """`main` as a process of its own, which ends at once.

    Python would first free all values one by one: up to a tenth of a build. Everything that has to end is ended by
    `main`, and what it said is written. Call `main` to look at a build by a profiler.
    """
    open_closed_streams()
    os._exit(written_out(main()))


def main() -> int:
    """Run the command that the arguments name; the exit code of SPEC 7."""
    if sys.argv[1:] == ["--version"]:
        return tell(f"dpmlc {__version__}\n")
    collect_seldom()
    try:
        look = None
        if sys.argv[1:2] == ["build"]:
            from dpmlc.edge.cache.unchanged import answer  # noqa: PLC0415  See above.

            found = answer(sys.argv[2:])
            if isinstance(found, int):
                return found
            look = found
        from dpmlc.edge.cli.run import run  # noqa: PLC0415  See above.

        return run(sys.argv[1:], look)
    except KeyboardInterrupt:  # While modules were still being imported.
        sys.stderr.write("\ninterrupted\n")
        return 130
    except MemoryError:
        return complain(
            "memory ran out", "one process (`--jobs 1`) and a build without a site (`--no-site`) need the least"
        )
    except ImportError as error:
        return complain(
            f"something that dpmlc needs cannot be loaded: {error}", "install dpmlc again, with its libraries"
        )


def collect_seldom() -> None:
    """One run makes millions of small values without cycles; looking through them again and again would take long.

    Modules have few cycles, too, and are half of what a short run makes.
    """
    gc.set_threshold(200_000, 20, 100)


if __name__ == "__main__":
    program()
