"""What is said when work that is spread over processes cannot be finished."""


class LostProcessError(Exception):
    """A process is gone, or has no memory. `message` says what happened, `help` what to do."""

    def __init__(self, message: str, help_: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = (help_,)


def lost(how: str, jobs: int, why: str = "") -> LostProcessError:
    """The error for a build of `jobs` processes: `how` one of them came to its end and, where that is known, `why`."""
    fewer = "use fewer processes" if jobs > 3 else "work in one process"
    advice = f"{fewer}: `--jobs {jobs // 2 or 1}` writes the same and needs less memory"
    return LostProcessError(f"{how} and did not finish its part of the build{why}; nothing was written", advice)
