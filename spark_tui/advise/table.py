"""Every fact of some setups in a row, figures of the same kind beside each other."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from spark_tui.advise import wording
from spark_tui.advise.alike import length, same_conditions
from spark_tui.advise.exclude import licences
from spark_tui.advise.figure import figure_kind
from spark_tui.advise.fit import fit_of
from spark_tui.advise.needs import Needs
from spark_tui.advise.sentence import Cite, cite
from spark_tui.advise.speed import leading
from spark_tui.advise.wording import dollars, machines, tokens
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Measurement, Quality

Offers = Sequence[Offer]

UNKNOWN = "not stated"
_METRICS = ("decode", "prefill", "ttft", "needle", "acceptance", "agent_time", "boot", "browser_score",
            "tokens_written", "gain")  # fmt: skip
"""The order of the figures: what owners look for first. Memory has a table of its own."""
_LOWER_IS_BETTER = frozenset(("ttft", "boot", "agent_time"))
_NEITHER = frozenset(("tokens_written", "gain", "browser_score"))
"""Metrics of which more is neither better nor worse, or that do not compare across setups."""


class Cell(NamedTuple):
    """What one setup has in a row."""

    text: str
    cites: tuple[Cite, ...] = ()
    short: str = ""
    """A figure without its conditions and unit, for a sentence."""
    also: str = ""
    """What somebody else published for the same, for a sentence: `48.6 by niklaslenz_ai`."""
    best: bool = False
    """Whether it is the best of the row, among figures under the same conditions."""
    beside: bool = False
    """Whether it was measured under the same conditions as the best of the row."""
    number: int | None = None
    """The number behind the text, where the text rounds it."""


class Row(NamedTuple):
    """One fact of all setups."""

    name: str
    cells: tuple[Cell, ...]
    unit: str = ""

    @property
    def differs(self) -> bool:
        """Whether the setups differ in it. 1M and 1,048,576 are one window, printed differently."""
        return len({cell.text if cell.number is None else length(cell.number) for cell in self.cells}) > 1


class Table(NamedTuple):
    """Rows under a heading."""

    title: str
    rows: tuple[Row, ...]


def tables(catalog: Catalog, offers: Offers, needs: Needs) -> tuple[Table, ...]:
    """Return the facts of setups, fits for the context and streams of `needs`. Empty tables are left out."""
    made = (
        Table("Setup", tuple(_setup_rows(catalog, offers, needs))),
        Table("Memory", tuple(_memory_rows(catalog, offers, needs))),
        Table("Speed", tuple(_figure_rows(offers))),
        Table("Quality", tuple(_quality_rows(offers))),
    )
    return tuple(table for table in made if table.rows)


# --- what the setups are ---------------------------------------------------------------------------------------


def _setup_rows(catalog: Catalog, offers: Offers, needs: Needs) -> Iterator[Row]:
    said: tuple[tuple[str, Callable[[Offer], str | None]], ...] = (
        ("Model", lambda offer: offer.model.name),
        ("Weights", lambda offer: offer.weights.precision if offer.weights else None),
        ("Engine", _engine),
        ("By", lambda offer: offer.recipe.author),
        ("Status", lambda offer: offer.status),
        ("NVIDIA documents it", lambda offer: _yes_or_no(offer.recipe.vendor_documented)),
        ("Custom kernels", lambda offer: _yes_or_no(offer.recipe.custom_kernels)),
        ("Commercial use", lambda offer: commercial_use(catalog, offer)),
        ("Cabling", lambda offer: " or ".join(offer.setup.topology)),
        ("Drafts by", lambda offer: offer.setup.drafter),
    )
    yield Row("Machines", tuple(_machines(offer, needs) for offer in offers))
    for name, read in said:
        cells = tuple(Cell(read(offer) or UNKNOWN) for offer in offers)
        if any(cell.text != UNKNOWN for cell in cells):
            yield Row(name, cells)


def _engine(offer: Offer) -> str | None:
    return offer.setup.engine_version or (offer.engine.name if offer.engine else None)


def _machines(offer: Offer, needs: Needs) -> Cell:
    own_price = offer.platform.is_box and needs.price is not None
    price = needs.price if own_price else offer.platform.price_usd
    cost = f", {dollars(price * offer.setup.boxes)}" if price else ""
    cites = () if own_price else tuple(map(cite, offer.platform.citations("price_usd")))
    return Cell(f"{machines(offer)}{cost}", cites)


def _yes_or_no(answer: bool | None) -> str:
    return {True: "yes", False: "no", None: UNKNOWN}[answer]


def commercial_use(catalog: Catalog, offer: Offer) -> str:
    """Return whether a setup may be used commercially, and which part forbids or leaves it open."""
    parts: dict[str, list[str]] = {}
    for licence in licences(catalog, offer):
        parts.setdefault(licence.commercial, []).append(licence.part)
    for answer, text in (("no", "no: {}"), ("unknown", "unknown: {}"), ("conditional", "with conditions: {}")):
        if answer in parts:
            return text.format(" and ".join(parts[answer]))
    return "yes"


# --- memory and room ------------------------------------------------------------------------------------------


def _memory_rows(catalog: Catalog, offers: Offers, needs: Needs) -> Iterator[Row]:
    fits = [fit_of(catalog, offer, needs.context, needs.at_once) for offer in offers]
    yield Row("Fits", tuple(Cell(f"{fit.verdict} ({fit.basis})") for fit in fits))
    kinds = dict.fromkeys(seen.memory_kind for fit in fits for seen in fit.seen)
    for kind in kinds:
        seen = [[one for one in fit.seen if one.memory_kind == kind] for fit in fits]
        yield Row(f"A box, {kind}", tuple(_figures(offer, some) for offer, some in zip(offers, seen, strict=True)))
    counts = (("context_tokens", "Window"), ("usable_tokens", "Window, usable"), ("tested_tokens", "Longest tested"),
              ("slots", "Requests at once"), ("kv_pool_tokens", "KV cache"))  # fmt: skip
    for field, name in counts:
        if any(getattr(offer.setup, field) for offer in offers):
            yield Row(name, _counts(offers, field), "" if field == "slots" else "tokens")


def _counts(offers: Offers, field: str) -> tuple[Cell, ...]:
    values = [getattr(offer.setup, field) or 0 for offer in offers]
    best = max(values)
    # As long as the next is much the same, nobody is best: 1M is printed as 1,048,576 too.
    alone = sum(value > 0.95 * best for value in values) == 1 and sum(value > 0 for value in values) > 1
    cells = []
    for offer, value in zip(offers, values, strict=True):
        said = tokens(value) if field != "slots" else str(value)
        cites = tuple(map(cite, offer.setup.citations(field)))
        cells.append(Cell(said, cites, said, "", alone and value == best, True, value) if value else Cell(UNKNOWN))
    return tuple(cells)


# --- figures --------------------------------------------------------------------------------------------------


def _figure_rows(offers: Offers) -> Iterator[Row]:
    """Yield a row for every kind of figure that one of the setups has."""
    kinds: dict[tuple[object, ...], list[list[Measurement]]] = {}
    for place, offer in enumerate(offers):
        for measurement in offer.setup.measurements:
            if measurement.metric != "memory_per_box":
                kinds.setdefault(figure_kind(measurement), [[] for _ in offers])[place].append(measurement)
    rows = sorted(kinds.values(), key=_order)
    for row in rows:
        leaders = [leading(offer, some) if some else None for offer, some in zip(offers, row, strict=True)]
        # Whoever comes first: a row has one name in every order of the setups.
        one = min((m for m in leaders if m), key=lambda m: (m.prompt_tokens or 0, m.id))
        best = _best(leaders)
        cells = (_figures(offer, some, one) for offer, some in zip(offers, row, strict=True))
        marked = tuple(
            cell._replace(best=place == best, beside=best is not None and _beside(leaders[best], leaders[place]))
            for place, cell in enumerate(cells)
        )
        yield Row(wording.heading(one), marked, one.unit)


def _order(row: list[list[Measurement]]) -> tuple[int, int, int, int]:
    """What most of the setups have comes first, among the figures of one metric."""
    one = next(m for some in row for m in some)
    return _METRICS.index(one.metric), one.streams or 1, -sum(map(bool, row)), one.prompt_tokens or 0


def _figures(offer: Offer, some: Sequence[Measurement], named_after: Measurement | None = None) -> Cell:
    if not some:
        return Cell("–")
    first = leading(offer, some)
    head = named_after or first
    said = dict.fromkeys([_figure(first, head), *(_figure(other, head) for other in some if other is not first)])
    others = [m for m in some if m is not first]
    differ = dict.fromkeys(f"{_bare(m)} by {m.who or 'somebody not named'}" for m in others if m.value != first.value)
    return Cell("; also ".join(said), tuple(map(cite, (first, *others))), _bare(first), " and ".join(differ))


def _bare(m: Measurement) -> str:
    return wording.value(m).removesuffix(m.unit).rstrip()


def _figure(m: Measurement, head: Measurement) -> str:
    """A figure with every condition that the name of its row, made after `head`, does not say."""
    named = {"workload", "scope", "memory_kind"}
    if m.metric == "decode" or m.streams != 1:
        named.add("streams")
    if tokens(m.prompt_tokens or 0) == tokens(head.prompt_tokens or 0):
        named.add("prompt_tokens")
    further = wording.conditions(m, without=named)
    return f"{wording.value(m)} ({', '.join(text for text in (further, m.who or 'by whom is not stated') if text)})"


def _best(leaders: Sequence[Measurement | None]) -> int | None:
    """Return the place of the best figure, among those that were measured under the same conditions."""
    for place, one in enumerate(leaders):
        others = [m for n, m in enumerate(leaders) if m and n != place and _beside(one, m)]
        if one and others and one.metric not in _NEITHER and all(_better(one, other) for other in others):
            return place
    return None


def _beside(one: Measurement | None, other: Measurement | None) -> bool:
    """Whether two figures compare: under the same conditions, and neither a limit nor the best of many runs."""
    if one is None or other is None or not same_conditions(one, other):
        return False
    return all(m.qualifier in ("exact", "about") and m.statistic != "best" for m in (one, other))


def _better(one: Measurement, other: Measurement) -> bool:
    return one.value < other.value if one.metric in _LOWER_IS_BETTER else one.value > other.value


def _quality_rows(offers: Offers) -> Iterator[Row]:
    found: dict[str, list[list[Quality]]] = {}
    for place, offer in enumerate(offers):
        for result in (*offer.setup.quality, *(offer.weights.quality if offer.weights else ())):
            against = f" against {result.baseline}" if result.unit == "nats" and result.baseline else ""
            found.setdefault(f"{result.benchmark}{against}", [[] for _ in offers])[place].append(result)
    for name, row in found.items():
        yield Row(name, tuple(_results(offer, some) for offer, some in zip(offers, row, strict=True)))


def _results(offer: Offer, some: Sequence[Quality]) -> Cell:
    if not some:
        return Cell("–")
    said = dict.fromkeys(
        f"{wording.quality(one).removeprefix(one.benchmark).lstrip()} ({one.who or 'by whom is not stated'}"
        f"{'' if one in offer.setup.quality else ', on its weights'})"
        for one in some
    )
    return Cell("; also ".join(said), tuple(map(cite, some)))
