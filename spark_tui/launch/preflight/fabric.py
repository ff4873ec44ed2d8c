"""The fast network between boxes: the address, the link, its speed and its MTU, and whether the others are reached."""

import json
import re
from typing import Any

from spark_tui.catalog.text import clean
from spark_tui.launch.box import Box
from spark_tui.launch.preflight.asked import Asked, Check, Read, last_word, shell
from spark_tui.launch.remote import Outcome

_JUMBO = 9000
_PING = ("ping", "-c", "1", "-W", "2", "-M", "do", "-s")
_HEADERS = 28
"""Bytes of a ping that are no data, in IPv4."""


def interface(printed: str, address: str) -> dict[str, Any] | None:
    """Return the interface that holds an address, of what `ip -j addr` prints; None where none does."""
    try:
        links = json.loads(printed.partition("\n")[0])
        return next((link for link in links for one in link.get("addr_info", []) if one.get("local") == address), None)
    except (ValueError, AttributeError, TypeError):
        return None


def gbit(printed: str, name: str) -> float | None:
    """Return the speed of an interface in Gbit/s, of lines `/sys/class/net/NAME/speed:200000`; None where not told."""
    found = re.search(rf"^/sys/class/net/{re.escape(name)}/speed:(\d+)$", printed, re.MULTILINE)
    return int(found[1]) / 1000 if found else None


def _link(_: Asked, box: Box, outcome: Outcome) -> Read:
    assert box.fabric is not None
    found = interface(outcome.out, box.fabric)
    if found is None:
        return Read("failed", f"{box.fabric} is on none of its interfaces.",
                    "ip addr, on the box; spark-tui boxes add names another address")  # fmt: skip
    name, mtu, up = clean(str(found.get("ifname"))), found.get("mtu"), found.get("operstate")
    if up == "DOWN":
        return Read("failed", f"{name} with {box.fabric} is down.", "look at the cable; sudo ip link set up")
    if mtu != _JUMBO:
        return Read("warning", f"{name} with {box.fabric} has MTU {mtu}: where the ends differ, it hangs.",
                    f"sudo ip link set {name} mtu {_JUMBO}, and the same in netplan")  # fmt: skip
    speed = gbit(outcome.out, name)
    return Read("passed", f"{name} with {box.fabric} is up, MTU {mtu}{f', {speed:g} Gbit/s' if speed else ''}")


def _unsaid(_: Asked, __: Box, ___: Outcome) -> Read:
    return Read("warning", "its address on the fabric was not said, so the links are not looked at.",
                "spark-tui boxes add NAME --ssh TARGET --fabric ADDRESS")  # fmt: skip


def reaches(asked: Asked, box: Box) -> tuple[Check, ...]:
    """Return the checks whether a box reaches the others on the fabric, with packets as large as MTU 9000 allows."""
    return tuple(
        Check(f"to {other.name}", (*_PING, str(_JUMBO - _HEADERS), other.fabric),
              _reached(other))
        for other in asked.boxes if other != box and other.fabric and box.fabric
    )  # fmt: skip


def logs_in(asked: Asked, box: Box) -> tuple[Check, ...]:
    """Return the checks whether the head may log in on its workers, as most recipes' own scripts do."""
    if box != asked.head:
        return ()
    ssh = ("ssh", "-n", "-o", "BatchMode=yes", "-o", "ConnectTimeout=5", "-o", "StrictHostKeyChecking=yes")
    return tuple(
        Check(f"ssh to {other.name}", (*ssh, other.fabric, "true"), _logged_in(other))
        for other in asked.boxes if other != box and other.fabric
    )  # fmt: skip


def _logged_in(other: Box) -> Any:
    def read(_: Asked, __: Box, outcome: Outcome) -> Read:
        if outcome.ok:
            return Read("passed", f"may log in on {other.name} at {other.fabric}")
        return Read("warning", f"may not log in on {other.name} at {other.fabric}: scripts that start workers from the "
                    f"head fail ({last_word(outcome)}).", f"ssh-copy-id {other.fabric}, on the head")  # fmt: skip

    return read


def _reached(other: Box) -> Any:
    def read(_: Asked, __: Box, outcome: Outcome) -> Read:
        if outcome.ok:
            return Read("passed", f"reaches {other.name} at {other.fabric} with packets of {_JUMBO} bytes")
        if outcome.code == 127:
            return Read("unknown", "ping is not there.", "sudo apt install iputils-ping")
        if "too long" in outcome.err + outcome.out:
            return Read("failed", f"cannot send packets of {_JUMBO} bytes to {other.name}: its own MTU is smaller.",
                        f"sudo ip link set INTERFACE mtu {_JUMBO}, on both ends")  # fmt: skip
        return Read("failed", f"does not reach {other.name} at {other.fabric} with packets of {_JUMBO} bytes: cable, "
                    "address, or an MTU that differs.", f"ping {other.fabric}, on the box")  # fmt: skip

    return read


def _several(asked: Asked, box: Box) -> bool:
    return len(asked.boxes) > 1 and box.fabric is not None


CHECKS = (
    Check("link", shell("ip -j addr; grep -H . /sys/class/net/*/speed 2> /dev/null; true"), _link, _several),
    Check("fabric", ("true",), _unsaid, lambda asked, box: len(asked.boxes) > 1 and box.fabric is None),
)
