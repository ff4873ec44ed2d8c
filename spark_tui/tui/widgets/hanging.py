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
        self._laid_out: tuple[int, list[Content]] = (0, [])

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Draw the lines at a width in cells."""
        lines = self._at(width)[:height]
        return [strip for line in lines for strip in line.render_strips(width, 1, style, options)]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:  # noqa: ARG002  Textual's signature
        """Take all the width there is."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:  # noqa: ARG002  Textual's signature
        """Count the lines at a width in cells."""
        return len(self._at(width))

    @property
    def plain(self) -> str:
        """The text without styles and wrapping, a paragraph a line."""
        return "\n".join(f"{paragraph.mark.plain}{paragraph.text.plain}" for paragraph in self._paragraphs)

    def _at(self, width: int) -> list[Content]:
        if self._laid_out[0] != width:
            self._laid_out = (width, wrapped(self._paragraphs, width))
        return self._laid_out[1]


def wrapped(paragraphs: Iterable[Paragraph], width: int) -> list[Content]:
    """Return the lines of paragraphs at a width in cells."""
    return [line for paragraph in paragraphs for line in _lines(paragraph, width)]


def _lines(paragraph: Paragraph, width: int) -> list[Content]:
    indent = paragraph.mark.cell_length
    first, *others = [line.rstrip() for line in paragraph.text.wrap(max(width - indent, 1))] or [Content("")]
    blank = Content(" " * indent)
    return [paragraph.mark + first, *(blank + line for line in others)]
