"""From any figure to its source record in two keys."""

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.figures import FigureScreen
from spark_tui.tui.screens.source import SourceScreen
from tests.tui.conftest import Drive, settled, shown

_PLACES = {
    "picks": ("enter",),
    "fit": ("enter", "down", "enter"),
    "speed": ("enter", "down", "enter", "right"),
    "quality": ("enter", "down", "enter", "right", "right"),
    "opinions": ("enter", "down", "enter", "right", "right", "right"),
    "sources": ("enter", "down", "enter", "left"),
}


@pytest.mark.parametrize("place", _PLACES)
def test_a_figure_opens_its_source_in_two_keys(place: str, drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, FigureScreen)
        figures = dict(app.screen.figure_text().figures)
        assert figures
        for label in (min(figures), max(figures)):
            cite = figures[label]
            await pilot.press("s", label)
            await pilot.pause(0.05)
            assert isinstance(app.screen, SourceScreen), label
            title = app.catalog.sources[cite.source].title
            assert title[:30] in " ".join(shown(app).split())
            await pilot.press("escape")
            await pilot.pause()

    drive(look, *_PLACES[place])


def test_a_measurement_is_shown_with_its_conditions_and_its_place(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        record = app.screen.query_one("#record Static", Static).content
        text = " ".join(str(getattr(record, "plain", "")).split())
        assert "Figure decode 65.0 tok/s" in text
        assert "Conditions prose, 1 stream" in text
        assert "Measured by niklaslenz_ai" in text
        assert "Two Sparks, row 'DeepSeek-1017, EXL3 2.9 bpw'" in text
        assert "Address none that is certain" in text

    drive(look, "enter", "slash", *"2.9 bpw, tensorfold", "enter", "s", "1")


def test_a_key_that_is_no_label_closes_the_question(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await pilot.press("s", "escape")
        await settled(app, pilot)
        assert isinstance(app.screen, FigureScreen)
        assert not isinstance(app.screen, SourceScreen)

    drive(look, "enter")
