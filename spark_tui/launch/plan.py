"""What a launch will do, as data: exact steps per box, what they change, warnings, and where the API will be."""

from typing import Literal, NamedTuple

from spark_tui.launch.box import Box

RouteName = Literal["attach", "sparkrun", "script", "command"]
WarningKind = Literal[
    "privileged", "open", "mutable", "downloaded script", "third party", "licence", "frozen", "memory"
]


class Step(NamedTuple):
    """One command on one box."""

    box: str
    """Name of the box."""
    argv: tuple[str, ...]
    """Program and arguments; nothing in it is read by a shell."""
    folder: str | None = None
    """Where it runs: below the job's folder unless absolute; None for the job's folder itself."""
    environment: tuple[tuple[str, str | None], ...] = ()
    """Variables; None for a secret, which the box takes from its own environment."""
    changes: str = ""
    """What it changes on the box, in a few words."""
    serves: bool = False
    """Whether it goes on for as long as the server runs."""
    again: bool = True
    """False for what was done once and need not be done again: it is skipped where its mark is there."""
    seconds: float | None = None
    """How long its source says that it takes."""
    gb: float | None = None
    """How many GB (10^9 bytes) it downloads, as far as is known."""


class PlannedFile(NamedTuple):
    """A file that is written before the steps, such as a recipe's own settings."""

    box: str
    path: str
    """Below the job's folder."""
    content: str


class Warned(NamedTuple):
    """Something to know before agreeing."""

    kind: WarningKind
    text: str


class Plan(NamedTuple):
    """A launch. Steps run in order on each box; the boxes begin in the order `starts`."""

    setup: str
    route: RouteName
    boxes: tuple[Box, ...]
    """The head first."""
    files: tuple[PlannedFile, ...] = ()
    steps: tuple[Step, ...] = ()
    stop: tuple[Step, ...] = ()
    """How it is stopped; empty where ending the processes that serve is enough."""
    by_hand: tuple[str, ...] = ()
    """Commands that need sudo, or a person: listed, and waited for."""
    warnings: tuple[Warned, ...] = ()
    port: int | None = None
    """Port of the API on the head."""
    served_name: str | None = None
    """Name under which the API is expected to know the model; the API's own list counts."""
    load_seconds: float | None = None
    """How long it takes to be ready, where that was published."""

    @property
    def head(self) -> Box:
        """The box whose API answers."""
        return self.boxes[0]

    @property
    def starts(self) -> tuple[Box, ...]:
        """Workers first: a head may look for them at once."""
        return (*self.boxes[1:], self.boxes[0])

    def steps_on(self, box: str) -> tuple[Step, ...]:
        """The steps of one box, in order."""
        return tuple(step for step in self.steps if step.box == box)
