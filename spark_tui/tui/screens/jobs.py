"""What was launched from here, the newest first."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from spark_tui import paths
from spark_tui.launch import kept
from spark_tui.launch.job import Job, State, look
from spark_tui.store import StoreError
from spark_tui.tui.screens.job import JobScreen, box_line
from spark_tui.tui.widgets.row_table import Column, RowTable

_COLUMNS = (Column("Started, UTC", 17), Column("Setup"), Column("Route", 9), Column("Boxes", 34))


class JobsScreen(Screen[None]):
    """Every job that is kept, with how its boxes are now."""

    HELP = """What was launched goes on without this program. Enter watches a job again: how far it is, each box and
each log; x there stops it. d takes a job off the list without stopping anything."""

    DEFAULT_CSS = """
    JobsScreen {
        #title { height: 1; padding: 0 1; text-style: bold; }
        #rows { height: 1fr; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "forget", "Forget it"),
        Binding("escape", "app.pop_screen", "Back"),
        Binding("q", "app.quit", "Quit", show=False),
    ]
    AUTO_FOCUS = "#rows"

    class Looked(Message):
        """How the boxes of a job are now."""

        def __init__(self, job: str, states: tuple[State, ...]) -> None:
            super().__init__()
            self.job = job
            self.states = states

    def __init__(self) -> None:
        super().__init__()
        self._jobs: tuple[Job, ...] = ()
        self._states: dict[str, tuple[State, ...]] = {}

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield Static("", id="title", markup=False)
        yield RowTable(id="rows")
        yield Footer()

    def on_screen_resume(self) -> None:
        """Show the jobs as they are now."""
        try:
            self._jobs = kept.load(paths.database())
        except StoreError as error:
            self.notify(str(error), severity="error", timeout=15, markup=False)
        self._show()
        self._look(self._jobs)

    def _show(self) -> None:
        number = len(self._jobs)
        title = f"{number} launched from here" if number else "Nothing was launched from here yet: l on a setup does."
        self.query_one("#title", Static).update(title)
        table = self.query_one(RowTable)
        table.show(_COLUMNS, number, self._cells, min(table.cursor, max(number - 1, 0)))

    def _cells(self, place: int) -> tuple[str, ...]:
        job = self._jobs[place]
        states = self._states.get(job.id)
        boxes = ", ".join(map(box_line, states)) if states else "looking …"
        return f"{job.started:%Y-%m-%d %H:%M}", job.plan.setup, job.plan.route, boxes

    @work(thread=True, exclusive=True, group="look", exit_on_error=False)
    def _look(self, jobs: tuple[Job, ...]) -> None:
        for job in jobs:
            self.post_message(self.Looked(job.id, look(job, {})))

    def on_jobs_screen_looked(self, message: Looked) -> None:
        """Show how a job is."""
        self._states[message.job] = message.states
        self.query_one(RowTable).refresh()

    @on(RowTable.Selected)
    def _open(self, message: RowTable.Selected) -> None:
        self.app.push_screen(JobScreen(self._jobs[message.row]))

    def action_forget(self) -> None:
        """Take the highlighted job off the list; what runs goes on."""
        place = self.query_one(RowTable).cursor
        if place < len(self._jobs):
            kept.forget(paths.database(), self._jobs[place].id)
            self.on_screen_resume()
