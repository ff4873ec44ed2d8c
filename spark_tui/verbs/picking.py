"""`pick`: the ranked setups for the owner's needs."""

import argparse
from typing import TYPE_CHECKING, Any

from spark_tui.advise.needs import Needs
from spark_tui.verbs.common import UsageError, load_catalog, print_answer

if TYPE_CHECKING:
    from spark_tui.catalog.catalog import Catalog


def pick(options: argparse.Namespace) -> None:
    """Print the ranked setups for the owner's needs."""
    from spark_tui.advise.rank import rank
    from spark_tui.advise.report import ranking_data
    from spark_tui.plain.ranking import ranking_lines

    catalog = load_catalog()
    ranking = rank(catalog, _needs(options, catalog))
    print_answer(options, lambda: ranking_data(catalog, ranking), lambda: ranking_lines(catalog, ranking))


def _needs(options: argparse.Namespace, catalog: "Catalog") -> Needs:
    return Needs(
        use=options.use,
        boxes=options.boxes,
        budget=options.budget,
        price=options.price,
        own=options.own,
        context=options.context,
        streams=options.streams,
        commercial=options.commercial,
        vendor=options.vendor,
        no_custom_kernel=options.no_custom_kernel,
        topology=options.topology,
        order=options.order,
        models=_ids("--model", options.model, catalog.models),
        engines=_ids("--engine", options.engine, catalog.engines),
    )


def _ids(option: str, asked: str | None, things: dict[str, Any]) -> frozenset[str] | None:
    from spark_tui.catalog.search import named, nearest

    if asked is None:
        return None
    found = named(asked, things.values())
    if not found:
        near = nearest(asked, things)
        hint = f"did you mean {near}?" if near else f"known are {', '.join(things)}"
        raise UsageError(f"spark-tui pick: {option} {asked!r} is not in the catalog; {hint}")
    return frozenset(thing.id for thing in found)
