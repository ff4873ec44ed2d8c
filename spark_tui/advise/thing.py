"""What is known of a model, an engine or a platform: its facts with their sources, and the setups that use it."""

from collections.abc import Iterator
from typing import NamedTuple

from spark_tui.advise import wording
from spark_tui.advise.elsewhere import run
from spark_tui.advise.fact import facts, kv_sizes, sizes
from spark_tui.advise.figure import quality_sentence
from spark_tui.advise.needs import Needs
from spark_tui.advise.sentence import Section, Sentence, advised, cite, noted, quoted
from spark_tui.advise.speed import decode_speed
from spark_tui.advise.target import Target
from spark_tui.advise.wording import counted, machines
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.things import Engine, Model, Platform

_MOST_SETUPS = 60
"""Setups that one page lists."""


class Thing(NamedTuple):
    """A model, engine or platform and what the catalog holds on it."""

    entry: Model | Engine | Platform
    sections: tuple[Section, ...]
    setups: tuple[str, ...]
    """Ids of the setups that use it."""


def thing(catalog: Catalog, asked: Target) -> Thing | None:
    """Look up a model, engine or platform by id, its setups only on the boxes asked for; None where there is none."""
    name, boxes, _ = asked
    entry = catalog.models.get(name) or catalog.engines.get(name) or catalog.platforms.get(name)
    if entry is None:
        return None
    everywhere = (*catalog.offers, *catalog.elsewhere)
    offers = [o for o in everywhere if name in _uses(o) and boxes in (None, o.setup.boxes)]
    is_box = not isinstance(entry, Platform) or entry.is_box
    on_boxes = f" on {counted(boxes, 'box' if is_box else 'machine')}" if boxes else ""
    sections = (
        Section("Facts", tuple(facts(entry))),
        Section(f"Setups{on_boxes}", tuple(_setups(catalog, entry, offers)) or (Sentence("None is published."),)),
        *(_of_model(catalog, entry) if isinstance(entry, Model) else ()),
        Section("Advice", tuple(_advice(catalog, name))),
        Section("What owners say", tuple(_said(catalog, name))),
    )
    shown = tuple(section for section in sections if section.sentences)
    return Thing(entry, shown, tuple(offer.setup.id for offer in offers))


def _uses(offer: Offer) -> tuple[str | None, ...]:
    return offer.recipe.model, offer.recipe.engine, offer.setup.platform


def _setups(catalog: Catalog, entry: Model | Engine | Platform, offers: list[Offer]) -> Iterator[Sentence]:
    """Yield the setups; of another machine with every figure, for it has no screen of its own."""
    if isinstance(entry, Platform) and not entry.is_box:
        for offer in offers:
            yield from run(offer)
        return
    ordered = sorted(offers, key=lambda one: (not one.platform.is_box, one.setup.boxes, one.setup.id))
    for offer in ordered[:_MOST_SETUPS]:
        speed = decode_speed(offer, Needs())
        cites = (cite(speed.measurement),) if speed.measurement else ()
        yield Sentence(f"{machines(offer)}: {catalog.title_of(offer)}, {wording.speed(speed)}.", cites)
    if len(ordered) > _MOST_SETUPS:
        yield Sentence(f"And {len(ordered) - _MOST_SETUPS:,} more; the picks list them all.")


def _of_model(catalog: Catalog, model: Model) -> Iterator[Section]:
    files = [one for one in catalog.content.weights if one.model == model.id]
    yield Section("What it weighs", tuple(sentence for one in files for sentence in sizes(one)))
    yield Section("KV cache", tuple(kv_sizes(model)))
    yield Section("Quality of the original model", tuple(map(quality_sentence, model.quality)))
    builds = (quality_sentence(result)._replace(text=f"{one.name}: {quality_sentence(result).text}")
              for one in files for result in one.quality)  # fmt: skip
    yield Section("Quality of its builds", tuple(builds))


def _advice(catalog: Catalog, name: str) -> Iterator[Sentence]:
    recipes = {recipe.id for recipe in catalog.content.recipes if name in (recipe.model, recipe.engine)}
    for advice in catalog.content.advice:
        if name in advice.models or recipes & set(advice.recipes):
            yield advised(advice)


def _said(catalog: Catalog, name: str) -> Iterator[Sentence]:
    for quote in catalog.content.quotes:
        if name in quote.topics:
            yield quoted(quote)
    for note in catalog.content.notes:
        if name in note.topics:
            yield noted(note)
