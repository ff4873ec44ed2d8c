"""Running a command on a box: through the system's own OpenSSH, or directly where the box is this machine.

The owner's configuration, agent, known hosts and jump hosts hold. Nothing ever asks: no password, and no host key is
accepted unseen. Connections are shared, so that many small commands cost one handshake.
"""

import math
import os
import re
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from spark_tui.launch.box import Box

CONNECT_SECONDS = 5
SSH_FAILED = 255
"""Exit code of ssh where it, and not the command, failed."""
_SHARED_SECONDS = 60
_MOST_BYTES = 2_000_000
"""Of what a command prints; the rest is thrown away."""
_LOOK = 0.05
_REST_SECONDS = 1.0
"""How long what was printed may take to arrive once the command has ended."""
_LONGEST_FOLDER = 46
"""Of a socket's path of 104 characters, 58 are ssh's: a hash, and what it adds while it makes the socket."""
_NOISE = re.compile(
    r"^(?:ControlSocket .* already exists, disabling multiplexing|"
    r"mux_client_request_session: read from master failed.*)\r?\n",
    re.MULTILINE,
)
"""What ssh says of its shared connection: another one was first, or it broke. It goes on without, and so does this."""
_UNTOLD = "UNKNOWN port 65535"
"""What ssh says of a jump host that cannot be passed, where the connection is to be shared: the reason is not told."""


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


def command(box: Box, argv: Sequence[str], seconds: float, *, shared: bool = True) -> list[str]:
    """Return the argv that runs a command on a box. What follows the target is one string, quoted for its shell.

    A box never hears that the ssh of a command was ended here: it needs a limit of its own, a little later than ours.
    """
    if box.ssh is None:
        return list(argv)
    limited = ("timeout", "-k", "2", str(math.ceil(seconds) + 1), *argv)
    return [*ssh_argv(shared=shared), "-T", box.ssh, shlex.join(limited)]


def ssh_argv(*, shared: bool = True) -> list[str]:
    """Return `ssh` with the settings that hold for every connection. Of a setting given twice, ssh takes the first."""
    sharing = ("ControlMaster=auto", f"ControlPath={_sockets()}/%C", f"ControlPersist={_SHARED_SECONDS}")
    settings = (
        "BatchMode=yes", f"ConnectTimeout={CONNECT_SECONDS}", "StrictHostKeyChecking=yes",
        "ServerAliveInterval=5", "ServerAliveCountMax=3", *(sharing if shared else ("ControlPath=none",)),
    )  # fmt: skip
    return ["ssh", *(word for setting in settings for word in ("-o", setting))]


def run(
    box: Box, argv: Sequence[str], *, seconds: float = 15.0, stdin: str = "", stop: threading.Event | None = None
) -> Outcome:
    """Run a command on a box and wait for it, at most `seconds`, or until `stop` is set. Never raises for a failure.

    What `stop` ends here may go on on a box, but not longer than `seconds`.
    """
    try:
        outcome = _run(command(box, argv, seconds), seconds, stdin, stop)
        if outcome.code == SSH_FAILED and _UNTOLD in outcome.err:
            outcome = _run(command(box, argv, seconds, shared=False), seconds, stdin, stop)
    except OSError as error:
        return Outcome(127, "", f"{argv[0] if box.ssh is None else 'ssh'}: {error.strerror or error}")
    return outcome if box.ssh is None else outcome._replace(err=_NOISE.sub("", outcome.err))


def _run(argv: list[str], seconds: float, stdin: str, stop: threading.Event | None) -> Outcome:
    process = subprocess.Popen(
        argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", "SSH_ASKPASS_REQUIRE": "never"},
    )  # fmt: skip
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
    end = time.monotonic() + (_REST_SECONDS if code is not None else _LOOK)
    for thread in threads[:2]:  # Whoever else holds the pipe, such as the shared connection, may never close it.
        thread.join(max(end - time.monotonic(), 0.0))
    return Outcome(code, *(parts.get(name, b"").decode("utf-8", "replace") for name in ("out", "err")))


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
    """A folder that only this user can read, with a short name: a socket's path has to fit into 104 characters."""
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or "/tmp")
    name = f"spark-tui-{os.getuid()}"
    if not runtime.is_dir() or len(str(runtime / name)) > _LONGEST_FOLDER:
        runtime = Path("/tmp")
    folder = runtime / name
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.lstat().st_uid != os.getuid():  # In /tmp, anybody could have been here first.
        raise PermissionError(f"{folder} belongs to somebody else")
    return folder
