"""The app: holds the owner's needs and the ranking, and keeps one up to date with the other."""

import gc
import importlib
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var

from spark_tui.advise.needs import Needs
from spark_tui.tui.screens.needs import NeedsScreen

# The first screen is painted before the catalog, pydantic and the ranking are imported: see `_rank`.
if TYPE_CHECKING:
    from spark_tui.advise.rank import Ranking
    from spark_tui.catalog.catalog import Catalog


class SparkApp(App[int]):
    """From three questions to a recipe with its reasons and sources."""

    TITLE = "spark-tui"
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  not a ClassVar in Textual either
        (0, "-narrow"),
        (100, "-wide"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", "Help", show=True),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
    ]

    needs: var[Needs] = var(Needs(own=2))
    """The owner's answers. A change ranks anew."""

    ranking: var["Ranking | None"] = var(None)
    """The answer to `needs`, or to the needs before while a new one is worked out; None until the first."""

    class Ranked(Message):
        """A ranking is ready."""

        def __init__(self, catalog: "Catalog", ranking: "Ranking") -> None:
            super().__init__()
            self.catalog = catalog
            self.ranking = ranking

    class CatalogBroken(Message):
        """The catalog cannot be read."""

        def __init__(self, sentences: str) -> None:
            super().__init__()
            self.sentences = sentences

    def __init__(self, catalog: "Catalog | None" = None) -> None:
        super().__init__()
        self._catalog = catalog

    @property
    def catalog(self) -> "Catalog":
        """The catalog. There is one as soon as there is a ranking."""
        assert self._catalog is not None
        return self._catalog

    def get_default_screen(self) -> NeedsScreen:
        """Start with the questions, without a blank screen below them."""
        return NeedsScreen()

    def on_mount(self) -> None:
        """Load everything else once the questions are on the screen."""
        self.call_after_refresh(self._rank, self.needs)

    def watch_needs(self, needs: Needs) -> None:
        """Rank anew when an answer changes."""
        if self.is_running:
            self._rank(needs)

    @work(thread=True, exclusive=True, group="rank")
    def _rank(self, needs: Needs) -> None:
        from spark_tui import paths
        from spark_tui.advise.rank import rank
        from spark_tui.catalog.faults import CatalogError
        from spark_tui.catalog.loading import load

        try:
            catalog = self._catalog or load(paths.bundled_catalog(), paths.cache_folder())
        except CatalogError as error:
            self.post_message(self.CatalogBroken("\n".join(map(str, error.faults))))
        else:
            # The catalog lives as long as the app: the collector need not go over it at every ranking.
            if self._catalog is None:
                gc.freeze()
            self.post_message(self.Ranked(catalog, rank(catalog, needs)))
            # Imported while the owner reads the questions, so that the next screen opens at once.
            for module in ("spark_tui.tui.screens.picks", "spark_tui.tui.screens.recipe", "rapidfuzz.process"):
                importlib.import_module(module)

    def on_spark_app_ranked(self, message: Ranked) -> None:
        """Show a ranking, unless the answers have changed since."""
        self._catalog = message.catalog
        if message.ranking.needs == self.needs:
            self.ranking = message.ranking

    def on_spark_app_catalog_broken(self, message: CatalogBroken) -> None:
        """Leave with the reason: without a catalog there is nothing to show."""
        self.exit(1, return_code=1, message=message.sentences)

    def action_help(self) -> None:
        """Show the keys of the present screen."""
        from spark_tui.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))
