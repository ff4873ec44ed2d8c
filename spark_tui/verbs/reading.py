"""Reading the catalog: `show` and `sources`."""

import argparse

from spark_tui.verbs.common import UsageError, load_catalog, print_answer


def show(options: argparse.Namespace) -> None:
    """Print what is known of a recipe or weights on any number of boxes, or of a model, engine or platform."""
    from spark_tui.advise.report import sheet_data, thing_data
    from spark_tui.advise.sheet import NotInCatalogError, sheet
    from spark_tui.advise.thing import thing
    from spark_tui.plain import sheet_lines, thing_lines

    catalog = load_catalog()
    known = thing(catalog, options.target.strip())
    if known is not None:
        return print_answer(options, lambda: thing_data(known), lambda: thing_lines(known))
    try:
        shown = sheet(catalog, options.target)
    except NotInCatalogError as error:
        raise UsageError(f"spark-tui show: {error}") from error
    return print_answer(options, lambda: sheet_data(catalog, shown), lambda: sheet_lines(catalog, shown))


def sources(options: argparse.Namespace) -> None:
    """Print a source record, or every figure of a recipe with where it stands."""
    from spark_tui.advise.report import sources_data
    from spark_tui.catalog.search import nearest
    from spark_tui.plain import figure_lines, source_lines

    catalog, asked = load_catalog(), options.id.strip()
    recipe = asked.partition("@")[0]
    offers = [offer for offer in catalog.offers_of_recipe(recipe) if asked in (recipe, offer.setup.id)]
    if asked in catalog.sources:
        source = catalog.sources[asked]
        return print_answer(options, lambda: source.model_dump(mode="json"), lambda: source_lines(source))
    if not offers:
        near = nearest(asked, [*catalog.recipes, *catalog.sources])
        hint = f"did you mean {near}?" if near else "spark-tui catalog export lists all ids"
        raise UsageError(f"spark-tui sources: no recipe or source {asked!r} in the catalog; {hint}")
    return print_answer(
        options,
        lambda: sources_data(catalog, recipe, offers),
        lambda: (line for offer in offers for line in figure_lines(catalog, offer)),
    )
