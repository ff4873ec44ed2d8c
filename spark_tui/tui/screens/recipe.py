"""One setup in full: fit, speed, quality, opinions, sources."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Footer, Static, TabbedContent, TabPane

from spark_tui.advise.dossier import dossier
from spark_tui.advise.fit import fit_of
from spark_tui.advise.wording import counted
from spark_tui.catalog.catalog import Offer
from spark_tui.tui.screens.figures import FigureScreen
from spark_tui.tui.widgets.figure_text import FigureText
from spark_tui.tui.widgets.memory_bar import memory_bar

_BAR_CELLS = 54


class RecipeScreen(FigureScreen):
    """Everything the catalog holds on one setup, each figure with its source."""

    HELP = """The tabs hold what is known of this setup: whether it fits and where the memory goes, every published
speed with its conditions, quality against full precision, what owners say, and all sources. Left and right change
the tab. Numbers in brackets are sources: press s and the number."""

    DEFAULT_CSS = """
    RecipeScreen {
        #title { padding: 0 1; height: auto; }
        TabbedContent { height: 1fr; }
        TabPane { padding: 0; height: 1fr; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "tab(1)", "Next tab", priority=True),
        Binding("left", "tab(-1)", "Previous tab", show=False, priority=True),
        Binding("escape,q", "dismiss", "Back"),
    ]

    def __init__(self, offer: Offer) -> None:
        super().__init__()
        self._offer = offer

    def compose(self) -> ComposeResult:
        """Lay out the tabs."""
        catalog, needs, offer = self.app.catalog, self.app.needs, self._offer
        fit = fit_of(catalog, offer, needs.context, needs.at_once)
        boxes = self.app.ranking.plan.boxes if self.app.ranking else offer.setup.boxes
        yield Static(self._title(), id="title", markup=False)
        with TabbedContent():
            for title, sections in dossier(catalog, offer, fit, needs, boxes).items():
                text = FigureText()
                text.show(sections, memory_bar(fit, catalog.box.usable_gib or 0, _BAR_CELLS) if title == "Fit" else ())
                with TabPane(title):
                    yield text
        yield Footer(show_command_palette=False)

    def _title(self) -> Content:
        recipe, setup = self._offer.recipe, self._offer.setup
        address = f"\n{recipe.repository}" if recipe.repository else ""
        kind = f"{counted(setup.boxes, 'box')}, {self._offer.engine_name}, {recipe.status}"
        return Content.assemble((recipe.name, "bold"), f", by {recipe.author}\n{setup.id}: {kind}{address}")

    def on_tabbed_content_tab_activated(self) -> None:
        """Let the arrow keys scroll the tab that is shown."""
        self.figure_text().focus()

    def figure_text(self) -> FigureText:
        """Return the text of the tab that is shown."""
        pane = self.query_one(TabbedContent).active_pane
        assert pane is not None
        return pane.query_one(FigureText)

    def action_tab(self, step: int) -> None:
        """Show the next or previous tab."""
        tabs = self.query_one(TabbedContent)
        panes = [pane.id for pane in self.query(TabPane)]
        tabs.active = panes[(panes.index(tabs.active) + step) % len(panes)] or ""
