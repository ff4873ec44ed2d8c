"""Driving the app without a terminal, and comparing what it shows with text files."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from spark_tui import paths
from spark_tui.catalog.catalog import Catalog
from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens import browse, needs

_GOLDENS = Path(__file__).parent / "goldens"
Scenario = Callable[[SparkApp, Pilot[int]], Awaitable[None]]
Drive = Callable[..., None]


@pytest.fixture
def drive(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> Drive:
    """Run the app at a size, press keys, then let a scenario look at it. Nothing waits for a pause in typing."""
    monkeypatch.setattr(needs, "_DEBOUNCE", 0.001)
    monkeypatch.setattr(browse, "_REST", 0.001)

    def run(
        scenario: Scenario,
        *keys: str,
        size: tuple[int, int] = (80, 24),
        of: Catalog | None = None,
        resume: bool = False,
    ) -> None:
        async def session() -> None:
            if not resume:
                paths.last_place().unlink(missing_ok=True)
            app = SparkApp(of or catalog)
            async with app.run_test(size=size, notifications=True) as pilot:
                for _ in range(500):
                    if app.screen.query("FooterKey"):
                        break
                    await pilot.pause(0.01)
                await settled(app, pilot)
                for key in keys:
                    await pilot.press(key)
                    if len(key) > 1 or key in "cehmnosxw1":
                        await settled(app, pilot)
                await settled(app, pilot)
                await scenario(app, pilot)

        asyncio.run(session())

    return run


async def settled(app: SparkApp, pilot: Pilot[int]) -> None:
    """Wait until the ranking is done and the row on which the cursor rests has told its story."""
    await pilot.pause(0.01)
    await app.workers.wait_for_complete()
    await pilot.pause(0.03)


def shown(app: SparkApp) -> str:
    """Return the text on the screen, without blanks at the ends of lines."""
    lines = app.screen._compositor.render_strips()  # No public way gives the text.
    text = "\n".join(line.text.rstrip() for line in lines)
    return f"{text.rstrip()}\n"


async def assert_golden(app: SparkApp, pilot: Pilot[int], name: str) -> None:
    """Compare the screen, once it is at rest, with goldens/NAME.txt; SPARK_TUI_GOLDENS=write writes the file."""
    path = _GOLDENS / f"{name}.txt"
    if os.environ.get("SPARK_TUI_GOLDENS") == "write":
        await pilot.pause(0.3)
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown(app), encoding="utf-8")
    for _ in range(40):
        if shown(app) == path.read_text(encoding="utf-8"):
            return
        await pilot.pause(0.05)
    assert shown(app) == path.read_text(encoding="utf-8"), f"look at the screen; if it is right, write {path.name} anew"
