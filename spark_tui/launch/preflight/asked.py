"""What is asked of boxes before a launch, what a check is, and what it finds."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from spark_tui.catalog.text import clean
from spark_tui.launch.box import Box
from spark_tui.launch.remote import Outcome

State = Literal["passed", "warning", "failed", "unknown"]


class Asked(NamedTuple):
    """What a launch needs of its boxes."""

    boxes: tuple[Box, ...]
    """The head first."""
    port: int | None = None
    """Port that the API takes on the head."""
    head_gib: float | None = None
    """Memory that the head needs free, in GiB; None where it is not known."""
    worker_gib: float | None = None
    head_gb: float | None = None
    """Room on disk for all files of the setup on the head, in GB (10^9 bytes), as if nothing were there yet."""
    worker_gb: float | None = None
    containers: bool = False
    """Whether it runs in Docker."""

    @property
    def head(self) -> Box:
        """The box whose API answers."""
        return self.boxes[0]

    def need_gib(self, box: Box) -> float | None:
        """Memory that a box needs free, in GiB."""
        return self.head_gib if box == self.head else self.worker_gib

    def need_gb(self, box: Box) -> float | None:
        """Room that a box needs on disk, in GB."""
        return self.head_gb if box == self.head else self.worker_gb


class Finding(NamedTuple):
    """What a check found on a box."""

    check: str
    box: str
    state: State
    text: str
    """One sentence."""
    mend: str | None = None
    """The command, or what a person does, that mends it. It is shown, never run."""
    gib: float | None = None
    """Of the memory check: what is free, in GiB."""


class Read(NamedTuple):
    """What a reader makes of an outcome; the check and the box are added to it."""

    state: State
    text: str
    mend: str | None = None
    gib: float | None = None


class Check(NamedTuple):
    """A command that changes nothing, and how its outcome is read."""

    name: str
    argv: tuple[str, ...]
    read: Callable[[Asked, Box, Outcome], Read]
    applies: Callable[[Asked, Box], bool] = lambda asked, box: True  # noqa: ARG005
    seconds: float = 10.0


def shell(line: str) -> tuple[str, ...]:
    """Return the argv of a line for a POSIX shell."""
    return ("sh", "-c", line)


def last_word(outcome: Outcome) -> str:
    """Return the last line that a command printed, safe to show."""
    lines = [line for text in (outcome.err or outcome.out).splitlines() if (line := clean(text))]
    return lines[-1][:200] if lines else "it said nothing"
