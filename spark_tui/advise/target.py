"""From what was typed, `ID[@BOXES[:PROFILE]]`, to what it names."""

import re
from typing import NamedTuple

from spark_tui.advise.needs import MAX_BOXES
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.faults import short
from spark_tui.catalog.search import nearest

_FORM = re.compile(r"(?P<id>[^@]+)(?:@(?P<boxes>\d{1,4})(?::(?P<profile>.+))?)?")


class NotInCatalogError(LookupError):
    """Nothing has the id that was asked for; the message says what is near."""


class Target(NamedTuple):
    """An id with the boxes and the profile that were asked for."""

    id: str
    boxes: int | None
    profile: str | None


def split_target(typed: str) -> Target:
    """Take `ID[@BOXES[:PROFILE]]` apart. Raise NotInCatalogError where it has another form."""
    asked = _FORM.fullmatch(typed.strip().lower())  # Ids have no capitals.
    if asked is None:
        raise NotInCatalogError(f"{short(typed)!r} is not of the form ID[@BOXES[:PROFILE]].")
    boxes = int(asked["boxes"]) if asked["boxes"] else None
    if boxes is not None and not 1 <= boxes <= MAX_BOXES:
        raise NotInCatalogError(f"{short(typed)!r}: boxes go from 1 to {MAX_BOXES}.")
    return Target(asked["id"], boxes, asked["profile"])


def published_setup(catalog: Catalog, typed: str) -> Offer:
    """Return a setup by its id; of a recipe without boxes or profile its first. Raise NotInCatalogError."""
    exact = catalog.offer(typed.strip().lower())
    if exact is not None:
        return exact
    asked = split_target(typed)
    offers = catalog.offers_of_recipe(asked.id)
    if not offers:
        near = nearest(typed, [offer.setup.id for offer in (*catalog.offers, *catalog.elsewhere)])
        hint = f"did you mean {near}?" if near else "spark-tui find WORDS looks for one."
        raise NotInCatalogError(f"No recipe or setup {short(typed)!r} in the catalog; {hint}")
    found = [
        offer
        for offer in offers
        if asked.boxes in (None, offer.setup.boxes) and asked.profile in (None, offer.setup.profile)
    ]
    if not found:
        known = ", ".join(offer.setup.id for offer in offers)
        raise NotInCatalogError(f"Nobody published {short(typed)!r}; of this recipe there are {known}.")
    return next((offer for offer in found if offer.platform.is_box), found[0])
