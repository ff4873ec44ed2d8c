"""A catalog of any size, made of copies of the real recipes under other ids."""

from itertools import count

from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.recipe import Recipe


def many_setups(catalog: Catalog, setups: int) -> Catalog:
    """Return the catalog with copies of its recipes until it holds at least that many setups on boxes."""
    recipes = list(catalog.content.recipes)
    held = len(catalog.offers)
    for number in count(1):
        for recipe in catalog.content.recipes:
            if held >= setups:
                return Catalog(catalog.content.model_copy(update={"recipes": tuple(recipes)}))
            recipes.append(_copied(recipe, number))
            held += sum(setup.platform == catalog.box.id for setup in recipe.setups)
    raise AssertionError("count never ends")


def _copied(recipe: Recipe, number: int) -> Recipe:
    """Copy a recipe under another id, with speeds of its own so that bands are not all alike."""
    name = f"copy{number}-{recipe.id}"
    setups = tuple(
        setup.model_copy(
            update={
                "id": f"{name}@{setup.boxes}{f':{setup.profile}' if setup.profile else ''}",
                "measurements": tuple(
                    m.model_copy(update={"id": f"copy{number}-{m.id}", "value": m.value * (1 + number % 97 / 100)})
                    for m in setup.measurements
                ),
            }
        )
        for setup in recipe.setups
    )
    return recipe.model_copy(update={"id": name, "name": f"{recipe.name} #{number}", "setups": setups})
