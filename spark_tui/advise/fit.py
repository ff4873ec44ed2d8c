"""Does it fit? Memory needed per box against the memory a box has free.

Somebody ran it: it fits, at its own window and slots. Everything else is computed, and a term that no source
gives makes the answer unknown; only then does what a source says of fitting stand in.
"""

from math import ceil
from typing import Literal, NamedTuple

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Measurement
from spark_tui.catalog.recipe import Part
from spark_tui.catalog.things import KvSize, Model, Size, StatedFit, Weights
from spark_tui.catalog.words import KvType

ENGINE_GIB = 6.0
"""Engine overhead on every box: 5.4 to 6.7 GiB were measured outside weights and KV cache (llamastash #81)."""
FREE_GIB = 110.0
"""Free at start on a typical box with caches dropped."""
SURELY_FREE_GIB = 101.0
"""Free at start on the box with the least (MiaAI-Lab/GLM-5.3-Flash-EXL3-2x-DGX-Sparks #47: 101.3 to 110.4)."""
MOST_FREE_GIB = 117.0
"""Free at start on the box with the most (nvidia/GLM-5.3-Flash-FP4-Local, discussion 7)."""
DEFAULT_WINDOW = 32_000
"""Tokens of one request where neither the owner nor a setup says more."""
THIN_GIB = 5.0
"""Seen to leave less than this: tight."""

Verdict = Literal["fits", "tight", "unknown", "no"]
Basis = Literal["ran", "estimated", "stated"]


class MemoryPart(NamedTuple):
    """One term of the memory needed on a box."""

    name: Literal["weights", "drafter", "KV cache", "engine"]
    gib: float | None
    """GiB on one box; None where no source gives it."""
    because: str
    """How it was worked out, or what is missing."""


class Fit(NamedTuple):
    """Whether a setup fits, on what basis, and the memory behind the answer."""

    verdict: Verdict
    basis: Basis
    boxes: int
    window: int | None
    """Tokens of one request that the answer holds for; None where a run's window is not known."""
    streams: int
    parts: tuple[MemoryPart, ...]
    """What is computed, even where the setup was run: it explains where the memory goes."""
    seen: tuple[Measurement, ...]
    """Memory figures from runs, by kind; not interchangeable."""
    stated: StatedFit | None

    @property
    def estimate_gib(self) -> float | None:
        """The sum of the parts in GiB on one box; None where one is missing."""
        terms = [part.gib for part in self.parts]
        return sum(term for term in terms if term is not None) if None not in terms else None

    @property
    def per_box_gib(self) -> float | None:
        """GiB needed on one box: as seen in use, else as estimated, else None."""
        used = [_gib(m) for m in self.seen if m.memory_kind in ("used", "allocations", "needed at start")]
        return max(used, default=self.estimate_gib)

    @property
    def spare_gib(self) -> float | None:
        """GiB left on one box: the lowest seen free, else what a typical box has free less the need.

        Nothing is said of a run whose memory nobody published: the estimate is an upper bound there.
        """
        lowest = [_gib(m) for m in self.seen if m.memory_kind == "lowest free"]
        if lowest:
            return min(lowest)
        need = self.per_box_gib if self.basis != "ran" or self.seen else None
        return None if need is None else FREE_GIB - need

    @property
    def missing(self) -> tuple[str, ...]:
        """What no source gives."""
        return tuple(part.because for part in self.parts if part.gib is None)


class Question(NamedTuple):
    """What is asked to fit: files of a model in an engine on a number of boxes."""

    model: Model
    weights: Weights | None
    parts: tuple[Part, ...]
    engine: str | None
    kv_type: KvType | None
    boxes: int
    tensor_parallel: bool
    context_parallel: int
    """Over how many boxes the cache of one request is spread where ranks would otherwise repeat it."""
    window: int
    streams: int


def fit_of(catalog: Catalog, offer: Offer, context: int | None = None, streams: int | None = None) -> Fit:
    """Say whether a published setup fits on its own boxes, for a context and streams where those are asked for."""
    question = question_of(offer, offer.setup.boxes, context, streams)
    if not offer.setup.was_run:
        return estimate(catalog, question)
    seen = tuple(m for m in offer.setup.measurements if m.metric == "memory_per_box")
    lowest = [_gib(m) for m in seen if m.memory_kind == "lowest free"]
    verdict: Verdict = "tight" if lowest and min(lowest) < THIN_GIB else "fits"
    parts = memory_parts(catalog, question)
    return Fit(verdict, "ran", offer.setup.boxes, offer.setup.window, streams or offer.setup.slots or 1,
               parts, seen, _stated(offer.weights, offer.setup.boxes))  # fmt: skip


def question_of(offer: Offer, boxes: int, context: int | None = None, streams: int | None = None) -> Question:
    """Ask whether a recipe's files fit on `boxes` boxes with a setup's engine, window and KV type."""
    setup = offer.setup
    return Question(
        model=offer.model,
        weights=offer.weights,
        parts=setup.parts if setup.parts is not None else offer.recipe.parts,
        engine=offer.recipe.engine,
        kv_type=setup.kv_type,
        boxes=boxes,
        tensor_parallel=offer.recipe.engine != "llama-cpp",
        context_parallel=(setup.parallelism and setup.parallelism.context) or 1,
        window=context or setup.window or DEFAULT_WINDOW,
        streams=streams or 1,
    )


