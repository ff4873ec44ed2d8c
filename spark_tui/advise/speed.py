"""Which published figure speaks for a use, and how good the evidence for it is."""

from collections.abc import Iterable
from enum import IntEnum
from math import floor, log
from typing import NamedTuple

from spark_tui.advise.needs import Needs
from spark_tui.catalog.catalog import Offer
from spark_tui.catalog.evidence import Measurement

_BAND = log(1.1)
PREFILL_PROMPT = 32_000
"""Prompt length, in tokens, at which prefill is compared where a use does not ask for more."""


class Evidence(IntEnum):
    """Who stands behind a figure; the better evidence sorts first."""

    REPLICATED = 0
    """The recipe's author and somebody else measured it."""
    INDEPENDENT = 1
    """Somebody else measured it."""
    CLAIM = 2
    """Only the recipe's author measured it."""
    NONE = 3
    """Nobody published a figure."""


class Speed(NamedTuple):
    """The published figure that speaks for the owner's use of a setup."""

    measurement: Measurement | None
    """None where nothing was published that could speak for the use."""
    stands_in: bool
    """True where the figure was measured under other conditions than the use asks for."""
    at_least: bool
    """True where it was measured with fewer requests at once."""
    evidence: Evidence
    others: tuple[Measurement, ...]
    """Everybody else's figures for the same conditions."""

    @property
    def published(self) -> float | None:
        """The value in the unit of its measurement."""
        return self.measurement.value if self.measurement else None

    @property
    def spread(self) -> tuple[float, float] | None:
        """The lowest and the highest of the figures that speak for the use alike; None where they are one."""
        if self.measurement is None or self.measurement.metric == "needle":
            return None
        same = (self.measurement, *self.others)
        low, high = min(m.value for m in same), max(m.value_high or m.value for m in same)
        return (low, high) if low < high else None


NO_SPEED = Speed(None, stands_in=False, at_least=False, evidence=Evidence.NONE, others=())


def band(value: float | None) -> int:
    """Return the 10 % band of a value on a log scale; -1 for none."""
    return floor(log(value) / _BAND) if value and value >= 1 else -1


def speed_for(offer: Offer, needs: Needs) -> Speed:
    """Return the figure that speaks for `needs`: a decode speed, or for long documents the needle or prefill."""
    if needs.use == "long":
        return _long_speed(offer, needs)
    return decode_speed(offer, needs)


def decode_speed(offer: Offer, needs: Needs) -> Speed:
    """Return the decode figure nearest to what the use asks for. More requests at once than asked never stand in."""
    use, asked = needs.asked_use, needs.at_once
    nearest: tuple[int, int] | None = None
    same: list[Measurement] = []
    for measurement in offer.setup.measurements:
        fewer = asked - (measurement.streams or 1)
        if measurement.metric != "decode" or measurement.scope == "per_stream" or fewer < 0:
            continue
        workload = use.workloads.index(measurement.workload)
        distance = (fewer, workload) if use.name == "team" else (workload, fewer)
        if nearest is None or distance < nearest:
            nearest, same = distance, [measurement]
        elif distance == nearest:
            same.append(measurement)
    if not same:
        return NO_SPEED
    at_least = asked > (same[0].streams or 1)
    stands_in = at_least or not use.is_spoken_for(same[0].workload)
    return _published(offer, same, stands_in=stands_in, at_least=at_least)


def prefill_near(offer: Offer, prompt: int = PREFILL_PROMPT) -> Measurement | None:
    """Return the prefill figure measured nearest to a prompt of that many tokens."""
    choices = [measurement for measurement in offer.setup.measurements if measurement.metric == "prefill"]
    return min(choices, key=lambda m: (m.prompt_tokens is None, abs((m.prompt_tokens or 0) - prompt)), default=None)


def _long_speed(offer: Offer, needs: Needs) -> Speed:
    needles = [m for m in offer.setup.measurements if m.metric == "needle" and m.value >= needs.window]
    if needles:
        return _published(offer, needles, stands_in=False, at_least=False)
    prefill = prefill_near(offer, needs.window)
    return _published(offer, [prefill], stands_in=True, at_least=False) if prefill else NO_SPEED


def _published(offer: Offer, same: list[Measurement], *, stands_in: bool, at_least: bool) -> Speed:
    chosen = same[0] if len(same) == 1 else leading(offer, same)
    others = tuple([m for m in same if m is not chosen])
    return Speed(chosen, stands_in, at_least, _evidence(offer.recipe.author, same), others)


def leading(offer: Offer, same: Iterable[Measurement]) -> Measurement:
    """Return the figure that leads among those for one condition; the others are shown beside it.

    It is the author's, of the engine's version that the setup names, the newest; among equals the one written first.
    """
    author, version = offer.recipe.author, offer.setup.engine_version
    return max(same, key=lambda m: (m.who == author, m.engine_version in (None, version), m.date or ""))


def _evidence(author: str, same: Iterable[Measurement]) -> Evidence:
    people = {measurement.who for measurement in same}
    by_others = bool(people - {author, None})  # Somebody not named may be the author.
    if by_others and author in people:
        return Evidence.REPLICATED
    return Evidence.INDEPENDENT if by_others else Evidence.CLAIM
