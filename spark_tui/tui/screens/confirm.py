"""One question to be answered with yes or no."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label


class Confirm(ModalScreen[bool]):
    """Asks; only `y` is yes."""

    DEFAULT_CSS = """
    Confirm { align: center middle; }
    Confirm Vertical { width: 64; height: auto; border: round $accent; padding: 0 1; background: $surface; }
    Confirm Label { width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape,enter", "answer(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Show the question and its keys."""
        with Vertical():
            yield Label(self._question, markup=False)
            yield Label("y: yes    n or Escape: no", markup=False)

    def action_answer(self, yes: bool) -> None:
        """Answer."""
        self.dismiss(yes)
