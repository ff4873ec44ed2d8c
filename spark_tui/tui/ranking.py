"""What the app does beside the screens when an answer changes: load, weigh, rank, and make the next step quick."""

import gc
import importlib
from typing import TYPE_CHECKING

from spark_tui import paths
from spark_tui.advise.rank import rank
from spark_tui.catalog import finding
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.faults import CatalogError
from spark_tui.catalog.loading import load
from spark_tui.tui.sizes import Sizes

if TYPE_CHECKING:
    from spark_tui.advise.needs import Needs
    from spark_tui.tui.app import SparkApp

_SOON = (
    *(f"spark_tui.tui.screens.{name}" for name in ("picks", "recipe", "compare", "shelf")),
    "spark_tui.tui.shelves",
    "spark_tui.tui.commands",
)
"""Imported while the owner reads the questions, so that the next screens open at once."""


def rank_beside(app: "SparkApp", catalog: Catalog | None, needs: "Needs", *, weigh: bool) -> None:
    """Rank in a worker and post the answer. Without a catalog it is loaded; `weigh` puts the sizes of today into it."""
    try:
        found = catalog or load(
            paths.bundled_catalog(), paths.cache_folder(), paths.own_catalogs(), paths.collections()
        )
    except CatalogError as error:
        app.post_message(app.CatalogBroken("\n".join(map(str, error.faults))))
        return
    if app.sizes is None:
        app.sizes, weigh = Sizes(app), True
        app.sizes.load()
    if weigh:
        found = app.sizes.weigh(found)
        gc.freeze()  # It lives long: the collector need not go over it while the owner types.
    # Before anything can be searched: imported by two threads at once, it fails in one of them.
    importlib.import_module("rapidfuzz")
    ranking = rank(found, needs)
    if weigh:
        gc.freeze()  # So does what was worked out of it.
    app.post_message(app.Ranked(found, ranking))
    for module in _SOON:
        importlib.import_module(module)
    if not app.sizes.asking:
        finding.find(found, "spark")  # Makes the index, so that the first letter in the palette finds at once.
