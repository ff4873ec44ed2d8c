"""No word of a story gets lost on its way to the screen."""

from collections.abc import Iterable

import pytest
from textual.pilot import Pilot

from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.figures import FigureScreen
from spark_tui.tui.widgets.figure_text import FigureText
from tests.tui.conftest import Drive


@pytest.mark.parametrize("width", [60, 80, 99, 100, 120, 200])
@pytest.mark.parametrize("keys", [("enter",), ("enter", "down", "enter", "right")])
def test_every_letter_is_drawn_at_any_width(keys: tuple[str, ...], width: int, drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, FigureScreen)
        text = app.screen.figure_text()
        assert drawn(text) == meant(text)

    drive(look, *keys, size=(width, 30))


def meant(text: FigureText) -> str:
    return squeezed(f"{part.mark.plain}{part.text.plain}" for part in text.paragraphs)


def drawn(text: FigureText) -> str:
    lines = []
    for top in range(text.max_scroll_y + 1):
        text.scroll_to(y=top, animate=False, immediate=True)
        lines.append(text.render_line(0).text)
    lines += [text.render_line(y).text for y in range(1, text.size.height)]
    return squeezed(lines)


def squeezed(lines: Iterable[str]) -> str:
    """Without blanks: an id that is longer than a line is cut in two."""
    return "".join("".join(lines).split())
