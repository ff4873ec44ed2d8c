"""The lists beside the picks: models, engines, other machines, quotes."""

import pytest
from textual.pilot import Pilot

from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.picks import PicksScreen
from spark_tui.tui.screens.shelf import ShelfScreen
from spark_tui.tui.screens.text import TextScreen
from spark_tui.tui.shelves import SHELVES
from spark_tui.tui.widgets.row_table import RowTable
from tests.tui.conftest import Drive, settled, shown


@pytest.mark.parametrize("name", SHELVES)
def test_every_row_of_every_list_opens_and_leads_back(name: str, drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        app.open_shelf(name)
        await settled(app, pilot)
        shelf = app.screen
        rows = len(SHELVES[name](app.catalog, app.ranking).rows)  # type: ignore[arg-type]
        assert rows > 3
        for _ in range(min(rows, 24)):  # The lists of quotes and of evidence grow with the catalog.
            await pilot.press("enter")
            await pilot.pause(0.02)
            assert isinstance(app.screen, TextScreen)
            assert "[1]" in shown(app) or "None is published" in shown(app) or "Facts" in shown(app)
            await pilot.press("escape", "down")
            assert app.screen is shelf

    drive(look, "enter")


def test_a_model_says_what_its_card_says(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        text = " ".join(shown(app).split())
        assert "320B parameters in all." in text
        assert "18B active for each token." in text
        assert "Context of 1M tokens." in text

    drive(look, "enter", "m", "enter")


def test_an_engine_says_formats_boxes_gb10_for_and_against(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        text = shown(app)
        for word in ("Formats:", "Boxes:", "On GB10:", "For:", "Against:"):
            assert word in text

    drive(look, "enter", "n", "enter")


def test_only_one_model_is_picked_from_and_then_all_again(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, PicksScreen)
        assert {pick.offer.model.id for pick in app.ranking.picks} == {"deepseek-v4.1-flash-1017"}  # type: ignore[union-attr]
        await pilot.press("m")
        await settled(app, pilot)
        await pilot.press("slash", *"1017", "enter", "o")
        await settled(app, pilot)
        assert app.needs.models is None

    drive(look, "enter", "m", "slash", *"1017", "enter", "o")


def test_other_machines_stand_beside_the_boxes_and_are_never_picks(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, ShelfScreen)
        rows = shown(app)
        assert "2 boxes, yours                   256 GB  $13,900" in rows
        assert "Mac Studio M5 Ultra              256 GB  ?         about the same memory" in rows
        assert "4x CMP 170HX                     ?       $13,900   about the same money" in rows
        assert all("170HX" not in pick.offer.recipe.name for pick in app.ranking.picks)  # type: ignore[union-attr]

    drive(look, "enter", "w")


def test_a_filter_forgives_a_slip(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert app.screen.query_one(RowTable).virtual_size.height == 2  # The heading and one row.
        assert "SGLang" in shown(app)

    drive(look, "enter", "n", "slash", *"sglnag")
