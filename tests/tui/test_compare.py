"""Setups side by side."""

from textual.pilot import Pilot

from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.compare import CompareScreen
from spark_tui.tui.screens.picks import PicksScreen
from spark_tui.tui.screens.text import TextScreen
from spark_tui.tui.widgets.compare_table import CompareTable
from tests.tui.conftest import Drive, settled, shown

_GLM = "miaai-lab-tensorfold-glm-5.3-flash@2"
_KINDLING = "kindlingai-vllm-glm-5.3-flash@2"


def compare(app: SparkApp, *setups: str) -> None:
    app.marked = list(setups)
    app.open_comparison()


def test_the_first_c_marks_and_the_second_compares(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "◆1" in shown(app)
        await pilot.press("down")
        await settled(app, pilot)
        await pilot.press("c")
        await settled(app, pilot)
        assert isinstance(app.screen, CompareScreen)
        assert len(app.marked) == 2

    drive(look, "enter", "c")


def test_a_mark_is_taken_away_by_the_key_that_made_it(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert app.marked == []
        assert "◆" not in shown(app)

    drive(look, "enter", "space", "space")


def test_no_more_than_four_are_marked(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert len(app.marked) == 4
        assert "4 setups are marked" in shown(app)

    drive(look, "enter", *["space", "down"] * 5)


def test_one_setup_alone_is_not_compared(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        app.open_comparison()
        await settled(app, pilot)
        assert isinstance(app.screen, PicksScreen)
        assert "Mark two to four setups" in shown(app)

    drive(look, "enter")


def test_figures_of_the_article_stand_side_by_side_with_the_better_one_marked(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        compare(app, _GLM, _KINDLING)
        await settled(app, pilot)
        await pilot.press("slash", *"structured", "enter")
        await settled(app, pilot)
        row = next(line for line in shown(app).splitlines() if line.startswith(" ≠ structured"))
        assert "▲ 114.7 tok/s (MiaAI-Lab)" in row
        assert "94.7 tok/s (kindlingai)" in row
        assert row.index("114.7") < row.index("94.7")

    drive(look, "enter", size=(120, 40))


def test_narrow_screens_show_two_and_the_arrow_keys_the_others(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        table = app.screen.query_one(CompareTable)
        assert table.columns_shown == range(2)
        assert "2 more →" in shown(app)
        await pilot.press("right", "right", "right")
        assert table.columns_shown == range(2, 4)
        assert "← 2 more" in shown(app)
        await pilot.resize_terminal(160, 40)
        await pilot.pause(0.1)
        assert table.columns_shown == range(4)

    drive(look, "enter", *["space", "down"] * 4, "c")


def test_the_names_stay_in_view_while_the_table_scrolls(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        compare(app, _GLM, _KINDLING)
        await settled(app, pilot)
        await pilot.press("end")
        await pilot.pause(0.3)
        top = "\n".join(shown(app).splitlines()[:4])
        assert "NVFP4, vLLM" in top and "EXL3 4 bpw" in top
        assert "In short" not in shown(app)

    drive(look, "enter")


def test_a_figure_in_a_cell_leads_to_everything_published_beside_it(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        compare(app, _GLM, _KINDLING)
        await settled(app, pilot)
        figures = app.screen.query_one(CompareTable).figures
        label = next(key for key, one in figures.items() if one.measurement and one.measurement.value == 116.0)
        await pilot.press("h", label)
        await settled(app, pilot)
        assert isinstance(app.screen, TextScreen)
        text = " ".join(shown(app).split())
        assert "116.0 tok/s" in text and "110.0 tok/s" in text
        assert "the highest is 5% above the lowest" in text

    drive(look, "enter")


def test_r_forgets_the_marks(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await pilot.press("r")
        await settled(app, pilot)
        assert isinstance(app.screen, PicksScreen)
        assert app.marked == []

    drive(look, "enter", "c", "down", "c")
