"""Reading the catalog: `show`, `sources`, `find`, `quotes`, `compare` and `evidence`."""

import argparse

from spark_tui.verbs.common import UsageError, load_catalog, print_answer


def show(options: argparse.Namespace) -> None:
    """Print what is known of whatever has that id: a recipe or weights on any number of boxes, a model, a remark …"""
    from spark_tui.advise.markdown import document
    from spark_tui.advise.remark import remark
    from spark_tui.advise.report import remark_data, sheet_data, thing_data
    from spark_tui.advise.sheet import sheet, sheet_story
    from spark_tui.advise.target import NotInCatalogError, split_target
    from spark_tui.advise.thing import thing
    from spark_tui.plain.facts import sheet_lines, thing_lines
    from spark_tui.plain.text import section_lines

    catalog = load_catalog()
    said = remark(catalog, options.target)
    if said is not None:
        return print_answer(options, lambda: remark_data(said), lambda: section_lines(said.sections),
                            lambda: document(catalog, said.kind.capitalize(), [said.id], said.sections))  # fmt: skip
    try:
        known = thing(catalog, split_target(options.target))
        if known is not None:
            title, lead = known.entry.name, [known.entry.id]
            return print_answer(options, lambda: thing_data(known), lambda: thing_lines(known),
                                lambda: document(catalog, title, lead, known.sections))  # fmt: skip
        shown = sheet(catalog, options.target)
    except NotInCatalogError as error:
        raise UsageError(f"spark-tui show: {error}") from error
    return print_answer(options, lambda: sheet_data(catalog, shown), lambda: sheet_lines(catalog, shown),
                        lambda: document(catalog, *sheet_story(shown)))  # fmt: skip


def sources(options: argparse.Namespace) -> None:
    """Print a source record, or every figure of a recipe with where it stands."""
    from spark_tui.advise.report import sources_data
    from spark_tui.catalog.search import nearest
    from spark_tui.plain.facts import figure_lines, source_lines

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


def find(options: argparse.Namespace) -> None:
    """Print what holds the words, slips allowed."""
    from spark_tui.catalog import finding
    from spark_tui.plain.finding import found_lines

    asked = " ".join(options.words)
    found = finding.find(load_catalog(), asked)
    print_answer(
        options,
        lambda: [
            {"kind": one.kind, "id": one.id, "title": one.title, "score": round(score, 1)} for one, score in found
        ],
        lambda: found_lines(asked, found),
    )


def quotes(options: argparse.Namespace) -> None:
    """Print the quotes that hold the words, or all."""
    from spark_tui.catalog import finding
    from spark_tui.plain.finding import found_lines, quote_lines

    catalog, asked = load_catalog(), " ".join(options.words)
    if asked:
        said = [catalog.quotes[one.document.id] for one in finding.find(catalog, asked, kinds=("quote",))]
    else:
        said = list(catalog.content.quotes)
    print_answer(
        options,
        lambda: [quote.model_dump(mode="json") for quote in said],
        lambda: quote_lines(catalog, said) if said else found_lines(asked, ()),
    )


def compare(options: argparse.Namespace) -> None:
    """Print two to four setups side by side."""
    from spark_tui.advise.compare import LEAST, MOST
    from spark_tui.advise.compare import compare as side_by_side
    from spark_tui.advise.markdown import comparison_document
    from spark_tui.advise.needs import Needs
    from spark_tui.advise.report import comparison_data
    from spark_tui.advise.target import NotInCatalogError, published_setup
    from spark_tui.plain.comparing import comparison_lines

    catalog = load_catalog()
    try:
        offers = [published_setup(catalog, typed) for typed in options.setups]
    except NotInCatalogError as error:
        raise UsageError(f"spark-tui compare: {error}") from error
    if not LEAST <= len(offers) <= MOST:
        raise UsageError(f"spark-tui compare: {len(offers)} given; it sets {LEAST} to {MOST} setups side by side")
    ids = [offer.setup.id for offer in offers]
    twice = next((one for one in ids if ids.count(one) > 1), None)
    if twice:
        raise UsageError(f"spark-tui compare: {twice} is named twice; name setups that differ")
    found = side_by_side(catalog, offers, Needs())
    print_answer(options, lambda: comparison_data(found), lambda: comparison_lines(found),
                 lambda: comparison_document(catalog, found))  # fmt: skip


def evidence(options: argparse.Namespace) -> None:
    """Print claims beside what others measured, and how speed moves with its conditions."""
    from spark_tui.advise.grounds import of_claims, of_moves, summary
    from spark_tui.advise.markdown import document
    from spark_tui.advise.report import grounds_data
    from spark_tui.plain.text import section_lines

    catalog = load_catalog()
    claimed, moved = of_claims(catalog), of_moves(catalog)
    sections = summary(catalog, claimed, moved)
    print_answer(options, lambda: grounds_data(catalog, claimed, moved), lambda: section_lines(sections),
                 lambda: document(catalog, "What expected speeds rest on", (), sections))  # fmt: skip
