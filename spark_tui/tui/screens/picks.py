"""The ranked setups, with the highlighted one's story beside or below."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from spark_tui.advise.compare import LEAST, MOST
from spark_tui.advise.download import SIZE_CELLS, size_cell
from spark_tui.advise.expecting import expected_cell
from spark_tui.advise.explain import story
from spark_tui.advise.markdown import document
from spark_tui.advise.needs import MAX_BOXES, Needs
from spark_tui.advise.rank import Excluded, Pick, Ranking
from spark_tui.advise.sentence import Section
from spark_tui.advise.uses import USES
from spark_tui.tui.lines import needs_line, short_speed
from spark_tui.tui.screens.browse import BrowseScreen
from spark_tui.tui.widgets.hanging import Paragraph
from spark_tui.tui.widgets.row_table import Column, RowTable

_PICK_COLUMNS = (Column("#", 4), Column("Setup"), Column("Box", 3), Column("Fit", 7), Column("GB", SIZE_CELLS),
                 Column("Speed published", 18))  # fmt: skip
_EXPECTED_COLUMNS = (*_PICK_COLUMNS[:-2], Column("Published", 18), Column("Expected", 12))
_EXCLUDED_COLUMNS = (Column("#", 4), Column("Setup", 34), Column("Boxes", 5), Column("Left out because"))
_MARK = "◆"


class PicksScreen(BrowseScreen):
    """The answer: what fits, best first, and why."""

    HELP = """The best setup for your answers comes first. The column Speed shows the published figure that speaks
