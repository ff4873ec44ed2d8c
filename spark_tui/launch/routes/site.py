"""One box of one launch, with what fills the placeholders there."""

from collections.abc import Mapping
from typing import NamedTuple

from spark_tui.catalog.catalog import Offer
from spark_tui.catalog.recipe import Step
from spark_tui.launch.box import Box
from spark_tui.launch.routes.filling import known


class Site(NamedTuple):
    """Where steps of a setup run."""

    offer: Offer
    box: Box
    boxes: tuple[Box, ...]
    """All of the launch, the head first."""
    values: Mapping[str, str]
    """By the name of a placeholder."""

    def runs(self, step: Step) -> bool:
        """Whether a step of the recipe runs here."""
        return step.where == "every box" or (step.where == "head") == (self.box == self.boxes[0])


def sites(offer: Offer, boxes: tuple[Box, ...], given: Mapping[str, str]) -> tuple[Site, ...]:
    """Return the boxes of a launch, the head first."""
    return tuple(Site(offer, box, boxes, known(boxes, box, given)) for box in boxes)
