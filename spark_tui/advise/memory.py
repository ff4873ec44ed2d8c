"""Memory needed on one box, term by term, in GiB. A term that no source gives is None, never a guess."""

from math import ceil
from typing import Literal, NamedTuple

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.things import LIVE, KvSize, Model, Weights
from spark_tui.catalog.words import KvType

ENGINE_GIB = 6.0
"""Engine overhead on every box: 5.4 to 6.7 GiB were measured outside weights and KV cache (llamastash #81)."""
DEFAULT_WINDOW = 32_000
"""Tokens of one request where neither the owner nor a setup says more."""


class MemoryPart(NamedTuple):
    """One term of the memory needed on a box."""

    name: Literal["weights", "drafter", "KV cache", "engine"]
    gib: float | None
    """GiB on one box; None where no source gives it."""
    because: str
    """How it was worked out, or what is missing."""


class Question(NamedTuple):
    """What is asked to fit: files of a model in an engine on a number of boxes."""

    model: Model
    weights: Weights | None
    drafters: tuple[Weights, ...]
    engine: str | None
    kv_type: KvType | None
    boxes: int
    context_parallel: int
    """Over how many boxes the cache of one request is spread where ranks would otherwise repeat it."""
    window: int
    streams: int
    free_gib: float | None = None
    """Free at start on the owner's own boxes, as was seen there; None where nobody looked."""


def question_of(
    catalog: Catalog, offer: Offer, boxes: int, context: int | None = None, streams: int | None = None
) -> Question:
    """Ask whether a recipe's files fit on `boxes` boxes with a setup's engine, window and KV type."""
    setup = offer.setup
    parts = setup.parts if setup.parts is not None else offer.recipe.parts
    return Question(
        model=offer.model,
        weights=offer.weights,
        drafters=tuple(catalog.weights[part.weights] for part in parts if part.role == "draft" and part.resident),
        engine=offer.recipe.engine,
        kv_type=setup.kv_type,
        boxes=boxes,
        context_parallel=(setup.parallelism and setup.parallelism.context) or 1,
        window=context or setup.window or DEFAULT_WINDOW,
        streams=streams or 1,
        free_gib=catalog.today.free_gib,
    )


def memory_parts(question: Question) -> tuple[MemoryPart, ...]:
    """Return the terms of the memory needed on one box."""
    drafter = (_drafter_part(question.drafters),) if question.drafters else ()
    engine = MemoryPart("engine", ENGINE_GIB, "as measured outside weights and KV cache")
    return (_weights_part(question), *drafter, _kv_part(question), engine)


def resident_gib(weights: Weights) -> float | None:
    """GiB that the weights hold in memory over all boxes; None where no source gives a size.

    Of files of which only the size on disk is known, tables that stay there do not count.
    """
    resident, disk = _size(weights, "resident"), _size(weights, "disk")
    return resident or (disk and disk - (_size(weights, "tables") or 0.0))


def kv_size(model: Model, engine: str | None, kv_type: KvType | None) -> KvSize | None:
    """The KV size for this engine and KV type; else the most known for the type, else for the model."""
    same_type = [size for size in model.kv if size.kv_type == kv_type] if kv_type else []
    exact = [size for size in same_type if size.engine == engine]
    return max(exact or same_type or model.kv, key=lambda size: size.bytes_per_token, default=None)


def _size(weights: Weights, what: str) -> float | None:
    """What the Hub says today, else the largest of the sizes that sources print: where they differ all are kept."""
    sizes = [size for size in weights.sizes if size.what == what]
    live = [size for size in sizes if size.source == LIVE]
    return max((size.gib for size in live or sizes), default=None)


def _weights_part(question: Question) -> MemoryPart:
    total = resident_gib(question.weights) if question.weights else None
    if total is None:
        return MemoryPart("weights", None, "the size of the weights is not known")
    padding = _padding(question)
    if padding is None:
        return MemoryPart("weights", None, f"how the model divides over {question.boxes} boxes is not known")
    padded = f", padded by up to {padding - 1:.0%} to divide" if padding > 1 else ""
    return MemoryPart("weights", total * padding / question.boxes, f"{total:,.1f} GiB over {question.boxes}{padded}")


def _padding(question: Question) -> float | None:
    """How much tensor parallel inflates the weights, at most; None where the heads are not known and may not divide.

    llama.cpp spreads whole layers over boxes and pads nothing.
    """
    boxes, heads = question.boxes, question.model.attention_heads
    if question.engine == "llama-cpp" or boxes == 1:
        return 1.0
    if heads is None:
        return 1.0 if boxes in (2, 4, 8) else None
    return ceil(heads / boxes) * boxes / heads


def _drafter_part(drafters: tuple[Weights, ...]) -> MemoryPart:
    sizes = [resident_gib(drafter) for drafter in drafters]
    if None in sizes:
        return MemoryPart("drafter", None, "the drafter's size is not known")
    return MemoryPart("drafter", sum(size for size in sizes if size is not None), "whole on every box")


def _kv_part(question: Question) -> MemoryPart:
    size = kv_size(question.model, question.engine, question.kv_type)
    if size is None:
        return MemoryPart("KV cache", None, "KV cache bytes per token are not known")
    shared = min(question.context_parallel, question.boxes) if size.replicated else question.boxes
    gib = size.bytes_per_token * question.window * question.streams / shared / 2**30
    exact = question.kv_type is not None and (size.kv_type, size.engine) == (question.kv_type, question.engine)
    bound = "" if exact else ", the most known for this model"
    spread = f" over {shared}" if shared > 1 else ""
    tokens = f"{question.window * question.streams:,}"
    return MemoryPart("KV cache", gib, f"{size.bytes_per_token:,.0f} B a token x {tokens} tokens{spread}{bound}")
