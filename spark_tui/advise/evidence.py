"""How do we know? Everything that was published beside a figure."""

from collections.abc import Iterator

from spark_tui.advise import wording
from spark_tui.advise.alike import same_conditions
from spark_tui.advise.explain import concerns
from spark_tui.advise.figure import figure_kind, figure_sentence
from spark_tui.advise.sentence import Section, Sentence, cite, noted
from spark_tui.advise.speed import leading
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Measurement

_MOST_ELSEWHERE = 12
"""Figures of other setups of the recipe that are listed."""


def evidence(catalog: Catalog, measurement: Measurement) -> tuple[Section, ...]:
    """Return every figure for the same setup and condition, then what is near. Empty parts are left out."""
    offer = catalog.offer_with(measurement.id)
    if offer is None:
        return ()
    here = [m for m in offer.setup.measurements if m.metric == measurement.metric]
    same = [m for m in here if figure_kind(m) == figure_kind(measurement)]
    first = leading(offer, same)
    ordered = [first, *(m for m in same if m is not first)]
    sections = (
        Section(f"{wording.heading(measurement).capitalize()}, {offer.setup.id}",
                (*_agreement(ordered), *(_witness(catalog, offer, m) for m in ordered))),
        Section("In dispute", tuple(_disputes(catalog, offer))),
        Section("Under other conditions, same setup",
                tuple(figure_sentence(m) for m in here if m not in same)),
        Section("On other setups of this recipe", tuple(_elsewhere(catalog, offer, measurement))),
    )  # fmt: skip
    return tuple(section for section in sections if section.sentences)


def _witness(catalog: Catalog, offer: Offer, m: Measurement) -> Sentence:
    """A figure with whose it is, when it was measured and where it stands, so that two can be weighed."""
    source = catalog.sources[m.source]
    author = "the recipe's author" if m.who == offer.recipe.author else "not its author"
    when = f"measured {m.date}" if m.date else "undated"
    whose = f", {author}" if m.who else ""
    where = source.title if source.publisher == "not stated" else f"{source.kind} by {source.publisher}"
    return figure_sentence(m, f"{whose}; {when}; {where}")


def _agreement(same: list[Measurement]) -> Iterator[Sentence]:
    """Say how many figures there are and how far they are apart, where their conditions allow that."""
    different = {(m.value, m.who) for m in same}  # One figure that stands in two places is one.
    if len(different) == 1:
        yield Sentence("One figure was published for this; nobody has repeated it.")
        return
    values = [m.value for m in same]
    people = len({m.who for m in same} - {None}) or 1  # Somebody not named may be the same person.
    by = "one person" if people == 1 else f"{people} people"
    if not all(same_conditions(same[0], m) for m in same):
        yield Sentence(f"{len(different)} figures by {by}, under conditions that differ:")
    elif min(values) == max(values):
        yield Sentence(f"{len(different)} figures by {by}, and they agree:")
    else:
        apart = max(values) / min(values) - 1 if min(values) else 0.0
        yield Sentence(f"{len(different)} figures by {by}; the highest is {apart:.0%} above the lowest:")


def _disputes(catalog: Catalog, offer: Offer) -> Iterator[Sentence]:
    for caveat in (*offer.recipe.caveats, *offer.setup.caveats):
        if caveat.kind == "dispute":
            yield Sentence(caveat.text, (cite(caveat),))
    for note in catalog.content.notes:
        if note.kind == "dispute" and concerns(note.topics, offer):
            yield noted(note)


def _elsewhere(catalog: Catalog, offer: Offer, measurement: Measurement) -> Iterator[Sentence]:
    near = [
        (other, m)
        for other in catalog.offers_of_recipe(offer.recipe.id)
        if other.setup.id != offer.setup.id
        for m in other.setup.measurements
        if figure_kind(m) == figure_kind(measurement)
    ]
    for other, m in near[:_MOST_ELSEWHERE]:
        found = figure_sentence(m)
        yield found._replace(text=f"{other.setup.id}: {found.text}")
