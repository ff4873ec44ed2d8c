"""How speed moves with one condition: the same person, setup and source, with everything else the same.

A move is a ratio of two published figures. Many moves become one answer in two steps that can be done by hand: the
median of a recipe's ratios, so that a recipe with a long table counts no more than one with two figures, then the
median over the recipes, with the middle half of them as the interval.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from statistics import median, quantiles
from typing import NamedTuple

from spark_tui.advise.alike import Contrast, Ratio, conditions, contrast, length, speeds
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Measurement

ENOUGH = 3
"""With fewer recipes nothing is said of others."""
SHALLOW = 8_192
"""Tokens up to which a context counts as short: figures there differ by less than their own scatter."""
_SHORT = 0

End = str | int | bool
"""A workload, whether the model thinks, the context in tokens (0 is short), or requests at once."""


class Kind(NamedTuple):
    """What was changed, and from what to what."""

    metric: str
    condition: str
    """content, thinking, depth or streams."""
    before: End
    after: End


@dataclass(frozen=True, slots=True)
class Move(Ratio):
    """Two figures of one setup that differ in one condition."""

    kind: Kind


class Known(NamedTuple):
    """What several ratios come to, and on what that rests."""

    ratio: float
    low: float
    high: float
    recipes: int
    ratios: tuple[Ratio, ...]


class Moves(NamedTuple):
    """Every move of a catalog, in both directions."""

    by_kind: dict[Kind, tuple[Move, ...]]
    by_setup: dict[tuple[Kind, str], tuple[Move, ...]]
    """By kind and id of the setup."""


@lru_cache(maxsize=2)
def moves(catalog: Catalog) -> Moves:
    """Return every move that the catalog holds."""
    by_kind: dict[Kind, list[Move]] = {}
    by_setup: dict[tuple[Kind, str], list[Move]] = {}
    for offer in catalog.offers:
        for move in _moves_of(offer):
            by_kind.setdefault(move.kind, []).append(move)
            by_setup.setdefault((move.kind, offer.setup.id), []).append(move)
    return Moves({kind: tuple(some) for kind, some in by_kind.items()},
                 {key: tuple(some) for key, some in by_setup.items()})  # fmt: skip


def _moves_of(offer: Offer) -> Iterator[Move]:
    by_witness: dict[tuple[str | None, ...], list[Measurement]] = {}
    for m in speeds(offer):
        by_witness.setdefault((m.metric, m.who, m.source, m.date, m.statistic), []).append(m)
    for same in by_witness.values():
        known = [(m, conditions(m)) for m in same]
        for (one, its), (other, others) in combinations(known, 2):
            ends = _ends(one, other, contrast(its, others))
            if ends is not None:
                condition, before, after = ends
                yield Move(offer, one, other, Kind(one.metric, condition, before, after))
                yield Move(offer, other, one, Kind(one.metric, condition, after, before))


def _ends(one: Measurement, other: Measurement, found: Contrast) -> tuple[str, End, End] | None:
    """Return what tells two figures apart, where it is one condition and both say it."""
    if any(name != "total or each" for name in found.unsaid):  # One request at once has no total.
        return None
    match found.differ:
        case ("content",):
            return "content", one.workload or "", other.workload or ""
        case ("thinking",):
            return "thinking", bool(one.thinking), bool(other.thinking)
        case ("streams",):
            return "streams", one.streams or 1, other.streams or 1
        case ("depth",) | ("prompt",) | ("prompt", "depth") if depth(one) != depth(other):
            return "depth", depth(one) or 0, depth(other) or 0
    return None


def depth(m: Measurement) -> int | None:
    """Return the context of a figure in tokens, as a round number; 0 where it is short, None where it is not said."""
    said = [count for count in (m.prompt_tokens, m.context_tokens) if count is not None]
    return near(max(said)) if said else None


def near(tokens: int) -> int:
    """Return the round number of tokens that a context belongs to."""
    return _SHORT if tokens <= SHALLOW else length(tokens) or tokens


def by_recipe(found: Iterable[Ratio]) -> dict[str, list[Ratio]]:
    """Return ratios by the id of their recipe."""
    sorted_out: dict[str, list[Ratio]] = {}
    for ratio in found:
        sorted_out.setdefault(ratio.offer.recipe.id, []).append(ratio)
    return sorted_out


def middle(found: Iterable[Ratio]) -> float:
    """Return the median of one recipe's ratios: its one voice among the recipes."""
    return median(ratio.value for ratio in found)


def pooled(found: Iterable[Ratio]) -> Known | None:
    """Say what the ratios of several recipes come to; None with fewer than ENOUGH recipes."""
    some = tuple(found)
    each = [middle(one) for one in by_recipe(some).values()]
    if len(each) < ENOUGH:
        return None
    low, _, high = quantiles(each, n=4, method="inclusive")
    return Known(median(each), low, high, len(each), some)


def own(found: Iterable[Ratio]) -> Known | None:
    """Say what the ratios of one setup come to, from the lowest to the highest; None where there is none."""
    some = tuple(found)
    each = [ratio.value for ratio in some]
    return Known(median(each), min(each), max(each), 1, some) if each else None
