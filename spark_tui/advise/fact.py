"""The plain facts of a model, an engine or a platform, each as a sentence with its source."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from spark_tui.advise import wording
from spark_tui.advise.sentence import Sentence, cite
from spark_tui.advise.wording import dollars, tokens
from spark_tui.catalog.base import CitedFields
from spark_tui.catalog.things import Engine, Model, Platform, Weights

_Say = Callable[[Any], str]

_MODEL: Mapping[str, _Say] = {
    "maker": lambda maker: f"Made by {maker}",
    "date": lambda date: f"Released {date}",
    "parameters_b": lambda count: f"{wording.number(count)}B parameters in all",
    "active_b": lambda count: f"{wording.number(count)}B active for each token",
    "context_tokens": lambda count: f"Context of {tokens(count)} tokens",
    "released_as": lambda precision: f"Released as {precision}",
    "attention_heads": lambda heads: f"{heads} attention heads, which tensor parallel must divide or pad",
}
_ENGINE: Mapping[str, _Say] = {
    "formats": lambda formats: f"Formats: {', '.join(formats)}",
    "boxes": lambda boxes: f"Boxes: {boxes}",
    "status": lambda status: f"On GB10: {status}",
    "upside": lambda upside: f"For: {upside}",
    "downside": lambda downside: f"Against: {downside}",
    "licence": lambda licence: f"Licence: {licence}",
}
_PLATFORM: Mapping[str, _Say] = {
    "memory_gb": lambda memory: f"{memory:,.0f} GB of memory",
    "usable_gib": lambda usable: f"{wording.number(usable)} GiB of it usable",
    "bandwidth_gb_s": lambda speed: f"Memory bandwidth {speed:,.0f} GB/s",
    "link_gbit_s": lambda speed: f"{speed:,.0f} Gbit/s on each network port",
    "link_ports": lambda ports: wording.counted(ports, "network port"),
    "price_usd": lambda price: f"Costs {dollars(price)}",
    "price_in_boxes": lambda boxes: f"Said to cost as much as {boxes:g} DGX Spark boxes",
}


def facts(entry: Model | Engine | Platform) -> Iterator[Sentence]:
    """Yield what is known, in the order in which people ask; with who said it and when, where that is known."""
    sayings = _MODEL if isinstance(entry, Model) else _ENGINE if isinstance(entry, Engine) else _PLATFORM
    for field, say in sayings.items():
        value = getattr(entry, field)
        if value not in (None, ()):
            yield fact(entry, field, say(value))
    if not isinstance(entry, Engine) and entry.note:
        yield Sentence(entry.note)


def fact(entry: CitedFields, field: str, said: str) -> Sentence:
    """Return a fact with what its citations add: who, when, and their notes."""
    citations = entry.citations(field)
    by = [", ".join(text for text in (one.who, one.date) if text) for one in citations]
    known = f" ({'; '.join(filter(None, by))})" if any(by) else ""
    notes = "".join(f" {one.note}" for one in citations if one.note)
    return Sentence(f"{said.rstrip('.')}{known}.{notes}", tuple(map(cite, citations)))


def kv_sizes(model: Model) -> Iterator[Sentence]:
    """Yield the bytes of KV cache that a token takes, by KV type and engine."""
    for size in model.kv:
        kind = size.kv_type or "type not stated"
        where = f" in {size.engine}" if size.engine else ""
        ranks = ", on every rank" if size.replicated else ""
        note = f" {size.note}" if size.note else ""
        yield Sentence(
            f"KV cache ({kind}{where}): {size.bytes_per_token:,.0f} bytes a token{ranks}.{note}", (cite(size),)
        )


def sizes(weights: Weights) -> Iterator[Sentence]:
    """Yield what files weigh, and on how many boxes their sources say that they fit."""
    what = {"disk": "on disk", "resident": "in memory over all boxes", "tables": "of tables that stay on disk"}
    for size in weights.sizes:
        about = "" if size.qualifier == "exact" else f"{size.qualifier} "
        note = f" {size.note}" if size.note else ""
        amount = f"{about}{wording.number(size.value)} {size.unit}"
        yield Sentence(f"{weights.name}: {amount} {what[size.what]}.{note}", (cite(size),))
    for stated in weights.stated_fit:
        said = {"yes": "fits", "no": "does not fit", "on paper": "fits on paper"}[stated.fits]
        note = f" {stated.note}" if stated.note else ""
        boxes = wording.counted(stated.boxes, "box")
        yield Sentence(f"{weights.name}: {said} on {boxes}, says its source.{note}", (cite(stated),))
