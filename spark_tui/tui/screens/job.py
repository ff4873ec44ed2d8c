"""A launch while it starts and serves: how far it is, each box, and each log."""

import threading
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Log, Static, TabbedContent, TabPane

from spark_tui import paths
from spark_tui.advise.wording import duration
from spark_tui.catalog.text import clean
from spark_tui.launch import kept
from spark_tui.launch.job import Job, State, stop
from spark_tui.launch.watch import QUIET_SECONDS, Report, watch
from spark_tui.tui.screens.confirm import Confirm

_MOST_LINES = 5_000
_MARKS = {"starting": "…", "loading": "…", "ready": "✓", "failed": "✗", "stopped": "■", "unreachable": "?"}


class JobScreen(Screen[None]):
    """One job. Leaving it leaves the job running."""

    HELP = """Whatever is started runs on its boxes: leaving this screen, or the program, stops nothing, and the next
start shows it again (key L). Ready means that one token was generated. x asks, then stops it on every box. Left and
right change the box whose log is shown."""

    DEFAULT_CSS = """
    JobScreen {
        #status { height: auto; padding: 0 1; }
        #boxes { height: auto; padding: 0 1; color: $text-muted; }
        TabbedContent { height: 1fr; }
        TabPane { padding: 0; height: 1fr; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "stop", "Stop"),
        Binding("right", "tab(1)", "Next log", priority=True),
        Binding("left", "tab(-1)", "Previous log", show=False, priority=True),
        Binding("escape", "app.pop_screen", "Leave it running"),
        Binding("q", "app.quit", "Quit", show=False),
    ]

    class Reported(Message):
        """There is news of the job."""

        def __init__(self, report: Report) -> None:
            super().__init__()
            self.report = report

    class Stopped(Message):
        """The job was stopped, with what did not work."""

        def __init__(self, troubles: tuple[str, ...]) -> None:
            super().__init__()
            self.troubles = troubles

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job = job
        self.report: Report | None = None
        self._leave = threading.Event()

    def compose(self) -> ComposeResult:
        """Lay out the state, the boxes, and a log for each."""
        yield Static(f"{self.job.plan.setup}: looking …", id="status", markup=False)
        yield Static("", id="boxes", markup=False)
        with TabbedContent():
            for number, box in enumerate(self.job.plan.boxes):
                with TabPane(box.name):
                    yield Log(max_lines=_MOST_LINES, id=f"log-{number}")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to watch."""
        self._watch()

    def on_unmount(self) -> None:
        """Watch no further; the job goes on."""
        self._leave.set()

    @work(thread=True, group="watch", exit_on_error=False)
    def _watch(self) -> None:
        for report in watch(self.job, self._leave):
            self.post_message(self.Reported(report))

    def on_job_screen_reported(self, message: Reported) -> None:
        """Show the news."""
        failed_now = message.report.phase == "failed" and (self.report is None or self.report.phase != "failed")
        self.report = report = message.report
        self.query_one("#status", Static).update(status(self.job, report))
        self.query_one("#boxes", Static).update("   ".join(map(box_line, report.states)))
        numbers = {box.name: number for number, box in enumerate(self.job.plan.boxes)}
        for state in report.states:
            if state.log:
                self.query_one(f"#log-{numbers[state.box]}", Log).write_lines(map(clean, state.log.splitlines()))

        if failed_now:
            self._ask_to_stop("It failed. Stop what is left of it")

    # --- actions --------------------------------------------------------------------------------------------

    def action_tab(self, step: int) -> None:
        """Show the next or previous log."""
        tabs = self.query_one(TabbedContent)
        panes = [pane.id for pane in self.query(TabPane)]
        tabs.active = panes[(panes.index(tabs.active) + step) % len(panes)] or ""

    def action_stop(self) -> None:
        """Stop it on every box, once the owner has agreed."""
        self._ask_to_stop(f"Stop {self.job.plan.setup}")

    def _ask_to_stop(self, question: str) -> None:
        boxes = ", ".join(box.name for box in self.job.plan.boxes)

        def answered(yes: bool | None) -> None:
            if yes:
                self._stop()

        self.app.push_screen(Confirm(f"{question} on {boxes}?"), answered)

    @work(thread=True, group="stop", exit_on_error=False)
    def _stop(self) -> None:
        self.post_message(self.Stopped(stop(self.job)))

    def on_job_screen_stopped(self, message: Stopped) -> None:
        """Say what did not work, and forget a job that is gone from every box."""
        if message.troubles:
            self.notify(" ".join(message.troubles), severity="error", timeout=15, markup=False)
        else:
            kept.forget(paths.database(), self.job.id)
            self.notify(f"{self.job.plan.setup} was stopped.", markup=False)


def status(job: Job, report: Report) -> str:
    """Return the state of a job in a few lines: what, how far, since when, and where its API is."""
    plan = job.plan
    known = f" of about {duration(plan.load_seconds)}" if plan.load_seconds and not report.over else ""
    lines = [
        f"{plan.setup}, by {plan.route}, on {', '.join(box.name for box in plan.boxes)}",
        f"{_MARKS[report.phase]} {report.phase}, {duration(report.elapsed)}{known}: {report.text}",
    ]
    if report.phase in ("starting", "loading") and report.quiet > QUIET_SECONDS:
        lines.append(
            f"Nothing new in its logs for {duration(report.quiet)}; a first start may compile for half an hour."
        )
    if report.phase == "ready" and report.reached:
        tunnel = f", through {report.reached.tunnel}" if report.reached.tunnel else ""
        lines.append(f"API: {report.reached.url}/v1, model {report.model}{tunnel}")
    return "\n".join(lines)


def box_line(state: State) -> str:
    """Return a box in a few words: `spark-a: runs, 54.2 GiB free`."""
    if state.trouble:
        return f"{state.box}: no answer"
    how = "started anew" if state.rebooted else "runs" if state.alive else f"ended with {state.exit or '?'}"
    free = f", {state.free_gib:.1f} GiB free" if state.free_gib is not None else ""
    return f"{state.box}: {how}{free}"