def estimate(catalog: Catalog, question: Question) -> Fit:
    """Compute the fit; where a term is missing, let a source's own verdict stand in."""
    parts = memory_parts(catalog, question)
    stated = _stated(question.weights, question.boxes)
    computed = Fit("unknown", "estimated", question.boxes, question.window, question.streams, parts, (), stated)
    need = computed.estimate_gib
    if need is not None:
        return computed._replace(verdict=_verdict(need))
    known = sum(part.gib or 0 for part in parts)
    if known > MOST_FREE_GIB:  # Too large already, whatever is missing.
        return computed._replace(verdict="no")
    if stated is not None:
        return computed._replace(verdict="no" if stated.fits == "no" else "fits", basis="stated")
    return computed


def memory_parts(catalog: Catalog, question: Question) -> tuple[MemoryPart, ...]:
    """Return the terms of the memory needed on one box."""
    parts = [_weights_part(question)]
    drafters = [catalog.weights[part.weights] for part in question.parts if part.role == "draft" and part.resident]
    if drafters:
        sizes = [resident_gib(drafter) for drafter in drafters]
        known = None if None in sizes else sum(size for size in sizes if size is not None)
        parts.append(MemoryPart("drafter", known, "whole on every box" if known else "the drafter's size is not known"))
    parts += [
        _kv_part(question),
        MemoryPart("engine", ENGINE_GIB, "as measured outside weights and KV cache"),
    ]
    return tuple(parts)


def resident_gib(weights: Weights) -> float | None:
    """GiB that the weights hold in memory over all boxes; None where no source gives a size."""
    return _size(weights, "resident") or _size(weights, "disk")


def disk_gib(catalog: Catalog, parts: tuple[Part, ...]) -> float | None:
    """GiB of files that the parts need on disk, one copy; None where a size is missing."""
    sizes = [_disk_of(catalog.weights[part.weights], part) for part in parts]
    return None if None in sizes or not sizes else sum(size for size in sizes if size is not None)


def _disk_of(weights: Weights, part: Part) -> float | None:
    if part.role == "tables":
        return _size(weights, "tables")
    return _size(weights, "disk") or _size(weights, "resident")


def _size(weights: Weights, what: str) -> float | None:
    """The largest of the sizes published for one way of counting: sources that differ are all kept."""
    sizes: list[Size] = [size for size in weights.sizes if size.what == what]
    return max((size.gib for size in sizes), default=None)


def _weights_part(question: Question) -> MemoryPart:
    total = resident_gib(question.weights) if question.weights else None
    if total is None:
        return MemoryPart("weights", None, "the size of the weights is not known")
    padding = _padding(question)
    if padding is None:
        return MemoryPart("weights", None, f"how the model divides over {question.boxes} boxes is not known")
    share = total * padding / question.boxes
    padded = f", padded by up to {padding - 1:.0%} to divide" if padding > 1 else ""
    return MemoryPart("weights", share, f"{total:,.1f} GiB over {question.boxes}{padded}")


def _padding(question: Question) -> float | None:
    """How much tensor parallel inflates the weights, at most; None where the heads are not known and may not divide."""
    boxes, heads = question.boxes, question.model.attention_heads
    if not question.tensor_parallel or boxes == 1:
        return 1.0
    if heads is None:
        return 1.0 if boxes in (2, 4, 8) else None
    return ceil(heads / boxes) * boxes / heads


def _kv_part(question: Question) -> MemoryPart:
    size = kv_size(question.model, question.engine, question.kv_type)
    if size is None:
        return MemoryPart("KV cache", None, "KV cache bytes per token are not known")
    exact = size.kv_type == question.kv_type and size.engine == question.engine
    shared = question.context_parallel if size.replicated else question.boxes
    gib = size.bytes_per_token * question.window * question.streams / shared / 2**30
    bound = "" if exact else ", the most known for this model"
    return MemoryPart("KV cache", gib, f"{size.bytes_per_token:,.0f} B a token x {question.window:,} tokens{bound}")


def kv_size(model: Model, engine: str | None, kv_type: KvType | None) -> KvSize | None:
    """The KV size for this engine and KV type; else the most known for the type, else for the model."""
    same_type = [size for size in model.kv if size.kv_type == kv_type]
    exact = [size for size in same_type if size.engine == engine]
    return max(exact or same_type or model.kv, key=lambda size: size.bytes_per_token, default=None)


def _stated(weights: Weights | None, boxes: int) -> StatedFit | None:
    return next((stated for stated in weights.stated_fit if stated.boxes == boxes), None) if weights else None


def _verdict(need: float) -> Verdict:
    if need <= SURELY_FREE_GIB:
        return "fits"
    return "tight" if need <= MOST_FREE_GIB else "no"


def _gib(measurement: Measurement) -> float:
    return measurement.value if measurement.unit == "GiB" else measurement.value * 1e9 / 2**30
