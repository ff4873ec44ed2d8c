"""Whether two figures of one setup were measured under the same conditions, and which conditions tell them apart."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Measurement

METRICS = ("decode", "prefill")
"""Speeds that move with conditions, and that people repeat."""
ROUNDING = 0.05
"""Token counts nearer than this are one count, printed as 1M here and as 1,048,576 there."""


def length(count: int | None) -> int | None:
    """Return the power of two that a number of tokens stands for: 32K is 32,768 to some builders, 32,000 to others."""
    if not count:
        return count
    power = 2 ** round(log2(count))
    return power if abs(count - power) <= ROUNDING * power else count


class Conditions(NamedTuple):
    """What was the same or not while a figure was measured; None where it is not said."""

    content: str | None
    streams: int | None
    total_or_each: str | None
    prompt: int | None
    depth: int | None
    written: int | None
    sampling: str | None
    thinking: bool | None
    build: str | None
    engine_version: str | None
    model_version: str | None


def conditions(m: Measurement) -> Conditions:
    """Return the conditions of a figure. One request has no total, and prefill is of one unless it says more."""
    several = (m.streams or 1) > 1
    streams = m.streams if m.metric == "decode" else m.streams or 1
    return Conditions(
        m.workload, streams, m.scope if several else None, length(m.prompt_tokens), length(m.context_tokens),
        m.output_tokens, m.sampling, m.thinking, m.recipe_version, m.engine_version, m.model_version,
    )  # fmt: skip


def same_conditions(one: Measurement, other: Measurement) -> bool:
    """Whether figures of two setups may be set side by side: their builds differ by nature, their lengths may."""
    return _beside(one) == _beside(other)


def _beside(m: Measurement) -> tuple[object, ...]:
    of_setup = conditions(m)._replace(written=None, build=None, engine_version=None, model_version=None)
    return m.metric, m.unit, m.memory_kind, of_setup


class Contrast(NamedTuple):
    """How the conditions of two figures compare, by the names of the conditions."""

    differ: tuple[str, ...]
    """Both say it, and differently."""
    unsaid: tuple[str, ...]
    """Only one says it, so that nobody knows whether it was the same."""

    @property
    def alike(self) -> bool:
        """Whether the figures may be compared like for like: each condition is the same, or neither says it."""
        return not self.differ and not self.unsaid


def contrast(one: Conditions, other: Conditions) -> Contrast:
    """Compare the conditions of two figures of one setup and one metric."""
    named = zip(Conditions._fields, one, other, strict=True)
    unlike = [(name.replace("_", " "), a, b) for name, a, b in named if a != b]
    differ = tuple(name for name, a, b in unlike if a is not None and b is not None)
    return Contrast(differ, tuple(name for name, a, b in unlike if a is None or b is None))


@dataclass(frozen=True, slots=True)
class Ratio:
    """Two figures of one setup and one metric, and what the second makes of the first."""

    offer: Offer
    before: Measurement
    after: Measurement

    @property
    def value(self) -> float:
        """The second figure over the first."""
        return self.after.value / self.before.value


@dataclass(frozen=True, slots=True)
class Pair(Ratio):
    """A recipe author's claim, and after it what somebody else measured of the same setup."""

    contrast: Contrast


def speeds(offer: Offer) -> Iterator[Measurement]:
    """Yield the figures of a setup that can be set in a ratio: a share of one stream says nothing of the total."""
    yield from (m for m in offer.setup.measurements if m.metric in METRICS and m.value and m.scope != "per_stream")


def pairs(catalog: Catalog) -> tuple[Pair, ...]:
    """Return every figure that somebody else measured beside the author's claim for the same content and streams.

    Of several claims the one whose conditions are nearest stands beside it. Like for like comes first.
    """
    found = [pair for offer in catalog.offers for pair in _pairs_of(offer)]
    return tuple(sorted(found, key=lambda pair: (*_distance(pair.contrast), pair.offer.setup.id, pair.after.id)))


def _pairs_of(offer: Offer) -> Iterator[Pair]:
    author = offer.recipe.author
    claims = [m for m in speeds(offer) if m.who == author]
    for other in speeds(offer):
        same = [m for m in claims if _of_one_kind(m, other)]
        if same and other.who not in (author, None):
            beside = [Pair(offer, m, other, contrast(conditions(m), conditions(other))) for m in same]
            yield min(beside, key=lambda pair: _distance(pair.contrast))


def _of_one_kind(one: Measurement, other: Measurement) -> bool:
    """Without the same content, requests at once and length of prompt, two figures do not concern each other."""
    return _kind(one) == _kind(other)


def _kind(m: Measurement) -> tuple[object, ...]:
    return m.metric, m.workload, m.streams or 1, length(m.prompt_tokens) if m.metric == "prefill" else None


def _distance(found: Contrast) -> tuple[int, int]:
    return len(found.differ), len(found.unsaid)
