"""A source record: where a figure stands, who measured it, and under which conditions."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from spark_tui.advise import wording
from spark_tui.advise.sentence import Cite
from spark_tui.catalog.evidence import Measurement, Source
from spark_tui.tui.widgets.hanging import Paragraph, Paragraphs

if TYPE_CHECKING:
    from spark_tui.tui.app import SparkApp


class SourceScreen(ModalScreen[None]):
    """One source, and the place in it where the figure stands."""

    HELP = """Everything here is in the catalog, so it reads without a network.
An address is shown only where it is certain; title and place are enough to find the figure by hand."""

    DEFAULT_CSS = """
    SourceScreen { align: center middle; }
    SourceScreen #record {
        width: 90%; max-width: 92; height: auto; max-height: 85%;
        border: round $accent; background: $surface; padding: 1 2;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "Back"),
        Binding("c", "copy", "Copy"),
        Binding("h", "evidence", "Evidence"),
        Binding("f1,question_mark", "app.help", "Help"),
    ]

    app: "SparkApp"

    def __init__(self, cite: Cite) -> None:
        super().__init__()
        self._cite = cite

    def compose(self) -> ComposeResult:
        """Lay out the record."""
        with VerticalScroll(id="record") as frame:
            frame.border_title = "Source"
            frame.border_subtitle = "Escape: back"
            yield Static(record(tuple(self._lines())))
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one("#record").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  Textual's
        """Offer what else was published only for a measured figure."""
        return action != "evidence" or self._cite.measurement is not None

    def action_evidence(self) -> None:
        """Show everything that was published beside this figure."""
        self.dismiss()
        self.app.open_evidence(self._cite)

    def action_copy(self) -> None:
        """Copy the record to the clipboard, where the terminal allows it."""
        self.app.copy_to_clipboard("\n".join(f"{name}: {text}" for name, text in self._lines()))
        self.notify("Copied, if your terminal allows programs to copy.")

    def _lines(self) -> Iterator[tuple[str, str]]:
        if self._cite.measurement is not None:
            yield from _measurement_lines(self._cite.measurement)
        yield from source_lines(self.app.catalog.sources[self._cite.source], self._cite)


def record(lines: Sequence[tuple[str, str]]) -> Paragraphs:
    """Return names in one column and what they stand for in another."""
    column = max(len(name) for name, _ in lines) + 2
    return Paragraphs(Paragraph(Content(text), Content.styled(f"{name:<{column}}", "bold")) for name, text in lines)


def _measurement_lines(measurement: Measurement) -> Iterator[tuple[str, str]]:
    yield "Figure", f"{wording.metric(measurement)} {wording.value(measurement)}"
    yield "Conditions", wording.conditions(measurement) or "not stated"
    yield "Measured by", measurement.who or "not stated"


def source_lines(source: Source, cite: Cite) -> Iterator[tuple[str, str]]:
    """Yield the lines of a source record, each with its name. What is not known is said so."""
    yield "Stands in", source.title
    yield "At", cite.locator
    if cite.note:
        yield "Note", cite.note
    yield "By", f"{source.publisher} ({source.kind})"
    yield "Date", source.date or "not stated"
    yield "Address", source.url or "none that is certain"
    if source.via:
        yield "Known through", source.via
    if source.excerpt:
        yield "Says", f"“{source.excerpt}”"
    if source.note:
        yield "About it", source.note
