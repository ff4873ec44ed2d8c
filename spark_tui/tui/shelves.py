"""What the lists beside the picks hold: models, engines, other machines, quotes, what expected speeds rest on."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from spark_tui.advise import wording
from spark_tui.advise.elsewhere import machines, price_of
from spark_tui.advise.expecting import claims
from spark_tui.advise.grounds import Ground, of_claims, of_moves
from spark_tui.advise.more_boxes import one_more_box
from spark_tui.advise.rank import Ranking
from spark_tui.advise.remark import remark
from spark_tui.advise.sentence import Section, Sentence
from spark_tui.advise.speed import Speed
from spark_tui.advise.target import Target
from spark_tui.advise.thing import thing
from spark_tui.advise.wording import counted, dollars, tokens
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.things import Engine, Model, Platform
from spark_tui.tui.widgets.row_table import Column


class Row(NamedTuple):
    """One row of a list, with what there is to tell of it."""

    id: str
    name: str
    cells: tuple[str, ...]
    tell: Callable[[], tuple[Section, ...]]
    """Made only for the row that is looked at."""


class Shelf(NamedTuple):
    """A list to look through."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    narrows: str | None = None
    """The field of the needs that a row can narrow the picks to: `models` or `engines`."""


def models(catalog: Catalog, ranking: Ranking) -> Shelf:
    """Return every model, with its size and the best published speed on the boxes planned for."""
    boxes = ranking.plan.boxes
    columns = (Column("Model"), Column("In all", 7), Column("Active", 6), Column("Context", 7), Column("Setups", 6),
               Column(f"Best on {counted(boxes, 'box')}", 18))  # fmt: skip
    setups = Counter(offer.model.id for offer in catalog.offers)
    best: dict[str, Speed] = {}
    for pick in ranking.picks:
        best.setdefault(pick.offer.model.id, pick.speed)
    rows = []
    for model in sorted(catalog.content.models, key=lambda one: -setups[one.id]):
        speed = wording.speed(best[model.id]).replace(" tok/s", "") if model.id in best else "no pick"
        context = tokens(model.context_tokens) if model.context_tokens else "?"
        size = (_billions(model.parameters_b), _billions(model.active_b))
        rows.append(_row(catalog, model, (model.name, *size, context, str(setups[model.id]), speed)))
    return Shelf("Models", columns, tuple(rows), "models")


def _row(catalog: Catalog, entry: Model | Engine | Platform, cells: tuple[str, ...]) -> Row:
    return Row(entry.id, entry.name, cells, partial(_page, catalog, entry.id))


def _billions(count: float | None) -> str:
    return f"{wording.number(round(count, 1))}B" if count else "?"


def engines(catalog: Catalog, _: Ranking) -> Shelf:
    """Return every engine, with its formats and how it spans boxes."""
    columns = (Column("Engine", 22), Column("Formats", 22), Column("Setups", 6), Column("Boxes"))
    setups = Counter(offer.recipe.engine for offer in catalog.offers)
    engines = sorted(catalog.content.engines, key=lambda one: -setups[one.id])
    cells = ((one.name, ", ".join(one.formats) or "?", str(setups[one.id]), one.boxes or "?") for one in engines)
    rows = tuple(_row(catalog, engine, some) for engine, some in zip(engines, cells, strict=True))
    return Shelf("Engines", columns, rows, "engines")


def elsewhere(catalog: Catalog, ranking: Ranking) -> Shelf:
    """Return the boxes planned for, then other machines, those with about the same memory or money first."""
    plan, box = ranking.plan, catalog.box
    columns = (Column("Machine"), Column("Memory", 7), Column("Price", 9), Column("Beside your boxes", 26))
    cost = dollars(plan.price * plan.boxes) if plan.price else "?"
    memory = f"{(box.memory_gb or 0) * plan.boxes:,.0f} GB"
    own = Row(box.id, box.name, (f"{counted(plan.boxes, 'box')}, yours", memory, cost, "ranked under picks"),
              partial(_own_boxes, catalog, ranking))  # fmt: skip
    others = []
    for machine in machines(catalog, plan):
        platform, price = machine.platform, price_of(machine.platform, plan.price)
        size = f"{platform.memory_gb:,.0f} GB" if platform.memory_gb else "?"
        cells = (platform.name, size, dollars(price) if price else "?", machine.why)
        others.append(_row(catalog, platform, cells))
    return Shelf(f"The same money or memory as {counted(plan.boxes, 'box')}, elsewhere", columns, (own, *others))


def _own_boxes(catalog: Catalog, ranking: Ranking) -> tuple[Section, ...]:
    first = (Sentence(f"First pick: {pick.offer.recipe.name}, {wording.speed(pick.speed)}.")
             for pick in ranking.picks[:1])  # fmt: skip
    said = (*ranking.plan.sentences, *first, *one_more_box(catalog, ranking))
    return (Section("Your boxes", said), *_page(catalog, catalog.box.id)[:1])


def quotes(catalog: Catalog, _: Ranking) -> Shelf:
    """Return what owners said, in their own words."""
    columns = (Column("Who", 18), Column("Said"))
    rows = []
    for quote in catalog.content.quotes:
        rows.append(Row(quote.id, f"{quote.who}, {', '.join(quote.topics)}", (quote.who, quote.text),
                        partial(_remark, catalog, quote.id)))  # fmt: skip
    return Shelf("What owners say", columns, tuple(rows))


def _remark(catalog: Catalog, name: str) -> tuple[Section, ...]:
    said = remark(catalog, name)
    return said.sections if said else ()


def evidence(catalog: Catalog, _: Ranking) -> Shelf:
    """Return what expected speeds rest on: claims beside what others measured, then how conditions move speed."""
    columns = (Column("What"), Column("From", 10), Column("To", 10), Column("Times", 5), Column("Rests on", 27))
    rows = []
    for ground in (*of_moves(catalog), *of_claims(catalog)):
        cells = (ground.what, ground.before, ground.after, f"{ground.ratio:.2f}", ground.rests_on)
        name = f"{ground.what}, {ground.before} to {ground.after}"
        rows.append(Row(ground.id, name, cells, partial(_ground, catalog, ground)))
    return Shelf("What expected speeds rest on", columns, tuple(rows))


def _ground(catalog: Catalog, ground: Ground) -> tuple[Section, ...]:
    return (*ground.sections, Section("In all", (claims(catalog),)))


SHELVES: dict[str, Callable[[Catalog, Ranking], Shelf]] = {
    "models": models,
    "engines": engines,
    "elsewhere": elsewhere,
    "quotes": quotes,
    "evidence": evidence,
}
"""Every list, by the name under which a key or a command opens it."""


def _page(catalog: Catalog, name: str) -> tuple[Section, ...]:
    found = thing(catalog, Target(name, None, None))
    return found.sections if found else ()


def offers_of(catalog: Catalog, setups: Iterable[str]) -> Iterator[Offer]:
    """Yield setups by their ids; those that the catalog no longer has are left out."""
    found = map(catalog.offer, setups)
    yield from (offer for offer in found if offer is not None)
