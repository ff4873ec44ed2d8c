"""The owner's boxes: how each is reached, and where its fabric is."""

import ipaddress
import re
from typing import NamedTuple

MOST_BOXES = 8
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,40}")
_TARGET = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9_\[][A-Za-z0-9_.:\[\]%-]*")
_HERE = ("localhost", "localhost.localdomain", "ip6-localhost", "0.0.0.0", "::", "[::1]")


class BoxError(ValueError):
    """What was typed is no box; the message says why and what to type instead."""


class Box(NamedTuple):
    """One box of the owner's."""

    name: str
    ssh: str | None = None
    """Target for the system's own `ssh`: a host of its configuration, or USER@HOST; None: the machine we run on."""
    fabric: str | None = None
    """Address on the fast network between the boxes; None where the owner did not say."""


def checked(name: str, ssh: str | None = None, fabric: str | None = None) -> Box:
    """Return a box of what was typed. Raises BoxError: nothing that ssh would take for an option, or for itself."""
    if not _NAME.fullmatch(name):
        raise BoxError(f"{name!r} is no name for a box: use lower-case letters, digits, dot, hyphen and underscore.")
    if ssh is not None and not _TARGET.fullmatch(ssh):
        raise BoxError(f"{ssh!r} is no target for ssh: it is a host of your ssh configuration, or USER@HOST.")
    if fabric is not None:
        _address(fabric)
    return Box(name, ssh, fabric)


def together(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Return the boxes of one launch, the head first. Raises BoxError where they cannot work together."""
    if not 1 <= len(boxes) <= MOST_BOXES:
        raise BoxError(f"{len(boxes)} boxes: a launch takes 1 to {MOST_BOXES}.")
    for word, values in (("name", [one.name for one in boxes]), ("ssh target", [one.ssh or "" for one in boxes]),
                         ("fabric address", [one.fabric for one in boxes if one.fabric])):  # fmt: skip
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is not None:
            raise BoxError(f"Two boxes have the same {word}, {twice or 'this machine'}: name different ones.")
    looped = next((one for one in boxes if _is_looped(one)), None) if len(boxes) > 1 else None
    if looped is not None:
        raise BoxError(
            f"{looped.name} is reached by loopback, which the other boxes cannot do: where it is this machine, add it "
            "without --ssh, and with the address that the others know in --fabric."
        )
    return boxes


def _is_looped(box: Box) -> bool:
    host = (box.ssh or "").rpartition("@")[2]
    return is_loopback(host) or (box.fabric is not None and is_loopback(box.fabric))


def is_loopback(host: str) -> bool:
    """Whether an address means the machine itself."""
    if host.lower() in _HERE:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0]).is_loopback
    except ValueError:
        return False


def _address(text: str) -> None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError as error:
        raise BoxError(f"{text!r} is no address: --fabric takes one such as 192.168.200.12.") from error
    if found.is_loopback or found.is_link_local or found.is_unspecified or found.is_multicast:
        raise BoxError(f"{text} cannot be reached by other boxes: --fabric takes one such as 192.168.200.12.")
