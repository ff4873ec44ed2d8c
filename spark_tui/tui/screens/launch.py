"""From a setup to its plan: which boxes, by which route, and whether they are ready for it."""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from spark_tui import paths
from spark_tui.advise.sentence import Section, Sentence
from spark_tui.catalog.catalog import Offer
from spark_tui.launch import boxes
from spark_tui.launch.asked import asked_of
from spark_tui.launch.box import Box, BoxError, together
from spark_tui.launch.job import new_job
from spark_tui.launch.preflight import Asked, Finding, drawn, least_free_gib, preflight
from spark_tui.launch.routes.offered import Offered, PlanError, plan_for, routes
from spark_tui.tui.screens.text import TextScreen
from spark_tui.tui.widgets.row_table import Column, RowTable

if TYPE_CHECKING:
    from spark_tui.tui.app import SparkApp

MARKS = {"passed": "✓", "warning": "!", "failed": "✗", "unknown": "?"}
_COLUMNS = (Column("", 1), Column("Box", 12), Column("Check", 18), Column("Found"))
_WORST_FIRST = ("failed", "warning", "unknown", "passed")


class LaunchScreen(Screen[None]):
    """The boxes are looked at as soon as it opens; nothing on them changes."""

    HELP = """Your boxes are looked at: nothing on them changes. ✗ is what would make the launch fail, ! what may, ?
what could not be told; the line below says what mends it. t takes another route, b changes your boxes, c looks again, v
draws what was found. p shows every command of the launch; nothing runs before you have agreed to it there."""

    DEFAULT_CSS = """
    LaunchScreen {
        #title { height: auto; padding: 0 1; }
        #rows { height: 1fr; }
        #told { height: 4; padding: 0 1; border-top: hkey $border; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "plan", "Plan"),
        Binding("t", "route", "Other route"),
        Binding("b", "app.boxes", "Boxes"),
        Binding("c", "check", "Check again"),
        Binding("v", "picture", "Picture"),
        Binding("escape", "app.pop_screen", "Back"),
        Binding("q", "app.quit", "Quit", show=False),
    ]
    AUTO_FOCUS = "#rows"

    app: "SparkApp"

    class Found(Message):
        """A check has an answer; or, without one, all have."""

        def __init__(self, finding: Finding | None) -> None:
            super().__init__()
            self.finding = finding

    def __init__(self, offer: Offer) -> None:
        super().__init__()
        self.offer = offer
        self._routes: tuple[Offered, ...] = ()
        self._route = 0
        self._boxes: tuple[Box, ...] = ()
        self._wrong = ""
        self._findings: list[Finding] = []
        self._stop = threading.Event()

    def compose(self) -> ComposeResult:
        """Lay out what is asked, the findings, and what mends the highlighted one."""
        yield Static("", id="title", markup=False)
        yield RowTable(id="rows")
        yield Static("", id="told", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Choose the best route that there is."""
        self._routes = routes(self.offer)
        self._route = next((place for place, one in enumerate(self._routes) if one.available), 0)

    def on_screen_resume(self) -> None:
        """Look at the boxes as they are on the list now."""
        chosen, wrong = _chosen(self.offer.setup.boxes)
        if chosen != self._boxes or wrong != self._wrong or not self._findings:
            self._boxes, self._wrong = chosen, wrong
            self.action_check()

    def on_unmount(self) -> None:
        """Look no further."""
        self._stop.set()

    # --- looking --------------------------------------------------------------------------------------------

    def action_check(self) -> None:
        """Look at the boxes again."""
        self._stop.set()
        self._stop = threading.Event()
        self._findings = []
        self._show()
        if self._boxes:
            self._look(asked_of(self.app.catalog, self.offer, self._boxes), self._stop)

    @work(thread=True, group="preflight", exit_on_error=False)
    def _look(self, asked: Asked, stop: threading.Event) -> None:
        for finding in preflight(asked, stop=stop):
            self.post_message(self.Found(finding))
        if not stop.is_set():
            self.post_message(self.Found(None))

    def on_launch_screen_found(self, message: Found) -> None:
        """Show an answer, the worst first."""
        if message.finding is not None:
            self._findings.append(message.finding)
            self._findings.sort(key=lambda one: (_WORST_FIRST.index(one.state), one.box))
        elif self.app.sizes is not None:
            self.app.sizes.remember_free(least_free_gib(self._findings))
        self._show()

    def action_picture(self) -> None:
        """Show what was found as a picture: boxes, memory, links, and who reaches whom."""
        asked = asked_of(self.app.catalog, self.offer, self._boxes) if self._boxes else None
        lines = tuple(Sentence(line) for line in drawn(asked, self._findings)) if asked else ()
        self.app.push_screen(TextScreen("What was found", (), (Section("Boxes, links, memory", lines),)))

    def _show(self) -> None:
        self.query_one("#title", Static).update("\n".join(self._title()))
        table = self.query_one(RowTable)
        table.show(_COLUMNS, len(self._findings), self._cells, min(table.cursor, max(len(self._findings) - 1, 0)))
        if not self._findings:
            self.query_one("#told", Static).update(self._wrong)

    def _title(self) -> Sequence[str]:
        route = self._routes[self._route]
        named = ", ".join(f"{box.name}{' (head)' if not place else ''}" for place, box in enumerate(self._boxes))
        return (
            f"Launch {self.app.catalog.title_of(self.offer)}: {self.offer.setup.id}",
            f"Boxes: {named or 'none'}",
            f"Route: {route.route}{'' if route.available else ', which it does not have'}. {route.why}",
        )

    def _cells(self, place: int) -> tuple[str, ...]:
        one = self._findings[place]
        return MARKS[one.state], one.box, one.check, one.text

    @on(RowTable.Highlighted)
    def _tell(self, message: RowTable.Highlighted) -> None:
        if message.row < len(self._findings):
            one = self._findings[message.row]
            mend = f"\nMends it: {one.mend}" if one.mend else ""
            self.query_one("#told", Static).update(f"{one.box}: {one.text}{mend}")

    # --- going on -------------------------------------------------------------------------------------------

    def action_route(self) -> None:
        """Take the next route."""
        self._route = (self._route + 1) % len(self._routes)
        self._show()

    @on(RowTable.Selected)
    def action_plan(self) -> None:
        """Show the plan, where there is one."""
        from spark_tui.tui.screens.job import JobScreen
        from spark_tui.tui.screens.plan import PlanScreen

        route = self._routes[self._route]
        if not route.available or not self._boxes:
            self.notify(self._wrong or route.why, severity="warning", markup=False)
            return
        try:
            plan = plan_for(self.app.catalog, self.offer, self._boxes, route.route)
        except PlanError as error:
            self.notify(str(error), severity="warning", timeout=10, markup=False)
        else:
            # Nothing is started where a server is up already: it is only asked whether it is ready.
            self.app.push_screen(JobScreen(new_job(plan)) if route.route == "attach" else PlanScreen(plan))


def _chosen(count: int) -> tuple[tuple[Box, ...], str]:
    """Return the first boxes of the list, as many as it takes; else why there are none."""
    try:
        known = boxes.load(paths.boxes())
        if not known and count == 1:
            return (Box("here"),), ""
        if len(known) < count:
            return (), f"It takes {count} boxes, and {len(known)} are on your list: b adds one."
        return together(known[:count]), ""
    except BoxError as error:
        return (), str(error)
