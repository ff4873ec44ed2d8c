"""The app: holds the owner's needs and the ranking, keeps one up to date with the other, and opens the screens."""

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var
from textual.timer import Timer

from spark_tui import paths, settings
from spark_tui.advise.needs import Needs
from spark_tui.tui import resume
from spark_tui.tui.screens.needs import NeedsScreen

# The first screen is painted before the catalog, pydantic and the ranking are imported: see `_rank`.
if TYPE_CHECKING:
    from textual.command import Provider

    from spark_tui.advise.rank import Ranking
    from spark_tui.advise.sentence import Cite
    from spark_tui.catalog.catalog import Catalog, Offer
    from spark_tui.catalog.finding import Document
    from spark_tui.tui.sizes import Sizes

_START = Needs(own=2)
"""What most new owners would answer."""
_WEIGH = 0.5
"""Seconds from an answer of Hugging Face to the ranking with it."""


def _commands() -> "type[Provider]":
    """Return what the command palette offers, imported when it is first opened."""
    from spark_tui.tui.commands import SparkCommands

    return SparkCommands


class SparkApp(App[int]):
    """From three questions to a recipe with its reasons and sources."""

    TITLE = "spark-tui"
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  not a ClassVar in Textual either
        (0, "-narrow"),
        (100, "-wide"),
    ]
    COMMANDS = {_commands}  # noqa: RUF012  not a ClassVar in Textual either
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "shelf('models')", "Models", show=False),
        Binding("n", "shelf('engines')", "Engines", show=False),
        Binding("w", "shelf('elsewhere')", "Same money elsewhere", show=False),
        Binding("v", "shelf('evidence')", "What expected speeds rest on", show=False),
        Binding("L", "jobs", "What you launched", show=False),
        Binding("b", "boxes", "Your boxes", show=False),
        Binding("r", "sizes", "Sizes of today", show=False),
        Binding("f1,question_mark", "help", "Help", show=True, key_display="F1"),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
    ]

    needs: var[Needs] = var(_START)
    """The owner's answers. A change ranks anew."""

    ranking: var["Ranking | None"] = var(None)
    """The answer to `needs`, or to the needs before while a new one is worked out; None until the first."""

    sizes_line: var[str] = var("")
    """How old the sizes are, or how far the asking for them is, in a few words."""

    class Ranked(Message):
        """A ranking is ready."""

        def __init__(self, catalog: "Catalog", ranking: "Ranking") -> None:
            super().__init__()
            self.catalog = catalog
            self.ranking = ranking

    class CatalogBroken(Message):
        """The catalog cannot be read."""

        def __init__(self, sentences: str) -> None:
            super().__init__()
            self.sentences = sentences

    def __init__(self, catalog: "Catalog | None" = None) -> None:
        super().__init__()
        self._catalog = catalog
        self._left_at = resume.load(paths.last_place())
        self.settings = settings.load(paths.settings())
        self.sizes: Sizes | None = None
        """What Hugging Face said; None until the catalog is there."""
        self._weighing: Timer | None = None
        self.marked: list[str] = []
        """Ids of the setups that are marked to be compared."""
        if self._left_at is not None:
            self.set_reactive(SparkApp.needs, self._left_at.needs)
            self.marked = list(self._left_at.marked)

    @property
    def catalog(self) -> "Catalog":
        """The catalog. There is one as soon as there is a ranking."""
        assert self._catalog is not None
        return self._catalog

    def get_default_screen(self) -> NeedsScreen:
        """Start with the questions, without a blank screen below them."""
        return NeedsScreen()

    def on_mount(self) -> None:
        """Load everything else once the questions are on the screen."""
        self.call_after_refresh(self._rank, self.needs)

    # --- ranking --------------------------------------------------------------------------------------------

    def watch_needs(self, needs: Needs) -> None:
        """Rank anew when an answer changes."""
        if self.is_running:
            self._rank(needs)

    @work(thread=True, exclusive=True, group="rank")
    def _rank(self, needs: Needs, *, weigh: bool = False) -> None:
        from spark_tui.tui.ranking import rank_beside

        rank_beside(self, self._catalog, needs, weigh=weigh)

    def on_spark_app_ranked(self, message: Ranked) -> None:
        """Show a ranking, unless the answers have changed since."""
        first, self._catalog = self.ranking is None, message.catalog
        if first:
            for sentence in message.catalog.left_out:
                self.notify(sentence, severity="warning", timeout=15, markup=False)
            self._ask_sizes(by_key=False)
        if message.ranking.needs == self.needs:
            self.ranking = message.ranking
            self._resume()

    def on_spark_app_catalog_broken(self, message: CatalogBroken) -> None:
        """Leave with the reason: without a catalog there is nothing to show."""
        self.exit(1, return_code=1, message=message.sentences)

    # --- sizes of today -------------------------------------------------------------------------------------

    def _ask_sizes(self, *, by_key: bool) -> None:
        if self.sizes is not None:
            self.sizes.refresh(self.catalog, by_key=by_key)
            self.sizes_line = self.sizes.line()

    def action_sizes(self) -> None:
        """Ask Hugging Face for the sizes of today."""
        self._ask_sizes(by_key=True)

    def on_sizes_arrived(self, message: "Sizes.Arrived") -> None:
        """Say how far it is, and weigh the catalog anew soon: answers come many at a time."""
        assert self.sizes is not None
        for sentence in self.sizes.take(message):
            self.notify(sentence, severity="warning", timeout=10, markup=False)
        self.sizes_line = self.sizes.line()
        if self._weighing is None:
            self._weighing = self.set_timer(_WEIGH, self.weigh_anew)

    def weigh_anew(self) -> None:
        """Rank with what is true today: sizes, and what the owner's boxes have free."""
        self._weighing = None
        self._rank(self.needs, weigh=True)

    def on_unmount(self) -> None:
        """Ask no further once the app is left."""
        if self.sizes is not None:
            self.sizes.stop()

    # --- where the owner is ---------------------------------------------------------------------------------

    def _resume(self) -> None:
        left, self._left_at = self._left_at, None
        if left is not None and isinstance(self.screen, NeedsScreen):
            resume.go_back(self, left)

    def remember(self) -> None:
        """Keep where the owner is, for the next start."""
        resume.save(resume.place_in(self), paths.last_place())

    async def action_quit(self) -> None:
        """Leave, and remember where."""
        if self.ranking is not None:
            self.remember()
        await super().action_quit()

    async def start_afresh(self) -> None:
        """Forget answers and marks, and ask again."""
        self.marked.clear()
        self.needs = _START
        self.open_questions()
        if isinstance(self.screen, NeedsScreen):
            await self.screen.refill()

    # --- screens --------------------------------------------------------------------------------------------

    def open_questions(self) -> None:
        """Go back to the questions."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def open_picks(self, at: str | None = None) -> None:
        """Show the picks, with the cursor on a setup."""
        from spark_tui.tui.screens.picks import PicksScreen

        self.open_questions()
        self.push_screen(PicksScreen(at))

    def open_setup(self, offer: "Offer") -> None:
        """Open a setup."""
        from spark_tui.tui.screens.recipe import RecipeScreen

        self.push_screen(RecipeScreen(offer))

    def open_launch(self, offer: "Offer") -> None:
        """Go on from a setup to launching it."""
        from spark_tui.tui.screens.launch import LaunchScreen

        self.push_screen(LaunchScreen(offer))

    def open_practice(self) -> None:
        """Show the plan of a launch for practice."""
        from spark_tui.launch.practice import NoPracticeError, practice_plan
        from spark_tui.tui.screens.plan import PlanScreen

        try:
            self.push_screen(PlanScreen(practice_plan()))
        except NoPracticeError as error:
            self.notify(str(error), severity="warning", timeout=15)

    def open_shelf(self, name: str) -> None:
        """Open one of the lists beside the picks."""
        from spark_tui.tui.screens.shelf import ShelfScreen
        from spark_tui.tui.shelves import SHELVES

        if self.ranking is not None:
            self.push_screen(ShelfScreen(SHELVES[name]))

    def open_comparison(self) -> None:
        """Compare the marked setups."""
        from spark_tui.advise.compare import LEAST, compare
        from spark_tui.tui.screens.compare import CompareScreen
        from spark_tui.tui.shelves import offers_of

        if len(self.marked) < LEAST or self.ranking is None:
            self.notify("Mark two to four setups among the picks first: c or Space.")
            return
        self.clear_notifications()
        offers = list(offers_of(self.catalog, self.marked))
        self.push_screen(CompareScreen(compare(self.catalog, offers, self.needs)))

    def open_evidence(self, cite: "Cite") -> None:
        """Show everything that was published beside a measured figure."""
        from spark_tui.advise.evidence import evidence
        from spark_tui.tui.screens.text import TextScreen

        if cite.measurement is not None:
            sections = evidence(self.catalog, cite.measurement)
            self.push_screen(TextScreen("How do we know?", (), sections))

    def open_found(self, document: "Document") -> None:
        """Open what was found in the command palette."""
        from spark_tui.tui.found import screen_for

        self.push_screen(screen_for(self.catalog, document))

    def action_jobs(self) -> None:
        """Show what was launched from here."""
        from spark_tui.tui.screens.jobs import JobsScreen

        self.push_screen(JobsScreen())

    def action_boxes(self) -> None:
        """Show the boxes to launch on."""
        from spark_tui.tui.screens.boxes import BoxesScreen

        self.push_screen(BoxesScreen())

    def action_shelf(self, name: str) -> None:
        """Open one of the lists beside the picks."""
        self.open_shelf(name)

    def _fatal_error(self) -> None:
        # Textual would print the traceback with every local variable: the whole catalog, for minutes.
        from spark_tui.tui.crash import sentence

        self._exit_renderables.append(sentence(paths.crash_log()))
        self._close_messages_no_wait()

    def action_help(self) -> None:
        """Show the keys of the present screen."""
        from spark_tui.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))
