"""From what was typed to needs, or to a sentence about what cannot be one."""

from collections.abc import Mapping
from typing import Any, cast, get_args

from spark_tui.advise.needs import MAX_BOXES, Needs
from spark_tui.advise.uses import UseName
from spark_tui.catalog.words import Topology


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


def as_text(value: float | None) -> str:
    """Return a number as it would be typed; nothing for None."""
    return "" if value is None else f"{value:.12g}"


def _dollars(typed: str) -> float | None:
    text = typed.strip().removeprefix("$").replace(",", "").replace(" ", "")
    if not text:
        return None
    try:
        amount = float(text)
    except ValueError:
        amount = -1
    if not 0 <= amount < 1e9:
        raise AnswerError(f"Money: {typed.strip()!r} is not an amount of dollars; type a number such as 13900.")
    return amount


def _whole(question: str, typed: str, low: int, high: int) -> int | None:
    text = typed.strip().replace(",", "").replace(" ", "")
    if not text:
        return None
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 13 else -1
    if not low <= number <= high:
        raise AnswerError(f"{question}: {typed.strip()!r} is not a whole number from {low:,} to {high:,}.")
    return number
