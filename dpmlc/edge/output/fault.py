"""Why nothing was published: what the outside world did not allow, in words."""

import errno

_FULL = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})
_DENIED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_MOUNTED = frozenset({errno.EBUSY, errno.EXDEV})


class PublishError(Exception):
    """The output folder is as it was before. `message` says why, `help` what can be done; both for people."""

    def __init__(self, message: str, *help_: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help_


class OutputChangedError(PublishError):
    """A file that was to be taken from the output is not there as it was: another build wrote the folder."""


def not_ours(shown: str, why: str) -> PublishError:
    """The folder holds something, and dpmlc did not write it."""
    return PublishError(
        f"`{shown}` was not written by dpmlc ({why}), so it is not touched",
        "give another folder with `-o`, or move its content away",
    )


def leads_outside(shown: str) -> PublishError:
    """The package itself holds a link where the output goes; whoever wrote the package does not choose that place."""
    return PublishError(
        f"`{shown}` is a link that leaves the package, so it is not followed",
        f"where this is meant, name it: `-o {shown}`",
    )


def foreign_in_the_way(shown: str, path: str) -> PublishError:
    """Somebody put a file where the build writes one."""
    return PublishError(
        f"`{shown}/{path}` was not written by dpmlc, and this build writes to the same place",
        f"move `{shown}/{path}` away and build again",
    )


def brought_along(shown: str, path: str) -> PublishError:
    """A package that is not trusted has a file in the output folder that no build makes: it would be published, too."""
    return PublishError(
        f"`{shown}/{path}` was not written by dpmlc, and the package is not trusted",
        "build into a folder outside of the package: `-o FOLDER`",
        f"or remove `{shown}` first",
    )


def changed_meanwhile(source: str) -> PublishError:
    """A resource is not what it was when it was hashed."""
    return PublishError(f"`{source}` changed while it was being built", "build again")


def output_changed(path: str) -> OutputChangedError:
    """A file of the output is not what it was when the build looked at it."""
    return OutputChangedError(f"`{path}` changed while it was being built", "build again")


def outside(path: str) -> PublishError:
    """An output path that leaves the folder: a bug or a plug-in's."""
    return PublishError(f"`{path}` is no path inside the output folder", "report it as a bug of dpmlc or of a plug-in")


def locked(shown: str, seconds: float) -> PublishError:
    """Another build writes into the same folder."""
    return PublishError(
        f"another build is writing into `{shown}`, and was not done after {seconds:g} seconds",
        "wait until it ends, or give another folder with `-o`",
    )


def from_system(shown: str, error: OSError) -> PublishError:
    """What the system said, as a fault."""
    said = (error.strerror or type(error).__name__).lower()
    if error.errno in _FULL:
        return PublishError(f"no space to write `{shown}`: {said}", "free some space; the previous output is untouched")
    if error.errno in _DENIED:
        return PublishError(
            f"`{shown}` cannot be written: {said}",
            "a build is staged beside the output folder, so the folder around it must be writable, too",
            "give a folder elsewhere with `-o`",
        )
    if error.errno in _MOUNTED:
        return PublishError(
            f"`{shown}` cannot be exchanged for a new folder: {said}",
            f"if it is a mount point, give a folder inside it: `-o {shown}/site`",
        )
    return PublishError(f"`{shown}` cannot be written: {said}")
