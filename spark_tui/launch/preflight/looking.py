"""All checks on all boxes at once, findings as they arrive."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import NamedTuple

from spark_tui.catalog.text import clean
from spark_tui.launch import remote
from spark_tui.launch.box import Box
from spark_tui.launch.preflight import access, disk, fabric, machine, memory
from spark_tui.launch.preflight.asked import Asked, Check, Finding, Read
from spark_tui.launch.remote import Outcome

Run = Callable[..., Outcome]


class Identity(NamedTuple):
    """Which machine a box is, who we are there, and its time in seconds."""

    machine: str
    user: str
    clock: int


_EVERY = (*machine.CHECKS, *memory.CHECKS, *disk.CHECKS, *fabric.CHECKS)
_AT_ONCE = 6
"""Commands at a time on one box: sshd takes ten sessions on one connection unless told otherwise (MaxSessions)."""
_CLOCKS_APART = 30
_LOOK = 0.05


def preflight(asked: Asked, run: Run = remote.run, stop: threading.Event | None = None) -> Iterator[Finding]:
    """Yield what each check finds on each box, as it is found; ends at once when `stop` is set."""
    looking = _Looking(asked, run, stop or threading.Event())
    for box in asked.boxes:
        threading.Thread(target=looking.at, args=(box,), daemon=True).start()
    over = 0
    while over < len(asked.boxes) and not looking.stop.is_set():
        try:
            finding = looking.found.get(timeout=_LOOK)
        except Empty:
            continue
        if finding is None:
            over += 1
        else:
            yield finding
    if not looking.stop.is_set():
        yield from compare(asked, looking.identities)


class _Looking:
    """One round of checks; each box has a thread, and each of its checks one of its own."""

    def __init__(self, asked: Asked, run: Run, stop: threading.Event) -> None:
        self.asked, self.run, self.stop = asked, run, stop
        self.found: SimpleQueue[Finding | None] = SimpleQueue()
        """A finding, or None where a box is done."""
        self.identities: dict[str, Identity] = {}

    def at(self, box: Box) -> None:
        """Look at one box; one that cannot be reached is asked nothing more."""
        reached = access.read_access(self.asked, box, self.run(box, ("true",), stop=self.stop))
        self.found.put(Finding(access.CHECK, box.name, *reached))
        if reached.state == "passed":
            self._identify(box)
            checks = (*_EVERY, *fabric.reaches(self.asked, box), *fabric.logs_in(self.asked, box))
            with ThreadPoolExecutor(_AT_ONCE) as pool:
                list(pool.map(lambda check: self._check(box, check), (c for c in checks if c.applies(self.asked, box))))
        self.found.put(None)

    def _identify(self, box: Box) -> None:
        outcome = self.run(box, machine.IDENTITY, stop=self.stop)
        words = outcome.out.split()
        if outcome.ok and len(words) == 3 and words[2].isdigit():
            self.identities[box.name] = Identity(words[0], clean(words[1]), int(words[2]))

    def _check(self, box: Box, check: Check) -> None:
        outcome = self.run(box, check.argv, seconds=check.seconds, stop=self.stop)
        if outcome.code is None:
            read = Read("unknown", f"no answer within {check.seconds:.0f} s.")
        else:
            read = check.read(self.asked, box, outcome)
        self.found.put(Finding(check.name, box.name, *read))


def compare(asked: Asked, identities: dict[str, Identity]) -> Iterator[Finding]:
    """Yield what only shows beside the head: two names for one machine, another user, a clock that differs."""
    head = identities.get(asked.head.name)
    for box in asked.boxes[1:]:
        other = identities.get(box.name)
        if head is None or other is None:
            continue
        if other.machine == head.machine:
            yield Finding("identity", box.name, "failed", f"is the same machine as {asked.head.name}.",
                          "look at --ssh of spark-tui boxes list")  # fmt: skip
        if other.user != head.user:
            text = f"you are {other.user} there and {head.user} on {asked.head.name}: most recipes expect one user."
            yield Finding("user", box.name, "warning", text, "the same user in --ssh, or WORKER_USER of the recipe")
        apart = abs(other.clock - head.clock)
        if apart > _CLOCKS_APART:
            yield Finding("clock", box.name, "warning", f"its clock is {apart} s apart from that of {asked.head.name}.",
                          "sudo timedatectl set-ntp true")  # fmt: skip


def least_free_gib(findings: Iterable[Finding]) -> float | None:
    """Return the least memory that a box has free before anything runs, in GiB, of those that are what they should be.

    A machine without the right GPU says nothing of boxes, nor does one on which something runs already.
    """
    passed = {(one.box, one.check) for one in findings if one.state == "passed"}
    free = [
        one.gib for one in findings if one.gib is not None and {(one.box, "gpu"), (one.box, "gpu in use")} <= passed
    ]
    return min(free, default=None)
