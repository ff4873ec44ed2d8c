"""Models, engines, other machines, quotes: a list to look through."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from spark_tui.advise.markdown import document
from spark_tui.advise.rank import Ranking
from spark_tui.advise.sentence import Section
from spark_tui.catalog.catalog import Catalog
from spark_tui.tui.screens.browse import BrowseScreen
from spark_tui.tui.shelves import Shelf
from spark_tui.tui.widgets.hanging import Paragraph
from spark_tui.tui.widgets.row_table import Column, RowTable


class ShelfScreen(BrowseScreen):
    """One of the lists. Enter opens a row's page."""

    HELP = """A list to look through; Enter opens the page of a row. Among models and engines, o shows the picks
with only this one, and o again with all. Numbers in brackets are sources: press s and the number."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "only", "Only this"),
        Binding("e", "export", "Export"),
    ]

    def __init__(self, make: Callable[[Catalog, Ranking], Shelf]) -> None:
        super().__init__()
        self._make = make
        self._shelf = Shelf("", (), ())

    def on_mount(self) -> None:
        """Follow the ranking: what is best depends on the answers."""
        self.query_one(RowTable).focus()
        self.watch(self.app, "ranking", self._show_ranking)

    def _show_ranking(self, ranking: Ranking | None) -> None:
        if ranking is not None:
            self._shelf = self._make(self.app.catalog, ranking)
            self.show_rows(f"{self._shelf.title} · {{count}}", len(self._shelf.rows))
            self.refresh_bindings()

    def columns(self) -> Sequence[Column]:
        """Return the columns of the list."""
        return self._shelf.columns

    def cells(self, place: int) -> tuple[str, ...]:
        """Return the cells of a row."""
        return self._shelf.rows[place].cells

    def words(self, place: int) -> str:
        """Let a filter find a row by id and name."""
        return f"{self._shelf.rows[place].id} {self._shelf.rows[place].name}"

    def story(self, place: int) -> tuple[Sequence[Paragraph], Sequence[Section]]:
        """Tell what is known of a row."""
        row = self._shelf.rows[place]
        return (Paragraph(Content.styled(row.name, "bold")),), row.tell()

    def open_row(self, place: int) -> None:
        """Open the page of a row."""
        from spark_tui.tui.screens.text import TextScreen

        row = self._shelf.rows[place]
        self.app.push_screen(TextScreen(row.name, (row.id,), row.tell()))

    def markdown(self) -> tuple[str, str] | None:
        """Return the page of the highlighted row as a document."""
        place = self.at_cursor()
        if place is None:
            return None
        row = self._shelf.rows[place]
        return row.id, document(self.app.catalog, row.name, (row.id,), row.tell())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer `only` where the picks can be narrowed to a row."""
        return self._shelf.narrows is not None if action == "only" else super().check_action(action, parameters)

    def action_only(self) -> None:
        """Show the picks with only this model or engine; with all again where it was so already."""
        place, field = self.at_cursor(), self._shelf.narrows
        if place is None or field is None:
            return
        only = frozenset((self._shelf.rows[place].id,))
        now = getattr(self.app.needs, field)
        self.app.needs = self.app.needs.but(**{field: None if now == only else only})
        self.app.open_picks()
