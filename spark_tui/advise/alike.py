"""Whether two figures of one setup were measured under the same conditions, and which conditions tell them apart."""

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from spark_tui.advise.difference import length
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Measurement

METRICS = ("decode", "prefill")
"""Speeds that move with conditions, and that people repeat."""


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


NAMES = ("content", "streams", "total or each", "prompt", "depth", "written", "sampling", "thinking", "build",
         "engine version", "model version")  # fmt: skip
"""What conditions are called, in the order of `conditions`."""


def conditions(m: Measurement) -> tuple[Hashable | None, ...]:
    """Return what was the same or not while a figure was measured; None where it is not said."""
    several = (m.streams or 1) > 1
    return (m.workload, m.streams if m.metric == "decode" else m.streams or 1, m.scope if several else None,
            length(m.prompt_tokens), length(m.context_tokens), m.output_tokens, m.sampling, m.thinking,
            m.recipe_version, m.engine_version, m.model_version)  # fmt: skip


def contrast(one: Sequence[Hashable | None], other: Sequence[Hashable | None]) -> Contrast:
    """Compare the conditions of two figures of one setup and one metric."""
    unlike = [(name, a, b) for name, a, b in zip(NAMES, one, other, strict=True) if a != b]
    differ = tuple(name for name, a, b in unlike if a is not None and b is not None)
    return Contrast(differ, tuple(name for name, a, b in unlike if a is None or b is None))


class Pair(NamedTuple):
    """A recipe author's claim and what somebody else measured of the same setup."""

    offer: Offer
    claim: Measurement
    other: Measurement
    contrast: Contrast

    @property
    def ratio(self) -> float:
        """What the other reached, as a part of the claim."""
        return self.other.value / self.claim.value


def pairs(catalog: Catalog) -> tuple[Pair, ...]:
    """Return every figure that somebody else measured beside the author's claim for the same content and streams.

    Of several claims the one whose conditions are nearest stands beside it. Like for like comes first.
    """
    found = [pair for offer in catalog.offers for pair in _pairs_of(offer)]
    return tuple(sorted(found, key=lambda pair: (*_distance(pair.contrast), pair.offer.setup.id, pair.other.id)))


def _pairs_of(offer: Offer) -> Iterator[Pair]:
    author = offer.recipe.author
    speeds = [m for m in offer.setup.measurements if m.metric in METRICS and m.value and m.scope != "per_stream"]
    claims = [m for m in speeds if m.who == author]
    for other in speeds:
        same = [m for m in claims if _of_one_kind(m, other)]
        if same and other.who not in (author, None):
            beside = [Pair(offer, m, other, contrast(conditions(m), conditions(other))) for m in same]
            yield min(beside, key=lambda pair: _distance(pair.contrast))


def _of_one_kind(one: Measurement, other: Measurement) -> bool:
    """Without the same content, requests at once and length of prompt, two figures do not concern each other."""
    return _kind(one) == _kind(other)


def _kind(m: Measurement) -> tuple[Hashable, ...]:
    return m.metric, m.workload, m.streams or 1, length(m.prompt_tokens) if m.metric == "prefill" else None


def _distance(found: Contrast) -> tuple[int, int]:
    return len(found.differ), len(found.unsaid)
