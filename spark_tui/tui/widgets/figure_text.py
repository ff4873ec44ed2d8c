"""Text in which every figure carries a number that opens its source."""

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_letters, digits

from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from spark_tui.advise.sentence import Cite, Section
from spark_tui.catalog.search import filtered
from spark_tui.tui.widgets.hanging import Paragraph, wrapped

LABELS = digits[1:] + ascii_letters
"""What figures are numbered with: one key each, so that any source is two keys away."""


class Labels:
    """Gives each citation a label. What is cited twice has one; beyond the last label there is none."""

    def __init__(self) -> None:
        self.figures: dict[str, Cite] = {}
        """Which label stands for which citation."""
        self._labels: dict[tuple[str, ...], str] = {}

    def mark(self, text: str | Content, cites: Iterable[Cite]) -> Content:
        """Return text followed by the labels of its citations."""
        known = dict.fromkeys(self._label(cite) for cite in cites)
        marks = " ".join(f"[{label}]" for label in known if label)
        return Content.assemble(text, " " if marks else "", (marks, "$text-accent"))

    def _label(self, cite: Cite) -> str:
        place = _place(cite)
        if place not in self._labels and len(self._labels) < len(LABELS):
            self._labels[place] = LABELS[len(self._labels)]
            self.figures[self._labels[place]] = cite
        return self._labels.get(place, "")


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
        self.sections: Sequence[Section] = ()
        self._head: Sequence[Paragraph] = ()
        self._lines: list[Content] = []

    def show(self, sections: Iterable[Section], head: Iterable[Paragraph] = ()) -> None:
        """Show other sections, under an optional head, from the top."""
        self.sections, self._head = tuple(sections), tuple(head)
        self._show(self.sections)

    def narrow(self, typed: str) -> None:
        """Show only the sentences that hold what was typed; all where nothing was."""
        self._show(narrowed(self.sections, typed) if typed else self.sections)

    def _show(self, sections: Iterable[Section]) -> None:
        paragraphs, self.figures = numbered(sections)
        self.paragraphs = [*self._head, *paragraphs]
        self.lay_out()
        self.scroll_home(animate=False, immediate=True)

    def on_resize(self) -> None:
        """Wrap anew."""
        self.lay_out()

    def lay_out(self) -> None:
        """Wrap what is shown at the present width."""
        width = self.scrollable_content_region.width
        self._lines = self.lines_at(width) if width else []
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def lines_at(self, width: int) -> list[Content]:
        """Return the lines at a width in cells."""
        return wrapped(self.paragraphs, width)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        row, width = round(self.scroll_y) + y, self.scrollable_content_region.width
        if row >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        return Visual.to_strips(self, self._lines[row], width, 1, self.visual_style, pad=True)[0]


def numbered(sections: Iterable[Section]) -> tuple[list[Paragraph], dict[str, Cite]]:
    """Return headings and sentences with a label behind every figure, and what each label stands for."""
    labels, paragraphs = Labels(), list[Paragraph]()
    for section in sections:
        if paragraphs:
            paragraphs.append(Paragraph(Content("")))
        paragraphs.append(Paragraph(Content.styled(section.title, "bold underline")))
        paragraphs += [
            Paragraph(labels.mark(sentence.text, sentence.cites), Content("• ")) for sentence in section.sentences
        ]
    return paragraphs, labels.figures


def narrowed(sections: Sequence[Section], typed: str) -> tuple[Section, ...]:
    """Return the sentences that hold what was typed, in their sections."""
    everything = [(section, sentence) for section in sections for sentence in section.sentences]
    kept = {id(everything[place][1]) for place in filtered(typed, [sentence.text for _, sentence in everything])}
    found = (
        Section(section.title, tuple(sentence for sentence in section.sentences if id(sentence) in kept))
        for section in sections
    )
    return tuple(section for section in found if section.sentences) or (Section("Nothing holds what you typed", ()),)


def _place(cite: Cite) -> tuple[str, ...]:
    """What tells one citation from another: two figures in one cell of a table are two."""
    return cite.source, cite.locator, cite.measurement.id if cite.measurement else ""
