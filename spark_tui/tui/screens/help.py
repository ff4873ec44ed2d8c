"""The keys and the purpose of the screen below."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static


class HelpScreen(ModalScreen[None]):
    """What the screen below is for, and every key that works on it."""

    CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll {
        width: 90%; max-width: 84; height: auto; max-height: 90%;
        border: round $accent; background: $surface; padding: 1 2;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,f1,enter", "dismiss", "Back")]

    def __init__(self, explained: Screen[Any]) -> None:
        super().__init__()
        self._explained = explained

    def compose(self) -> ComposeResult:
        """Lay out purpose and keys."""
        purpose = " ".join(getattr(self._explained, "HELP", "").split())
        keys = {
            self.app.get_key_display(active.binding): active.binding.description
            for active in self._explained.active_bindings.values()
            if active.binding.description
        }
        rows = [part for key, what in keys.items() for part in ((f"{key:<12}", "bold"), f"{what}\n")]
        with VerticalScroll() as frame:
            frame.border_title = "Help"
            frame.border_subtitle = "Escape: back"
            yield Static(Content.assemble(purpose, "\n\n", *rows).rstrip(), markup=False)
