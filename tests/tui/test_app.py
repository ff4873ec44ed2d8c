"""What holds on every screen."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from spark_tui import paths
from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.help import HelpScreen
from tests.tui.conftest import Drive, shown


@pytest.mark.parametrize("keys", [(), ("enter",), ("enter", "enter"), ("enter", "s", "1")])
def test_help_opens_everywhere_and_closes_again(keys: tuple[str, ...], drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        below = app.screen
        await pilot.press("f1")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        assert app.screen is below

    drive(look, *keys)


def test_without_colour_every_answer_is_still_said(drive: Drive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "▶ 1" in shown(app)
        assert " tight " in shown(app) and " fits " in shown(app)

    drive(look, "enter")


def test_the_footer_names_the_keys_at_80_columns(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        footer = shown(app).splitlines()[-1]
        for name in ("Open", "Filter", "Boxes", "Compare", "Why not", "Launch", "Help", "palette"):
            assert name in footer

    drive(look, "enter")


def test_a_broken_catalog_ends_the_app_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "models.toml").write_text("[[models]\n", encoding="utf-8")
    monkeypatch.setattr(paths, "bundled_catalog", lambda: tmp_path)

    async def session() -> int | None:
        app = SparkApp()
        async with app.run_test() as pilot:
            for _ in range(500):
                if app.return_code is not None:
                    break
                await pilot.pause(0.01)
        return app.return_code

    assert asyncio.run(session()) == 1


_FRESH = """
import asyncio, sys
from spark_tui.tui.app import SparkApp
class Watched(SparkApp):
    def on_spark_app_ranked(self, message):
        print(hasattr(sys.modules.get("rapidfuzz.process"), "extract"))
        self.exit()
async def session():
    async with Watched().run_test() as pilot:
        await pilot.pause(5)
asyncio.run(session())
"""


def test_nothing_can_be_searched_before_what_searches_is_imported_whole() -> None:
    """Two threads that import rapidfuzz at once break it in one of them: the palette then finds nothing."""
    run = subprocess.run([sys.executable, "-c", _FRESH], capture_output=True, text=True, timeout=60, check=False)

    assert (set(run.stdout.split()), run.returncode) == ({"True"}, 0), run.stderr
