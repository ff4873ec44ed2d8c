"""Does it fit? Memory needed per box against the memory a box has free.

Somebody ran it: it fits, at its own window and slots. Everything else is computed, and a term that no source
gives makes the answer unknown; only then does what a source says of fitting stand in.
"""

from typing import Literal, NamedTuple

from spark_tui.advise.memory import MemoryPart, Question, memory_parts, question_of
from spark_tui.advise.sentence import Cite, cite
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Measurement
from spark_tui.catalog.things import StatedFit, Weights

FREE_GIB = 110.0
"""Free at start on a typical box with caches dropped."""
SURELY_FREE_GIB = 101.0
"""Free at start on the box with the least (MiaAI-Lab/GLM-5.3-Flash-EXL3-2x-DGX-Sparks #47: 101.3 to 110.4)."""
MOST_FREE_GIB = 117.0
"""Free at start on the box with the most (nvidia/GLM-5.3-Flash-FP4-Local, discussion 7)."""
THIN_GIB = 5.0
"""Seen to leave less than this: tight."""

Verdict = Literal["fits", "tight", "unknown", "no"]
Basis = Literal["ran", "estimated", "stated"]


class Fit(NamedTuple):
    """Whether a setup fits, on what basis, and the memory behind the answer."""

    verdict: Verdict
    basis: Basis
    window: int | None
    """Tokens of one request that the answer holds for; None where a run's window is not known."""
    streams: int
    question: Question
    """What was asked; its parts explain where the memory goes, even where the setup was run."""
    seen: tuple[Measurement, ...]
    """Memory figures from runs, by kind; not interchangeable."""
    stated: StatedFit | None
    """What a source says of fitting, where nobody ran it."""

    @property
    def boxes(self) -> int:
        """Boxes that the answer holds for."""
        return self.question.boxes

    @property
    def free_gib(self) -> float:
        """GiB free at start on one box: as seen on the owner's own, else on a typical one."""
        return FREE_GIB if self.question.free_gib is None else self.question.free_gib

    @property
    def most_free_gib(self) -> float:
        """Beyond this it does not fit."""
        return MOST_FREE_GIB if self.question.free_gib is None else self.question.free_gib

    @property
    def parts(self) -> tuple[MemoryPart, ...]:
        """The computed terms. Worked out when looked at: a ranking of thousands does not need them."""
        return memory_parts(self.question)

    @property
    def estimate_gib(self) -> float | None:
        """The sum of the parts in GiB on one box; None where one is missing."""
        return _sum(self.parts)

    @property
    def per_box_gib(self) -> float | None:
        """GiB needed on one box: as seen in use, else as estimated, else None."""
        return self.estimate_gib if self._used_gib is None else self._used_gib

    @property
    def _used_gib(self) -> float | None:
        used = [_gib(m) for m in self.seen if m.memory_kind in ("used", "allocations", "needed at start")]
        return max(used, default=None)

    @property
    def spare_gib(self) -> float | None:
        """GiB left on one box: the lowest seen free, else what a typical box has free less the need.

        Nothing is said of a run whose memory nobody published: the estimate is an upper bound there.
        """
        lowest = _lowest_free(self.seen)
        if lowest is not None:
            return lowest
        need = self._used_gib if self.basis == "ran" else self.estimate_gib
        return None if need is None else self.free_gib - need

    @property
    def known_gib(self) -> float:
        """The sum of the parts that are known, in GiB on one box: the least that it needs."""
        return sum(part.gib or 0 for part in self.parts)

    @property
    def missing(self) -> tuple[str, ...]:
        """What no source gives."""
        return tuple(part.because for part in self.parts if part.gib is None)


def fit_of(catalog: Catalog, offer: Offer, context: int | None = None, streams: int | None = None) -> Fit:
    """Say whether a published setup fits on its own boxes; what nobody ran, for the context and streams asked for."""
    setup = offer.setup
    question = question_of(catalog, offer, setup.boxes, context, streams)
    if not setup.was_run:
        return estimate(question)
    seen = tuple([m for m in setup.measurements if m.metric == "memory_per_box"])
    lowest = _lowest_free(seen)
    verdict: Verdict = "tight" if lowest is not None and lowest < THIN_GIB else "fits"
    return Fit(verdict, "ran", setup.window, setup.slots or 1, question, seen, None)


def estimate(question: Question) -> Fit:
    """Compute the fit; where a term is missing, let a source's own verdict stand in."""
    parts = memory_parts(question)
    stated = _stated(question.weights, question.boxes)
    computed = Fit("unknown", "estimated", question.window, question.streams, question, (), stated)
    need = _sum(parts)
    if need is not None:
        return computed._replace(verdict=_verdict(need, computed))
    if sum(part.gib or 0 for part in parts) > computed.most_free_gib:  # Too large already, whatever is missing.
        return computed._replace(verdict="no")
    if stated is not None:
        return computed._replace(verdict="no" if stated.fits == "no" else "fits", basis="stated")
    return computed


def size_cites(fit: Fit) -> tuple[Cite, ...]:
    """Where the sizes stand on which an estimate rests."""
    files = (*((fit.question.weights,) if fit.question.weights else ()), *fit.question.drafters)
    return tuple(cite(size) for weights in files for size in weights.sizes if size.what != "tables")


def _verdict(need: float, computed: Fit) -> Verdict:
    surely = SURELY_FREE_GIB if computed.question.free_gib is None else computed.free_gib - THIN_GIB
    if need <= surely:
        return "fits"
    return "tight" if need <= computed.most_free_gib else "no"


def _stated(weights: Weights | None, boxes: int) -> StatedFit | None:
    return next((stated for stated in weights.stated_fit if stated.boxes == boxes), None) if weights else None


def _lowest_free(seen: tuple[Measurement, ...]) -> float | None:
    return min([_gib(m) for m in seen if m.memory_kind == "lowest free"], default=None)


def _gib(measurement: Measurement) -> float:
    return measurement.value if measurement.unit == "GiB" else measurement.value * 1e9 / 2**30


def _sum(parts: tuple[MemoryPart, ...]) -> float | None:
    terms = [part.gib for part in parts]
    return None if None in terms else sum(term for term in terms if term is not None)
