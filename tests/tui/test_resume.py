"""The app resumes where it was left."""

import json

import pytest
from textual.pilot import Pilot

from spark_tui import paths
from spark_tui.advise.needs import Needs
from spark_tui.tui import resume
from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.compare import CompareScreen
from spark_tui.tui.screens.needs import NeedsScreen
from spark_tui.tui.screens.picks import PicksScreen
from spark_tui.tui.screens.recipe import RecipeScreen
from tests.tui.conftest import Drive, settled, shown


async def leave(app: SparkApp, pilot: Pilot[int]) -> None:
    await pilot.press("ctrl+q")


def test_answers_and_the_highlighted_pick_are_as_they_were(drive: Drive) -> None:
    drive(leave, "enter", "plus", "u", "down", "down", "down")

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, PicksScreen)
        assert (app.needs.boxes, app.needs.use) == (3, "code")
        assert "▶ 4" in shown(app)
        await pilot.press("escape")
        assert isinstance(app.screen, NeedsScreen)

    drive(look, resume=True)


def test_an_open_setup_is_open_again_above_the_picks(drive: Drive) -> None:
    drive(leave, "enter", "down", "enter")

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, RecipeScreen)
        await pilot.press("escape")
        await settled(app, pilot)
        assert isinstance(app.screen, PicksScreen)
        assert "▶ 2" in shown(app)

    drive(look, resume=True)


def test_a_comparison_is_open_again_with_its_marks(drive: Drive) -> None:
    drive(leave, "enter", "c", "down", "c")

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, CompareScreen)
        assert len(app.marked) == 2

    drive(look, resume=True)


def test_who_was_at_the_questions_starts_at_the_questions_with_the_answers(drive: Drive) -> None:
    drive(leave, "tab", *"20850")

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, NeedsScreen)
        assert "20850" in shown(app)
        assert "buys 3 boxes" in " ".join(shown(app).split())

    drive(look, resume=True)


def test_a_terminal_that_goes_away_loses_no_more_than_the_last_row(drive: Drive) -> None:
    async def killed(app: SparkApp, pilot: Pilot[int]) -> None:
        left = resume.load(paths.last_place())
        assert left is not None
        assert (left.screen, left.setup) == ("recipe", app.screen.offer.setup.id)  # type: ignore[attr-defined]

    drive(killed, "enter", "down", "enter")


def test_a_setup_that_the_catalog_no_longer_has_is_forgotten(drive: Drive) -> None:
    place = resume.Place(Needs(boxes=2), ("gone@2", "miaai-lab-tensorfold-glm-5.3-flash@2"), "recipe", "gone@2")
    resume.save(place, paths.last_place())

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, PicksScreen)
        assert app.marked == ["miaai-lab-tensorfold-glm-5.3-flash@2"]

    drive(look, resume=True)


_GOOD = {"needs": {"use": "chat", "answers": {"own": 2}}, "marked": [], "screen": "picks", "setup": None}


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "[" * 100_000, "\x00\xff",
        json.dumps({**_GOOD, "needs": {"use": "sleep"}}),
        json.dumps({**_GOOD, "needs": {"use": "chat", "answers": {"own": 1e99}}}),
        json.dumps({**_GOOD, "needs": {"use": "chat", "answers": {"boxes": 99}}}),
        json.dumps({**_GOOD, "needs": {"use": ["chat"]}}),
        json.dumps({**_GOOD, "needs": {"use": "chat", "answers": [1]}}),
        json.dumps({**_GOOD, "marked": [1, {}]}),
        json.dumps({**_GOOD, "marked": 7}),
        json.dumps({**_GOOD, "setup": {"a": 1}}),
    ],
)  # fmt: skip
def test_a_file_that_makes_no_sense_starts_with_the_questions(text: str, drive: Drive) -> None:
    paths.last_place().parent.mkdir(parents=True, exist_ok=True)
    paths.last_place().write_text(text, encoding="utf-8")

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, NeedsScreen)
        assert app.needs == Needs(own=2)

    drive(look, resume=True)


def test_every_answer_survives_being_written_and_read() -> None:
    needs = Needs("team", 3, 13_900.5, None, 1, 64_000, 8, True, True, True, "ring",
                  frozenset(("glm-5.3",)), frozenset(("vllm",)))  # fmt: skip
    place = resume.Place(needs, ("a@2",), "picks", "b@3:x")
    resume.save(place, paths.last_place())

    assert resume.load(paths.last_place()) == place


def test_a_home_that_cannot_be_written_to_costs_nothing_but_the_place(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    monkeypatch.setenv("SPARK_TUI_HOME", str(file))

    resume.save(resume.Place(Needs()), paths.last_place())
    assert resume.load(paths.last_place()) is None


def test_further_needs_survive_although_they_are_folded_away(drive: Drive) -> None:
    resume.save(resume.Place(Needs(boxes=2, commercial=True, topology="ring")), paths.last_place())

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await pilot.press("enter")
        await settled(app, pilot)
        assert isinstance(app.screen, PicksScreen)
        assert (app.needs.commercial, app.needs.topology) == (True, "ring")

    drive(look, resume=True)
