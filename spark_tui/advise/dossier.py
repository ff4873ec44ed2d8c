"""Everything the catalog holds on one setup, in the sections in which screens and verbs show it."""

from collections.abc import Iterator

from spark_tui.advise.download import downloads
from spark_tui.advise.expected import expected
from spark_tui.advise.expecting import expecting
from spark_tui.advise.explain import box_changes, caveats, fit_reasons, opinions
from spark_tui.advise.figure import figures, qualities, quality_sentence
from spark_tui.advise.fit import fit_of
from spark_tui.advise.needs import Needs
from spark_tui.advise.sentence import Cite, Section, Sentence, cite
from spark_tui.advise.speed import speed_for
from spark_tui.advise.wording import tokens
from spark_tui.catalog.catalog import Catalog, Offer

Dossier = dict[str, tuple[Section, ...]]
"""Sections by the title of their tab."""


def dossier(catalog: Catalog, offer: Offer, needs: Needs, boxes: int, mbit: float | None = None) -> Dossier:
    """Return the sections on a setup for an owner of `boxes`, who downloads at `mbit` Mbit/s.

    A tab without sections says that nothing is known.
    """
    fit = fit_of(catalog, offer, needs.context, needs.at_once)
    warnings = Section("Watch out", tuple(caveats(catalog, offer, fit, needs, boxes)))
    steps = box_changes(catalog, offer.model.id, offer.setup.boxes, first=offer.recipe.id)
    more_boxes = Section("One box more or fewer", tuple(steps))
    speed = speed_for(offer, needs)
    tabs = {
        "Fit": (Section("Does it fit?", (*fit_reasons(offer, fit), *_room(offer))), warnings),
        "Speed": (
            Section(f"What to expect for {needs.use}", tuple(expecting(expected(catalog, offer, speed, needs), needs))),
            Section("Published figures", tuple(figures(offer.setup.measurements))),
            more_boxes,
        ),
        "Quality": (
            Section("Against full precision", tuple(_quality(offer))),
            Section("Of the original model", tuple(map(quality_sentence, offer.model.quality))),
        ),
        "Opinions": (Section("What owners say", tuple(opinions(catalog, offer))),),
        "Download": downloads(catalog, offer, mbit),
    }
    found = {tab: tuple(section for section in sections if section.sentences) for tab, sections in tabs.items()}
    found["Sources"] = (Section("Every source used here", tuple(_sources(catalog, found))),)
    nothing = (Section("Nothing yet", (Sentence("The catalog holds nothing on this."),)),)
    return {tab: sections or nothing for tab, sections in found.items()}


def _quality(offer: Offer) -> Iterator[Sentence]:
    if offer.weights is not None and offer.weights.official:
        yield Sentence(f"Runs the weights as {offer.model.maker} released them.")
    yield from qualities(offer)


def _room(offer: Offer) -> Iterator[Sentence]:
    """Window, slots and cache, each with where it stands."""
    setup = offer.setup
    said = (
        ("context_tokens", "Window of one request: {} tokens.", tokens),
        ("usable_tokens", "Of that, usable: {} tokens.", tokens),
        ("tested_tokens", "Longest prompt answered: {} tokens.", tokens),
        ("slots", "Requests at once: {}.", str),
        ("kv_pool_tokens", "KV cache over all requests: {} tokens.", tokens),
    )
    for field, text, worded in said:
        value = getattr(setup, field)
        if value is not None:
            yield Sentence(text.format(worded(value)), tuple(map(cite, setup.citations(field))))


def _sources(catalog: Catalog, tabs: Dossier) -> Iterator[Sentence]:
    """Every place that the other tabs cite, by source."""
    cites = [one for sections in tabs.values() for s in sections for sentence in s.sentences for one in sentence.cites]
    places: dict[str, dict[str, Cite]] = {}
    for one in cites:
        places.setdefault(one.source, {}).setdefault(one.locator, one)
    for source, found in places.items():
        yield Sentence(f"{catalog.sources[source].title} ({source})", tuple(found.values())[:6])
