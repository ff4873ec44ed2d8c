"""Doubts: what may be right but wants a look. A fault makes a catalog unusable; a doubt never does."""

import calendar
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Literal, NamedTuple

from pydantic import BaseModel

from spark_tui.catalog.base import FieldCitation
from spark_tui.catalog.catalog import Catalog, Fragment
from spark_tui.catalog.evidence import Measurement, Quality
from spark_tui.catalog.recipe import Recipe, Setup
from spark_tui.catalog.things import Platform

Kind = Literal["no conditions", "no measurer", "memory", "old", "no date"]

OLD = timedelta(days=90)
"""Engines, weights and prices move within weeks: what nobody touched for longer is looked at again."""

_READING = ("prompt_tokens", "context_tokens", "note")
_WRITING = ("workload", "output_tokens", "sampling", "thinking", *_READING)
_CONDITIONS: dict[str, tuple[str, ...]] = {
    "decode": _WRITING,
    "prefill": _READING,
    "ttft": ("workload", "thinking", *_READING),
    "acceptance": _WRITING,
    "gain": _WRITING,
    "agent_time": _WRITING,
}
"""Of which conditions a figure must state one, or it is bare. The number of streams alone tells nothing of what was
read or written. A metric that is not here has the setup as its condition, or is one, such as a needle's depth."""
_MOVING = ("platforms", "models", "engines", "weights", "recipes")
"""Lists whose entries grow old. A quote stays what somebody said."""
_PRICES = ("price_usd", "price_in_boxes")


class Doubt(NamedTuple):
    """One thing that wants a look: of which kind, where, and what to do. It names ids, never files."""

    kind: Kind
    at: str
    """Id of the measurement, setup or entry."""
    what: str


def bare_figures(recipes: Iterable[Recipe]) -> Iterator[Doubt]:
    """Yield the speeds and gains of which nobody can say under which conditions they hold."""
    for setup in _setups(recipes):
        for one in setup.measurements:
            wanted = _CONDITIONS.get(one.metric, ())
            if wanted and all(getattr(one, name) is None for name in wanted):
                # The first is what its source most likely tells.
                what = f"{one.metric} without conditions: add {wanted[0]}, or a note on how it was measured"
                yield Doubt("no conditions", one.id, what)


def unnamed(content: Fragment) -> Iterator[Doubt]:
    """Yield the figures, results and verdicts of which nobody says whose they are."""
    what = "nobody is named: add `who`, if its source says who measured it"
    for setup in _setups(content.recipes):
        yield from (Doubt("no measurer", one.id, what) for one in setup.measurements if one.who is None)
        yield from _unnamed_results(setup.id, setup.quality, what)
    for weights in content.weights:
        yield from _unnamed_results(weights.id, weights.quality, what)
        for stated in weights.stated_fit:
            if stated.who is None:
                fits = "add `who`, if its source says who says that it fits or does not"
                yield Doubt("no measurer", f"{weights.id}@{stated.boxes}", f"nobody is named: {fits}")
    for model in content.models:
        yield from _unnamed_results(model.id, model.quality, what)


def _unnamed_results(subject: str, results: Iterable[Quality], what: str) -> Iterator[Doubt]:
    return (Doubt("no measurer", f"{subject}, {one.benchmark}", what) for one in results if one.who is None)


def aged(catalog: Catalog, content: Fragment, today: date) -> Iterator[Doubt]:
    """Yield the entries whose newest date is older than OLD, and recipes and prices that have no date at all.

    The newest date counts: of a figure, a citation, a repository, or the page where one of them stands.
    """
    for section in _MOVING:
        for entry in getattr(content, section):
            dates = [*_dates(_what_moves(entry), catalog)]
            newest = max(dates, key=_last_day, default=None)
            if newest is None:
                if isinstance(entry, (Recipe, Platform)) and _what_moves(entry):
                    yield Doubt("no date", entry.id, "has no date: add one to a figure, a citation or its source")
            elif today - _last_day(newest) > OLD:
                days = (today - _last_day(newest)).days
                what = f"newest date {newest}, {days:,} days ago: look whether it still holds, and add what is new"
                yield Doubt("old", entry.id, what)


def _what_moves(entry: BaseModel) -> tuple[BaseModel, ...]:
    """The parts of an entry whose dates count: of a machine only its price, which alone changes."""
    if isinstance(entry, Platform):
        return tuple(citation for name in _PRICES for citation in entry.citations(name))
    return (entry,)


def _dates(parts: Iterable[BaseModel], catalog: Catalog) -> Iterator[str]:
    """Yield the dates in an entry and of the sources it cites. A model's own date is its release, not its record's."""
    for part in parts:
        if isinstance(part, (FieldCitation, Measurement, Quality)) and part.date:
            yield part.date
        if isinstance(part, Recipe) and part.updated:
            yield part.updated
        for name, value in part:
            if name == "source" and value in catalog.sources and (printed := catalog.sources[value].date):
                yield printed
            elif isinstance(value, BaseModel):
                yield from _dates([value], catalog)
            elif isinstance(value, tuple):
                yield from _dates((item for item in value if isinstance(item, BaseModel)), catalog)


def _last_day(partial: str) -> date:
    """The last day that a date may mean: what is known by month only is old no sooner than it must be."""
    year, month, day = ([int(part) for part in partial.split("-")] + [0, 0])[:3]
    try:
        month = month or 12
        return date(year, month, day or calendar.monthrange(year, month)[1])
    except ValueError:  # The form is right, the day does not exist: it is taken for as old as can be.
        return date.min


def _setups(recipes: Iterable[Recipe]) -> Iterator[Setup]:
    return (setup for recipe in recipes for setup in recipe.setups)
