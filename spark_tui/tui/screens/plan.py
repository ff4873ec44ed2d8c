"""What a launch will do, word for word, and what the owner agrees to before anything runs."""

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Checkbox, Footer, Static

from spark_tui import paths
from spark_tui.launch import kept
from spark_tui.launch.job import Job, JobError, new_job, start
from spark_tui.launch.plan import Plan
from spark_tui.launch.shell import script
from spark_tui.launch.told import consents, plan_lines
from spark_tui.store import StoreError
from spark_tui.tui.exporting import ExportError, write_new
from spark_tui.tui.widgets.tick import Tick


class PlanScreen(Screen[None]):
    """Every command of a launch. Nothing runs before each line at the bottom is ticked."""

    HELP = """Everything that a launch does stands here, box by box, as it will run. Tick what you agree to (Tab,
Space), then press g. w writes it as one shell script that you can read, keep and run without this program. What needs
sudo is never run: do it by hand first."""

    DEFAULT_CSS = """
    PlanScreen {
        #plan { height: 1fr; padding: 0 1; }
        #consents { height: auto; max-height: 9; padding: 0 1; border-top: hkey $border; }
        #consents Checkbox { border: none; padding: 0; background: transparent; height: 1; width: 1fr; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go", "Go"),
        Binding("w", "write", "Write the script"),
        Binding("tab", "app.focus_next", "Next", show=False, priority=True),
        Binding("shift+tab", "app.focus_previous", "Previous", show=False, priority=True),
        Binding("escape", "app.pop_screen", "Back"),
    ]

    AUTO_FOCUS = "#plan"

    class Started(Message):
        """The job was started on all boxes, or why not."""

        def __init__(self, job: Job, trouble: str | None) -> None:
            super().__init__()
            self.job = job
            self.trouble = trouble

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan
        self._going = False

    def compose(self) -> ComposeResult:
        """Lay out the plan and what there is to agree to."""
        with VerticalScroll(id="plan"):
            yield Static("\n".join(plan_lines(self.plan)), markup=False)
        with Vertical(id="consents"):
            for text in consents(self.plan):
                yield Tick(text)
        yield Footer()

    @property
    def agreed(self) -> bool:
        """Whether everything is ticked."""
        return all(box.value for box in self.query(Checkbox))

    def action_go(self) -> None:
        """Start, once everything is agreed to."""
        if not self.agreed:
            self.notify("Tick each line at the bottom first: Tab moves, Space ticks.")
            return
        if not self._going:
            self._going = True
            self._start(new_job(self.plan))

    @work(thread=True, group="start", exit_on_error=False)
    def _start(self, job: Job) -> None:
        trouble = None
        try:
            kept.save(paths.database(), job)  # First: what runs must never be forgotten.
            start(job)
        except (JobError, StoreError) as error:
            trouble = str(error)
        self.post_message(self.Started(job, trouble))

    def on_plan_screen_started(self, message: Started) -> None:
        """Go on to the job, where some of it may run even if not all could be started."""
        from spark_tui.tui.screens.job import JobScreen

        self._going = False
        if message.trouble:
            self.notify(f"{message.trouble} x stops what did start.", severity="error", timeout=20, markup=False)
        self.app.push_screen(JobScreen(message.job))

    def action_write(self) -> None:
        """Write the plan as a shell script, and say where."""
        name = self.plan.setup.replace("@", "-").replace(":", "-")
        try:
            path = write_new(f"launch-{name}", script(self.plan), suffix=".sh")
        except ExportError as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)
        else:
            self.notify(f"Written: {path}. Run it on each box as: sh {path.name} BOX", timeout=15, markup=False)
