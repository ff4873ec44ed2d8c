"""Has a box enough memory, counted as unified memory has to be: never by nvidia-smi, which does not know it."""

import re

from spark_tui.catalog.text import clean
from spark_tui.launch.box import Box
from spark_tui.launch.preflight.asked import Asked, Check, Read, shell
from spark_tui.launch.remote import Outcome

_DROP = "sudo sh -c 'sync; echo 3 > /proc/sys/vm/drop_caches'"
_THIN_GIB = 5.0


def available_gib(meminfo: str) -> float | None:
    """Return MemAvailable of /proc/meminfo in GiB; None where it is not told."""
    found = re.search(r"^MemAvailable:\s+(\d+) kB", meminfo, re.MULTILINE)
    return int(found[1]) / 2**20 if found else None


def _memory(asked: Asked, box: Box, outcome: Outcome) -> Read:
    free, need = available_gib(outcome.out), asked.need_gib(box)
    if free is None:
        return Read("unknown", "how much memory is free was not told.")
    if need is None:
        return Read("unknown", f"{free:.1f} GiB free; how much the setup needs is not known.", gib=free)
    if free < need:
        return Read("failed", f"needs {need:.1f} GiB free, and {free:.1f} are.",
                    f"end what runs there (nvidia-smi, docker ps); then {_DROP}", free)  # fmt: skip
    if free - need < _THIN_GIB:
        return Read("warning", f"{free:.1f} GiB free for {need:.1f} needed: little is left.", _DROP, free)
    return Read("passed", f"{free:.1f} GiB free, {need:.1f} needed", gib=free)


def _in_use(_: Asked, __: Box, outcome: Outcome) -> Read:
    rows = [clean(line) for line in outcome.out.splitlines() if clean(line)]
    if not outcome.ok:
        return Read("unknown", "what uses the GPU was not told.")
    if rows:
        return Read("warning", f"the GPU is in use: {'; '.join(rows)[:160]}.", "end it first, unless you want both")
    return Read("passed", "nothing uses the GPU")


def _swap(_: Asked, __: Box, outcome: Outcome) -> Read:
    guarded = "active" in outcome.out.split()
    if guarded:
        return Read("passed", "earlyoom guards the memory")
    return Read("warning", "nothing guards the memory: a box that runs out freezes until it is switched off.",
                "sudo apt install earlyoom")  # fmt: skip


CHECKS = (
    Check("memory", ("cat", "/proc/meminfo"), _memory),
    Check("gpu in use", ("nvidia-smi", "--query-compute-apps=pid,process_name", "--format=csv,noheader"), _in_use),
    Check("memory guard", shell("systemctl is-active earlyoom systemd-oomd 2> /dev/null; true"), _swap),
)
