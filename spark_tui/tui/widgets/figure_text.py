"""Text in which every figure carries a number that opens its source."""

from collections.abc import Iterable, Mapping
from string import ascii_letters, digits

from textual.content import Content
from textual.widgets import Static

from spark_tui.advise.explain import Section
from spark_tui.advise.sentence import Cite
from spark_tui.tui.widgets.hanging import Paragraph, Paragraphs

LABELS = digits[1:] + ascii_letters
"""What figures are numbered with: one key each, so that any source is two keys away."""


class FigureText(Static):
    """Sections of sentences; `figures` says which label stands for which citation."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002  Textual's own name
        super().__init__(id=id, markup=False)
        self.figures: Mapping[str, Cite] = {}

    def show(self, sections: Iterable[Section], head: Iterable[Paragraph] = ()) -> None:
        """Show other sections, under an optional head."""
        paragraphs, self.figures = numbered(sections)
        self.update(Paragraphs([*head, *paragraphs]))


def numbered(sections: Iterable[Section]) -> tuple[list[Paragraph], dict[str, Cite]]:
    """Return headings and sentences with a label behind every figure, and what each label stands for.

    A place that is cited twice has one label. Citations beyond the last label are shown without one.
    """
    labels: dict[tuple[str, str], str] = {}
    figures: dict[str, Cite] = {}
    paragraphs: list[Paragraph] = []
    for section in sections:
        if paragraphs:
            paragraphs.append(Paragraph(Content("")))
        paragraphs.append(Paragraph(Content.styled(section.title, "bold underline")))
        for sentence in section.sentences:
            for cite in sentence.cites:
                place = (cite.source, cite.locator)
                if place not in labels and len(labels) < len(LABELS):
                    labels[place] = LABELS[len(labels)]
                    figures[labels[place]] = cite
            known = dict.fromkeys(labels.get((cite.source, cite.locator), "") for cite in sentence.cites)
            marks = " ".join(f"[{label}]" for label in known if label)
            text = Content.assemble(sentence.text, " " if marks else "", (marks, "$text-accent"))
            paragraphs.append(Paragraph(text, Content("• ")))
    return paragraphs, figures
