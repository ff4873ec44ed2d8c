"""One question: how fast is your line?"""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from spark_tui.numbers import NumberError, read_amount
from spark_tui.settings import FASTEST_MBIT
from spark_tui.tui.answers import as_text


class AskSpeed(ModalScreen[float | None]):
    """Asks for a speed in Mbit/s; None where the owner thinks better of it."""

    DEFAULT_CSS = """
    AskSpeed { align: center middle; }
    AskSpeed Vertical { width: 58; height: auto; border: round $accent; padding: 0 1; background: $surface; }
    AskSpeed Input { width: 20; }
    AskSpeed #wrong { color: $text-error; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Leave it")]

    def __init__(self, now: float | None) -> None:
        super().__init__()
        self._now = now

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical():
            yield Label("How fast do you download, in Mbit/s? Enter keeps it.", markup=False)
            yield Input(as_text(self._now), "300", compact=True)
            yield Label("", id="wrong", markup=False)

    @on(Input.Submitted)
    def _answer(self, event: Input.Submitted) -> None:
        try:
            self.dismiss(read_amount(event.value, FASTEST_MBIT))
        except NumberError as error:
            self.query_one("#wrong", Label).update(f"✗ {error}.")
