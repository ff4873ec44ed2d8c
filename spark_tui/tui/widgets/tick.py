"""A box to tick."""

from textual.widgets import Checkbox


class Tick(Checkbox):
    """A box that is empty until it is ticked: Textual's own tells the two apart by colour alone."""

    def on_mount(self) -> None:
        """Start as answered so far."""
        self.watch_value()

    def watch_value(self) -> None:
        """Draw the tick, or none."""
        self.BUTTON_INNER = "X" if self.value else " "
        super().watch_value()
