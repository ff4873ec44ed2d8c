"""What screens with numbered figures share: `s` and a number open the source."""

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen
from textual.widgets import Label

from spark_tui.tui.widgets.figure_text import FigureText

if TYPE_CHECKING:
    from spark_tui.tui.app import SparkApp


class FigureScreen(Screen[None]):
    """A screen on which figures carry numbers."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("s", "source", "Source")]

    app: "SparkApp"

    @abstractmethod
    def figure_text(self) -> FigureText:
        """Return the text whose numbers count now."""

    def action_source(self) -> None:
        """Ask for a figure's number and open its source."""
        figures = self.figure_text().figures
        if not figures:
            self.notify("No figure here has a source to open.")
            return

        def opened(key: str | None) -> None:
            if key is not None and key in figures:
                from spark_tui.tui.screens.source import SourceScreen

                self.app.push_screen(SourceScreen(figures[key]))

        self.app.push_screen(AskFigure("".join(figures)), opened)


class AskFigure(ModalScreen[str | None]):
    """One line that waits for the key of a figure."""

    DEFAULT_CSS = """
    AskFigure { align: left bottom; background: transparent; }
    AskFigure Label { width: 100%; background: $accent; color: $background; padding: 0 2; }
    """

    def __init__(self, labels: str) -> None:
        super().__init__()
        self._labels = labels

    def compose(self) -> ComposeResult:
        """Show the question."""
        span = self._labels if len(self._labels) < 3 else f"{self._labels[0]} to {self._labels[-1]}"
        yield Label(f"Source of which figure? Press its key ({span}), or Escape.", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Take the first key as the answer; what is no label closes the question."""
        event.stop()
        self.dismiss(event.character if event.character and event.character in self._labels else None)
