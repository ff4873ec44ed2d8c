"""What the verbs print for people: plain text that fits 80 columns and pipes well."""

import textwrap
from collections.abc import Iterable, Iterator

from spark_tui.advise import wording
from spark_tui.advise.explain import caveats, reasons
from spark_tui.advise.money import same_memory
from spark_tui.advise.rank import Excluded, Pick, Ranking
from spark_tui.advise.sentence import Section, Sentence
from spark_tui.advise.sheet import Sheet
from spark_tui.advise.thing import Thing
from spark_tui.advise.wording import counted, dollars, tokens
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Source

WIDTH = 80


def wrapped(text: str, indent: str = "", first: str | None = None) -> Iterator[str]:
    """Yield `text` in lines of at most 80 columns; long words such as addresses are never cut."""
    yield from textwrap.wrap(text, WIDTH, initial_indent=indent if first is None else first,
                             subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)  # fmt: skip


def ranking_lines(catalog: Catalog, ranking: Ranking) -> Iterator[str]:
    """Yield the answer to the owner's needs: the picks with their reasons, then the excluded with theirs."""
    needs, plan = ranking.needs, ranking.plan
    asked = f"{counted(plan.boxes, 'box')}, {needs.use}, {tokens(needs.window)} tokens"
    yield f"{asked}, {counted(needs.at_once, 'stream')}: {counted(len(ranking.picks), 'pick')}"
    for sentence in plan.sentences:
        yield from wrapped(sentence.text)
    for place, pick in enumerate(ranking.picks, start=1):
        yield ""
        yield from _pick_lines(catalog, ranking, place, pick)
    if not ranking.picks:
        yield ""
        yield from wrapped("Nothing fits these needs. The nearest, and what would bring them in:")
    yield from elsewhere_lines(catalog, plan.boxes)
    if ranking.excluded:
        yield ""
        yield f"Left out: {counted(len(ranking.excluded), 'setup')}"
        for one in ranking.excluded:
            yield from excluded_lines(one)


def _pick_lines(catalog: Catalog, ranking: Ranking, place: int, pick: Pick) -> Iterator[str]:
    yield from wrapped(f"{pick.offer.recipe.name}, {pick.offer.recipe.author}", "    ", f"{place:>2}. ")
    boxes = counted(pick.offer.setup.boxes, "box")
    yield from wrapped(f"{pick.id}: {boxes}, {fit_words(pick)}, {wording.speed(pick.speed)}", "    ")
    for sentence in reasons(catalog, pick, ranking.needs, ranking.plan.boxes):
        yield from sentence_lines(sentence, "      ", "    + ")
    for sentence in caveats(catalog, pick.offer, pick.fit, ranking.needs, ranking.plan.boxes):
        yield from sentence_lines(sentence, "      ", "    ! ")


def fit_words(pick: Pick) -> str:
    """Return the verdict with its basis: `fits (ran)`, `tight (estimated)`."""
    return f"{pick.fit.verdict} ({pick.fit.basis})"


def excluded_lines(one: Excluded) -> Iterator[str]:
    """Yield a setup that is left out with its reasons and what would lift them."""
    yield from wrapped(one.id, "    ", "  - ")
    for obstacle in one.obstacles:
        lift = f" Lifted by: {obstacle.lift}." if obstacle.lift else ""
        yield from wrapped(f"{obstacle.sentence.text}{lift}", "      ", "    ")


def elsewhere_lines(catalog: Catalog, boxes: int) -> Iterator[str]:
    """Yield what other machines with about the same memory do: shown beside, never ranked among boxes."""
    beside = same_memory(catalog, boxes)
    if not beside:
        return
    yield ""
    yield f"Elsewhere, with about the memory of {counted(boxes, 'box')} (not ranked):"
    for offer in beside:
        platform = catalog.platforms[offer.setup.platform]
        figures = ", ".join(
            f"{wording.metric(m)} {wording.value(m)} ({wording.conditions(m) or 'conditions not stated'})"
            for m in offer.setup.measurements[:3]
        )
        price = f", {dollars(platform.price_usd)}" if platform.price_usd else ""
        yield from wrapped(f"{platform.name} ({platform.memory_gb:,.0f} GB{price}): {offer.recipe.name}"
                           f"{f': {figures}' if figures else ''}", "    ", "  - ")  # fmt: skip


