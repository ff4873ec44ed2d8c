"""Running a command on a box: through the system's own OpenSSH, or directly where the box is this machine.

The owner's configuration, agent, known hosts and jump hosts hold. Nothing ever asks: no password, and no host key is
accepted unseen. Connections are shared, so that many small commands cost one handshake.
"""

import os
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from spark_tui.launch.box import Box

CONNECT_SECONDS = 5
_SHARED_SECONDS = 60
_MOST_BYTES = 2_000_000
"""Of what a command prints; the rest is thrown away."""
_LOOK = 0.05


class Outcome(NamedTuple):
    """What came of a command."""

    code: int | None
    """Exit code; 255 where ssh itself failed; None where it was ended because its time was over."""
    out: str
    err: str

    @property
    def ok(self) -> bool:
        """Whether it ended well."""
        return self.code == 0


def command(box: Box, argv: Sequence[str]) -> list[str]:
    """Return the argv that runs a command on a box. What follows the target is one string, quoted for its shell."""
    if box.ssh is None:
        return list(argv)
    return [*ssh_argv(), "-T", box.ssh, shlex.join(argv)]


def ssh_argv() -> list[str]:
    """Return `ssh` with the settings that hold for every connection."""
    return [
        "ssh", "-o", "BatchMode=yes", "-o", f"ConnectTimeout={CONNECT_SECONDS}", "-o", "StrictHostKeyChecking=yes",
        "-o", "ControlMaster=auto", "-o", f"ControlPath={_sockets()}/%C", "-o", f"ControlPersist={_SHARED_SECONDS}",
        "-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3",
    ]  # fmt: skip


def run(
    box: Box, argv: Sequence[str], *, seconds: float = 15.0, stdin: str = "", stop: threading.Event | None = None
) -> Outcome:
    """Run a command on a box and wait for it, at most `seconds`, or until `stop` is set. Never raises for a failure."""
    try:
        process = subprocess.Popen(
            command(box, argv), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, env={**os.environ, "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
    except OSError as error:
        return Outcome(127, "", f"{argv[0] if box.ssh is None else 'ssh'}: {error.strerror}")
    assert process.stdin and process.stdout and process.stderr
    parts: dict[str, bytes] = {}
    threads = [
        threading.Thread(target=_read, args=(process.stdout, parts, "out"), daemon=True),
        threading.Thread(target=_read, args=(process.stderr, parts, "err"), daemon=True),
        threading.Thread(target=_write, args=(process.stdin, stdin.encode()), daemon=True),
    ]
    for thread in threads:
        thread.start()
    code = _wait(process, seconds, stop)
    for thread in threads[:2]:
        thread.join(1.0)  # A grandchild may hold the pipe open: what is there by now is what counts.
    out, err = (parts.get(name, b"").decode("utf-8", "replace") for name in ("out", "err"))
    return Outcome(code, out, err)


def _wait(process: "subprocess.Popen[bytes]", seconds: float, stop: threading.Event | None) -> int | None:
    end = time.monotonic() + seconds
    while process.poll() is None:
        if time.monotonic() > end or (stop and stop.is_set()):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LOOK)
    return process.returncode


def _read(stream: IO[bytes], parts: dict[str, bytes], name: str) -> None:
    kept = b""
    with stream:
        while chunk := os.read(stream.fileno(), 65536):
            kept += chunk[: max(_MOST_BYTES - len(kept), 0)]
            parts[name] = kept


def _write(stream: IO[bytes], data: bytes) -> None:
    with suppress(OSError), stream:
        stream.write(data)


def _sockets() -> Path:
    """A folder that only this user can read, with a short name: a socket's path holds about 100 characters."""
    folder = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()) / f"spark-tui-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else")
    return folder
