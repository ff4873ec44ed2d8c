"""Two to four setups side by side, and what a person would say of them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spark_tui.advise.needs import Needs
from spark_tui.advise.sentence import Cite, Sentence, cite
from spark_tui.advise.table import Table, commercial_use, tables
from spark_tui.advise.wording import counted, machines
from spark_tui.catalog.catalog import Catalog, Offer

LEAST, MOST = 2, 4
"""How many setups can be compared at once."""
_MOST_FIGURES = 4
"""Figures that are named in favour of one setup; the table has them all."""


class Comparison(NamedTuple):
    """Setups side by side."""

    offers: tuple[Offer, ...]
    names: tuple[str, ...]
    """What the setups are called here, each differently."""
    tables: tuple[Table, ...]
    verdict: tuple[Sentence, ...]
    """What a person would say."""


class _Point(NamedTuple):
    """Something that speaks for a setup."""

    text: str
    cites: tuple[Cite, ...] = ()


def compare(catalog: Catalog, offers: Sequence[Offer], needs: Needs) -> Comparison:
    """Set 2 to 4 setups side by side, fits for the context and streams of `needs`."""
    facts, names = tables(catalog, offers, needs), tuple(_names(catalog, offers))
    return Comparison(tuple(offers), names, facts, tuple(_verdict(catalog, offers, names, facts)))


def _names(catalog: Catalog, offers: Sequence[Offer]) -> Iterator[str]:
    """Yield the setups' names; where two are the same, with what tells them apart."""
    names = [catalog.title_of(offer) for offer in offers]
    with_machines = [f"{name} on {machines(offer)}" for name, offer in zip(names, offers, strict=True)]
    for offer, name, longer in zip(offers, names, with_machines, strict=True):
        if names.count(name) == 1:
            yield name
        else:
            yield longer if with_machines.count(longer) == 1 else f"{name} ({offer.setup.id})"


def _verdict(
    catalog: Catalog, offers: Sequence[Offer], names: Sequence[str], facts: Sequence[Table]
) -> Iterator[Sentence]:
    speed = next((table for table in facts if table.title == "Speed"), None)
    for place, name in enumerate(names):
        points = [*_by_figures(facts, place), *_by_facts(catalog, offers, place)]
        if points:
            cites = tuple(one for point in points for one in point.cites)
            yield Sentence(f"Take {name} for {'; '.join(point.text for point in points)}.", cites)
        else:
            yield Sentence(f"{name}: nothing that was published under the same conditions speaks for it alone.")
    if speed is None or not any(cell.best for row in speed.rows for cell in row.cells):
        yield Sentence("No speeds were published under the same conditions, so they compare only roughly.")
    elif len({offer.recipe.author for offer in offers}) > 1:
        yield _roughly(catalog)


def _by_figures(facts: Sequence[Table], place: int) -> Iterator[_Point]:
    """Yield the rows in which a setup is best, each with what the others have."""
    rows = [row for table in facts for row in table.rows if row.cells[place].best]
    rows.sort(key=lambda row: row.name not in {"prose, one stream", "code, one stream"})
    for row in rows[:_MOST_FIGURES]:
        others = [cell for n, cell in enumerate(row.cells) if n != place and cell.beside]
        against = " and ".join(cell.short for cell in others)
        also = "".join(f"; also {cell.also}" for cell in (row.cells[place], *others) if cell.also)
        cites = tuple(one for cell in (row.cells[place], *others) for one in cell.cites[:1])
        unit = row.unit if row.unit.startswith("%") or not row.unit else f" {row.unit}"
        yield _Point(f"{_inside(row.name)} ({row.cells[place].short} against {against}{unit}{also})", cites)


def _inside(name: str) -> str:
    """A row's name inside a sentence: KV cache stays, Window becomes window."""
    return name if name[:2].isupper() else name[:1].lower() + name[1:]


def _by_facts(catalog: Catalog, offers: Sequence[Offer], place: int) -> Iterator[_Point]:
    """Yield what speaks for a setup beside figures: the fewest boxes, the vendor behind it, no custom kernels …"""
    one, others = offers[place], [offer for n, offer in enumerate(offers) if n != place]
    if all(one.setup.platform == other.setup.platform for other in others):
        counts = [other.setup.boxes for other in others]
        more = max(counts) - one.setup.boxes
        if more > 0 and one.setup.boxes <= min(counts):
            yield _Point(f"{counted(more, 'box')} fewer")
    if one.recipe.vendor_documented and not any(other.recipe.vendor_documented for other in others):
        yield _Point("NVIDIA's own documentation of it")
    if one.recipe.custom_kernels is False and all(other.recipe.custom_kernels for other in others):
        yield _Point("no custom kernels")
    forbidden = [commercial_use(catalog, other).startswith("no") for other in others]
    if commercial_use(catalog, one) == "yes" and all(forbidden):
        yield _Point("commercial use")
    if one.weights and one.weights.official and not any(o.weights and o.weights.official for o in others):
        yield _Point("the weights as their maker released them")


def _roughly(catalog: Catalog) -> Sentence:
    note = catalog.notes.get("compare-across-builds")
    return Sentence("Different people measured with prompts of their own: small differences mean nothing.",
                    (cite(note),) if note else ())  # fmt: skip
