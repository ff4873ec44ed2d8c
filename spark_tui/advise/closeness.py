"""How close a setup's weights are known to be to full precision."""

from enum import IntEnum
from typing import NamedTuple

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Quality


class Known(IntEnum):
    """What kind of comparison is published; the better kind sorts first."""

    OFFICIAL = 0
    """The maker's own files: nothing to lose."""
    MATCHED = 1
    """A benchmark beside the full-precision score."""
    KL = 2
    """KL divergence from a reference."""
    NOTHING = 3


class Closeness(NamedTuple):
    """How close to full precision; `loss` compares only where `yardstick` is the same and the model is one."""

    known: Known
    yardstick: str = ""
    loss: float = 0.0
    result: Quality | None = None


def closeness(catalog: Catalog, offer: Offer) -> Closeness:
    """Return the best kind of comparison published for a setup or its weights."""
    if offer.weights is not None and offer.weights.official:
        return Closeness(Known.OFFICIAL)
    return min(map(_judge, catalog.quality_of(offer)), default=Closeness(Known.NOTHING), key=lambda c: c.known)


def _judge(result: Quality) -> Closeness:
    if not result.full_precision:
        return Closeness(Known.NOTHING)
    if result.unit == "nats":
        return Closeness(Known.KL, result.baseline or "", result.score, result)
    if result.baseline_score is not None:
        return Closeness(Known.MATCHED, result.benchmark, result.baseline_score - result.score, result)
    return Closeness(Known.NOTHING)
