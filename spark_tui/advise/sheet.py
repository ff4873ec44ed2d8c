"""What is known of one recipe or one set of weights on a number of boxes, published or not."""

import re
from typing import NamedTuple

from spark_tui.advise.explain import box_changes, caveats, fit_reasons, opinions
from spark_tui.advise.fit import Fit, estimate, fit_of
from spark_tui.advise.memory import DEFAULT_WINDOW, Question, question_of
from spark_tui.advise.needs import MAX_BOXES, Needs
from spark_tui.advise.sentence import Section
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.search import nearest
from spark_tui.catalog.things import Weights

_TARGET = re.compile(r"(?P<id>[^@]+)(?:@(?P<boxes>\d+)(?::(?P<profile>.+))?)?")


class NotInCatalogError(LookupError):
    """Nothing has the id that was asked for."""


class Sheet(NamedTuple):
    """A recipe or weights on a number of boxes."""

    id: str
    boxes: int
    published: bool
    """Whether somebody published this setup."""
    fit: Fit
    offer: Offer | None
    """The setup itself, or the nearest published one; None for weights without a recipe."""
    weights: Weights | None
    sections: tuple[Section, ...]


def sheet(catalog: Catalog, target: str) -> Sheet:
    """Look up `RECIPE|WEIGHTS[@BOXES[:PROFILE]]`. Raise NotInCatalogError with a sentence where there is none."""
    asked = _TARGET.fullmatch(target.strip())
    if asked is None:
        raise NotInCatalogError(f"{target!r} is not of the form RECIPE[@BOXES[:PROFILE]].")
    boxes = int(asked["boxes"]) if asked["boxes"] else None
    if boxes is not None and not 1 <= boxes <= MAX_BOXES:
        raise NotInCatalogError(f"{target!r}: boxes go from 1 to {MAX_BOXES}.")
    if asked["id"] in catalog.recipes:
        return _recipe_sheet(catalog, asked["id"], boxes, asked["profile"])
    if asked["id"] in catalog.weights:
        return _weights_sheet(catalog, catalog.weights[asked["id"]], boxes)
    near = nearest(asked["id"], [*catalog.recipes, *catalog.weights])
    hint = f"did you mean {near}?" if near else "`spark-tui catalog export` lists all ids."
    raise NotInCatalogError(f"No recipe or weights {asked['id']!r} in the catalog; {hint}")


def _recipe_sheet(catalog: Catalog, recipe: str, boxes: int | None, profile: str | None) -> Sheet:
    everywhere = catalog.offers_of_recipe(recipe)
    # Other machines count only where the recipe has nothing for boxes, or a profile names them.
    on_boxes = tuple(offer for offer in everywhere if offer.setup.platform == catalog.box.id)
    offers = everywhere if profile is not None else on_boxes or everywhere
    if profile is not None:
        offers = tuple(offer for offer in offers if offer.setup.profile == profile)
        if not offers:
            raise NotInCatalogError(f"Recipe {recipe!r} has no profile {profile!r}.")
    count = boxes or offers[0].setup.boxes
    nearby = min(offers, key=lambda offer: abs(offer.setup.boxes - count))
    if nearby.setup.boxes == count:
        return _sheet(catalog, nearby.setup.id, nearby, fit_of(catalog, nearby), published=True)
    fit = estimate(question_of(catalog, nearby, count))
    return _sheet(catalog, f"{recipe}@{count}", nearby, fit, published=False)


def _weights_sheet(catalog: Catalog, weights: Weights, boxes: int | None) -> Sheet:
    offers = [offer for offer in catalog.offers if offer.weights is weights]
    if offers:
        count = boxes or min(offer.setup.boxes for offer in offers)
        nearby = min(offers, key=lambda offer: (abs(offer.setup.boxes - count), not offer.setup.was_run))
        published = nearby.setup.boxes == count
        fit = fit_of(catalog, nearby) if published else estimate(question_of(catalog, nearby, count))
        return _sheet(catalog, f"{weights.id}@{count}", nearby, fit, published=published)
    count = boxes or 1
    model = catalog.models[weights.model]
    fit = estimate(Question(model, weights, (), None, None, count, 1, DEFAULT_WINDOW, 1))
    reasons = (Section("Fit", tuple(fit_reasons(None, fit))),)
    return Sheet(f"{weights.id}@{count}", count, False, fit, None, weights, reasons)


def _sheet(catalog: Catalog, name: str, offer: Offer, fit: Fit, *, published: bool) -> Sheet:
    sections = (
        Section("Fit", tuple(fit_reasons(offer, fit))),
        Section("One box more or fewer", tuple(box_changes(catalog, offer.model.id, fit.boxes, first=offer.recipe.id))),
        Section("Watch out", tuple(caveats(catalog, offer, fit, Needs(), fit.boxes))),
        Section("What owners say", tuple(opinions(catalog, offer))),
    )
    return Sheet(name, fit.boxes, published, fit, offer, offer.weights,
                 tuple(section for section in sections if section.sentences))  # fmt: skip
