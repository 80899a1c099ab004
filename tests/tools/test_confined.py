"""A confined process that is listened to: what it says, until its time is over."""

import socket
import subprocess
import sys
import time

import pytest

from dpmlc.edge.tools.grants import RunLimits
from dpmlc.edge.tools.process import Confined, OutOfTimeError


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
