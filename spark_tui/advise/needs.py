"""The owner's answers."""

from typing import Any, Literal, NamedTuple

from spark_tui.advise.uses import USES, Use, UseName
from spark_tui.catalog.words import Topology

MAX_BOXES = 8
"""Recipes go to eight boxes."""


class Needs(NamedTuple):
    """What the owner has and wants. What was not answered is None or False and excludes nothing."""

    use: UseName = "chat"
    boxes: int | None = None
    """Boxes to plan for, 1 to 8; None: as many as budget and owned boxes give."""
    budget: float | None = None
    """US dollars to spend on further boxes."""
    price: float | None = None
    """Price of one box in US dollars; None: what the catalog's source says."""
    own: int = 0
    """Boxes owned already."""
    context: int | None = None
    """Tokens one request must be able to use; None: the default window of the use."""
    streams: int | None = None
    """Requests at once; None: the default of the use."""
    commercial: bool = False
    vendor: bool = False
    """Only what NVIDIA documents for these weights and boxes."""
    no_custom_kernel: bool = False
    topology: Topology | None = None
    """How the owner's boxes are cabled."""
    models: frozenset[str] | None = None
    """Ids of the models asked for."""
    engines: frozenset[str] | None = None
    """Ids of the engines asked for."""
    order: Literal["published", "expected"] = "published"
    """Which speed ranks: as published, or carried to the conditions of the use."""

    @property
    def asked_use(self) -> Use:
        """The use with its defaults."""
        return USES[self.use]

    @property
    def window(self) -> int:
        """Tokens one request must be able to use."""
        return self.context or self.asked_use.window

    @property
    def at_once(self) -> int:
        """Requests at once."""
        return self.streams or self.asked_use.streams

    def but(self, **changes: Any) -> "Needs":
        """Return the same needs with some answers changed."""
        return self._replace(**changes)
