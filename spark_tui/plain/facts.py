"""What is known of one thing, as text: a setup, a model, an engine, a platform, a source."""

from collections.abc import Iterator

from spark_tui.advise import wording
from spark_tui.advise.sheet import Sheet
from spark_tui.advise.thing import Thing
from spark_tui.advise.wording import counted, machines
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Source
from spark_tui.plain.text import section_lines, wrapped


def sheet_lines(catalog: Catalog, shown: Sheet) -> Iterator[str]:
    """Yield one recipe or weights on a number of boxes."""
    offer, weights = shown.offer, shown.weights
    title = catalog.title_of(offer) if offer else weights.name if weights else shown.id
    yield from wrapped(f"{shown.id}: {title}")
    if offer:
        yield from wrapped(f"By {offer.recipe.author}; {offer.model.name} on {offer.engine_name}; {offer.status}.")
        if offer.recipe.repository:
            yield offer.recipe.repository
    fit = shown.fit
    kind = "published" if shown.published else "nobody published this setup"
    where = machines(offer) if offer and shown.published else counted(shown.boxes, "box")
    yield from wrapped(f"{where}: {fit.verdict} ({fit.basis}); {kind}.")
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
    for number, result in enumerate(catalog.quality_of(offer)):
        whose = "quality" if number < len(offer.setup.quality) else "quality of its weights"
        yield from wrapped(
            f"{whose}: {wording.quality(result)}; {result.who or 'measured by: not stated'}", "    ", "  - "
        )
        yield from _where(catalog, result.source, result.locator, result.note)


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
