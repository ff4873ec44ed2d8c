"""One setup in full: fit, speed, quality, opinions, sources."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Footer, Static, TabbedContent, TabPane

from spark_tui.advise.dossier import Dossier, dossier
from spark_tui.advise.fit import Fit, fit_of
from spark_tui.advise.markdown import document
from spark_tui.advise.wording import machines
from spark_tui.catalog.catalog import Offer
from spark_tui.tui.screens.figures import FigureScreen, FilterField
from spark_tui.tui.widgets.figure_text import FigureText
from spark_tui.tui.widgets.memory_bar import memory_bar

_BAR_CELLS = 54


class RecipeScreen(FigureScreen):
    """Everything the catalog holds on one setup, each figure with its source."""

    HELP = """The tabs hold what is known of this setup: whether it fits and where the memory goes, every published
speed with its conditions, quality against full precision, what owners say, and all sources. Left and right change
the tab. Numbers in brackets are sources: press s and the number; h and the number of a measured figure shows
everything that was published beside it. e writes all tabs as Markdown."""

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
        Binding("h", "evidence", "Evidence", priority=True),
        Binding("e", "export", "Export", show=False),
    ]

    BEFORE_FOCUS = FigureScreen.BEFORE_FOCUS | {"tab"}

    def __init__(self, offer: Offer) -> None:
        super().__init__()
        self.offer = offer

    def compose(self) -> ComposeResult:
        """Lay out the tabs."""
        fit = self._fit()
        yield Static(self._title(), id="title", markup=False)
        yield FilterField()
        with TabbedContent():
            for title, sections in self._dossier(fit).items():
                bar = memory_bar(fit, self.app.catalog.box.usable_gib or 0, _BAR_CELLS) if title == "Fit" else ()
                text = FigureText()
                text.show(sections, bar)
                with TabPane(title):
                    yield text
        yield Footer()

    def _fit(self) -> Fit:
        needs = self.app.needs
        return fit_of(self.app.catalog, self.offer, needs.context, needs.at_once)

    def _dossier(self, fit: Fit) -> Dossier:
        boxes = self.app.ranking.plan.boxes if self.app.ranking else self.offer.setup.boxes
        return dossier(self.app.catalog, self.offer, fit, self.app.needs, boxes)

    def _title(self) -> Content:
        recipe, setup = self.offer.recipe, self.offer.setup
        address = f"\n{recipe.repository}" if recipe.repository else ""
        kind = f"{machines(self.offer)}, {self.offer.engine_name}, {self.offer.status}"
        return Content.assemble(
            (self.app.catalog.title_of(self.offer), "bold"), f", by {recipe.author}\n{setup.id}: {kind}{address}"
        )

    def on_tabbed_content_tab_activated(self) -> None:
        """Let the arrow keys scroll the tab that is shown."""
        if not self.query_one(FilterField).has_focus:
            self.figure_text().focus()

    def narrow(self, typed: str) -> None:
        """Show only the sentences, on any tab, that hold the words that were typed."""
        for text in self.query(FigureText):
            text.narrow(typed)

    def markdown(self) -> tuple[str, str]:
        """Return all tabs as one document; its sources stand at its end anyway."""
        recipe, setup = self.offer.recipe, self.offer.setup
        lead = [f"{setup.id}, by {recipe.author}", *([recipe.repository] if recipe.repository else [])]
        tabs = self._dossier(self._fit())
        sections = [section for title, some in tabs.items() if title != "Sources" for section in some]
        return setup.id, document(self.app.catalog, recipe.name, lead, sections)

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
