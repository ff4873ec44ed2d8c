"""Setups in columns: what a person would say first, then every fact in a row."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from textual.content import Content
from textual.strip import Strip
from textual.visual import Visual

from spark_tui.advise.compare import Comparison
from spark_tui.advise.table import Cell, Row, Table
from spark_tui.catalog.search import filtered
from spark_tui.tui.widgets.figure_text import FigureText, Labels
from spark_tui.tui.widgets.hanging import Paragraph, wrapped

_LEAST_CELLS = 24
"""A column is at least this wide; what does not fit is one step to the right."""
_DIFFERS, _SAME = "≠ ", "  "
_BEST = "▲ "


class CompareTable(FigureText):
    """A comparison that scrolls under the names of its setups."""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__()
        self._comparison = comparison
        self._typed = ""
        self.first = 0
        """The leftmost setup that is shown."""

    def on_mount(self) -> None:
        """Number the figures."""
        self.lay_out()

    def narrow(self, typed: str) -> None:
        """Show only the rows that hold what was typed."""
        self._typed = typed
        self.lay_out()
        self.scroll_home(animate=False, immediate=True)

    def columns_at(self, width: int) -> range:
        """Return the setups that have room at a width in cells."""
        count = len(self._comparison.offers)
        shown = max(min((width - _name_width(width)) // (_LEAST_CELLS + 1), count), min(2, count))
        first = min(self.first, count - shown)
        return range(first, first + shown)

    @property
    def columns_shown(self) -> range:
        """The setups that are shown now."""
        return self.columns_at(self.scrollable_content_region.width)

    def step(self, columns: int) -> None:
        """Show setups further to the right or left."""
        shown = self.columns_shown
        self.first = max(0, min(shown.start + columns, len(self._comparison.offers) - len(shown)))
        self.lay_out()

    def lines_at(self, width: int) -> list[Content]:
        """Return the lines at a width in cells; the first two are the names, which stay in view."""
        labels, shown = Labels(), self.columns_at(width)
        lines = [*wrapped(self._verdict(labels), width), Content("")] if not self._typed else []
        for table in self._tables():
            lines += [Content.styled(table.title, "bold underline")]
            lines += [line for row in table.rows for line in _row_lines(row, labels, shown, width)]
            lines += [Content("")]
        if not self._tables():
            lines.append(Content("No row holds what you typed."))
        self.figures = labels.figures
        return [*self._header(shown, width), *lines]

    def _verdict(self, labels: Labels) -> Iterator[Paragraph]:
        yield Paragraph(Content.styled("In short", "bold underline"))
        for sentence in self._comparison.verdict:
            yield Paragraph(labels.mark(sentence.text, sentence.cites), Content("• "))

    def _tables(self) -> list[Table]:
        if not self._typed:
            return list(self._comparison.tables)
        found = []
        for table in self._comparison.tables:
            lines = [f"{table.title} {row.name} {' '.join(cell.text for cell in row.cells)}" for row in table.rows]
            rows = tuple(table.rows[place] for place in filtered(self._typed, lines))
            found += [Table(table.title, rows)] if rows else []
        return found

    def _header(self, shown: range, width: int) -> list[Content]:
        hidden = len(self._comparison.offers) - len(shown)
        more = f"{hidden} more →" if hidden and shown.start == 0 else f"← {hidden} more" if hidden else ""
        names = [
            [Content.styled(line, "bold") for line in _fold(self._comparison.names[n], width, shown)] for n in shown
        ]
        return list(_beside([Content(more)], names, width, height=2))

    def render_line(self, y: int) -> Strip:
        """Draw one line: the names stay on top."""
        width = self.scrollable_content_region.width
        if y < 2 and len(self._lines) > 1:
            return Visual.to_strips(self, self._lines[y], width, 1, self.visual_style, pad=True)[0]
        return super().render_line(y)


def _name_width(width: int) -> int:
    return 18 if width < 100 else 24


def _cell_width(width: int, shown: range) -> int:
    return max((width - _name_width(width)) // len(shown) - 1, 1)


def _fold(text: str, width: int, shown: range) -> list[str]:
    cells = _cell_width(width, shown)
    lines = [line.plain.rstrip() for line in Content(text).wrap(cells)]
    return lines if len(lines) <= 2 else [lines[0], f"{lines[1][: cells - 1]}…"]


def _row_lines(row: Row, labels: Labels, shown: range, width: int) -> Iterator[Content]:
    mark = _DIFFERS if row.differs else _SAME
    name = wrapped([Paragraph(Content.styled(row.name, "bold" if row.differs else ""), Content(mark))],
                   _name_width(width) - 1)  # fmt: skip
    cells = [_cell(row.cells[place], labels).wrap(_cell_width(width, shown)) for place in shown]
    yield from _beside(name, cells, width)


def _cell(cell: Cell, labels: Labels) -> Content:
    text = Content.styled(f"{_BEST}{cell.text}", "bold") if cell.best else Content(cell.text)
    return labels.mark(text, cell.cites)


def _beside(
    name: Sequence[Content], cells: Sequence[Sequence[Content]], width: int, height: int | None = None
) -> Iterator[Content]:
    """Yield lines in which a name and cells stand beside each other."""
    first, others = _name_width(width), _cell_width(width, range(len(cells)))
    lines = list(zip_longest(name, *cells, fillvalue=Content("")))
    lines += [(Content(""),) * (len(cells) + 1)] * ((height or 0) - len(lines))
    for line in lines:
        parts = [_padded(part, first if place == 0 else others + 1) for place, part in enumerate(line)]
        yield Content("").join(parts)


def _padded(part: Content, width: int) -> Content:
    return part.rstrip().pad_right(max(width - part.rstrip().cell_length, 0))
