"""Text in which every figure carries a number that opens its source."""

from collections.abc import Iterable, Mapping
from string import ascii_letters, digits

from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from spark_tui.advise.sentence import Cite, Section
from spark_tui.tui.widgets.hanging import Paragraph, wrapped

LABELS = digits[1:] + ascii_letters
"""What figures are numbered with: one key each, so that any source is two keys away."""


class FigureText(ScrollView, can_focus=True):
    """Sections of sentences that scroll; only the lines on the screen are drawn."""

    DEFAULT_CSS = """
    FigureText { overflow-x: hidden; overflow-y: auto; scrollbar-gutter: stable; padding: 0 1; }
    """

    def __init__(self, id: str | None = None) -> None:  # noqa: A002  Textual's own name
        super().__init__(id=id)
        self.figures: Mapping[str, Cite] = {}
        """Which label stands for which citation."""
        self.paragraphs: list[Paragraph] = []
        """What is shown, before it is wrapped."""
        self._lines: list[Content] = []

    def show(self, sections: Iterable[Section], head: Iterable[Paragraph] = ()) -> None:
        """Show other sections, under an optional head, from the top."""
        paragraphs, self.figures = numbered(sections)
        self.paragraphs = [*head, *paragraphs]
        self._lay_out()
        self.scroll_home(animate=False, immediate=True)

    def on_resize(self) -> None:
        """Wrap anew."""
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width
        self._lines = wrapped(self.paragraphs, width) if width else []
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        row, width = round(self.scroll_y) + y, self.scrollable_content_region.width
        if row >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        return Visual.to_strips(self, self._lines[row], width, 1, self.visual_style, pad=True)[0]


def numbered(sections: Iterable[Section]) -> tuple[list[Paragraph], dict[str, Cite]]:
    """Return headings and sentences with a label behind every figure, and what each label stands for.

    What is cited twice has one label. Citations beyond the last label are shown without one.
    """
    labels: dict[tuple[str, ...], str] = {}
    figures: dict[str, Cite] = {}
    paragraphs: list[Paragraph] = []
    for section in sections:
        if paragraphs:
            paragraphs.append(Paragraph(Content("")))
        paragraphs.append(Paragraph(Content.styled(section.title, "bold underline")))
        for sentence in section.sentences:
            for cite in sentence.cites:
                place = _place(cite)
                if place not in labels and len(labels) < len(LABELS):
                    labels[place] = LABELS[len(labels)]
                    figures[labels[place]] = cite
            known = dict.fromkeys(labels.get(_place(cite), "") for cite in sentence.cites)
            marks = " ".join(f"[{label}]" for label in known if label)
            text = Content.assemble(sentence.text, " " if marks else "", (marks, "$text-accent"))
            paragraphs.append(Paragraph(text, Content("• ")))
    return paragraphs, figures


def _place(cite: Cite) -> tuple[str, ...]:
    """What tells one citation from another: two figures in one cell of a table are two."""
    return cite.source, cite.locator, cite.measurement.id if cite.measurement else ""
