"""What is known of a model, an engine or a platform: its facts with their sources, and the setups that use it."""

from collections.abc import Iterator
from typing import NamedTuple

from spark_tui.advise import wording
from spark_tui.advise.needs import Needs
from spark_tui.advise.sentence import Cite, Section, Sentence, cite
from spark_tui.advise.speed import decode_speed
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.things import Engine, Model, Platform

_NOT_FACTS = {"id", "name", "words", "cite", "kv", "note", "is_box"}


class Thing(NamedTuple):
    """A model, engine or platform and what the catalog holds on it."""

    entry: Model | Engine | Platform
    sections: tuple[Section, ...]


def thing(catalog: Catalog, name: str) -> Thing | None:
    """Look up a model, engine or platform by id; None where there is none."""
    entry = catalog.models.get(name) or catalog.engines.get(name) or catalog.platforms.get(name)
    if entry is None:
        return None
    offers = [offer for offer in (*catalog.offers, *catalog.elsewhere) if name in _uses(offer)]
    sections = (
        Section("Facts", tuple(_facts(entry))),
        Section("Setups", tuple(map(_setup, offers))),
        Section("Advice", tuple(_advice(catalog, name))),
        Section("What owners say", tuple(_said(catalog, name))),
    )
    return Thing(entry, tuple(section for section in sections if section.sentences))


def _uses(offer: Offer) -> tuple[str | None, ...]:
    return offer.recipe.model, offer.recipe.engine, offer.setup.platform


def _facts(entry: Model | Engine | Platform) -> Iterator[Sentence]:
    for field, value in entry:
        if field not in _NOT_FACTS and value not in (None, ()):
            said = ", ".join(value) if isinstance(value, tuple) else f"{value:,}" if _is_number(value) else str(value)
            name = field.replace("_", " ").replace("parameters b", "parameters, billions").replace(" gib", ", GiB")
            yield Sentence(f"{name.capitalize()}: {said}.".replace("..", "."), tuple(map(cite, entry.citations(field))))
    if isinstance(entry, Model):
        for size in entry.kv:
            where = " ".join(word for word in (size.kv_type, size.engine and f"in {size.engine}") if word)
            yield Sentence(f"KV cache {where}: {size.bytes_per_token:,.0f} bytes a token.", (cite(size),))
    if not isinstance(entry, Engine) and entry.note:
        yield Sentence(entry.note)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _setup(offer: Offer) -> Sentence:
    speed = decode_speed(offer, Needs())
    cites = (cite(speed.measurement),) if speed.measurement else ()
    return Sentence(f"{offer.setup.id}: {offer.recipe.name}, {wording.speed(speed)}.", cites)


def _advice(catalog: Catalog, name: str) -> Iterator[Sentence]:
    for advice in catalog.content.advice:
        if name in advice.models:
            yield Sentence(f"{advice.who}: {advice.text}", (cite(advice),))


def _said(catalog: Catalog, name: str) -> Iterator[Sentence]:
    for quote in catalog.content.quotes:
        if name in quote.topics:
            yield Sentence(f"“{quote.text}” {quote.who}", (Cite(quote.source, quote.locator),))
    for note in catalog.content.notes:
        if name in note.topics:
            yield Sentence(note.text, (cite(note),))
