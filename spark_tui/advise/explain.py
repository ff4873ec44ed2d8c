"""The story of a pick: sentences built from figures, each with its sources. Made only for what is looked at."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from spark_tui.advise import wording
from spark_tui.advise.difference import Change, changes, of_more_boxes
from spark_tui.advise.exclude import licences
from spark_tui.advise.expecting import expecting
from spark_tui.advise.figure import figure_sentence
from spark_tui.advise.fit import Fit, size_cites
from spark_tui.advise.memory import kv_size
from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import Pick, Ranking
from spark_tui.advise.sentence import Cite, Section, Sentence, advised, cite, noted, quoted
from spark_tui.advise.speed import Evidence, Speed
from spark_tui.advise.wording import counted, gib, machines, tokens
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Advice

_MOST_STEPS = 6
"""Recipes of which a story tells what a box more or fewer changes."""
_BEHIND = {
    Evidence.REPLICATED: "its author and somebody else measured it",
    Evidence.INDEPENDENT: "measured by somebody else than its author",
    Evidence.CLAIM: "its author's own figure",
    Evidence.NONE: "",
}


def story(catalog: Catalog, ranking: Ranking, pick: Pick) -> tuple[Section, ...]:
    """Tell why a pick stands where it stands. Empty sections are left out."""
    offer = pick.offer
    sections = (
        Section("Why", tuple(reasons(catalog, pick, ranking.needs, ranking.plan.boxes))),
        Section("Against the next picks", tuple(against_next(ranking, pick))),
        Section(
            "One box more or fewer",
            tuple(box_changes(catalog, offer.model.id, offer.setup.boxes, first=offer.recipe.id)),
        ),
        Section("Watch out", tuple(caveats(catalog, offer, pick.fit, ranking.needs, ranking.plan.boxes))),
        Section("What owners say", tuple(opinions(catalog, offer))),
    )
    return tuple(section for section in sections if section.sentences)


def reasons(catalog: Catalog, pick: Pick, needs: Needs, boxes: int) -> Iterator[Sentence]:
    """Yield why a pick stands where it stands: speed, fit, advice and what stays in doubt."""
    yield from speed_reasons(pick.speed, needs)
    if pick.expected.steps or pick.expected.value is None:  # Else it is what was published, said above.
        yield from expecting(pick.expected, needs)
    yield from fit_reasons(pick.offer, pick.fit)
    if pick.closeness.result is not None:
        result = pick.closeness.result
        yield Sentence(f"Quality: {wording.quality(result)}.", (cite(result),))
    elif pick.offer.weights is not None and pick.offer.weights.official:
        yield Sentence(f"Runs the weights as {pick.offer.model.maker} released them.")
    yield from (advised(one) for one in advice_for(catalog, pick.offer, boxes) if one.stance == "for")
    if pick.offer.setup.boxes < boxes:
        yield Sentence(f"Uses {pick.offer.setup.boxes} of your {boxes} boxes.")
    yield from pick.doubts


def speed_reasons(speed: Speed, needs: Needs) -> Iterator[Sentence]:
    """Say which figure speaks for the use, under which conditions, and who stands behind it."""
    chosen = speed.measurement
    if chosen is None:
        yield Sentence("No speed was published for it.")
        return
    who = f"; {chosen.who}: {_BEHIND[speed.evidence]}" if chosen.who else "; who measured it is not stated"
    text = f"{wording.metric(chosen).capitalize()} {wording.value(chosen)}"
    conditions = wording.conditions(chosen)
    yield Sentence(f"{text}{f' ({conditions})' if conditions else ''}{who}.", (cite(chosen),))
    if speed.at_least:
        yield Sentence(f"Nobody measured {counted(needs.at_once, 'stream')}: take it as at least that in total.")
    elif speed.stands_in and needs.use == "long":
        yield Sentence(f"No needle test at {tokens(needs.window)} was published; the prefill speed stands in.")
    elif speed.stands_in:
        asked = needs.asked_use.speaks[0]
        yield Sentence(
            f"No {asked} figure was published; {chosen.workload or 'one without a stated prompt'} stands in."
        )
    for other in speed.others:
        person = other.who or "somebody not named"
        also = f"{wording.value(other)} ({wording.conditions(other)})"
        yield Sentence(f"Also published: {also}, {person}.", (cite(other),))


def fit_reasons(offer: Offer | None, fit: Fit) -> Iterator[Sentence]:
    """Say whether it fits and on what that rests."""
    boxes = counted(fit.boxes, "box")
    if fit.basis == "ran" and offer is not None:
        boxes = machines(offer)
        by = f" ({offer.setup.validated_by} vouches for it)" if not offer.setup.measurements else ""
        cites = tuple(cite(c) for c in offer.setup.cite if "validated_by" in c.fields)[:1]
        yield Sentence(f"Fits on {boxes}: it was run there{by}.", cites)
        yield from map(figure_sentence, fit.seen)
    elif fit.basis == "stated" and fit.stated is not None:
        yield Sentence(f"Its source says that it {'does not fit' if fit.verdict == 'no' else 'fits'} on {boxes}"
                       f"{', on paper' if fit.stated.fits == 'on paper' else ''}.", (cite(fit.stated),))  # fmt: skip
    elif fit.estimate_gib is not None:
        yield Sentence(
            f"Estimated: needs {gib(fit.estimate_gib)} a box on {boxes}; nobody published a run.", size_cites(fit)
        )
        if fit.stated is not None:
            said = {"yes": "that it fits", "no": "that it does not fit", "on paper": "that it fits, on paper"}
            note = f" {fit.stated.note}" if fit.stated.note else ""
            yield Sentence(f"Its source says {said[fit.stated.fits]}.{note}", (cite(fit.stated),))
    elif fit.verdict == "no":
        least = f"what is known takes {gib(fit.known_gib)} a box"
        yield Sentence(f"Does not fit on {boxes}: {least}, more than any box has free.", size_cites(fit))
    else:
        yield Sentence(f"Whether it fits on {boxes} is unknown: {' and '.join(fit.missing)}.")


def against_next(ranking: Ranking, pick: Pick, count: int = 2) -> Iterator[Sentence]:
    """Compare a pick with the next ones, figure by figure, as far as the conditions are the same."""
    place = next((n for n, one in enumerate(ranking.picks) if one.id == pick.id), len(ranking.picks))
    for number, other in enumerate(ranking.picks[place + 1 : place + 1 + count], start=place + 2):
        found = list(changes(other.offer.setup, pick.offer.setup))
        gains = [change for change in found if change.better]
        losses = [change for change in found if not change.better]
        said = [f"{word}: {_listed(some)}" for word, some in (("gains", gains), ("gives up", losses)) if some]
        if said:
            cites = tuple(one for change in (*gains[:3], *losses[:3]) for one in change.cites)
            yield Sentence(f"Against #{number} {other.offer.recipe.name}: {'; '.join(said)}.", cites)
        else:
            yield Sentence(f"Against #{number} {other.offer.recipe.name}: no figures under the same conditions.")


def _steps(catalog: Catalog, recipes: Iterable[str], boxes: int) -> Iterator[Sentence]:
    for recipe in recipes:
        for smaller, larger in of_more_boxes(catalog.offers_of_recipe(recipe)):
            if boxes not in (smaller.setup.boxes, larger.setup.boxes):
                continue
            found = list(changes(smaller.setup, larger.setup))
            if found:
                cites = tuple(one for change in found for one in change.cites)
                step = f"{smaller.setup.boxes} to {larger.setup.boxes} boxes"
                yield Sentence(f"{smaller.recipe.name}, {step}: {_listed(found, most=len(found))}.", cites)


def _listed(some: Iterable[Change], most: int = 3) -> str:
    return ", ".join(f"{change.what} {change.text}" for change in list(some)[:most])


def box_changes(catalog: Catalog, model: str, boxes: int, first: str | None = None) -> Iterator[Sentence]:
    """Say what more or fewer than `boxes` change for a model: in the recipe `first`, then in a few others."""
    others = (recipe for recipe in catalog.recipes_of_model(model) if recipe != first)
    recipes = chain([first] if first else [], others)
    yield from islice(_steps(catalog, recipes, boxes), _MOST_STEPS)
    for note in catalog.content.notes:
        near = {f"{count}-boxes" for count in (boxes - 1, boxes, boxes + 1)}
        counts = {topic for topic in note.topics if topic.endswith("-boxes")}
        if note.kind == "boxes" and model in note.topics and (not counts or counts & near):
            yield noted(note)


def caveats(catalog: Catalog, offer: Offer, fit: Fit, needs: Needs, boxes: int) -> Iterator[Sentence]:
    """Yield what can bite: advice against, the recipe's own caveats, licences, thin memory, what is not known."""
    yield from (advised(one) for one in advice_for(catalog, offer, boxes) if one.stance == "against")
    for caveat in (*offer.recipe.caveats, *offer.setup.caveats):
        if caveat.kind != "licence" or not offer.recipe.licences:  # Licences have sentences of their own below.
            yield Sentence(caveat.text, (cite(caveat),))
    if offer.status == "experimental":
        yield Sentence("Experimental: its author does not call it finished.")
    yield from _licence_caveats(catalog, offer)
    if fit.verdict == "tight":
        yield _tight(fit)
    if needs.at_once > (offer.setup.slots or needs.at_once):
        yield Sentence(f"Serves {counted(offer.setup.slots or 0, 'request')} at once; further ones wait.")
    if offer.setup.window is None and not needs.context:  # With a context asked for it is a doubt, said already.
        yield Sentence("No source gives its context window.")
    if kv_size(offer.model, offer.recipe.engine, offer.setup.kv_type) is None:
        yield Sentence("KV cache bytes per token are not known, so other windows cannot be worked out.")
    yield from (
        noted(note)
        for note in catalog.content.notes
        if note.kind in ("warning", "dispute") and concerns(note.topics, offer)
    )


