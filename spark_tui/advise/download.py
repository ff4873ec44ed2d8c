"""What has to be downloaded for a setup, how much room it takes where, and how sure that is today."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from spark_tui.advise.freshness import freshness, seen_at, short_mark
from spark_tui.advise.memory import resident_gib
from spark_tui.advise.sentence import Cite, Section, Sentence, cite
from spark_tui.advise.wording import duration, gb, gib, number
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.recipe import Part
from spark_tui.catalog.repository import Known
from spark_tui.catalog.things import LIVE, Size, Weights
from spark_tui.catalog.weighing import chosen, size, wanted

SIZE_CELLS = 8
"""Cells that `size_cell` takes."""
_EXAMPLES = (100, 1_000)
"""Mbit/s for which a time is told where the owner's speed is not known."""
_ROLES = {"main": "Weights", "draft": "Drafter", "tables": "Tables", "head": "Head"}


class Piece(NamedTuple):
    """One part of a setup, and what there is to download for it."""

    part: Part
    weights: Weights
    gb: float | None
    """GB (10^9 bytes) of one copy; None where nobody says."""
    cites: tuple[Cite, ...]
    known: Known | None
    """What the Hub said of its repository."""

    @property
    def told_today(self) -> bool:
        """Whether the size is the Hub's, not one that a source prints."""
        return any(one.source == LIVE for one in self.cites)


def pieces(catalog: Catalog, offer: Offer) -> tuple[Piece, ...]:
    """Return the parts of a setup. Tables that come with the files of another part are not counted twice."""
    parts = offer.setup.parts if offer.setup.parts is not None else offer.recipe.parts
    whole = {part.weights for part in parts if part.role != "tables"}
    return tuple(_piece(catalog, part) for part in parts if part.role != "tables" or part.weights not in whole)


def _piece(catalog: Catalog, part: Part) -> Piece:
    weights = catalog.weights[part.weights]
    asked = wanted(weights)
    known = catalog.today.known.get(asked) if asked else None
    patterns = part.files or (weights.table_files if part.role == "tables" else ())
    if patterns and known and known.now:
        files = chosen(known.now.files, patterns)
        if files:
            return Piece(part, weights, size(files) / 1e9, (seen_at(known.now, len(files)),), known)
    # Where no source prints the size of the files, what they hold in memory comes near.
    kinds = ("tables",) if part.role == "tables" else ("disk", "resident")
    printed = next((one for kind in kinds if (one := _printed(weights, kind))), None)
    if printed is None:
        return Piece(part, weights, None, (), known)
    return Piece(part, weights, printed.gib * 2**30 / 1e9, (cite(printed),), known)


def _printed(weights: Weights, what: str) -> Size | None:
    """The size of today, else the largest that a source prints."""
    sizes = [one for one in weights.sizes if one.what == what]
    live = [one for one in sizes if one.source == LIVE]
    return max(live or sizes, key=lambda one: one.gib, default=None)


def total_gb(found: Iterable[Piece]) -> float | None:
    """Return the GB of one copy of everything; None where a part's size is not known."""
    sizes = [one.gb for one in found]
    return None if None in sizes or not sizes else sum(one for one in sizes if one is not None)


def room_gb(found: Iterable[Piece], *, head: bool) -> float | None:
    """Return the GB that the head, or each other box, keeps on disk; None where a size is not known.

    Where no source says that a part lies elsewhere, it lies on every box: room that is not needed does no harm.
    """
    here = [one for one in found if head or one.part.place != "head"]
    return total_gb(here) if here else 0.0


def seconds(gb_: float, mbit: float) -> float:
    """Return how long a download takes at a speed in Mbit/s."""
    return gb_ * 8_000 / mbit


def size_cell(catalog: Catalog, offer: Offer, now: datetime) -> str:
    """Return a setup's download for a column: `178`, `178 ↑`, `390 ! 3d` where it was seen three days ago."""
    found = pieces(catalog, offer)
    whole = total_gb(found)
    amount = "?" if whole is None else f"{whole:,.0f}"
    marked = row_marks(catalog)
    mark = next((mark for one in found if (mark := marked.get(one.weights.id))), "")
    seen = [one.known.now.seen for one in found if one.known and one.known.now]
    days = (now - min(seen)).days if seen else 0
    return f"{amount}{mark}{f' {days}d' if days > 0 else ''}"


