"""Ranking: from needs to an ordered list of picks, and the excluded with their reasons.

The order is that of the design: doubts about what was asked for, advice for this many boxes, speed for the use in
bands of 10 %, evidence, closeness to full precision within one model, exact speed, id. A figure of other content or
depth that stands in counts no more than what is expected from it: code never passes for prose.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, TypeVar

from spark_tui.advise.closeness import Closeness, Known, closeness
from spark_tui.advise.exclude import Obstacle, doubts, obstacles
from spark_tui.advise.expected import Expected, expected
from spark_tui.advise.fit import Fit, fit_of
from spark_tui.advise.money import Plan, plan
from spark_tui.advise.needs import Needs
from spark_tui.advise.sentence import Sentence
from spark_tui.advise.speed import Speed, band, decode_speed, prefill_near, speed_for
from spark_tui.catalog.catalog import Catalog, Offer

ADVISED, NO_ADVICE, ADVISED_AGAINST = range(3)
_OF_CATALOG = ("bundled", "own")
"""Origins of what was entered with its sources; everything else was imported and stands behind it."""


class Pick(NamedTuple):
    """A setup that can be picked, with what decided its place."""

    offer: Offer
    fit: Fit
    speed: Speed
    doubts: tuple[Sentence, ...]
    standing: int
    """ADVISED, NO_ADVICE or ADVISED_AGAINST for this many boxes."""
    closeness: Closeness
    expected: Expected
    """Its speed carried to the conditions of the use."""
    imported: bool
    """Whether it comes from a collection of other people's recipes, which nobody here checked."""

    @property
    def id(self) -> str:
        """The setup's id."""
        return self.offer.setup.id


class Excluded(NamedTuple):
    """A setup that cannot be picked for these needs."""

    offer: Offer
    fit: Fit
    obstacles: tuple[Obstacle, ...]

    @property
    def id(self) -> str:
        """The setup's id."""
        return self.offer.setup.id


class Ranking(NamedTuple):
    """The answer to the owner's needs. Every setup on boxes is in one of the two lists."""

    needs: Needs
    plan: Plan
    picks: tuple[Pick, ...]
    excluded: tuple[Excluded, ...]


def rank(catalog: Catalog, needs: Needs) -> Ranking:
    """Rank every setup of the catalog for these needs."""
    planned = plan(catalog, needs)
    standings = {model: standing(catalog, model, planned.boxes) for model in catalog.models}
    picks: list[Pick] = []
    excluded: list[Excluded] = []
    as_published = needs.context is None and needs.at_once == 1
    for offer, own_fit, close in _whatever_is_asked(catalog):
        fit = own_fit if as_published else fit_of(catalog, offer, needs.context, needs.at_once)
        against = tuple(obstacles(catalog, offer, fit, needs, planned.boxes))
        if against:
            excluded.append(Excluded(offer, fit, against))
        else:
            speed = speed_for(offer, needs)
            picks.append(
                Pick(offer, fit, speed, tuple(doubts(catalog, offer, needs)), standings[offer.model.id], close,
                     expected(catalog, offer, speed, needs), catalog.origin_of(offer.recipe.id) not in _OF_CATALOG)
            )  # fmt: skip
    # First what one change of the owner's would bring in; what its author has not finished comes last.
    excluded.sort(key=lambda one: (_unfinished(one), len(one.obstacles), one.offer.setup.boxes, one.id))
    return Ranking(needs, planned, tuple(_in_order(picks, needs)), tuple(excluded))


def _unfinished(one: Excluded) -> bool:
    return one.offer.status in ("not ready", "superseded")


@lru_cache(maxsize=1)
def _whatever_is_asked(catalog: Catalog) -> tuple[tuple[Offer, Fit, Closeness], ...]:
    """What no answer changes, worked out once: each setup's fit at its own window and slots, and its closeness."""
    return tuple((offer, fit_of(catalog, offer), closeness(catalog, offer)) for offer in catalog.offers)


