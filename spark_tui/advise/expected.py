"""What to expect: a published speed carried to the conditions of the owner's use. Never a measurement.

Method, to be checked by hand:

1. Start from the published figure that speaks for the use (see `speed`).
2. For each condition of the use that the figure does not meet (content, requests at once, thinking, depth of context),
   multiply by how that condition moves speed (see `moves`): by what this setup's own figures say; else by the median
   over the recipes on the same engine and model; else by the median over all recipes. The last two need three recipes.
3. Where the figure is the recipe author's own, multiply by what others reach of claims like for like: `replication`.
4. With more requests at once than were measured, never more than the setup's own total at still more requests.
5. The interval multiplies the lower ends and the upper ends: from lowest to highest of the setup's own figures, the
   middle half of the recipes otherwise.

Content and requests at once must be carried; where they cannot be, the setup's nearest other figure is tried, and
where none can be carried nothing is expected. Thinking and depth are carried where that is possible, else it is said.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

from spark_tui.advise.alike import pairs
from spark_tui.advise.moves import ENOUGH, Kind, Known, by_recipe, depth, moves, near, own, pooled
from spark_tui.advise.needs import Needs
from spark_tui.advise.speed import Speed
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Measurement


class Step(NamedTuple):
    """One condition that was carried, and on what it rests."""

    kind: Kind | None
    """None for the step from the author's claim to what others reach."""
    known: Known
    scope: str
    """`setup`, `engine and model` or `all`."""


class Expected(NamedTuple):
    """A speed to expect, in the unit of the figure it was carried from."""

    value: float | None
    """None where content or requests at once could not be carried."""
    low: float | None = None
    high: float | None = None
    """None where nothing gives an interval."""
    figure: Measurement | None = None
    """The published figure from which it was carried."""
    steps: tuple[Step, ...] = ()
    unknown: tuple[str, ...] = ()
    """What could not be carried, and why, as parts of a sentence."""


NOTHING = Expected(None)


def expected(catalog: Catalog, offer: Offer, speed: Speed, needs: Needs) -> Expected:
    """Return what to expect of a setup for a use: from the figure that speaks for it, else from the nearest other."""
    if speed.measurement is None or speed.measurement.metric == "needle":
        return NOTHING
    first = _carried(catalog, offer, speed.measurement, needs)
    if first.value is None:
        others = (_carried(catalog, offer, m, needs) for m in _others(offer, speed.measurement, needs))
        first = next((one for one in others if one.value is not None), first)
    return first


def _others(offer: Offer, first: Measurement, needs: Needs) -> Iterable[Measurement]:
    """Return the setup's other figures from which one could start, those that need the fewest changes first."""
    return sorted(
        (m for m in offer.setup.measurements
         if m is not first and m.metric == first.metric and m.value and m.scope != "per_stream"
         and (m.streams or 1) <= needs.at_once and (m.metric != "decode" or m.workload is not None)),
        key=lambda m: (len(list(_changes(offer, m, needs))), -(m.streams or 1)),
    )  # fmt: skip


def _carried(catalog: Catalog, offer: Offer, figure: Measurement, needs: Needs) -> Expected:
    steps: list[Step] = []
    unknown: list[str] = []
    for kind, required in _changes(offer, figure, needs):
        step = _step(catalog, offer, kind) if isinstance(kind, Kind) else None
        if step is not None:
            steps.append(step)
        elif required:
            return Expected(None, unknown=(_why_not(kind),))
        else:
            unknown.append(_why_not(kind))
    if figure.who == offer.recipe.author:
        known = replication(catalog).known
        if known is not None:
            steps.append(Step(None, known, "all"))
    value, low, high = figure.value, figure.value, figure.value_high or figure.value
    for step in steps:
        value, low, high = value * step.known.ratio, low * step.known.low, high * step.known.high
    if any(step.kind and step.kind.condition == "streams" for step in steps):
        most = _ceiling(offer, needs.at_once)
        value, low, high = min(value, most), min(low, most), min(high, most)
    if low == high:  # Nothing was carried, or by a single pair of figures.
        return Expected(value, None, None, figure, tuple(steps), tuple(unknown))
    return Expected(value, low, high, figure, tuple(steps), tuple(unknown))


def _changes(offer: Offer, figure: Measurement, needs: Needs) -> Iterator[tuple[Kind | str, bool]]:
    """Yield what must change from the figure to the use, and whether it must be known; a text is what is not said."""
    use, metric = needs.asked_use, figure.metric
    at_once = min(needs.at_once, offer.setup.slots or needs.at_once)  # Further requests wait.
    if metric == "decode":
        if not use.is_spoken_for(figure.workload):
            content = figure.workload and Kind(metric, "content", figure.workload, use.speaks[0])
            yield content or "what was generated is not said", True
        if (figure.streams or 1) != at_once:
            yield Kind(metric, "streams", figure.streams or 1, at_once), True
        if use.thinking is not None and figure.thinking is None:
            yield "whether it was measured with thinking", False
        elif use.thinking is not None and figure.thinking != use.thinking:
            yield Kind(metric, "thinking", bool(figure.thinking), use.thinking), False
    wanted, at = near(needs.window if use.name == "long" else use.depth), depth(figure)
    if wanted and at is None:
        yield "at which depth of context it was measured", False
    elif at is not None and at != wanted:
        yield Kind(metric, "depth", at, wanted), False


def _ceiling(offer: Offer, at_once: int) -> float:
    """Return the total that the setup reached with the next larger number of requests: fewer never reach more."""
    totals = [m for m in offer.setup.measurements if m.metric == "decode" and m.scope == "total"]
    more = [m for m in totals if (m.streams or 1) > at_once]
    nearest = min((m.streams or 1 for m in more), default=0)
    return max((m.value_high or m.value for m in more if m.streams == nearest), default=inf)


def _why_not(kind: Kind | str) -> str:
    if isinstance(kind, str):
        return kind
    return f"how {kind.condition} moves {kind.metric} (known of fewer than {ENOUGH} recipes)"


def _step(catalog: Catalog, offer: Offer, kind: Kind) -> Step | None:
    of_setup = own(moves(catalog).by_setup.get((kind, offer.setup.id), ()))
    if of_setup is not None:
        return Step(kind, of_setup, "setup")
    alike = _of_engine_and_model(catalog, kind, offer.recipe.engine, offer.model.id)
    if alike is not None:
        return Step(kind, alike, "engine and model")
    of_all = _of_all(catalog, kind)
    return Step(kind, of_all, "all") if of_all is not None else None


@lru_cache(maxsize=1024)
def _of_engine_and_model(catalog: Catalog, kind: Kind, engine: str | None, model: str) -> Known | None:
    found = moves(catalog).by_kind.get(kind, ())
    return pooled(move for move in found if (move.offer.recipe.engine, move.offer.model.id) == (engine, model))


@lru_cache(maxsize=1024)
def _of_all(catalog: Catalog, kind: Kind) -> Known | None:
    return pooled(moves(catalog).by_kind.get(kind, ()))


class Replication(NamedTuple):
    """What others reach of the claims that recipe authors publish, like for like."""

    recipes: int
    known: Known | None
    """None while too few recipes have been repeated."""


@lru_cache(maxsize=2)
def replication(catalog: Catalog) -> Replication:
    """Say how claims replicate, with one weight a recipe; only pairs that are alike in every condition count."""
    alike = [pair for pair in pairs(catalog) if pair.contrast.alike]
    return Replication(len(by_recipe(alike)), pooled(alike))
