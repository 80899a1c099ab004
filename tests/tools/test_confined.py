"""A confined process that is listened to: what it says, until its time is over."""

import socket
import subprocess
import sys
import time

import pytest

from dpmlc.edge.tools.grants import Grants, RunLimits, confinement
from dpmlc.edge.tools.process import Confined, OutOfTimeError


@pytest.mark.parametrize(
    ("held", "network", "node", "loose"),
    [
        ("processes network files landlock", False, False, []),
        ("", False, False, ["used the network", "written files", "read any file", "may have escaped"]),
        ("", True, True, ["native code could have written files", "may have escaped"]),
        ("landlock processes", False, False, []),
        ("processes network files", False, False, ["read any file"]),
        ("processes network files", False, True, []),
        ("processes files", True, True, []),
        ("processes files", False, True, ["used the network"]),
    ],
)
def test_what_the_system_did_not_keep_is_told(held: str, network: bool, node: bool, loose: list[str]) -> None:
    told = confinement(frozenset(held.split()), Grants(network=network), node).loose
    assert len(told) == len(loose)
    assert all(part in words for words, part in zip(told, loose, strict=True))


def test_time_is_over_though_there_is_more_to_hear() -> None:
    """Each message may be a question that takes long to answer."""
    ours, theirs = socket.socketpair()
    process = subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE, start_new_session=True)
    now = time.monotonic()
    running = Confined(process, ours, RunLimits(), lambda piece: None, now + 60, now)
    with theirs:
        theirs.sendall(b'{"ask": true}\n{"ask": true}\n')
        messages = running.messages()
        assert next(messages) == {"ask": True}
        running.deadline = now
        with pytest.raises(OutOfTimeError):
            next(messages)
    running.end()
