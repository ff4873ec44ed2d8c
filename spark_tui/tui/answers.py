"""From what was typed to needs, or to a sentence about what cannot be one."""

from collections.abc import Mapping
from typing import Any, cast, get_args

from spark_tui.advise.needs import MAX_BOXES, Needs
from spark_tui.advise.uses import UseName
from spark_tui.catalog.words import Topology
from spark_tui.numbers import NumberError, read_dollars, read_whole


class AnswerError(ValueError):
    """An answer that makes no sense; the message says which, and what to type instead."""


def read_answers(use: str, given: Mapping[str, Any]) -> Needs:
    """Return the needs that the fields give, by field id. Raise AnswerError for the first that makes no sense."""
    return Needs(
        use=cast(UseName, use),
        budget=_dollars(given.get("budget") or ""),
        own=_whole("Boxes you own already", given.get("own") or "0", 0, 64) or 0,
        boxes=_whole("Boxes to plan for", given.get("boxes") or "", 1, MAX_BOXES),
        context=_whole("Context", given.get("context") or "", 1, 100_000_000),
        streams=_whole("People at once", given.get("streams") or "", 1, 10_000),
        commercial=bool(given.get("commercial")),
        vendor=bool(given.get("vendor")),
        no_custom_kernel=bool(given.get("no-custom-kernel")),
        topology=next((cabling for cabling in get_args(Topology) if cabling == given.get("topology")), None),
    )


def as_typed(needs: Needs) -> dict[str, Any]:
    """Return what `read_answers` reads back into the same needs: what would be typed and ticked, by field id."""
    fields = ("own", "budget", "boxes", "context", "streams")
    ticks = {"commercial": needs.commercial, "vendor": needs.vendor, "no-custom-kernel": needs.no_custom_kernel}
    return {**{field: as_text(getattr(needs, field)) for field in fields}, **ticks, "topology": needs.topology}


def as_text(value: float | None) -> str:
    """Return a number as it would be typed; nothing for None."""
    return "" if value is None else f"{value:.12g}"


def _dollars(typed: str) -> float | None:
    try:
        return read_dollars(typed) if typed.strip() else None
    except NumberError as error:
        raise AnswerError(f"Money: {error}.") from error


def _whole(question: str, typed: str, low: int, high: int) -> int | None:
    try:
        return read_whole(typed, low, high) if typed.strip() else None
    except NumberError as error:
        raise AnswerError(f"{question}: {error}.") from error
