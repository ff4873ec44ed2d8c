"""The ranked setups, with the highlighted one's story beside or below."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Footer, Input, Static

from spark_tui.advise.explain import story
from spark_tui.advise.needs import MAX_BOXES
from spark_tui.advise.rank import Excluded, Pick, Ranking
from spark_tui.advise.sentence import Section, Sentence
from spark_tui.advise.uses import USES
from spark_tui.advise.wording import counted
from spark_tui.catalog.search import filtered
from spark_tui.tui.lines import needs_line, short_speed
from spark_tui.tui.screens.figures import FigureScreen
from spark_tui.tui.widgets.figure_text import FigureText
from spark_tui.tui.widgets.hanging import Paragraph
from spark_tui.tui.widgets.row_table import Column, RowTable

_PICK_COLUMNS = (Column("#", 3), Column("Setup"), Column("Boxes", 5), Column("Fit", 7), Column("Speed published", 20))
_EXCLUDED_COLUMNS = (Column("#", 3), Column("Setup", 34), Column("Boxes", 5), Column("Left out because"))
_REST = 0.05
"""Seconds for which the cursor stays on a row before its story is told."""


class PicksScreen(FigureScreen):
    """The answer: what fits, best first, and why."""

    HELP = """The best setup for your answers comes first. The column Speed shows the published figure that speaks
