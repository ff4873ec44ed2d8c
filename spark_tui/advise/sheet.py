"""What is known of one recipe or one set of weights on a number of boxes, published or not."""

from typing import NamedTuple

from spark_tui.advise.explain import box_changes, caveats, fit_reasons, opinions
from spark_tui.advise.figure import figures, qualities
from spark_tui.advise.fit import Fit, estimate, fit_of
from spark_tui.advise.memory import DEFAULT_WINDOW, Question, question_of
from spark_tui.advise.needs import Needs
from spark_tui.advise.sentence import Section
from spark_tui.advise.target import NotInCatalogError, split_target
from spark_tui.advise.wording import counted, machines
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.faults import short
from spark_tui.catalog.search import nearest
from spark_tui.catalog.things import Weights


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
    exact = catalog.offer(target.strip().lower())
    if exact is not None:
        return _sheet(catalog, exact.setup.id, exact, fit_of(catalog, exact), published=True)
    asked = split_target(target)
    if asked.id in catalog.recipes:
        return _recipe_sheet(catalog, asked.id, asked.boxes, asked.profile)
    if asked.id in catalog.weights:
        return _weights_sheet(catalog, catalog.weights[asked.id], asked.boxes)
    near = nearest(
        asked.id, [*catalog.recipes, *catalog.weights, *catalog.models, *catalog.engines, *catalog.platforms]
    )
    hint = f"did you mean {near}?" if near else "spark-tui find WORDS looks for one."
    raise NotInCatalogError(f"No recipe, weights, model, engine or platform {short(asked.id)!r} in the catalog; {hint}")


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
    fit = estimate(Question(model, weights, (), None, None, count, 1, DEFAULT_WINDOW, 1, catalog.today.free_gib))
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


def sheet_story(shown: Sheet) -> tuple[str, list[str], list[Section]]:
    """Return a sheet as title, lines that say what it is, and sections with every published figure among them."""
    offer = shown.offer
    boxes = counted(shown.boxes, "box") if offer is None or not shown.published else machines(offer)
    known = "published" if shown.published else "nobody published this setup"
    lead = [f"{shown.id}: {boxes}, {shown.fit.verdict} ({shown.fit.basis}); {known}."]
    if offer is None:
        return (shown.weights.name if shown.weights else shown.id), lead, list(shown.sections)
    lead.append(f"By {offer.recipe.author}; {offer.model.name} on {offer.engine_name}; {offer.status}.")
    if offer.recipe.repository:
        lead.append(offer.recipe.repository)
    figures_here = offer.setup.measurements if shown.published else ()
    published = (*figures(figures_here), *qualities(offer))
    sections = [*shown.sections]
    if published:
        sections.insert(1, Section("Published figures", published))
    return offer.recipe.name, lead, sections
