"""What screens with numbered figures share: sources, how we know, a filter, and export."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, Label

from spark_tui.advise.sentence import Cite
from spark_tui.tui.widgets.figure_text import FigureText

if TYPE_CHECKING:
    from spark_tui.tui.app import SparkApp


class FilterField(Input):
    """One line for words to filter by, hidden until it is asked for."""

    DEFAULT_CSS = """
    FilterField { display: none; margin: 0 1; &.-open { display: block; } }
    """

    def __init__(self) -> None:
        super().__init__(placeholder="words to filter by", compact=True)


class FigureScreen(Screen[None]):
    """A screen on which figures carry numbers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority, so that the key of a figure goes to the question, however fast it follows.
        Binding("s", "source", "Source", priority=True),
        Binding("h", "evidence", "Evidence", show=False, priority=True),
        Binding("e", "export", "Export", show=False),
        Binding("slash", "filter", "Filter"),
        Binding("escape", "back", "Back"),
        Binding("q", "app.quit", "Quit", show=False),
    ]

    BEFORE_FOCUS: ClassVar[frozenset[str]] = frozenset(("source", "evidence"))
    """Actions whose keys come before what has the focus could use them; but words can be typed into the filter."""
    AUTO_FOCUS = ""  # What has the focus is said by each screen; the first that could is the hidden filter.

    app: "SparkApp"

    @abstractmethod
    def figure_text(self) -> FigureText:
        """Return the text whose numbers count now."""

    def main_widget(self) -> Widget:
        """Return what has the focus while nothing is typed."""
        return self.figure_text()

    def markdown(self) -> tuple[str, str] | None:
        """Return a name and a document of what is shown; None where there is nothing to export."""
        return None

    def narrow(self, typed: str) -> None:
        """Show only what holds the words that were typed."""
        self.figure_text().narrow(typed)

    def on_screen_resume(self) -> None:
        """Keep where the owner is, should the terminal go away."""
        self.app.call_later(self.app.remember)

    # --- sources --------------------------------------------------------------------------------------------

    def action_source(self) -> None:
        """Ask for a figure's key and open its source."""
        self._ask("Source of which figure?", self.figure_text().figures, self._open_source)

    def action_evidence(self) -> None:
        """Ask for a figure's key and show everything that was published beside it."""
        figures = self.figure_text().figures.items()
        measured = {key: cite for key, cite in figures if cite.measurement is not None}
        self._ask("How do we know which figure?", measured, self.app.open_evidence)

    def _open_source(self, cite: Cite) -> None:
        from spark_tui.tui.screens.source import SourceScreen

        self.app.push_screen(SourceScreen(cite))

    def _ask(self, question: str, figures: Mapping[str, Cite], then: Callable[[Cite], None]) -> None:
        if not figures:
            self.notify("Nothing here can be asked for: s opens sources, h what was measured.")
            return

        def answered(key: str | None) -> None:
            if key is not None:
                then(figures[key])

        self.app.push_screen(AskFigure(question, tuple(figures)), answered)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave every key to the filter while words are typed."""
        if action in self.BEFORE_FOCUS and self.query_one(FilterField).has_focus:
            return False
        return super().check_action(action, parameters)

    # --- filter ---------------------------------------------------------------------------------------------

    def action_filter(self) -> None:
        """Type words that what is shown must hold."""
        field = self.query_one(FilterField)
        field.add_class("-open")
        field.focus()

    @on(Input.Changed, "FilterField")
    def _filter_typed(self, event: Input.Changed) -> None:
        self.narrow(event.value.strip())

    @on(Input.Submitted, "FilterField")
    def _filter_done(self) -> None:
        self.main_widget().focus()

    def close_filter(self) -> bool:
        """Close the filter and show everything again; False where it was not open."""
        field = self.query_one(FilterField)
        if not field.has_class("-open"):
            return False
        field.value = ""
        field.remove_class("-open")
        self.main_widget().focus()
        return True

    def action_back(self) -> None:
        """Close the filter, else go back."""
        if not self.close_filter():
            self.dismiss()

    # --- export ---------------------------------------------------------------------------------------------

    def action_export(self) -> None:
        """Write what is shown as Markdown into a file, and say where."""
        from spark_tui.tui.exporting import ExportError, write_new

        exported = self.markdown()
        if exported is None:
            self.notify("There is nothing here to export.")
            return
        try:
            path = write_new(*exported)
        except ExportError as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)
        else:
            self.notify(f"Written: {path}", timeout=10, markup=False)


class AskFigure(ModalScreen[str | None]):
    """One line that waits for the key of a figure."""

    DEFAULT_CSS = """
    AskFigure { align: left bottom; background: transparent; }
    AskFigure Label { width: 100%; background: $accent; color: $background; padding: 0 2; }
    """

    def __init__(self, question: str, labels: tuple[str, ...]) -> None:
        super().__init__()
        self._question, self._labels = question, labels

    def compose(self) -> ComposeResult:
        """Show the question."""
        keys = " ".join(self._labels) if len(self._labels) < 4 else f"{self._labels[0]} to {self._labels[-1]}"
        yield Label(f"{self._question} Press its key ({keys}), or Escape.", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Take the first key as the answer; what is no label closes the question."""
        event.stop()
        self.dismiss(event.character if event.character in self._labels else None)
