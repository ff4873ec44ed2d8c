"""The questions: budget and boxes owned, boxes to plan for, use; further needs folded away."""

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Collapsible, Footer, Input, Label, OptionList, Static

from spark_tui.advise.uses import USES
from spark_tui.tui.answers import AnswerError, as_text, as_typed, read_answers

if TYPE_CHECKING:
    from spark_tui.advise.rank import Ranking
    from spark_tui.tui.app import SparkApp

_DEBOUNCE = 0.15
"""Seconds without a key before what was typed is ranked."""
_USE_NAMES = list(USES)


class NeedsScreen(Screen[None]):
    """Three plain questions, and a line that says at once what they lead to."""

    HELP = """Type your answers; the line below says at once how many setups match and which comes first.
Tab and Shift+Tab move between the questions, the arrow keys choose the use, Space ticks a box.
Boxes to plan for may stay empty: then it is as many as you own and can buy."""

    DEFAULT_CSS = """
    NeedsScreen {
        #title { height: 1; padding: 0 2; text-style: bold; background: $panel; }
        #questions { padding: 1 2 0 2; height: 1fr; }
        .question { height: 1; }
        .question Label { width: 34; }
        .question Input { width: 13; }
        .hint { color: $text-muted; width: 1fr; padding-left: 1; }
        #uses { height: 8; width: 46; margin-top: 1; border: round $border; &:focus { border: round $accent; } }
        #further { border: none; padding: 0; margin: 0; background: transparent; }
        #further-questions { height: auto; }
        #verdict { height: auto; max-height: 6; min-height: 3; padding: 0 2; background: $surface; }

        #verdict.-wrong { color: $text-error; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "picks", "Show the picks", key_display="Enter"),
        Binding("f3", "further", "More needs"),
        # With priority, so that what is typed right after Tab goes to the next question, however fast it comes.
        Binding("tab", "app.focus_next", "Next question", show=False, priority=True),
        Binding("shift+tab", "app.focus_previous", "Previous question", show=False, priority=True),
        Binding("ctrl+q", "app.quit", "Quit"),
    ]

    AUTO_FOCUS = "#own"

    app: "SparkApp"

    def __init__(self) -> None:
        super().__init__()
        self._waiting: Timer | None = None
        self._wrong: str | None = None

    def compose(self) -> ComposeResult:
        """Lay out the questions with the answers so far."""
        needs = self.app.needs
        yield Static("spark-tui: which recipe for your DGX Spark boxes?", id="title", markup=False)
        with VerticalScroll(id="questions", can_focus=False):
            yield question("Boxes you own already", Input(as_text(needs.own), "0", id="own", compact=True))
            yield question(
                "Money for more, in US dollars", Input(as_text(needs.budget), "0", id="budget", compact=True)
            )
            yield question(
                "Boxes to plan for, 1 to 8",
                Input(as_text(needs.boxes), id="boxes", compact=True),
                "empty: all you can have",
            )
            uses = OptionList(*(_use_line(name, needs.use) for name in USES), id="uses", markup=False)
            uses.border_title = "What are they for?"
            uses.highlighted = _USE_NAMES.index(needs.use)
            yield uses
        yield Static("Reading the catalog …", id="verdict", markup=False)

    def on_mount(self) -> None:
        """Follow the ranking."""
        self.watch(self.app, "ranking", self._show_verdict)
        self.call_after_refresh(self._mount_rest)

    async def _mount_rest(self) -> None:
        """Add what the first frame does not wait for: the further needs, folded, and the footer."""
        found = self.query("#questions")
        if not found or not found.first().is_attached:
            return  # The app is leaving already.
        questions = found.first()
        title = "More needs: context, people at once, licence, vendor, cabling"
        folded = VerticalScroll(id="further-questions", can_focus=False)
        further = questions.mount(Collapsible(folded, title=title, id="further"))
        footer = self.mount(Footer())
        await further
        await footer
        self.refresh_bindings()  # A footer learns of the keys only when they change.

    def on_screen_resume(self) -> None:
        """Show the answers as they are now: some can be changed beside the picks too."""
        needs = self.app.needs
        with self.prevent(Input.Changed, OptionList.OptionHighlighted):
            self.query_one("#boxes", Input).value = as_text(needs.boxes)
            self.query_one("#uses", OptionList).highlighted = _USE_NAMES.index(needs.use)
        self._mark_use(needs.use)
        if self.app.ranking is not None:
            self.app.call_later(self.app.remember)

    async def refill(self) -> None:
        """Show the answers of the app in every field, the further needs folded away."""
        needs = self.app.needs
        with self.prevent(Input.Changed):
            for field in ("own", "budget"):
                self.query_one(f"#{field}", Input).value = as_text(getattr(needs, field))
        self.query_one("#further", Collapsible).collapsed = True
        await self.query("#further-questions > *").remove()
        self.on_screen_resume()

    # --- answers --------------------------------------------------------------------------------------------

    @on(Input.Changed)
    def _typed(self) -> None:
        if self._waiting is not None:
            self._waiting.stop()
        self._waiting = self.set_timer(_DEBOUNCE, self._answer)

    @on(OptionList.OptionHighlighted, "#uses")
    def _use_chosen(self, event: OptionList.OptionHighlighted) -> None:
        self._mark_use(_USE_NAMES[event.option_index])
        self._answer()

    def on_further_needs_changed(self) -> None:
        """Take over a box that was ticked or a cabling that was chosen."""
        self._answer()

    def _mark_use(self, chosen: str) -> None:
        uses = self.query_one("#uses", OptionList)
        for index, name in enumerate(USES):
            uses.replace_option_prompt_at_index(index, _use_line(name, chosen))

    def _answer(self) -> None:
        """Read all answers; rank where they make sense, else say which does not and why."""
        # Further needs that are folded away stay as they are.
        given = as_typed(self.app.needs)
        given |= {field.id or "": getattr(field, "value", None) for field in self.query("Input, Checkbox, Select")}
        use = _USE_NAMES[self.query_one("#uses", OptionList).highlighted or 0]
        try:
            needs = read_answers(use, given)
        except AnswerError as error:
            self._wrong = str(error)
        else:
            self._wrong = None
            # What only the lists beside the picks can narrow stays as it is.
            self.app.needs = needs.but(models=self.app.needs.models, engines=self.app.needs.engines)
        self._show_verdict(self.app.ranking)

    def _show_verdict(self, ranking: "Ranking | None") -> None:
        if not self.query("#verdict"):
            return  # The app is leaving already.
        verdict = self.query_one("#verdict", Static)
        verdict.set_class(self._wrong is not None, "-wrong")
        if self._wrong is not None:
            verdict.update(f"✗ {self._wrong}")
        elif ranking is not None:
            from spark_tui.tui.lines import verdict_line

            verdict.update(verdict_line(ranking))

    # --- actions --------------------------------------------------------------------------------------------

    @on(Input.Submitted)
    @on(OptionList.OptionSelected, "#uses")
    def action_picks(self) -> None:
        """Go on to the picks, with the answers as they stand."""
        self._answer()
        if self._wrong is None:
            self.app.open_picks()

    def action_further(self) -> None:
        """Unfold or fold the further needs."""
        further = self.query_one("#further", Collapsible)
        further.collapsed = not further.collapsed

    @on(Collapsible.Expanded, "#further")
    async def _unfold(self) -> None:
        # Imported and mounted only now: the first frame does not wait for what most people never unfold.
        from spark_tui.tui.widgets.further import FurtherNeeds

        if not self.query(FurtherNeeds):
            await self.query_one("#further-questions").mount(FurtherNeeds(self.app.needs))
        self.query_one("#context").focus()


def question(text: str, answer: Widget, hint: str = "") -> Horizontal:
    """Return one question on one line, with its answer and a hint."""
    return Horizontal(Label(text, markup=False), answer, Label(hint, classes="hint", markup=False), classes="question")


def _use_line(name: str, chosen: str) -> str:
    return f"{'●' if name == chosen else '○'} {USES[name].title}"
