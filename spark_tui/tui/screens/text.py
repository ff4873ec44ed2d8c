"""A page of sections with numbered sources: a model, an engine, a machine, or how a figure is known."""

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Footer, Static

from spark_tui.advise.markdown import document
from spark_tui.advise.sentence import Section
from spark_tui.tui.screens.figures import FigureScreen, FilterField
from spark_tui.tui.widgets.figure_text import FigureText


class TextScreen(FigureScreen):
    """Sections under a title."""

    HELP = """Everything the catalog holds on this. Numbers in brackets are sources: press s and the number. h and the
number of a measured figure shows everything that was published beside it. e writes the page as Markdown."""

    DEFAULT_CSS = """
    TextScreen #title { padding: 0 1; height: auto; }
    TextScreen FigureText { height: 1fr; }
    """

    def __init__(self, title: str, lead: Iterable[str], sections: Sequence[Section]) -> None:
        super().__init__()
        self._heading, self._lead, self._sections = title, tuple(lead), sections

    def compose(self) -> ComposeResult:
        """Lay out the title, what it is, and the sections."""
        lead = "".join(f"\n{line}" for line in self._lead)
        yield Static(Content.assemble((self._heading, "bold"), lead), id="title", markup=False)
        yield FilterField()
        text = FigureText()
        text.show(self._sections)
        yield text
        yield Footer()

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.figure_text().focus()

    def figure_text(self) -> FigureText:
        """Return the page."""
        return self.query_one(FigureText)

    def markdown(self) -> tuple[str, str]:
        """Return the page as a document."""
        return self._heading, document(self.app.catalog, self._heading, self._lead, self._sections)
