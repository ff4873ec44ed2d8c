"""Paragraphs with a hanging indent, wrapped anew at every width, so that lists and records read well anywhere."""

from collections.abc import Iterable
from typing import NamedTuple

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual


class Paragraph(NamedTuple):
    """Text behind a mark; its further lines are indented as far as the mark is wide."""

    text: Content
    mark: Content = Content("")


class Paragraphs(Visual):
    """Paragraphs as one picture; the layout of the last width is kept."""

    def __init__(self, paragraphs: Iterable[Paragraph]) -> None:
        self._paragraphs = tuple(paragraphs)
        self._laid_out: tuple[int, Content] = (0, Content(""))

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Draw all lines at a width in cells."""
        return self._at(width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:  # noqa: ARG002  Textual's signature
        """Take all the width there is."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Count the lines at a width in cells."""
        return self._at(width).get_height(rules, width)

    @property
    def plain(self) -> str:
        """The text without styles and wrapping, a paragraph a line."""
        return "\n".join(f"{paragraph.mark.plain}{paragraph.text.plain}" for paragraph in self._paragraphs)

    def _at(self, width: int) -> Content:
        if self._laid_out[0] != width:
            self._laid_out = (width, Content("\n").join(line for p in self._paragraphs for line in _lines(p, width)))
        return self._laid_out[1]


def _lines(paragraph: Paragraph, width: int) -> list[Content]:
    indent = paragraph.mark.cell_length
    wrapped = [line.rstrip() for line in paragraph.text.wrap(max(width - indent, 1))] or [Content("")]
    blank = Content(" " * indent)
    return [paragraph.mark + wrapped[0], *(blank + line for line in wrapped[1:])]
