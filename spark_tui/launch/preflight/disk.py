"""Has a box room for what is to be downloaded, and is the port of the API free."""

import re

from spark_tui.launch.box import Box
from spark_tui.launch.preflight.asked import Asked, Check, Read, shell
from spark_tui.launch.remote import Outcome

_FOLDER = 'd="${HF_HOME:-$HOME/.cache/huggingface}"; while [ ! -d "$d" ]; do d=$(dirname "$d"); done; df -Pk "$d"'
"""Of the nearest folder that is there: df fails for one that is not."""
_TMP_GB = 2.0


def free_gb(printed: str) -> float | None:
    """Return the free room of the last line of `df -Pk`, in GB (10^9 bytes); None where it cannot be read."""
    found = re.findall(r"\s(\d+)\s+(\d+)\s+(-?\d+)\s+\d+%\s+/", printed)
    return int(found[-1][2]) * 1024 / 1e9 if found else None


def _room(asked: Asked, box: Box, outcome: Outcome) -> Read:
    free, need = free_gb(outcome.out), asked.need_gb(box)
    if free is None:
        return Read("unknown", "how much room the disk has was not told.")
    if need is None:
        return Read("unknown", f"{free:,.0f} GB of room; how much the setup needs is not known.")
    if free < need:
        return Read("warning", f"{free:,.0f} GB of room where its files go, and all of them take {need:,.0f}: enough "
                    "only where most are there already.", "hf cache delete, or a larger disk in HF_HOME")  # fmt: skip
    return Read("passed", f"{free:,.0f} GB of room, {need:,.0f} needed at most")


def _tmp(_: Asked, __: Box, outcome: Outcome) -> Read:
    free = free_gb(outcome.out)
    if free is None:
        return Read("unknown", "how much room /tmp has was not told.")
    if free < _TMP_GB:
        return Read("warning", f"/tmp has {free:.1f} GB: images that are copied through it get stuck.", "empty /tmp")
    return Read("passed", f"/tmp has {free:,.0f} GB")


def listens(printed: str, port: int) -> bool:
    """Whether something listens on a port, by /proc/net/tcp: nothing is connected to."""
    return any(int(found, 16) == port for found in re.findall(r":([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} 0A ", printed))


def _port(asked: Asked, _: Box, outcome: Outcome) -> Read:
    assert asked.port is not None
    if listens(outcome.out, asked.port):
        return Read("failed", f"port {asked.port} is taken already.",
                    f"ss -ltnp 'sport = :{asked.port}' says by what; end it, or attach to it")  # fmt: skip
    return Read("passed", f"port {asked.port} is free")


CHECKS = (
    Check("disk", shell(_FOLDER), _room),
    Check("/tmp", ("df", "-Pk", "/tmp"), _tmp),
    Check("port", shell("cat /proc/net/tcp /proc/net/tcp6 2> /dev/null"), _port,
          lambda asked, box: asked.port is not None and box == asked.head),
)  # fmt: skip
