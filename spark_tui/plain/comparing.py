"""A comparison as text: two setups side by side in 80 columns; more stand below each other in every row."""

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from spark_tui.advise.compare import Comparison
from spark_tui.advise.table import Row
from spark_tui.plain.text import WIDTH, sentence_lines, wrapped

_NAME = 20
_MARK = "≠ "
_BEST = "* "


def comparison_lines(comparison: Comparison) -> Iterator[str]:
    """Yield the setups, then every row with what differs marked, then what a person would say."""
    for letter, offer, name in zip("ABCD", comparison.offers, comparison.names, strict=False):
        yield from wrapped(name, "   ", f"{letter}  ")
        yield f"   {offer.setup.id}"
    yield f"{_MARK.strip()} marks what differs, {_BEST.strip()} the best figure under the same conditions."
    for table in comparison.tables:
        yield ""
        yield table.title
        for row in table.rows:
            yield from _row_lines(row)
    yield ""
    yield "In short"
    for sentence in comparison.verdict:
        yield from sentence_lines(sentence, "    ", "  - ")


def _row_lines(row: Row) -> Iterator[str]:
    mark = _MARK if row.differs else "  "
    cells = [f"{_BEST if cell.best else ''}{cell.text}" for cell in row.cells]
    if len(cells) == 2:
        yield from _side_by_side(f"{mark}{row.name}", cells)
    elif not row.differs:
        yield from wrapped(f"{row.name}: {cells[0]}", " " * 6, mark)
    else:
        yield f"{mark}{row.name}"
        for letter, cell in zip("ABCD", cells, strict=False):
            yield from wrapped(cell, " " * 9, f"      {letter}  ")


def _side_by_side(name: str, cells: list[str]) -> Iterator[str]:
    width = (WIDTH - _NAME - 4) // 2
    columns = [textwrap.wrap(name, _NAME, subsequent_indent="  "), *(textwrap.wrap(cell, width) for cell in cells)]
    for first, second, third in zip_longest(*columns, fillvalue=""):
        yield f"{first:<{_NAME}}  {second:<{width}}  {third}".rstrip()