def standing(catalog: Catalog, model: str, boxes: int) -> int:
    """Say whether people advise a model for this many boxes. Those who disagree cancel out."""
    advice = [one for one in catalog.content.advice if model in one.models and one.stance != "listed"]
    here = [one for one in advice if one.boxes_min <= boxes <= (one.boxes_max or boxes)]
    stances = {one.stance for one in here}
    if len(stances) == 2:
        return NO_ADVICE
    if stances:
        return ADVISED if "for" in stances else ADVISED_AGAINST
    fewer = any(one.stance == "for" and (one.boxes_max or boxes) < boxes for one in advice)
    return ADVISED_AGAINST if fewer else NO_ADVICE


def _in_order(picks: list[Pick], needs: Needs) -> Iterable[Pick]:
    keyed = [(_bucket(pick, needs), _within(pick, needs), pick.id, pick) for pick in picks]
    keyed.sort()  # Never compares picks: ids differ.
    for _, equals in groupby(keyed, key=lambda keys: keys[0]):
        yield from _closest_first([pick for *_, pick in equals])


def _bucket(pick: Pick, needs: Needs) -> tuple[object, ...]:
    """What comes before closeness in the order of ranking; picks that agree in all of it share a bucket."""
    first = (bool(pick.doubts), NO_ADVICE if needs.models else pick.standing, pick.imported)
    if needs.use == "quality":
        return (*first, pick.closeness.known)
    return (*first, *_speed_keys(pick, needs), pick.speed.evidence)


def _speed_keys(pick: Pick, needs: Needs) -> tuple[float, ...]:
    """Step 3: what decides for the use, lower is better."""
    if needs.vendor:
        return ()  # Vendors publish no speeds; what they document is compared by evidence and quality.
    unmeasured = pick.speed.measurement is None
    if needs.use == "long":
        prefill = prefill_near(pick.offer, needs.window)
        # With a needle found, prefill decides, and nothing was carried.
        speed = ranking_speed(pick, needs) if pick.speed.stands_in else prefill.value if prefill else None
        return (unmeasured, pick.speed.stands_in, -band(speed))
    keys = (unmeasured, -band(ranking_speed(pick, needs)))
    if needs.use == "code":
        prefill = prefill_near(pick.offer)
        return (*keys, -band(prefill.value if prefill else None))
    return keys


def ranking_speed(pick: Pick, needs: Needs) -> float | None:
    """Return the speed that ranks a pick: as published or as expected, and of a stand-in the lower of the two."""
    published, value = pick.speed.published, pick.expected.value
    if needs.order == "expected":
        return value
    if pick.speed.stands_in and published is not None and value is not None:
        return min(published, value)
    return published


def _within(pick: Pick, needs: Needs) -> tuple[float, ...]:
    """What decides within a bucket, lower is better: the exact speed, for quality by way of band and evidence."""
    speed = ranking_speed(pick, needs)
    if needs.use == "quality":
        return (-band(speed), pick.speed.evidence, -(speed or 0.0))
    # The length of a needle says nothing about speed.
    if needs.use == "long":
        speed = decode_speed(pick.offer, needs).published
    return (-(speed or 0.0),)


def _closest_first(picks: list[Pick]) -> list[Pick]:
    """Within one model let the pick closer to full precision take the earlier of the places the model holds."""
    ordered = _reordered(picks, lambda pick: pick.offer.model.id, lambda pick: pick.closeness.known)
    return _reordered(
        ordered,
        lambda pick: (pick.offer.model.id, pick.closeness.known, pick.closeness.yardstick),
        lambda pick: pick.closeness.loss if pick.closeness.known in (Known.MATCHED, Known.KL) else 0.0,
    )


_Item = TypeVar("_Item")


def _reordered(items: list[_Item], same: Callable[[_Item], Hashable], key: Callable[[_Item], float]) -> list[_Item]:
    """Sort only among items that can be compared with each other; the places their group holds stay its own."""
    if len(items) < 2:
        return items
    places: dict[Hashable, list[int]] = {}
    for place, item in enumerate(items):
        places.setdefault(same(item), []).append(place)
    ordered = list(items)
    for held in places.values():
        for place, item in zip(held, sorted((items[p] for p in held), key=key), strict=True):
            ordered[place] = item
    return ordered
