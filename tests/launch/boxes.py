"""Boxes for tests: real sshd, user, hostname, processes, LAN and fabric, in namespaces of this machine.

Of the host's own network nothing is changed but two bridges and their cables, which are removed at the end. Sessions
that run beside each other take different numbers, and with them different names and addresses.
"""

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Literal

from tests.launch.engines import CACHE

USER = "spark"
MOST = 4
FABRIC_NIC = "enp1s0f0np0"
FABRIC_MTU = 9000
Net = Literal["lan", "fabric"]
NICS: dict[Net, str] = {"lan": "eth0", "fabric": FABRIC_NIC}
_MTUS: dict[Net, int] = {"lan": 1500, "fabric": FABRIC_MTU}
_BOOT = Path(__file__).with_name("boxes.sh")
_PROGRAMS = {
    "ping": "iputils-ping",
    "sshd": "openssh-server",
    "ssh": "openssh-client",
    "ip": "iproute2",
    "unshare": "util-linux",
}
_SLOTS = 16
_PATIENCE = 30.0


class NoBoxesError(Exception):
    """Boxes cannot be had on this machine; the message says why."""


def shell(*argv: str, stdin: str | None = None, seconds: float = _PATIENCE) -> str:
    """Run a command of this machine and return what it prints; what goes wrong is told with its own words."""
    done = subprocess.run(argv, input=stdin, capture_output=True, text=True, timeout=seconds, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(argv)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def wait(ready: Callable[[], object], what: str) -> None:
    """Wait until something is true."""
    end = time.monotonic() + _PATIENCE
    while not ready():
        if time.monotonic() > end:
            raise RuntimeError(f"{what}: not within {_PATIENCE:.0f} s")
        time.sleep(0.01)


class Machine:
    """One box: a number in a session, and the processes in its namespaces while it is on."""

    def __init__(self, slot: int, number: int, folder: Path) -> None:
        self.name, self.number = f"box{number}", number
        self.addresses: dict[Net, str] = {"lan": _address(slot, "lan", 10 + number),
                                          "fabric": _address(slot, "fabric", 10 + number)}  # fmt: skip
        self.ports: dict[Net, str] = {"lan": f"spk{slot}l{number}", "fabric": f"spk{slot}f{number}"}
        self._slot, self._folder = slot, folder
        self._process: subprocess.Popen[bytes] | None = None
        self._first = 0

    @property
    def is_on(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    def boot(self) -> None:
        """Begin to boot; `wait` ends when it is up. Its processes die with the thread that called this."""
        argv = ["setpriv", "--pdeathsig", "KILL", "unshare", "--net", "--mount", "--uts", "--ipc", "--pid", "--fork",
                "--kill-child", "bash", str(_BOOT), self.name, str(self._folder), str(CACHE)]  # fmt: skip
        self._first = 0
        with self._log().open("wb") as log:
            self._process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                             start_new_session=True)  # fmt: skip
        wait(lambda: self._goes_on() and self._born(), f"{self.name} boots")
        self._plug_in()

    def wait(self) -> None:
        """Wait until its sshd answers."""
        wait(lambda: self._goes_on() and self._answers(), f"{self.name} answers")

    def as_root(self, *argv: str, stdin: str | None = None) -> str:
        """Run a command in the box as root, beside sshd."""
        return shell("nsenter", "-t", str(self._first), "-n", "-m", "-u", "-i", "-p", "--", *argv, stdin=stdin)

    def off(self) -> None:
        """Cut its power: no process of it says goodbye, and nothing answers for it."""
        for port in self.ports.values():
            with suppress(RuntimeError):
                shell("ip", "link", "set", port, "down")  # First: a dying process closes its connections politely.
        if self._process is not None and self.is_on:
            # Its first process, and so all of it: `unshare` buries it. Killed itself, it would leave a zombie behind.
            os.kill(self._first or self._process.pid, signal.SIGKILL)
            self._process.wait()
        for port in self.ports.values():
            with suppress(RuntimeError):  # By name: a connection with unsent data keeps a dead box's cables for long.
                shell("ip", "link", "del", port)

    def freeze(self) -> None:
        """Stop all its processes, as a box without memory does: its kernel answers, and nothing else of it."""
        os.kill(self._first, signal.SIGSTOP)  # The first process hears that only from outside.
        self.as_root("sh", "-c", "kill -STOP -1 2> /dev/null || :")  # There may be no other.

    def thaw(self) -> None:
        """Let all its processes go on."""
        os.kill(self._first, signal.SIGCONT)
        self.as_root("sh", "-c", "kill -CONT -1 2> /dev/null || :")

    def _plug_in(self) -> None:
        """Plug both cables in. A NIC keeps its hardware address over boots: the others remember it."""
        outside, inside = [], ["link set lo up"]
        for net, nic in NICS.items():
            port, mtu = self.ports[net], _MTUS[net]
            hardware = f"02:5b:{self._slot:02x}:{list(NICS).index(net):02x}:00:{self.number:02x}"
            outside += [
                f"link add {port} mtu {mtu} type veth peer name {nic} mtu {mtu} address {hardware} netns {self._first}",
                f"link set {port} master {bridge(self._slot, net)} up",
            ]
            inside += [f"addr add {self.addresses[net]}/24 dev {nic}", f"link set {nic} up"]
        shell("ip", "-batch", "-", stdin="\n".join(outside) + "\n")
        shell("nsenter", "-t", str(self._first), "-n", "ip", "-batch", "-", stdin="\n".join(inside) + "\n")

    def _born(self) -> bool:
        assert self._process is not None
        pid = self._process.pid
        with suppress(OSError):
            self._first = int(Path(f"/proc/{pid}/task/{pid}/children").read_text() or 0)
        return self._first > 0

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection((self.addresses["lan"], 22), timeout=1.0) as one:
            return one.recv(4) == b"SSH-"
        return False

    def _goes_on(self) -> bool:
        if not self.is_on:
            raise NoBoxesError(f"{self.name} does not boot: {self.said().strip()[-500:]}")
        return True

    def said(self) -> str:
        """Return what its start and its sshd have said since it was booted."""
        return self._log().read_text(errors="replace")

    def _log(self) -> Path:
        return self._folder / f"{self.name}.log"


class Lab:
    """The boxes of one session, booted as tests ask for them."""

    def __init__(self) -> None:
        check_parts()
        self.slot, self._lock = _claim()
        self.folder = Path(tempfile.gettempdir()) / f"spk-boxes-{self.slot}"
        _sweep(self.slot)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(mode=0o700)
        CACHE.mkdir(parents=True, exist_ok=True)
        self.machines = [Machine(self.slot, number, self.folder) for number in range(1, MOST + 1)]
        self._make_keys()
        for net in NICS:
            shell("ip", "link", "add", bridge(self.slot, net), "mtu", str(_MTUS[net]), "type", "bridge")
            shell("ip", "link", "set", bridge(self.slot, net), "up")
        # Only the LAN: like a laptop, this machine has no cable to the fabric.
        shell("ip", "addr", "add", f"{self.address(1)}/24", "dev", bridge(self.slot, "lan"))

    def address(self, last: int) -> str:
        """Return an address of the LAN."""
        return _address(self.slot, "lan", last)

    def machine(self, name: str) -> Machine:
        """Return a box by its name."""
        return next(one for one in self.machines if one.name == name)

    def boot(self, machines: list[Machine]) -> None:
        """Boot boxes, anew where they are on, all at once; nothing that was written before is there."""
        for machine in machines:
            machine.off()
            machine.boot()
        for machine in machines:
            machine.wait()

    def close(self) -> None:
        """Remove everything."""
        for machine in self.machines:
            machine.off()
        _sweep(self.slot)
        shutil.rmtree(self.folder, ignore_errors=True)
        self._lock.close()

    def _make_keys(self) -> None:
        for name, words in (("id", ""), ("wrong", ""), ("locked", "not told to anybody")):
            make_key(self.folder / name, words)
        known, hosts = [], ["127.0.0.1 localhost"]
        for machine in self.machines:
            make_key(self.folder / f"{machine.name}.key")
            lan, fabric = machine.addresses.values()
            key = (self.folder / f"{machine.name}.key.pub").read_text().rsplit(" ", 1)[0]
            known.append(f"{lan},{fabric},{machine.name} {key}")
            hosts.append(f"{lan} {machine.name}")
        (self.folder / "known_hosts").write_text("\n".join(known) + "\n")
        (self.folder / "hosts").write_text("\n".join(hosts) + "\n")


def make_key(path: Path, words: str = "") -> None:
    """Make a key pair; with `words` it is locked by them."""
    shell("ssh-keygen", "-q", "-t", "ed25519", "-N", words, "-C", "throwaway", "-f", str(path))


def bridge(slot: int, net: Net) -> str:
    """Return the name of a bridge."""
    return f"spk{slot}{net[:3]}"


def check_parts() -> None:
    """Check that boxes can be made here, and install what is missing where that starts nothing. Raises NoBoxesError."""
    if os.geteuid() != 0:
        raise NoBoxesError("boxes need root, for namespaces and bridges")
    packages = [package for program, package in _PROGRAMS.items() if shutil.which(program) is None]
    if packages:
        _install(packages)
    probe = ("unshare", "--net", "--mount", "--uts", "--ipc", "--pid", "--fork", "true")
    done = subprocess.run(probe, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoBoxesError(f"boxes need namespaces, which are refused here: {done.stderr.strip()}")


def _install(packages: list[str]) -> None:
    by_hand = f"apt-get install {' '.join(packages)}"
    # Under systemd, installing openssh-server would open this machine to the network.
    if shutil.which("apt-get") is None or Path("/run/systemd/system").exists():
        raise NoBoxesError(f"boxes need programs that are not installed; on Debian: {by_hand}")
    waits = ("-o", "DPkg::Lock::Timeout=300", "-qq")
    with Path(tempfile.gettempdir(), "spark-tui-tests-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            shell("apt-get", *waits, "update", seconds=300)
            shell("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *waits, "install", "-y",
                  "--no-install-recommends", *packages, seconds=300)  # fmt: skip
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            raise NoBoxesError(f"{by_hand} did not work: {error}") from error


def _address(slot: int, net: Net, last: int) -> str:
    return f"10.213.{2 * slot + (net == 'fabric')}.{last}"


def _claim() -> tuple[int, IO[str]]:
    """Take the first number that no other session holds. A lock goes with its process, however that ends."""
    for slot in range(_SLOTS):
        lock = Path(tempfile.gettempdir(), f"spk-boxes-{slot}.lock").open("w")  # noqa: SIM115
        with suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return slot, lock
        lock.close()
    raise NoBoxesError(f"{_SLOTS} sessions with boxes run already")


def _sweep(slot: int) -> None:
    """Remove the bridges and cables of a number, also those that a killed session left."""
    names = re.findall(rf"^\d+: (spk{slot}(?:lan|fab|[lf]\d+))[@:]", shell("ip", "-o", "link"), re.MULTILINE)
    for name in names:
        with suppress(RuntimeError):
            shell("ip", "link", "del", name)
