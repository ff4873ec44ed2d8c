"""One setup in full: fit, speed, quality, opinions, sources."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Footer, Static, TabbedContent, TabPane

from spark_tui import paths, settings
from spark_tui.advise.dossier import Dossier, dossier
from spark_tui.advise.fit import fit_of
from spark_tui.advise.markdown import document
from spark_tui.advise.wording import machines
from spark_tui.catalog.catalog import Offer
from spark_tui.tui.screens.figures import FigureScreen, FilterField
from spark_tui.tui.widgets.figure_text import FigureText
from spark_tui.tui.widgets.hanging import Paragraph
from spark_tui.tui.widgets.memory_bar import memory_bar

_BAR_CELLS = 54


class RecipeScreen(FigureScreen):
    """Everything the catalog holds on one setup, each figure with its source."""

    HELP = """The tabs hold what is known of this setup: whether it fits and where the memory goes, what there is to
download, every published speed with its conditions, quality, what owners say, and all sources. r asks for today's
sizes; d sets the speed of your line. Left and right change
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
        Binding("h", "evidence", "Evidence", show=False, priority=True),
        Binding("l", "launch", "Launch"),
        Binding("d", "download_speed", "Speed of your line", show=False),
        Binding("e", "export", "Export", show=False),
    ]

    BEFORE_FOCUS = FigureScreen.BEFORE_FOCUS | {"tab"}

    def __init__(self, offer: Offer) -> None:
        super().__init__()
        self.offer = offer

    def compose(self) -> ComposeResult:
        """Lay out the tabs."""
        yield Static(self._title(), id="title", markup=False)
        yield FilterField()
        with TabbedContent():
            for title in self._dossier():
                with TabPane(title):
                    yield FigureText()
        yield Footer()

    def on_mount(self) -> None:
        """Tell everything, and again when sizes have changed."""
        self.watch(self.app, "ranking", self._tell)

    def _tell(self) -> None:
        """Fill the tabs with what the catalog says now."""
        self.offer = self.app.catalog.offer(self.offer.setup.id) or self.offer
        for text, (title, sections) in zip(self.query(FigureText), self._dossier().items(), strict=True):
            if sections != text.sections:  # What has not changed stays where it was scrolled to.
                text.show(sections, self._bar() if title == "Fit" else ())

    def _bar(self) -> Iterable[Paragraph]:
        needs, catalog = self.app.needs, self.app.catalog
        fit = fit_of(catalog, self.offer, needs.context, needs.at_once)
        return memory_bar(fit, catalog.box.usable_gib or 0, _BAR_CELLS)

    def _dossier(self) -> Dossier:
        boxes = self.app.ranking.plan.boxes if self.app.ranking else self.offer.setup.boxes
        return dossier(self.app.catalog, self.offer, self.app.needs, boxes, self.app.settings.download_mbit)

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
        tabs = self._dossier()
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

    def action_launch(self) -> None:
        """Go on to launching it."""
        self.app.open_launch(self.offer)

    def action_download_speed(self) -> None:
        """Ask for the speed of the owner's line, and tell the times anew."""
        from spark_tui.tui.screens.ask_speed import AskSpeed

        def answered(mbit: float | None) -> None:
            if mbit is not None:
                self.app.settings = self.app.settings._replace(download_mbit=mbit)
                self._tell()
                try:
                    settings.save(self.app.settings, paths.settings())
                except OSError as error:
                    self.notify(f"It holds until you leave: it cannot be written, {error.strerror}.", markup=False)

        self.app.push_screen(AskSpeed(self.app.settings.download_mbit), answered)
