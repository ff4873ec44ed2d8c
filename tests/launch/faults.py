"""What one test has of the boxes: how the program reaches them, and what goes wrong with them.

Every test has boxes that were booted for it: what it breaks is whole for the next one.
"""

import os
import shlex
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from spark_tui.launch.box import Box
from tests.launch.boxes import FABRIC_MTU, NICS, USER, Lab, Machine, Net, shell, wait

_LISTENER = (
    "use IO::Socket::INET; $s = IO::Socket::INET->new(Listen => 5, LocalAddr => $ARGV[0], LocalPort => $ARGV[1], "
    "ReuseAddr => 1) or die; sleep;"
)


class Boxes:
    """The boxes of one test. Each fault is a method that takes the box."""

    def __init__(self, lab: Lab, count: int, folder: Path) -> None:
        self._lab, self._folder = lab, folder
        self._machines = lab.machines[:count]
        lab.boot(self._machines)
        self._hosts = {one.name: _Host(one.addresses["lan"], lab.folder / "id") for one in self._machines}
        self.config = folder / "ssh_config"
        """What the `ssh` on PATH reads instead of ~/.ssh/config."""
        self.known_hosts = folder / "known_hosts"
        self.known_hosts.write_text((lab.folder / "known_hosts").read_text())
        self.boxes = tuple(Box(one.name, one.name, one.addresses["fabric"]) for one in self._machines)
        self._write_config()

    def __getitem__(self, index: int) -> Box:
        return self.boxes[index]

    def __len__(self) -> int:
        return len(self.boxes)

    def lan(self, box: Box) -> str:
        """Return the address under which this machine reaches a box."""
        return self._machine(box).addresses["lan"]

    def logins(self, box: Box) -> int:
        """Return how often somebody logged in since a box was booted."""
        return self._machine(box).said().count("Accepted publickey for ")

    def as_root(self, box: Box, *argv: str, stdin: str | None = None) -> str:
        """Run a command in a box as root, past ssh."""
        return self._machine(box).as_root(*argv, stdin=stdin)

    def install(self, box: Box, path: str, text: str) -> None:
        """Put a program into a box, such as a stand-in for nvidia-smi at /usr/local/bin/nvidia-smi."""
        self.as_root(box, "sh", "-c", 'rm -f "$1" && cat > "$1" && chmod 755 "$1"', "install", path, stdin=text)

    def remove(self, box: Box, program: str) -> None:
        """Take a program out of a box."""
        line = 'while found=$(command -v "$1") && rm "$found"; do hash -r; done'
        self.as_root(box, "sh", "-c", line, "remove", program)

    def off(self, box: Box) -> None:
        """Cut the power of a box."""
        self._machine(box).off()

    def on(self, box: Box) -> None:
        """Boot a box, anew where it is on, and wait until it is up."""
        self._lab.boot([self._machine(box)])

    def freeze(self, box: Box) -> None:
        """Stop all processes of a box, as one without memory does: it takes connections, and says nothing."""
        self._machine(box).freeze()

    def thaw(self, box: Box) -> None:
        """Let a frozen box go on."""
        self._machine(box).thaw()

    def kill(self, box: Box, program: str) -> None:
        """Kill all processes of a program on a box; its name counts to 15 characters."""
        line = 'kill -KILL $(grep -lx "$1" /proc/[0-9]*/comm | cut -d / -f 3)'
        self.as_root(box, "sh", "-c", line, "kill", program[:15])

    def link_down(self, box: Box, net: Net = "fabric") -> None:
        """Pull a cable out of the switch."""
        shell("ip", "link", "set", self._machine(box).ports[net], "down")

    def link_up(self, box: Box, net: Net = "fabric") -> None:
        """Plug a cable in again."""
        shell("ip", "link", "set", self._machine(box).ports[net], "up")

    def silent(self, box: Box) -> None:
        """Let a box hear this machine but never answer it: whoever asks waits, rather than being refused."""
        self.as_root(box, "ip", "route", "add", "blackhole", f"{self._lab.address(1)}/32")

    def mtu(self, box: Box, size: int, net: Net = "fabric") -> None:
        """Set the size of packets that the NIC in the box takes."""
        self.as_root(box, "ip", "link", "set", NICS[net], "mtu", str(size))

    def switch_mtu(self, box: Box, size: int = 1500, net: Net = "fabric") -> None:
        """Let the switch drop larger packets to and from a box, which both ends still send: small ones get through."""
        assert size <= FABRIC_MTU
        shell("ip", "link", "set", self._machine(box).ports[net], "mtu", str(size))

    def forget_host_key(self, box: Box) -> None:
        """Take a box out of the known hosts."""
        self._known(box, None)

    def change_host_key(self, box: Box) -> None:
        """Let the known hosts know another key for a box."""
        key = self._lab.folder / "wrong.pub"
        self._known(box, key.read_text().rsplit(" ", 1)[0])

    def wrong_key(self, box: Box) -> None:
        """Offer a key that a box does not take."""
        self._use_key(box, "wrong")

    def locked_key(self, box: Box) -> None:
        """Have only a key that needs its words, and no agent that holds it."""
        self._use_key(box, "locked")

    def take_port(self, box: Box, port: int, address: str = "0.0.0.0") -> None:
        """Let a process of the box's user listen on a port."""
        argv = shlex.join(("runuser", "-u", USER, "--", "perl", "-e", _LISTENER, address, str(port)))
        machine = self._machine(box)
        machine.as_root("sh", "-c", f"setsid {argv} > /dev/null 2>&1 < /dev/null &")
        wait(lambda: f":{port:04X} " in machine.as_root("sh", "-c", "grep ' 0A ' /proc/net/tcp || :"),
             f"port {port} is taken")  # fmt: skip

    def full_disk(self, box: Box, path: str, free: int = 0) -> None:
        """Mount a disk of 1 MiB at a path of a box that belongs to its user, with that many bytes left on it."""
        used = 2**20 - -(-free // 4096) * 4096
        self.as_root(box, "sh", "-c", 'mkdir -p "$1" && mount -t tmpfs -o size=1m,mode=755 tmpfs "$1" && '
                     'chown "$2:$2" "$1" && { head -c "$3" /dev/zero > "$1/.full" || :; }',
                     "fill", path, USER, str(used))  # fmt: skip

    def nowhere(self) -> Box:
        """Return a box whose address nobody has."""
        self._reach("nowhere", _Host(self._lab.address(99), self._lab.folder / "id"))
        return Box("nowhere", "nowhere")

    def behind(self, box: Box, jump: Box) -> Box:
        """Return a box as it is reached through another one."""
        name = f"{box.name}-behind-{jump.name}"
        self._reach(name, _Host(self.lan(box), self._lab.folder / "id", jump.ssh))
        return Box(name, name, box.fabric)

    def close(self) -> None:
        """End shared connections, and switch the boxes off."""
        end_shared_connections(self._lab.folder / "run")
        for machine in self._machines:
            machine.off()

    def _machine(self, box: Box) -> Machine:
        return self._lab.machine(box.name)

    def _use_key(self, box: Box, name: str) -> None:
        self._reach(box.name, self._hosts[box.name]._replace(key=self._lab.folder / name))

    def _known(self, box: Box, key: str | None) -> None:
        mine = f"{self.lan(box)},"
        lines = [line for line in self.known_hosts.read_text().splitlines() if not line.startswith(mine)]
        if key is not None:
            lines.append(f"{mine}{box.name} {key}")
        self.known_hosts.write_text("\n".join(lines) + "\n")

    def _reach(self, name: str, host: "_Host") -> None:
        self._hosts[name] = host
        self._write_config()

    def _write_config(self) -> None:
        lines = []
        for name, host in self._hosts.items():
            lines += [f"Host {name}", f"  HostName {host.address}", f"  User {USER}", f"  IdentityFile {host.key}"]
            lines += [f"  ProxyJump {host.jump}"] if host.jump else []
        lines += ["Host *", "  IdentitiesOnly yes", f"  UserKnownHostsFile {self.known_hosts}",
                  "  GlobalKnownHostsFile /dev/null"]  # fmt: skip
        self.config.write_text("\n".join(lines) + "\n")


class _Host(NamedTuple):
    """What the ssh configuration says of a host."""

    address: str
    key: Path
    jump: str | None = None


def end_shared_connections(folder: Path) -> None:
    """End the connections that ssh keeps open behind sockets in a folder."""
    for one in folder.rglob("*"):
        if one.is_socket():
            argv = ["ssh", "-F", "none", "-o", f"ControlPath={one}", "-O", "exit", "any"]
            with suppress(subprocess.TimeoutExpired):
                subprocess.run(argv, capture_output=True, timeout=5, check=False)


def ssh_on_path(boxes: Boxes, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let plain `ssh`, `scp` and `sftp` read the configuration of the boxes, have no agent, and share connections here.

    ssh asks the password file for the home folder, not $HOME: only an option makes it read another configuration.
    """
    shims = boxes.config.parent / "bin"
    shims.mkdir()
    for name in ("ssh", "scp", "sftp"):
        shim = shims / name
        shim.write_text(f'#!/bin/sh\nexec {shutil.which(name)} -F {boxes.config} "$@"\n')
        shim.chmod(0o755)
    runtime.mkdir(mode=0o700, exist_ok=True)
    monkeypatch.setenv("PATH", f"{shims}:{os.environ['PATH']}")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
