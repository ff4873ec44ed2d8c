"""The ranked list."""

import pytest
from textual.pilot import Pilot

from spark_tui.catalog.catalog import Catalog
from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.figures import FilterField
from spark_tui.tui.screens.needs import NeedsScreen
from spark_tui.tui.screens.recipe import RecipeScreen
from spark_tui.tui.widgets.row_table import RowTable
from tests.tui.conftest import Drive, settled, shown


def test_boxes_and_use_change_without_going_back(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert " picks · 3 boxes · code · 128K tokens · 1 stream · sizes as published\n" in shown(app)

    drive(look, "enter", "plus", "u")


def test_boxes_stay_between_one_and_eight(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert " picks · 8 boxes · " in shown(app)

    drive(look, "enter", *["plus"] * 8)


def test_the_excluded_show_why_and_what_would_bring_them_in(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "Runs on 3 boxes; you plan for 2. Lifted by: 1 more box." in shown(app)

    drive(look, "enter", "x", "slash", *"ds41f@3")


def test_a_filter_keeps_the_rows_that_hold_every_word(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        rows = [line for line in shown(app).splitlines() if "none published" in line]
        assert len(rows) >= 2
        assert "65.0 prose" not in shown(app)

    drive(look, "enter", "slash", *"nvidia none")


def test_a_filter_that_matches_nothing_says_so_and_escape_brings_all_back(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "Nothing here matches what you typed." in shown(app)
        await pilot.press("enter", "enter")
        assert not isinstance(app.screen, RecipeScreen)
        await pilot.press("escape")
        await pilot.pause(0.2)
        assert app.screen.query_one(FilterField).value == ""
        assert "65.0 prose" in shown(app)

    drive(look, "enter", "slash", *"zzzzqqq")


def test_enter_opens_the_highlighted_setup_and_escape_leads_back_to_the_questions(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, RecipeScreen)
        assert "60.4" in shown(app) or "GLM-5.3-Flash EXL3 4 bpw" in shown(app)
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, NeedsScreen)

    drive(look, "enter", "down", "enter")


def test_a_click_moves_the_cursor_and_a_second_one_opens(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await pilot.click(RowTable, offset=(8, 3))
        await pilot.pause()
        assert app.screen.query_one(RowTable).cursor == 2
        await pilot.click(RowTable, offset=(8, 3))
        await pilot.pause()
        assert isinstance(app.screen, RecipeScreen)

    drive(look, "enter")


def test_the_window_can_change_its_size_while_the_picks_are_shown(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        for width, height in ((120, 40), (60, 20), (200, 60), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause(0.2)
            assert "65.0" in shown(app)

    drive(look, "enter")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_names_with_markup_and_control_characters_are_only_text(
    size: tuple[int, int], drive: Drive, catalog: Catalog
) -> None:
    name = "[bold red]GLM[/] [@click=app.quit]x[/] $accent"
    recipe = next(one for one in catalog.content.recipes if one.setups[0].boxes == 2)
    setups = tuple(setup.model_copy(update={"id": f"strange@{setup.boxes}"}) for setup in recipe.setups[:1])
    strange = recipe.model_copy(update={"id": "strange", "name": name, "author": "[/oops", "setups": setups})
    odd = Catalog(catalog.content.model_copy(update={"recipes": (*catalog.content.recipes, strange)}))

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "[bold red]GLM[/]" in shown(app)
        await pilot.press("home")
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert isinstance(app.screen, RecipeScreen)

    drive(look, "enter", "slash", *"[bold", "enter", size=size, of=odd)


def test_boxes_asked_for_faster_than_they_are_ranked_are_all_counted(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        for _ in range(4):
            app.screen.action_boxes(1)  # type: ignore[attr-defined]
        assert app.needs.boxes == 6

    drive(look, "enter")


def test_escape_leads_from_what_was_left_out_to_the_picks(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert " picks · " in shown(app)

    drive(look, "enter", "x", "escape")


def test_o_ranks_by_the_expected_speed_and_back(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        published = app.ranking.picks  # type: ignore[union-attr]
        await pilot.press("o")
        await settled(app, pilot)
        assert "by expected speed" in shown(app)
        assert "Expected" in shown(app)
        assert app.ranking.picks != published  # type: ignore[union-attr]
        await pilot.press("o")
        await settled(app, pilot)
        assert "by expected speed" not in shown(app)

    drive(look, "enter")
