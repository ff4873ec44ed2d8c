"""What two setups gain and give up against each other, from figures alone."""

from collections.abc import Iterator
from typing import NamedTuple

from spark_tui.advise import wording
from spark_tui.advise.alike import ROUNDING, same_conditions
from spark_tui.advise.sentence import Cite, cite
from spark_tui.advise.wording import decimal, tokens
from spark_tui.catalog.catalog import Offer
from spark_tui.catalog.evidence import Measurement
from spark_tui.catalog.recipe import Setup


class Change(NamedTuple):
    """One figure of two setups: what it is, how it reads, and whether the second is better."""

    what: str
    text: str
    """`60.4 to 77.6 tok/s (+28%)`."""
    better: bool
    cites: tuple[Cite, ...]


def changes(first: Setup, second: Setup) -> Iterator[Change]:
    """Yield what differs from `first` to `second`: speeds under the same conditions, windows and cache."""
    yield from _speeds(first, second)
    yield from _counts(first, second)


def _speeds(first: Setup, second: Setup) -> Iterator[Change]:
    for one in first.measurements:
        if one.metric not in ("decode", "prefill"):
            continue
        others = [m for m in second.measurements if same_conditions(one, m)]
        # Two figures of one source say more about a difference than figures of two.
        other = min(others, key=lambda m: m.source != one.source, default=None)
        if other is not None and other.source != one.source and _has_better_partner(one, first, other):
            continue
        if other is not None and other.value != one.value:
            gain = other.value / one.value - 1 if one.value else 0.0
            yield Change(
                wording.heading(one),
                f"{decimal(one, one.value)} to {decimal(other, other.value)} tok/s ({gain:+.0%})",
                other.value > one.value,
                (cite(one), cite(other)),
            )


def _has_better_partner(one: Measurement, first: Setup, other: Measurement) -> bool:
    """Whether a figure of `other`'s own source stands beside it already."""
    return any(m is not one and m.source == other.source and same_conditions(m, other) for m in first.measurements)


def _counts(first: Setup, second: Setup) -> Iterator[Change]:
    fields = (("kv_pool_tokens", "KV cache"), ("usable_tokens", "longest request"),
              ("context_tokens", "window"), ("tested_tokens", "longest tested"))  # fmt: skip
    for field, name in fields:
        one, other = getattr(first, field), getattr(second, field)
        if one and other and abs(one - other) > ROUNDING * max(one, other):
            cites = tuple(cite(c) for setup in (first, second) for c in setup.citations(field)[:1])
            yield Change(name, f"{tokens(one)} to {tokens(other)} tokens", other > one, cites)


def of_more_boxes(offers: tuple[Offer, ...]) -> Iterator[tuple[Offer, Offer]]:
    """Yield each setup of a recipe with the one on the next larger number of boxes, in the same profile."""
    for smaller in offers:
        larger = [
            offer
            for offer in offers
            if offer.setup.boxes > smaller.setup.boxes
            and offer.setup.profile == smaller.setup.profile
            and offer.setup.platform == smaller.setup.platform
        ]
        if larger:
            yield smaller, min(larger, key=lambda offer: offer.setup.boxes)