for your use, with what was generated while it was measured. Numbers in brackets are sources: press s and the
number. x shows what was left out, why, and what would bring it in."""

    DEFAULT_CSS = """
    PicksScreen {
        #needs { height: 1; padding: 0 1; text-style: bold; }
        #filter { display: none; margin: 0 1; &.-open { display: block; } }
        #rows { width: 1fr; height: 1fr; }
        #story { width: 42; border-left: vkey $border; display: none; }
        #summary { height: 5; border-top: hkey $border; }
        &.-wide #story { display: block; }
        &.-wide #summary { display: none; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign,right", "boxes(1)", "Boxes", key_display="+ -"),
        Binding("minus,left", "boxes(-1)", "One box fewer", key_display="-", show=False),
        Binding("u", "use", "Use"),
        Binding("x", "excluded", "Left out"),
        Binding("slash", "filter", "Filter"),
        Binding("escape", "back", "Back"),
        Binding("q", "app.quit", "Quit", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._excluded = False
        self._rows: list[Pick | Excluded] = []
        self._lines: list[str] | None = None
        self._places: Sequence[int] = ()
        """Positions in the rows of what the filter leaves."""
        self._resting: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out the answers in a line, the list, and the story of the highlighted row."""
        yield Static(id="needs", markup=False)
        yield Input(placeholder="words to filter by", id="filter", compact=True)
        with Horizontal():
            yield RowTable(id="rows")
            yield FigureText(id="story")
        yield FigureText(id="summary")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Follow the ranking."""
        self.query_one(RowTable).focus()
        self.watch(self.app, "ranking", self._show_ranking)

    def on_resize(self) -> None:
        """Tell the story where there is room for it now."""
        self.set_timer(_REST, self._tell_story)

    def figure_text(self) -> FigureText:
        """Return the story beside the list, or the summary below it where there is no room for the story."""
        return self.query_one("#story" if self.has_class("-wide") else "#summary", FigureText)

    # --- the list -------------------------------------------------------------------------------------------

    def _show_ranking(self, ranking: Ranking | None) -> None:
        if ranking is None:
            return
        self._rows = [*ranking.excluded] if self._excluded else [*ranking.picks]
        what = f"{len(self._rows)} left out" if self._excluded else counted(len(self._rows), "pick")
        self.query_one("#needs", Static).update(f"{needs_line(ranking)} · {what}")
        self._lines = None
        self._show_rows()

    def _show_rows(self) -> None:
        typed = self.query_one("#filter", Input).value.strip()
        self._places = self._places_that_hold(typed) if typed else range(len(self._rows))
        columns = _EXCLUDED_COLUMNS if self._excluded else _PICK_COLUMNS
        self.query_one(RowTable).show(columns, len(self._places), lambda row: self._cells(self._places[row]))
        if not self._places:
            self._tell_nothing()

    def _places_that_hold(self, typed: str) -> Sequence[int]:
        return filtered(typed, self._searched())

    def _searched(self) -> list[str]:
        """What a filter looks at, made when a filter is opened."""
        if self._lines is None:
            self._lines = [f"{' '.join(self._cells(place))} {row.id}" for place, row in enumerate(self._rows)]
        return self._lines

    def _cells(self, place: int) -> tuple[str, ...]:
        return cells_of(place + 1, self._rows[place])

    def _at_cursor(self) -> Pick | Excluded | None:
        cursor = self.query_one(RowTable).cursor
        return self._rows[self._places[cursor]] if cursor < len(self._places) else None

    # --- the highlighted row --------------------------------------------------------------------------------

    @on(RowTable.Highlighted)
    def _highlighted(self) -> None:
        """Tell the story of the row on which the cursor comes to rest; one that is passed by needs none."""
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(_REST, self._tell_story)

    def _tell_story(self) -> None:
        ranking, row = self.app.ranking, self._at_cursor()
        if ranking is None or row is None:
            return
        sections = story(self.app.catalog, ranking, row) if isinstance(row, Pick) else (why_not(row),)
        name = Paragraph(Content.styled(row.offer.recipe.name, "bold"))
        head = (name, Paragraph(Content(f"{row.id}, by {row.offer.recipe.author}")), Paragraph(Content("")))
        if self.has_class("-wide"):
            self.query_one("#story", FigureText).show(sections, head)
        else:
            self.query_one("#summary", FigureText).show(summary(sections))

    def _tell_nothing(self) -> None:
        text = "Nothing here matches what you typed." if self._rows else "No setup matches. x shows what was left out."
        for widget in self.query(FigureText):
            widget.show((Section("Nothing to show", (Sentence(text),)),))

    # --- actions --------------------------------------------------------------------------------------------

    @on(RowTable.Selected)
    def action_open(self) -> None:
        """Open the highlighted setup."""
        row = self._at_cursor()
        if row is not None:
            from spark_tui.tui.screens.recipe import RecipeScreen

            self.app.push_screen(RecipeScreen(row.offer))

    def action_boxes(self, step: int) -> None:
        """Plan for one box more or fewer."""
        if self.app.ranking is not None:
            # From what was asked last: its ranking may still be on its way.
            now = self.app.needs.boxes or self.app.ranking.plan.boxes
            boxes = min(max(now + step, 1), MAX_BOXES)
            self.app.needs = self.app.needs.but(boxes=boxes)

    def action_use(self) -> None:
        """Ask the same for the next use."""
        names = list(USES)
        use = names[(names.index(self.app.needs.use) + 1) % len(names)]
        self.app.needs = self.app.needs.but(use=use)

    def action_excluded(self) -> None:
        """Show what was left out, or the picks again."""
        self._excluded = not self._excluded
        self._show_ranking(self.app.ranking)

    def action_filter(self) -> None:
        """Type words that the rows must hold."""
        self._searched()
        field = self.query_one("#filter", Input)
        field.add_class("-open")
        field.focus()

    @on(Input.Changed, "#filter")
    def _filter_typed(self) -> None:
        self._show_rows()

    @on(Input.Submitted, "#filter")
    def _filter_done(self) -> None:
        self.query_one(RowTable).focus()

    def action_back(self) -> None:
        """Close the filter, else leave what was left out, else go back to the questions."""
        field = self.query_one("#filter", Input)
        if field.has_class("-open"):
            field.value = ""
            field.remove_class("-open")
            self.query_one(RowTable).focus()
        elif self._excluded:
            self.action_excluded()
        else:
            self.dismiss()


def cells_of(place: int, row: Pick | Excluded) -> tuple[str, ...]:
    """Return the cells of a row: place, name, boxes, then fit and speed, or what speaks against it."""
    setup = row.offer.setup
    name = f"{row.offer.recipe.name} ({setup.profile})" if setup.profile else row.offer.recipe.name
    boxes = str(setup.boxes)
    if isinstance(row, Pick):
        return str(place), name, boxes, row.fit.verdict, short_speed(row.speed)
    return str(place), name, boxes, row.obstacles[0].sentence.text


def why_not(row: Excluded) -> Section:
    """Return the reasons against a setup, each with what would lift it."""
    sentences = (
        obstacle.sentence._replace(
            text=obstacle.sentence.text + (f" Lifted by: {obstacle.lift}." if obstacle.lift else "")
        )
        for obstacle in row.obstacles
    )
    return Section("Left out because", tuple(sentences))


def summary(sections: tuple[Section, ...], lines: int = 3) -> tuple[Section, ...]:
    """Return the first sentences of the first section, for where there is room for no more."""
    first = sections[0]
    return (Section(first.title, first.sentences[:lines]),)
