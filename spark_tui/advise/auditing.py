"""The audit of a catalog: its doubts, with those that only an estimate can raise, that of memory."""

from collections.abc import Iterator
from datetime import date
from typing import get_args

from spark_tui.advise.fit import Fit, Verdict, estimate, fit_of
from spark_tui.advise.memory import DEFAULT_WINDOW, Question, question_of
from spark_tui.catalog.catalog import Catalog, Fragment, Offer
from spark_tui.catalog.doubts import Doubt, Kind, aged, bare_figures, unnamed
from spark_tui.catalog.evidence import Measurement
from spark_tui.catalog.things import StatedFit, Weights

MARGIN = 0.15
"""A figure of memory and the estimate may differ by this much: padding, what is kept twice, a head beside, rounding."""
_HELD = frozenset(("allocations", "used", "needed at start"))
"""Kinds of memory that hold the weights and more, such as a KV pool of any size."""
_FILES = frozenset(("weights", "drafter"))
"""Terms of the estimate that a box holds whatever is asked of it."""


def audit(catalog: Catalog, looked_at: Fragment, today: date) -> dict[Kind, list[Doubt]]:
    """Return the doubts about the entries of `looked_at`, which are some or all of the catalog's, by kind."""
    found: dict[Kind, list[Doubt]] = {kind: [] for kind in get_args(Kind)}
    every = (
        bare_figures(looked_at.recipes),
        unnamed(looked_at),
        _memory_of_setups(catalog, looked_at),
        _memory_of_weights(catalog, looked_at),
        aged(catalog, looked_at, today),
    )
    for doubts in every:
        for doubt in doubts:
            found[doubt.kind].append(doubt)
    return found


def _memory_of_setups(catalog: Catalog, looked_at: Fragment) -> Iterator[Doubt]:
    recipes = {recipe.id for recipe in looked_at.recipes}
    for offer in catalog.offers:
        if offer.recipe.id in recipes and offer.setup.was_run:
            computed = estimate(question_of(catalog, offer, offer.setup.boxes))
            if computed.verdict == "no":
                yield Doubt("memory", offer.setup.id, f"somebody ran it, but {_too_much(computed)}")
            else:
                yield from _memory_figures(offer, computed)


def _memory_figures(offer: Offer, computed: Fit) -> Iterator[Doubt]:
    for one in offer.setup.measurements:
        what = _odd(one, computed, offer.platform.usable_gib) if one.metric == "memory_per_box" else None
        if what:
            yield Doubt("memory", one.id, f"{one.memory_kind}: {what}; look at both, and whether the kind is right")


def _odd(one: Measurement, computed: Fit, box: float | None) -> str | None:
    """Say what is odd about a figure of memory beside the estimate and beside what a box has; None where nothing is.

    An estimate of the whole is no bound: engines fill what is free with cache. What a box must hold is.
    """
    low, high = (_gib(value, one) for value in (one.value, one.value_high or one.value))
    weights = next(part.gib for part in computed.parts if part.name == "weights")
    files = sum(part.gib or 0 for part in computed.parts if part.name in _FILES)
    if box is not None and low > box:
        return f"{low:.1f} GiB, but a box has {box:.1f}"
    if one.memory_kind == "weights share" and weights and not (
        low / (1 + MARGIN) <= weights <= high * (1 + MARGIN)
    ):  # fmt: skip
        return f"{_span(low, high)} GiB, but the weights' size makes {weights:.1f} a box"
    if one.memory_kind in _HELD and files > high * (1 + MARGIN):
        return f"{_span(low, high)} GiB, but the files alone are {files:.1f} a box"
    if one.memory_kind == "lowest free" and box is not None and files > (box - low) * (1 + MARGIN):
        return f"{_span(low, high)} GiB left of {box:.1f}, but the files alone are {files:.1f} a box"
    return None


def _memory_of_weights(catalog: Catalog, looked_at: Fragment) -> Iterator[Doubt]:
    for weights in looked_at.weights:
        for stated in weights.stated_fit:
            what = _contradiction(stated, _fits_of(catalog, weights, stated.boxes))
            if what:
                yield Doubt("memory", f"{weights.id}@{stated.boxes}", f"a source says {stated.fits!r}, but {what}")


def _fits_of(catalog: Catalog, weights: Weights, boxes: int) -> list[Fit]:
    """What is known beside a source's verdict: the setups on as many boxes, else the estimate of the files alone."""
    offers = [offer for offer in catalog.offers if offer.weights is weights and offer.setup.boxes == boxes]
    if offers:
        return [fit_of(catalog, offer) for offer in offers]
    alone = Question(catalog.models[weights.model], weights, (), None, None, boxes, 1, DEFAULT_WINDOW, 1)
    return [estimate(alone)]


def _contradiction(stated: StatedFit, known: list[Fit]) -> str | None:
    basis = {"ran": "somebody ran it", "estimated": "the estimate says that it fits"}
    # A verdict that only repeats what the source says proves nothing, and "tight" bears out either word.
    sure: list[tuple[Verdict, Fit]] = [(fit.verdict, fit) for fit in known if fit.basis != "stated"]
    if stated.fits == "no":
        return next((basis[fit.basis] for verdict, fit in sure if verdict == "fits"), None)
    if sure and all(verdict == "no" for verdict, _ in sure):
        return _too_much(sure[0][1])
    return None


def _too_much(computed: Fit) -> str:
    largest = max(computed.parts, key=lambda part: part.gib or 0)
    return (
        f"the estimate is at least {computed.known_gib:.1f} GiB a box, most of it {largest.name}: "
        "look at sizes (files may hold tables that stay on disk), parts and KV type"
    )


def _gib(value: float, one: Measurement) -> float:
    return value if one.unit == "GiB" else value * 1e9 / 2**30


def _span(low: float, high: float) -> str:
    return f"{low:.1f}" if low == high else f"{low:.1f} to {high:.1f}"