@lru_cache(maxsize=1)
def row_marks(catalog: Catalog) -> dict[str, str]:
    """Return the mark of each of the weights that have one, by id; worked out once: a list asks for every row."""
    found = ((one.id, short_mark(one, catalog.today.known.get(asked))) for one in catalog.content.weights
             if (asked := wanted(one)) in catalog.today.known and asked)  # fmt: skip
    return {name: mark for name, mark in found if mark}


def downloads(catalog: Catalog, offer: Offer, mbit: float | None, now: datetime | None = None) -> tuple[Section, ...]:
    """Tell what to download, where it lies, how long it takes at `mbit` Mbit/s, and how fresh that is."""
    now = now or datetime.now(UTC)
    found = pieces(catalog, offer)
    if not found:
        return ()
    sections = (
        Section("What to download", (*map(_told, found), *_time(found, mbit))),
        Section("Room on disk", tuple(_room(offer, found))),
        Section(
            "How fresh this is", tuple(one for piece in found for one in freshness(piece.weights, piece.known, now))
        ),
    )
    return tuple(section for section in sections if section.sentences)


def _told(piece: Piece) -> Sentence:
    where = {"every box": ", for every box", "head": ", for the head", "shared": ", one copy for all", None: ""}
    amount = "size not known" if piece.gb is None else gb(piece.gb)
    repo = f" ({piece.weights.repo})" if piece.weights.repo else ""
    stays = "; stays on disk while serving" if not piece.part.resident else ""
    role = _ROLES[piece.part.role]
    return Sentence(f"{role}: {piece.weights.name}{repo}, {amount}{where[piece.part.place]}{stays}.", piece.cites)


def _time(found: tuple[Piece, ...], mbit: float | None) -> Iterator[Sentence]:
    whole = total_gb(found)
    if whole is None:
        yield Sentence("How much that is in all is not known.")
        return
    speeds = [mbit] if mbit else _EXAMPLES
    times = " or ".join(f"{duration(seconds(whole, one))} at {number(one)} Mbit/s" for one in speeds)
    yield Sentence(f"In all {gb(whole)} to download once: about {times}.")


def _room(offer: Offer, found: tuple[Piece, ...]) -> Iterator[Sentence]:
    heads, workers = room_gb(found, head=True), room_gb(found, head=False)
    boxes = offer.setup.boxes
    if heads is not None:
        where = "The box" if boxes == 1 else "Every box" if heads == workers else "The head"
        yield Sentence(f"{where} needs room for {gb(heads)}.")
    if boxes > 1 and workers is not None and workers != heads:
        others = "The other box needs" if boxes == 2 else "Each of the other boxes needs"
        yield Sentence(f"{others} room for {gb(workers)}.")
    if boxes > 1 and any(one.part.place is None for one in found):
        yield Sentence("Which box holds which part no source says: counted on every box.")
    if any(one.part.place == "shared" for one in found):
        yield Sentence("One copy serves all boxes, or each holds its share: counted whole on every box.")
    yield from (one for piece in found if piece.part.resident for one in _converted(piece))


def _converted(piece: Piece) -> Iterator[Sentence]:
    """Say where memory is not counted by the files: engines convert weights while they load them."""
    stated = [one for one in piece.weights.sizes if one.what == "resident"]
    known = resident_gib(piece.weights)
    if stated and piece.told_today and known is not None:
        yield Sentence(f"In memory {piece.weights.name} counts as its source says, {gib(known)} over all boxes, "
                       "not by the size of its files.", tuple(map(cite, stated)))  # fmt: skip


def setup_data(catalog: Catalog, offer: Offer) -> dict[str, Any]:
    """Return the parts of a setup with their sizes; GB are 10^9 bytes, null where nobody knows."""
    found = pieces(catalog, offer)
    return {
        "setup": offer.setup.id,
        "parts": [
            {"weights": one.weights.id, "repo": one.weights.repo, "role": one.part.role, "place": one.part.place,
             "resident": one.part.resident, "gb": one.gb and round(one.gb, 3), "told_by_hub": one.told_today,
             "mark": short_mark(one.weights, one.known)}
            for one in found
        ],
        "download_gb": _round(total_gb(found)),
        "head_gb": _round(room_gb(found, head=True)),
        "worker_gb": _round(room_gb(found, head=False)) if offer.setup.boxes > 1 else None,
    }  # fmt: skip


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
