"""Reaching the API of a head: directly, or through a tunnel of the system's ssh where it listens on loopback."""

import contextlib
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from spark_tui.launch.box import Box
from spark_tui.launch.remote import ssh_argv

_SECONDS = 10.0


class Reached(NamedTuple):
    """How the API of a box is reached from here."""

    url: str
    tunnel: str | None = None
    """The command that holds it open, as a person would type it; None where it is reached directly."""


class TunnelError(Exception):
    """The API cannot be reached; the message says why."""


@contextmanager
def reached(box: Box, port: int, *, loopback: bool) -> Iterator[Reached]:
    """Reach the API of a box for as long as the block lasts. Raises TunnelError."""
    if box.ssh is None:
        yield Reached(f"http://127.0.0.1:{port}")
    elif not loopback and (host := _host(box)) and _answers(host, port):
        yield Reached(f"http://{f'[{host}]' if ':' in host else host}:{port}")
    else:
        with _tunnel(box, port) as here:
            yield here


@contextmanager
def _tunnel(box: Box, port: int) -> Iterator[Reached]:
    assert box.ssh is not None
    ours = _free_port()
    forward = f"127.0.0.1:{ours}:127.0.0.1:{port}"
    argv = [*ssh_argv(shared=False), "-o", "ExitOnForwardFailure=yes", "-N", "-L", forward, box.ssh]
    process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               start_new_session=True)  # fmt: skip
    try:
        _wait(process, box, ours)
        yield Reached(f"http://127.0.0.1:{ours}", f"ssh -N -L {forward} {box.ssh}")
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(2)
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


def _wait(process: "subprocess.Popen[bytes]", box: Box, port: int) -> None:
    end = time.monotonic() + _SECONDS
    while not _answers("127.0.0.1", port):
        if process.poll() is not None or time.monotonic() > end:
            raise TunnelError(f"No tunnel to {box.name} could be opened: try ssh {box.ssh} by hand.")
        time.sleep(0.05)


def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=2.0):
            return True
    except OSError:
        return False


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _host(box: Box) -> str | None:
    """The address that the owner's ssh would use; None where it goes through another host."""
    assert box.ssh is not None
    done = subprocess.run(["ssh", "-G", box.ssh], capture_output=True, text=True, timeout=_SECONDS, check=False)
    settings = dict(re.findall(r"^(hostname|proxyjump|proxycommand) (.+)$", done.stdout, re.MULTILINE))
    return None if {"proxyjump", "proxycommand"} & set(settings) else settings.get("hostname")