for your use, with what was generated while it was measured. GB is what there is to download: an arrow says that it
moved since the catalog was written, ! that it cannot be had as it is; r asks for today's sizes. Numbers in brackets
are sources: press s and the number; h and the number shows how we know. x shows what was left out, why, and what would
bring it in. To compare, press c on one setup and c on another; Space marks up to four. o ranks by the speed to expect
for your use, carried from what was published; v shows on what that rests."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign,right", "boxes(1)", "Boxes", key_display="+-"),
        Binding("minus,left", "boxes(-1)", "One box fewer", key_display="-", show=False),
        Binding("u", "use", "Use", show=False),
        Binding("c", "compare", "Compare"),
        Binding("space", "mark", "Mark to compare", show=False),
        Binding("x", "excluded", "Why not"),
        Binding("l", "launch", "Launch"),
        Binding("o", "order", "By published or expected speed", show=False),
    ]
    NOTHING = "No setup matches. x shows what was left out."

    def __init__(self, at: str | None = None) -> None:
        super().__init__()
        self._excluded = False
        self._rows: Sequence[Pick | Excluded] = ()
        self._at = at
        """Id of the setup on which the cursor starts."""
        self._answers: Needs | None = None
        """What the rows answer."""

    def on_mount(self) -> None:
        """Follow the ranking."""
        self.query_one(RowTable).focus()
        self.watch(self.app, "ranking", self._show_ranking)
        self.watch(self.app, "sizes_line", self._show_progress, init=False)

    # --- the rows -------------------------------------------------------------------------------------------

    def _show_ranking(self, ranking: Ranking | None) -> None:
        if ranking is None:
            return
        if ranking.needs == self._answers and self._at is None:
            self._at = self.setup_at_cursor()  # Only sizes have changed: the owner stays at the same setup.
        self._answers = ranking.needs
        rows: Sequence[Pick | Excluded] = ranking.excluded if self._excluded else ranking.picks
        self._rows = rows
        at = next((place for place, row in enumerate(rows) if row.id == self._at), 0)
        self._at = None
        self.show_rows(self._title(ranking), len(rows), at)

    def _title(self, ranking: Ranking) -> str:
        what = "{count} left out" if self._excluded else "{count} picks"
        return f"{what} · {needs_line(ranking)} · {self.app.sizes_line}"

    def _show_progress(self) -> None:
        if self.app.ranking is not None:
            self.retitle(self._title(self.app.ranking))

    def columns(self) -> Sequence[Column]:
        """Return the columns of the picks, or of what was left out."""
        if self._excluded:
            return _EXCLUDED_COLUMNS
        return _EXPECTED_COLUMNS if self.app.needs.order == "expected" else _PICK_COLUMNS

    def cells(self, place: int) -> tuple[str, ...]:
        """Return the cells of a row: place, name, boxes, then fit and speed, or what speaks against it."""
        row = self._rows[place]
        number = f"{_MARK if row.id in self.app.marked else ''}{place + 1}"
        setup = row.offer.setup
        name = self.app.catalog.title_of(row.offer)
        boxes = str(setup.boxes)
        if isinstance(row, Pick):
            cells = (number, name, boxes, row.fit.verdict)
            if self.app.needs.order == "expected":
                return (*cells, short_speed(row.speed), expected_cell(row.expected))
            return (*cells, size_cell(self.app.catalog, row.offer, datetime.now(UTC)), short_speed(row.speed))
        return number, name, boxes, row.obstacles[0].sentence.text

    def words(self, place: int) -> str:
        """Let a filter find a setup by its id."""
        return self._rows[place].id

    def story(self, place: int) -> tuple[Sequence[Paragraph], Sequence[Section]]:
        """Tell why a setup stands where it stands, or why it was left out."""
        row, ranking = self._rows[place], self.app.ranking
        assert ranking is not None
        sections = story(self.app.catalog, ranking, row) if isinstance(row, Pick) else (why_not(row),)
        name = Paragraph(Content.styled(self.app.catalog.title_of(row.offer), "bold"))
        return (name, Paragraph(Content(f"{row.id}, by {row.offer.recipe.author}"))), sections

    def open_row(self, place: int) -> None:
        """Open a setup."""
        self.app.open_setup(self._rows[place].offer)

    def setup_at_cursor(self) -> str | None:
        """Return the id of the highlighted setup."""
        place = self.at_cursor()
        return None if place is None else self._rows[place].id

    def markdown(self) -> tuple[str, str] | None:
        """Return the story of the highlighted setup as a document."""
        place, ranking = self.at_cursor(), self.app.ranking
        if place is None or ranking is None:
            return None
        row = self._rows[place]
        lead = (f"{row.id}, by {row.offer.recipe.author}", f"For: {needs_line(ranking)}")
        return row.id, document(self.app.catalog, row.offer.recipe.name, lead, self.story(place)[1])

    # --- actions --------------------------------------------------------------------------------------------

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

    def action_launch(self) -> None:
        """Go on to launching the highlighted setup."""
        place = self.at_cursor()
        if place is not None:
            self.app.open_launch(self._rows[place].offer)

    def action_order(self) -> None:
        """Rank by the expected speed, or by the published one again."""
        now = self.app.needs.order
        self.app.needs = self.app.needs.but(order="published" if now == "expected" else "expected")

    def action_excluded(self) -> None:
        """Show what was left out, or the picks again."""
        self._excluded = not self._excluded
        self._show_ranking(self.app.ranking)

    def action_mark(self) -> None:
        """Mark the highlighted setup to be compared, or take the mark away."""
        setup = self.setup_at_cursor()
        if setup is None:
            return
        if setup in self.app.marked:
            self.app.marked.remove(setup)
        elif len(self.app.marked) == MOST:
            self.notify(f"{MOST} setups are marked; that is as many as can be compared.")
        else:
            self.app.marked.append(setup)
        self.query_one(RowTable).refresh()

    def action_compare(self) -> None:
        """Compare the marked setups and the highlighted one; mark it where it is the first."""
        setup = self.setup_at_cursor()
        if setup is None:
            return
        if setup not in self.app.marked and len(self.app.marked) < LEAST:
            self.action_mark()
        if len(self.app.marked) >= LEAST:
            self.app.open_comparison()
        else:
            self.app.clear_notifications()
            self.notify("Marked. Go to another setup and press c again; Space marks more.")

    def action_back(self) -> None:
        """Close the filter, else leave what was left out, else go back to the questions."""
        if self.close_filter():
            return
        if self._excluded:
            self.action_excluded()
        else:
            self.dismiss()


def why_not(row: Excluded) -> Section:
    """Return the reasons against a setup, each with what would lift it."""
    sentences = (
        obstacle.sentence._replace(
            text=obstacle.sentence.text + (f" Lifted by: {obstacle.lift}." if obstacle.lift else "")
        )
        for obstacle in row.obstacles
    )
    return Section("Left out because", tuple(sentences))
