"""A host key that nobody knows yet: shown to the owner, and added once the owner has accepted it."""

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from spark_tui.catalog.text import clean
from spark_tui.launch.remote import CONNECT_SECONDS

_SETTING = re.compile(r"^(hostname|port|userknownhostsfile|hostkeyalias) (.+)$", re.MULTILINE)


class HostKey(NamedTuple):
    """A key that a host shows."""

    lines: tuple[str, ...]
    """As a known-hosts file holds them."""
    fingerprints: tuple[str, ...]
    """As a person compares them: `SHA256:… (ED25519)`."""
    file: Path
    """Where the owner's ssh keeps what it knows."""


class HostKeyError(Exception):
    """The key cannot be had; the message says why."""


def scan(target: str) -> HostKey:
    """Ask the host for its keys, as the owner's ssh configuration names it. Raises HostKeyError."""
    settings = dict(_SETTING.findall(_output(["ssh", "-G", target])))
    host, port = settings.get("hostname", target), settings.get("port", "22")
    file = Path(settings.get("userknownhostsfile", "~/.ssh/known_hosts").split()[0]).expanduser()
    found = _output(["ssh-keyscan", "-T", str(CONNECT_SECONDS), "-p", port, "--", host])
    lines = tuple(line for line in found.splitlines() if line and not line.startswith("#"))
    if not lines:
        raise HostKeyError(f"{clean(target)} shows no host key: is it on, and does ssh reach it without a jump host?")
    if alias := settings.get("hostkeyalias"):
        lines = tuple(f"{alias} {line.split(' ', 1)[1]}" for line in lines)
    printed = _output(["ssh-keygen", "-lf", "-"], stdin="\n".join(lines) + "\n")
    prints = tuple(f"{words[1]} {words[-1]}" for line in printed.splitlines() if len(words := line.split()) >= 3)
    return HostKey(lines, tuple(map(clean, prints)), file)


def accept(key: HostKey) -> None:
    """Add the keys that were shown to the owner's known hosts. Raises OSError."""
    key.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with key.file.open("a", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in key.lines))


def _output(argv: list[str], stdin: str = "") -> str:
    try:
        done = subprocess.run(argv, input=stdin, capture_output=True, text=True, errors="replace",
                              timeout=CONNECT_SECONDS * 3, check=False)  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise HostKeyError(f"{argv[0]} does not work here: {error}") from error
    return done.stdout
