"""What a setup asks of its boxes, for the checks before a launch."""

from spark_tui.advise.download import pieces, room_gb
from spark_tui.advise.fit import Fit, fit_of
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.launch.box import Box
from spark_tui.launch.preflight import Asked

_CONTAINERS = "docker"


def asked_of(catalog: Catalog, offer: Offer, boxes: tuple[Box, ...]) -> Asked:
    """Return what a setup needs on each box: memory in GiB, room in GB, a free port, and whether containers."""
    found = pieces(catalog, offer)
    need = _need(fit_of(catalog, offer))
    return Asked(
        boxes=boxes,
        port=offer.setup.port,
        head_gib=need,
        worker_gib=need,
        head_gb=room_gb(found, head=True),
        worker_gb=room_gb(found, head=False),
        containers=_in_containers(offer),
    )


def _need(fit: Fit) -> float | None:
    """What a box must have free: as published for the start, else as it was seen in use or estimated."""
    at_start = [one.value for one in fit.seen if one.memory_kind == "needed at start" and one.unit == "GiB"]
    return max(at_start, default=fit.per_box_gib)


def _in_containers(offer: Offer) -> bool:
    words = " ".join(
        (offer.setup.image or "", *offer.setup.prerequisites, *(" ".join(step.argv) for step in offer.setup.steps))
    )
    return offer.setup.image is not None or _CONTAINERS in words.lower()
