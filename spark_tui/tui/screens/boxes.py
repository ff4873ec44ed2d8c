"""The owner's boxes: which there are, and adding or removing one."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from spark_tui import paths
from spark_tui.launch import boxes
from spark_tui.launch.box import Box, BoxError, checked
from spark_tui.tui.screens.confirm import Confirm
from spark_tui.tui.screens.needs import question
from spark_tui.tui.widgets.row_table import Column, RowTable

_COLUMNS = (Column("Box", 16), Column("Reached by"), Column("On the fabric", 18))


class BoxesScreen(Screen[None]):
    """The list, and three fields for one more."""

    HELP = """A box is reached as your own ssh reaches it: by a host of its configuration, or USER@HOST; nothing for
this machine. The address on the fabric is that of the fast network between the boxes. The first box of the list is the
head unless you choose otherwise. a adds one, Delete takes one off the list."""

    DEFAULT_CSS = """
    BoxesScreen {
        #title { height: 1; padding: 0 1; text-style: bold; }
        #rows { height: 1fr; }
        #adding { height: auto; padding: 0 1; }
        .question { height: 1; }
        .question Label { width: 26; }
        .question Input { width: 34; }
        #wrong { padding: 0 1; color: $text-error; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "add", "Add a box"),
        Binding("delete", "remove", "Remove"),
        Binding("tab", "app.focus_next", "Next", show=False, priority=True),
        Binding("escape", "back", "Back"),
    ]
    AUTO_FOCUS = "#rows"

    def __init__(self) -> None:
        super().__init__()
        self._boxes: tuple[Box, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the list and the fields."""
        yield Static("Your boxes", id="title", markup=False)
        yield RowTable(id="rows")
        yield question("Name", Input(placeholder="spark-a", id="name", compact=True))
        yield question("Reached by ssh as", Input(placeholder="empty: this machine", id="ssh", compact=True))
        yield question("Address on the fabric", Input(placeholder="192.168.200.12", id="fabric", compact=True))
        yield Static("", id="wrong", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show the list."""
        self._show()

    def _show(self, wrong: str = "") -> None:
        try:
            self._boxes = boxes.load(paths.boxes())
        except BoxError as error:
            wrong = str(error)
        rows = [(box.name, box.ssh or "this machine", box.fabric or "not said") for box in self._boxes]
        self.query_one(RowTable).show(_COLUMNS, len(rows), lambda place: rows[place])
        self.query_one("#wrong", Static).update(f"✗ {wrong}" if wrong else "")

    def action_add(self) -> None:
        """Type a box."""
        self.query_one("#name", Input).focus()

    @on(Input.Submitted)
    def _typed(self) -> None:
        name, ssh, fabric = (self.query_one(f"#{field}", Input).value.strip() for field in Box._fields)
        try:
            boxes.add(checked(name, ssh or None, fabric or None), paths.boxes())
        except (BoxError, OSError) as error:
            self._show(str(error))
            return
        for field in self.query(Input):
            field.value = ""
        self._show()
        self.query_one(RowTable).focus()

    def action_remove(self) -> None:
        """Take the highlighted box off the list, once the owner has agreed."""
        place = self.query_one(RowTable).cursor
        if place >= len(self._boxes):
            return
        name = self._boxes[place].name

        def answered(yes: bool | None) -> None:
            if yes:
                boxes.remove(name, paths.boxes())
                self._show()

        self.app.push_screen(Confirm(f"Take {name} off the list? Nothing on the box changes."), answered)

    def action_back(self) -> None:
        """Leave a field, else go back."""
        if isinstance(self.focused, Input):
            self.query_one(RowTable).focus()
        else:
            self.dismiss()
