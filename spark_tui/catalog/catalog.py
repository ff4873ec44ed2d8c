"""The catalog: all entries of all files, and the ways to look one up."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple, TypeVar

from spark_tui.catalog.base import Entry
from spark_tui.catalog.evidence import Advice, Note, Quality, Quote, Source
from spark_tui.catalog.imported.problem import NotRead
from spark_tui.catalog.recipe import Recipe, Setup
from spark_tui.catalog.repository import Today
from spark_tui.catalog.things import Engine, Model, Platform, Weights


class Fragment(Entry):
    """What one file may hold: any of these lists. All fragments together are the catalog."""

    platforms: tuple[Platform, ...] = ()
    models: tuple[Model, ...] = ()
    engines: tuple[Engine, ...] = ()
    weights: tuple[Weights, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    quotes: tuple[Quote, ...] = ()
    notes: tuple[Note, ...] = ()
    advice: tuple[Advice, ...] = ()
    sources: tuple[Source, ...] = ()


SECTIONS = tuple(Fragment.model_fields)
"""Names of the lists, in the order in which an export gives them."""


class Offer(NamedTuple):
    """A setup together with what it is a setup of."""

    setup: Setup
    recipe: Recipe
    model: Model
    engine: Engine | None
    """None where no source names it."""
    weights: Weights | None
    """The weights that hold the model itself; None where no source names them."""
    platform: Platform

    @property
    def status(self) -> str:
        """How ready the setup is: what it says itself, else its recipe."""
        return self.setup.status or self.recipe.status

    @property
    def engine_name(self) -> str:
        """The engine's name, or that it is not known."""
        return self.engine.name if self.engine else "an engine not named"


_Named = TypeVar("_Named", Platform, Model, Engine, Weights, Recipe, Quote, Note, Advice, Source)


class Collected(NamedTuple):
    """A collection of other people's recipes that the user added: where it comes from and what could be read."""

    name: str
    label: str
    """How people know it, such as `spark-arena/recipe-registry`."""
    origin: str
    """Address or path it is read from again."""
    what: str
    """`git`, `folder` or `file`."""
    commit: str | None
    date: str | None
    """When that commit was made."""
    read_on: str
    recipes: tuple[str, ...]
    """Ids of its recipes."""
    not_read: tuple[NotRead, ...]

    @property
    def files(self) -> int:
        """How many files were looked at."""
        return len(self.recipes) + len(self.not_read)


class Catalog:
    """All entries, looked up by id. Never changes once made."""

    def __init__(
        self,
        content: Fragment,
        *,
        own: frozenset[str] = frozenset(),
        left_out: tuple[str, ...] = (),
        collections: tuple[Collected, ...] = (),
        today: Today = Today(),  # noqa: B008  immutable
    ) -> None:
        self.content = content
        self.own = own
        """Ids of the recipes that come from the user's own files."""
        self.left_out = left_out
        """One sentence for each of the user's files and collections that cannot be used: which, why, what to do."""
        self.collections = collections
        """Other people's recipes that the user added."""
        self.today = today
        """What is true today and here; see `weighing`."""
        self.platforms = _by_id(content.platforms)
        self.models = _by_id(content.models)
        self.engines = _by_id(content.engines)
        self.weights = _by_id(content.weights)
        self.recipes = _by_id(content.recipes)
        self.sources = _by_id(content.sources)
        self.quotes = _by_id(content.quotes)
        self.notes = _by_id(content.notes)
        self.advice = _by_id(content.advice)

    @cached_property
    def box(self) -> Platform:
        """The platform that is ranked."""
        return next(platform for platform in self.content.platforms if platform.is_box)

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Every setup on boxes. Other platforms never enter a ranking."""
        boxes = {platform.id for platform in self.content.platforms if platform.is_box}
        return tuple(offer for offer in self._all_offers() if offer.setup.platform in boxes)

    @cached_property
    def elsewhere(self) -> tuple[Offer, ...]:
        """Every setup on another platform."""
        boxes = {platform.id for platform in self.content.platforms if platform.is_box}
        return tuple(offer for offer in self._all_offers() if offer.setup.platform not in boxes)

    def title_of(self, offer: Offer) -> str:
        """Return a setup's name with its profile, and whose it is where not of this catalog: no silent mixing."""
        collected = self._collected.get(offer.recipe.id)
        origin = " (yours)" if offer.recipe.id in self.own else f" (from {collected})" if collected else ""
        profile = f" ({offer.setup.profile})" if offer.setup.profile else ""
        return f"{offer.recipe.name}{origin}{profile}"

    def origin_of(self, recipe: str) -> str:
        """Return where a recipe, by its id, comes from: `bundled`, `own`, or the name of a collection."""
        return "own" if recipe in self.own else self._collected.get(recipe, "bundled")

    @cached_property
    def _collected(self) -> dict[str, str]:
        return {recipe: one.name for one in self.collections for recipe in one.recipes}

    def offer(self, setup: str) -> Offer | None:
        """Return a setup by its id."""
        return self._offers_by_setup.get(setup)

    def offer_with(self, measurement: str) -> Offer | None:
        """Return the setup that a measurement, by its id, belongs to."""
        return self._offers_by_measurement.get(measurement)

    @cached_property
    def _offers_by_setup(self) -> dict[str, Offer]:
        return {offer.setup.id: offer for offer in self._all_offers()}

    @cached_property
    def _offers_by_measurement(self) -> dict[str, Offer]:
        return {one.id: offer for offer in self._all_offers() for one in offer.setup.measurements}

    def offers_of_recipe(self, recipe: str) -> tuple[Offer, ...]:
        """Every setup of one recipe, on any platform, by number of boxes."""
        return self._offers_by_recipe.get(recipe, ())

    def recipes_of_model(self, model: str) -> tuple[str, ...]:
        """Ids of every recipe of one model."""
        return self._recipes_by_model.get(model, ())

    @cached_property
    def _offers_by_recipe(self) -> dict[str, tuple[Offer, ...]]:
        found: dict[str, list[Offer]] = {}
        for offer in self._all_offers():
            found.setdefault(offer.recipe.id, []).append(offer)
        return {recipe: tuple(sorted(offers, key=_by_boxes)) for recipe, offers in found.items()}

    @cached_property
    def _recipes_by_model(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for recipe in self.content.recipes:
            found.setdefault(recipe.model, []).append(recipe.id)
        return {model: tuple(recipes) for model, recipes in found.items()}

    def quality_of(self, offer: Offer) -> tuple[Quality, ...]:
        """Quality results of the setup itself, then those of its weights."""
        return offer.setup.quality + (offer.weights.quality if offer.weights else ())

    def _all_offers(self) -> Iterator[Offer]:
        for recipe in self.content.recipes:
            model, engine = self.models[recipe.model], self.engines.get(recipe.engine or "")
            for setup in recipe.setups:
                weights = self.weights.get(recipe.main_weights_of(setup) or "")
                yield Offer(setup, recipe, model, engine, weights, self.platforms[setup.platform])


def _by_id(entries: Iterable[_Named]) -> dict[str, _Named]:
    return {entry.id: entry for entry in entries}


def _by_boxes(offer: Offer) -> tuple[int, str]:
    return offer.setup.boxes, offer.setup.profile or ""