def sheet_lines(catalog: Catalog, shown: Sheet) -> Iterator[str]:
    """Yield one recipe or weights on a number of boxes."""
    offer, weights = shown.offer, shown.weights
    title = offer.recipe.name if offer else weights.name if weights else shown.id
    yield from wrapped(f"{shown.id}: {title}")
    if offer:
        yield from wrapped(
            f"By {offer.recipe.author}; {offer.model.name} on {offer.engine_name}; {offer.recipe.status}."
        )
        if offer.recipe.repository:
            yield offer.recipe.repository
    fit = shown.fit
    kind = "published" if shown.published else "nobody published this setup"
    yield from wrapped(f"{counted(shown.boxes, 'box').capitalize()}: {fit.verdict} ({fit.basis}); {kind}.")
    if fit.estimate_gib is not None:
        yield f"Estimated memory of one box: {wording.gib(fit.estimate_gib)}"
    for part in fit.parts:
        yield from wrapped(f"{part.name}: {'unknown' if part.gib is None else wording.gib(part.gib)}, {part.because}",
                           "    ", "  - ")  # fmt: skip
    if offer and shown.published:
        yield from figure_lines(catalog, offer)
    yield from section_lines(shown.sections)


def thing_lines(known: Thing) -> Iterator[str]:
    """Yield a model, engine or platform."""
    yield from wrapped(f"{known.entry.id}: {known.entry.name}")
    yield from section_lines(known.sections)


def figure_lines(catalog: Catalog, offer: Offer) -> Iterator[str]:
    """Yield every figure of a setup with its conditions, who measured it and where it stands."""
    if offer.setup.measurements or catalog.quality_of(offer):
        yield ""
        yield f"Figures of {offer.setup.id}"
    for m in offer.setup.measurements:
        conditions = wording.conditions(m)
        yield from wrapped(f"{wording.metric(m)}: {wording.value(m)}{f', {conditions}' if conditions else ''}; "
                           f"{m.who or 'measured by: not stated'}", "    ", "  - ")  # fmt: skip
        yield from _where(catalog, m.source, m.locator, m.note)
    for result in catalog.quality_of(offer):
        yield from wrapped(
            f"quality: {wording.quality(result)}; {result.who or 'measured by: not stated'}", "    ", "  - "
        )
        yield from _where(catalog, result.source, result.locator, result.note)


def section_lines(sections: Iterable[Section]) -> Iterator[str]:
    """Yield titled sentences with their sources."""
    for section in sections:
        yield ""
        yield section.title
        for sentence in section.sentences:
            yield from sentence_lines(sentence, "    ", "  - ")


def sentence_lines(sentence: Sentence, indent: str, first: str) -> Iterator[str]:
    """Yield a sentence followed by the ids of its sources in brackets."""
    sources = f" [{', '.join(sentence.sources)}]" if sentence.sources else ""
    yield from wrapped(f"{sentence.text}{sources}", indent, first)


def source_lines(source: Source) -> Iterator[str]:
    """Yield one source record."""
    yield from wrapped(f"{source.id}: {source.title}")
    yield from wrapped(f"{source.kind} by {source.publisher}{f', {source.date}' if source.date else ''}", "  ")
    yield f"  {source.url or 'address: not certain, so none is given'}"
    if source.via:
        yield f"  known through: {source.via}"
    if source.excerpt:
        yield from wrapped(f"“{source.excerpt}”", "  ")
    if source.note:
        yield from wrapped(source.note, "  ")


def _where(catalog: Catalog, source: str, locator: str, note: str | None) -> Iterator[str]:
    yield from wrapped(f"{catalog.sources[source].title}: {locator}", "      ", "      ")
    if note:
        yield from wrapped(f"note: {note}", "      ")
