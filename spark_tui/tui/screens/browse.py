"""A list with the highlighted row's story beside it, or a summary below it where there is no room."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Footer, Static

from spark_tui.advise.sentence import Section, Sentence
from spark_tui.catalog.search import filtered
from spark_tui.tui.screens.figures import FigureScreen, FilterField
from spark_tui.tui.widgets.figure_text import FigureText
from spark_tui.tui.widgets.hanging import Paragraph
from spark_tui.tui.widgets.row_table import Column, RowTable

_REST = 0.05
"""Seconds for which the cursor stays on a row before its story is told."""


class BrowseScreen(FigureScreen):
    """Rows to choose from. A subclass says what the rows are and what there is to tell of one."""

    DEFAULT_CSS = """
    BrowseScreen {
        #heading { height: 1; padding: 0 1; text-style: bold; }
        #rows { width: 1fr; height: 1fr; }
        #story { width: 42; border-left: vkey $border; display: none; }
        #summary { height: 5; border-top: hkey $border; }
        &.-wide #story { display: block; }
        &.-wide #summary { display: none; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "source", "Source", show=False, priority=True),
        Binding("escape", "back", "Back", show=False),
    ]

    NOTHING = "Nothing to show."
    """Said where there are no rows at all."""

    def __init__(self) -> None:
        super().__init__()
        self._heading, self._count = "", 0
        self._lines: list[str] | None = None
        self._places: Sequence[int] = ()
        """Positions in the rows of what the filter leaves."""
        self._resting: Timer | None = None

    # --- what a subclass says -------------------------------------------------------------------------------

    @abstractmethod
    def columns(self) -> Sequence[Column]:
        """Return the columns of the list."""

    @abstractmethod
    def cells(self, place: int) -> tuple[str, ...]:
        """Return the cells of a row."""

    @abstractmethod
    def words(self, place: int) -> str:
        """Return what a filter looks at beside the cells."""

    @abstractmethod
    def story(self, place: int) -> tuple[Sequence[Paragraph], Sequence[Section]]:
        """Return what there is to tell of a row: a head, and sections."""

    @abstractmethod
    def open_row(self, place: int) -> None:
        """Open a row."""

    # --- the list -------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay out a heading, the list, and the story of the highlighted row."""
        yield Static(id="heading", markup=False)
        yield FilterField()
        with Horizontal():
            yield RowTable(id="rows")
            yield FigureText(id="story")
        yield FigureText(id="summary")
        yield Footer()

    def on_resize(self) -> None:
        """Tell the story where there is room for it now."""
        self.set_timer(_REST, self.tell_story)

    def show_rows(self, heading: str, count: int, at: int = 0) -> None:
        """Show other rows with the cursor on the row `at`. In the heading `{count}` stands for how many are shown."""
        self._heading, self._count, self._lines = heading, count, None
        self._show(self.query_one(FilterField).value.strip(), at)

    def retitle(self, heading: str) -> None:
        """Show another heading above the same rows."""
        self._heading = heading
        self._show_heading(self.query_one(FilterField).value.strip())

    def _show_heading(self, typed: str) -> None:
        shown = f"{len(self._places)} of {self._count}" if typed else str(self._count)
        self.query_one("#heading", Static).update(self._heading.replace("{count}", shown))

    def _show(self, typed: str, at: int = 0) -> None:
        self._places = filtered(typed, self._searched()) if typed else range(self._count)
        self._show_heading(typed)
        cursor = self._places.index(at) if at in self._places else 0
        self.query_one(RowTable).show(
            self.columns(), len(self._places), lambda row: self.cells(self._places[row]), cursor
        )
        if not self._places:
            self._tell_nothing()

    def _searched(self) -> list[str]:
        """What a filter looks at, made when a filter is opened."""
        if self._lines is None:
            self._lines = [f"{' '.join(self.cells(place))} {self.words(place)}" for place in range(self._count)]
        return self._lines

    def at_cursor(self) -> int | None:
        """Return the highlighted row; None where there is none, or not yet."""
        cursors = [table.cursor for table in self.query(RowTable)]
        return self._places[cursors[0]] if cursors and cursors[0] < len(self._places) else None

    def narrow(self, typed: str) -> None:
        """Show only the rows that hold the words that were typed, with the cursor on the row where it was."""
        self._show(typed, self.at_cursor() or 0)

    def main_widget(self) -> Widget:
        """Return the list."""
        return self.query_one(RowTable)

    def action_filter(self) -> None:
        """Type words that the rows must hold."""
        self._searched()
        super().action_filter()

    # --- the highlighted row --------------------------------------------------------------------------------

    def figure_text(self) -> FigureText:
        """Return the story beside the list, or the summary below it where there is no room for the story."""
        return self.query_one("#story" if self.has_class("-wide") else "#summary", FigureText)

    @on(RowTable.Highlighted)
    def _highlighted(self) -> None:
        """Tell the story of the row on which the cursor comes to rest; one that is passed by needs none."""
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(_REST, self.tell_story)

    def tell_story(self) -> None:
        """Show what there is to tell of the highlighted row, as much as there is room for."""
        place = self.at_cursor()
        if place is None or place >= self._count:
            return
        head, sections = self.story(place)
        if self.has_class("-wide"):
            self.query_one("#story", FigureText).show(sections, (*head, Paragraph(Content(""))))
        else:
            self.query_one("#summary", FigureText).show(sections)

    def _tell_nothing(self) -> None:
        text = "Nothing here matches what you typed." if self._count else self.NOTHING
        for widget in self.query(FigureText):
            widget.show((Section("Nothing to show", (Sentence(text),)),))

    @on(RowTable.Selected)
    def action_open(self) -> None:
        """Open the highlighted row."""
        place = self.at_cursor()
        if place is not None:
            self.open_row(place)