def _tight(fit: Fit) -> Sentence:
    if fit.spare_gib is None:
        return Sentence("Tight: little is left on a box.")
    cites = tuple(cite(m) for m in fit.seen if m.memory_kind == "lowest free") or size_cites(fit)
    return Sentence(f"Tight: about {gib(fit.spare_gib)} a box left.", cites)


def _licence_caveats(catalog: Catalog, offer: Offer) -> Iterator[Sentence]:
    for licence in licences(catalog, offer):
        cites = (Cite(licence.source, licence.locator or ""),) if licence.source else ()
        name = f" ({licence.name})" if licence.name else ""
        way_out = f" {licence.way_out}." if licence.way_out else ""
        if licence.commercial == "no":
            yield Sentence(f"No commercial use of its {licence.part}{name}.{way_out}", cites)
        elif licence.commercial == "conditional":
            yield Sentence(f"Licence of its {licence.part} has conditions{name}.", cites)
        elif licence.commercial == "unknown":
            yield Sentence(f"No source tells the licence of its {licence.part}.", cites)


def opinions(catalog: Catalog, offer: Offer) -> Iterator[Sentence]:
    """Yield quotes about a setup, nearest subject first, then what is reported of others' opinions and results."""
    order = [offer.recipe.id, offer.recipe.main_weights_of(offer.setup), offer.model.id, offer.recipe.engine]

    def nearness(about: tuple[str, ...]) -> int:
        return min((order.index(topic) for topic in about if topic in order), default=len(order))

    for quote in sorted(catalog.content.quotes, key=lambda one: nearness(one.topics)):
        if concerns(quote.topics, offer):
            yield quoted(quote)
    for note in catalog.content.notes:
        if note.kind in ("opinion", "result", "question") and concerns(note.topics, offer):
            yield noted(note)


def advice_for(catalog: Catalog, offer: Offer, boxes: int) -> Iterator[Advice]:
    """Yield the advice that concerns a setup's model or recipe at this many boxes."""
    for advice in catalog.content.advice:
        concerns = offer.model.id in advice.models or offer.recipe.id in advice.recipes
        if concerns and advice.boxes_min <= boxes <= (advice.boxes_max or boxes):
            yield advice


def concerns(topics: Iterable[str], offer: Offer) -> bool:
    """Whether a quote or note is about a setup: about its number of boxes, where any is named, and about the rest."""
    recipe = offer.recipe
    boxes = {topic for topic in topics if topic.endswith("-boxes")}
    subjects = set(topics) - boxes
    about = {recipe.id, recipe.model, recipe.engine, recipe.main_weights_of(offer.setup)}
    return (
        (not boxes or f"{offer.setup.boxes}-boxes" in boxes) and bool(not subjects or subjects & about) and bool(topics)
    )
