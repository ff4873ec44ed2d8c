"""The command palette: everything that can be done, and everything that can be found."""

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot

from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.finding import KINDS, find
from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.needs import NeedsScreen
from spark_tui.tui.screens.recipe import RecipeScreen
from spark_tui.tui.screens.shelf import ShelfScreen
from tests.tui.conftest import Drive, settled, shown


def test_words_with_a_slip_open_the_setup(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        for _ in range(100):
            if "sudoingx-vllm" in shown(app):
                break
            await pilot.pause(0.05)
        await pilot.press("enter")
        await settled(app, pilot)
        assert isinstance(app.screen, RecipeScreen)
        assert app.screen.offer.setup.id == "sudoingx-vllm-deepseek-v4.1-flash-1017@2"

    drive(look, "enter", "ctrl+p", *"deepsek 2 sparks vllm")


def test_what_can_be_done_is_listed_before_anything_is_typed(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, CommandPalette)
        for _ in range(100):
            if "Same money elsewhere" in shown(app):
                break
            await pilot.pause(0.05)
        for name in ("Questions", "Picks", "Models", "Engines", "Same money elsewhere", "Compare marked setups"):
            assert name in shown(app)

    drive(look, "enter", "ctrl+p", size=(120, 40))


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_found_has_a_screen(kind: str, drive: Drive, catalog: Catalog) -> None:
    letters = {found.document.id: found.document for word in "abcdefghijklmnopqrstuvwxyz0123456789"
               for found in find(catalog, word, kinds=(kind,))}  # fmt: skip
    assert letters

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        for document in list(letters.values())[:25]:
            below = app.screen
            app.open_found(document)
            await pilot.pause(0.02)
            assert app.screen is not below
            app.screen.dismiss()
            await pilot.pause(0.02)

    drive(look, "enter")


def test_starting_afresh_forgets_answers_and_marks(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await app.start_afresh()
        await settled(app, pilot)
        assert isinstance(app.screen, NeedsScreen)
        assert (app.needs.boxes, app.needs.use, app.marked) == (None, "chat", [])

    drive(look, "enter", "plus", "u", "c")


def test_a_list_opens_by_name(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        for _ in range(100):
            if "Formats, boxes" in shown(app):
                break
            await pilot.pause(0.05)
        await pilot.press("enter")
        await settled(app, pilot)
        assert isinstance(app.screen, ShelfScreen)

    drive(look, "enter", "ctrl+p", *"engines")
