"""A table drawn line by line: only the rows on the screen cost anything, however many there are."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import set_cell_size
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

_CURSOR, _NO_CURSOR = "▶ ", "  "


class Column(NamedTuple):
    """A column's heading and width in cells; the one without a width takes what is left."""

    title: str
    width: int | None = None


class RowTable(ScrollView, can_focus=True):
    """Rows of plain text with a cursor. Text is drawn as it is, never read as markup."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"row-table--header", "row-table--cursor"}
    DEFAULT_CSS = """
    RowTable {
        background: $surface;
        overflow-x: hidden;
        .row-table--header { text-style: bold; color: $text-muted; background: $panel; }
        .row-table--cursor { background: $block-cursor-blurred-background; text-style: bold; }
        &:focus .row-table--cursor { background: $block-cursor-background; color: $block-cursor-foreground; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home", "move(-1000000000)", "First", show=False),
        Binding("end", "move(1000000000)", "Last", show=False),
        Binding("enter", "select", "Open"),
    ]

    cursor: reactive[int] = reactive(0)
    """Position of the highlighted row."""

    class Highlighted(Message):
        """The cursor has moved to another row, or the rows have changed."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    class Selected(Message):
        """A row was chosen by Enter or a click on the highlighted row."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    def __init__(self, id: str | None = None) -> None:  # noqa: A002  Textual's own name
        super().__init__(id=id)
        self._columns: Sequence[Column] = ()
        self._count = 0
        self._cells: Callable[[int], tuple[str, ...]] = lambda _: ()

    def show(
        self, columns: Sequence[Column], count: int, cells: Callable[[int], tuple[str, ...]], cursor: int = 0
    ) -> None:
        """Show `count` other rows with the cursor on one. `cells` is asked only for rows on the screen."""
        self._columns, self._count, self._cells = columns, count, cells
        self.virtual_size = Size(0, count + 1)
        self.set_reactive(RowTable.cursor, cursor)
        self._keep_cursor_visible()
        self.refresh()
        if count:
            self.post_message(self.Highlighted(self.cursor))

    # --- cursor ---------------------------------------------------------------------------------------------

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a row."""
        return max(0, min(cursor, self._count - 1))

    def watch_cursor(self) -> None:
        """Show and tell where the cursor is now."""
        self._keep_cursor_visible()
        self.refresh()
        if self._count:
            self.post_message(self.Highlighted(self.cursor))

    def _keep_cursor_visible(self) -> None:
        # The header covers the first line, so the region reaches one line above the row.
        self.scroll_to_region(Region(0, self.cursor, 1, 2), animate=False, force=True)

    def action_move(self, rows: int) -> None:
        """Move the cursor by a number of rows."""
        self.cursor += rows

    def action_page(self, pages: int) -> None:
        """Move the cursor by as many rows as are on the screen."""
        self.cursor += pages * max(self.size.height - 2, 1)

    def action_select(self) -> None:
        """Choose the highlighted row."""
        if self._count:
            self.post_message(self.Selected(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked row; a click on the highlighted row chooses it."""
        row = round(self.scroll_y) + event.y - 1
        if event.y < 1 or row >= self._count:
            return
        if row == self.cursor:
            self.action_select()
        self.cursor = row

    # --- drawing --------------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen: the header, a row, or nothing."""
        width = self.size.width
        if y == 0:
            text = self._line(tuple(column.title for column in self._columns), _NO_CURSOR)
            return Strip([Segment(text, self.get_component_rich_style("row-table--header"))], width)
        row = round(self.scroll_y) + y - 1
        if row >= self._count:
            return Strip.blank(width, self.rich_style)
        at_cursor = row == self.cursor
        style = self.get_component_rich_style("row-table--cursor") if at_cursor else self.rich_style
        return Strip([Segment(self._line(self._cells(row), _CURSOR if at_cursor else _NO_CURSOR), style)], width)

    def _line(self, cells: tuple[str, ...], mark: str) -> str:
        fixed = sum(column.width + 1 for column in self._columns if column.width is not None)
        free = max(self.scrollable_content_region.width - len(mark) - fixed - 1, 1)
        parts = [
            fitted(cell, free if column.width is None else column.width)
            for cell, column in zip(cells, self._columns, strict=True)
        ]
        return set_cell_size(f"{mark}{' '.join(parts)}", self.size.width)


def fitted(text: str, width: int) -> str:
    """Return `text` in exactly `width` cells, an ellipsis where it is cut. What ends it in brackets stays."""
    short = set_cell_size(text, width)
    if short.rstrip() == text.rstrip():
        return short
    start, bracket, end = text.rpartition(" (")
    if bracket and text.endswith(")") and len(end) < width // 2:
        return f"{fitted(start, width - len(end) - 2)} ({end}"
    return f"{set_cell_size(text, max(width - 1, 0))}…"[:width]
