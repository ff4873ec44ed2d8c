"""Text in which every figure carries a number that opens its source."""

from collections.abc import Iterable, Mapping
from string import ascii_letters, digits

from textual.content import Content
from textual.widgets import Static

from spark_tui.advise.explain import Section
from spark_tui.advise.sentence import Cite
from spark_tui.tui.widgets.hanging import hanging

LABELS = digits[1:] + ascii_letters
"""What figures are numbered with: one key each, so that any source is two keys away."""


class FigureText(Static):
    """Sections of sentences; `figures` says which label stands for which citation."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002  Textual's own name
        super().__init__(id=id, markup=False)
        self.figures: Mapping[str, Cite] = {}
        self._head = Content("")
        self._parts: list[Content] = []

    def show(self, sections: Iterable[Section], head: str | Content = "") -> None:
        """Show other sections, under an optional head."""
        self._head = head if isinstance(head, Content) else Content(head)
        self._parts, self.figures = numbered(sections)
        self._draw()

    def on_resize(self) -> None:
        """Wrap anew."""
        self._draw()

    def _draw(self) -> None:
        width = self.content_size.width
        if not width:
            return
        lines = [hanging(part, width, "• ", 2) if _is_sentence(part) else part for part in self._parts]
        head = [self._head] if self._head.plain else []
        self.update(Content("\n").join([*head, *lines]).rstrip())


def numbered(sections: Iterable[Section]) -> tuple[list[Content], dict[str, Cite]]:
    """Return headings and sentences with a label behind every figure, and what each label stands for.

    A place that is cited twice has one label. Citations beyond the last label are shown without one.
    """
    labels: dict[tuple[str, str], str] = {}
    figures: dict[str, Cite] = {}
    parts: list[Content] = []
    for section in sections:
        parts += [Content("")] if parts else []
        parts.append(Content.styled(section.title, "bold underline"))
        for sentence in section.sentences:
            for cite in sentence.cites:
                place = (cite.source, cite.locator)
                if place not in labels and len(labels) < len(LABELS):
                    labels[place] = LABELS[len(labels)]
                    figures[labels[place]] = cite
            known = dict.fromkeys(labels.get((cite.source, cite.locator), "") for cite in sentence.cites)
            marks = " ".join(f"[{label}]" for label in known if label)
            parts.append(Content.assemble(sentence.text, " " if marks else "", (marks, "$text-accent")))
    return parts, figures


def _is_sentence(part: Content) -> bool:
    """Headings are styled as a whole, sentences are not."""
    return bool(part.plain) and not any(span.start == 0 for span in part.spans)
