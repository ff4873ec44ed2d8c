"""The questions."""

from textual.pilot import Pilot
from textual.widgets import Checkbox

from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.picks import PicksScreen
from tests.tui.conftest import Drive, settled, shown


def test_a_budget_on_top_of_owned_boxes_sets_the_boxes_to_plan_for(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert app.ranking is not None and app.ranking.plan.boxes == 3
        assert "At $6,950 a box (@sudoingX, 2026-10-19), $7,000, on top of 2 owned, buys 1 box." in " ".join(
            shown(app).split()
        )

    drive(look, "tab", *"7000")


def test_the_use_is_chosen_with_the_arrow_keys(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert app.needs.use == "structured"
        assert "● Structured output" in shown(app)
        assert "141.3 tok/s structured" in " ".join(shown(app).split())

    drive(look, "tab", "tab", "tab", "down", "down")


def test_an_answer_that_makes_no_sense_is_said_and_keeps_the_owner_here(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "✗ Boxes to plan for: '9' is not a whole number from 1 to 8." in shown(app)
        assert not isinstance(app.screen, PicksScreen)

    drive(look, "tab", "tab", "9", "enter")


def test_what_was_typed_survives_the_way_to_the_picks_and_back(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "Money for more, in US dollars     7000" in shown(app)
        assert "Boxes to plan for, 1 to 8         3" in shown(app)

    drive(look, "tab", *"7000", "tab", "2", "enter", "plus", "escape")


def test_further_needs_unfold_and_take_part(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        app.screen.query_one("#vendor", Checkbox).focus()
        await pilot.press("space")
        await settled(app, pilot)
        assert app.needs.vendor
        assert app.needs.context == 64_000
        assert "▐X▌ Only what NVIDIA documents" in shown(app)
        assert "▐ ▌ Every part may be used commercially" in shown(app)
        assert "match on 2 boxes, 64K tokens, NVIDIA-documented." in " ".join(shown(app).split())

    drive(look, "f3", *"64000")


def test_a_first_time_owner_with_nothing_sees_what_one_box_would_give(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "No box is owned or paid for yet; this shows what one box would give." in " ".join(shown(app).split())

    drive(look, "backspace", *"0")
