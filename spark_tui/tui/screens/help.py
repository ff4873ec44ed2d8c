"""The keys and the purpose of the screen below."""

from collections.abc import Iterator
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from spark_tui.tui.screens.source import record


class HelpScreen(ModalScreen[None]):
    """What the screen below is for, and every key that works on it."""

    DEFAULT_CSS = """
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
        with VerticalScroll() as frame:
            frame.border_title = "Help"
            frame.border_subtitle = "Escape: back"
            yield Static(purpose, markup=False)
            yield Static(record([("", ""), *self._keys()]))

    def _keys(self) -> Iterator[tuple[str, str]]:
        """Yield the keys that our own classes bind here, each once, not those that every Textual widget has."""
        seen: set[str] = set()
        focused = self._explained.focused
        for node in (*(focused.ancestors_with_self if focused else [self._explained]), self.app):
            for binding in own_bindings(node):
                if not set(binding.key.split(",")) & seen:
                    yield key_names(self.app, binding), binding.description
                seen |= set(binding.key.split(","))


def key_names(app: App[Any], binding: Binding) -> str:
    """Return the keys of a binding as they stand on a keyboard: `PgUp`, `+ =`, `F1 ?`."""
    keys = (app.get_key_display(Binding(key, "", "")) for key in binding.key.split(","))
    return " ".join(key.removesuffix("_mark") for key in keys)


def own_bindings(node: DOMNode) -> Iterator[Binding]:
    """Yield what our own classes bind, the nearest class first."""
    own = (cls for cls in type(node).__mro__ if cls.__module__.startswith("spark_tui."))
    yield from (binding for cls in own for binding in cls.__dict__.get("BINDINGS", ()))
