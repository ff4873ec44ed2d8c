"""The whole catalog as plain data, with every field of the schema, for scripts and for checking by hand."""

from typing import Any

from spark_tui.catalog.catalog import SECTIONS, Catalog

Json = dict[str, Any]
_ORDER = ("platforms", "models", "engines", "weights", "recipes", "quotes", "notes", "advice", "sources")
assert set(_ORDER) == set(SECTIONS)


def export(catalog: Catalog) -> Json:
    """Return every list of the catalog. A setup's quality results are followed by those of its weights."""
    data = catalog.content.model_dump(mode="json")
    weights = {one["id"]: one for one in data["weights"]}
    for recipe, exported in zip(catalog.content.recipes, data["recipes"], strict=True):
        for setup, exported_setup in zip(recipe.setups, exported["setups"], strict=True):
            main = recipe.main_weights_of(setup)
            inherited = weights[main]["quality"] if main else []
            exported_setup["quality"] = [{**one, "subject": "setup"} for one in exported_setup["quality"]] + [
                {**one, "subject": main} for one in inherited
            ]
    return {section: data[section] for section in _ORDER}
