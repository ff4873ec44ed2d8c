"""Can a box be reached, and if not, why: the cause is told apart, because each is mended in another way."""

import re

from spark_tui.launch.box import Box
from spark_tui.launch.preflight.asked import Asked, Read, last_word
from spark_tui.launch.remote import Outcome

CHECK = "ssh"
_CAUSES: tuple[tuple[str, str, str], ...] = (
    (r"REMOTE HOST IDENTIFICATION HAS CHANGED", "shows another host key than before; somebody may stand in between",
     "ssh-keygen -R {host}, once you know why it changed"),
    (r"Host key verification failed|No \S+ host key is known", "shows a host key that is not known here",
     "spark-tui boxes add {name} --ssh {target} shows it, and keeps it once you have accepted it"),
    (r"Permission denied|Too many authentication failures", "does not let you in: its key is locked, or not yours",
     "ssh-add, where the key has a passphrase; else ssh-copy-id {target}"),
    (r"Could not resolve hostname|Name or service not known", "has a name that nobody knows",
     "look at --ssh of spark-tui boxes list, or at your ssh configuration"),
    (r"timed out during banner exchange|Connection closed by remote host|banner exchange",
     "answers, but its ssh does not: that is how a box looks that is out of memory", "switch it off and on"),
    (r"Connection refused", "has no ssh server on that port", "sudo systemctl enable --now ssh, on the box"),
    (r"timed out|No route to host|Network is unreachable|Host is down", "cannot be reached: is it on?",
     "ping {host}"),
)  # fmt: skip


def read_access(asked: Asked, box: Box, outcome: Outcome) -> Read:
    """Say whether a box can be reached."""
    del asked
    if outcome.ok:
        return Read("passed", "answers" if box.ssh else "is this machine")
    target = box.ssh or ""
    named = {"name": box.name, "target": target, "host": target.rpartition("@")[2]}
    for pattern, text, mend in _CAUSES:
        if re.search(pattern, outcome.err, re.IGNORECASE):
            return Read("failed", f"{text}.", mend.format(**named))
    if outcome.code is None:
        return Read("failed", "took too long to answer.", f"ssh {target}")
    return Read("failed", f"cannot be reached: {last_word(outcome)}.", f"ssh {target}")
