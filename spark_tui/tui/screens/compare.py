"""Two to four setups side by side."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Static

from spark_tui.advise.compare import Comparison
from spark_tui.advise.markdown import comparison_document
from spark_tui.tui.screens.figures import FigureScreen, FilterField
from spark_tui.tui.widgets.compare_table import CompareTable


class CompareScreen(FigureScreen):
    """Setups in columns, what differs marked."""

    HELP = """What a person would say comes first; below it every fact of the setups side by side. ≠ marks what
differs, ▲ the best figure among those that were measured under the same conditions. Left and right show further
setups where there is no room for all. Numbers in brackets are sources: press s and the number; h and the number shows
how we know. r takes all marks away, e writes the comparison as Markdown."""

    DEFAULT_CSS = """
    CompareScreen #title { padding: 0 1; height: 1; text-style: bold; background: $panel; }
    CompareScreen CompareTable { height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", "More setups", key_display="←→", priority=True),
        Binding("left", "step(-1)", "More to the left", show=False, priority=True),
        Binding("e", "export", "Export"),
        Binding("h", "evidence", "Evidence", priority=True),
        Binding("r", "forget", "Forget marks", show=False),
    ]

    BEFORE_FOCUS = FigureScreen.BEFORE_FOCUS | {"step"}

    def __init__(self, comparison: Comparison) -> None:
        super().__init__()
        self._comparison = comparison

    def compose(self) -> ComposeResult:
        """Lay out the comparison."""
        yield Static(f"{len(self._comparison.offers)} setups compared", id="title", markup=False)
        yield FilterField()
        yield CompareTable(self._comparison)
        yield Footer()

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.figure_text().focus()

    def figure_text(self) -> CompareTable:
        """Return the table."""
        return self.query_one(CompareTable)

    def markdown(self) -> tuple[str, str]:
        """Return the comparison as a document."""
        name = "-vs-".join(offer.setup.id[:40].strip("-") for offer in self._comparison.offers)
        return f"compare-{name}", comparison_document(self.app.catalog, self._comparison)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer further setups only where there are more than have room."""
        if action == "step" and len(self._comparison.offers) == len(self.figure_text().columns_shown):
            return False
        return super().check_action(action, parameters)

    def action_step(self, columns: int) -> None:
        """Show setups further to the right or left."""
        self.figure_text().step(columns)

    def action_forget(self) -> None:
        """Take all marks away and go back."""
        self.app.marked.clear()
        self.dismiss()
