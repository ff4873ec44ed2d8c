"""Each screen as an owner sees it, narrow and wide."""

import pytest
from textual.pilot import Pilot

from spark_tui.tui.app import SparkApp
from tests.tui.conftest import Drive, assert_golden

_SIZES = {"80x24": (80, 24), "120x40": (120, 40)}
_SCREENS = {
    "needs": (),
    "further-needs": ("f3",),
    "picks": ("enter",),
    "left-out": ("enter", "x"),
    "source": ("enter", "s", "1"),
    "recipe-fit": ("enter", "down", "enter"),
    "recipe-speed": ("enter", "down", "enter", "right"),
    "recipe-quality": ("enter", "down", "enter", "right", "right"),
    "recipe-opinions": ("enter", "down", "enter", "right", "right", "right"),
    "recipe-sources": ("enter", "down", "enter", "left"),
    "help": ("enter", "f1"),
    "compare": ("enter", "c", "down", "c"),
    "compare-three": ("enter", "space", "down", "space", "down", "space", "c", "right"),
    "compare-filtered": ("enter", "c", "down", "c", "slash", *"prose", "enter"),
    "evidence": ("enter", "slash", *"kindling", "enter", "h", "1"),
    "models": ("enter", "m"),
    "model-page": ("enter", "m", "down", "enter"),
    "engines": ("enter", "n"),
    "engine-page": ("enter", "n", "down", "enter"),
    "elsewhere": ("enter", "w", "down", "down"),
    "machine-page": ("enter", "w", "down", "down", "enter"),
    "filtered": ("enter", "slash", *"kindlng"),
    "only-one-model": ("enter", "m", "down", "o"),
    "palette": ("enter", "ctrl+p"),
    "palette-search": ("enter", "ctrl+p", *"deepsek 2 sparks vllm"),
}


@pytest.mark.parametrize("size", _SIZES)
@pytest.mark.parametrize("name", _SCREENS)
def test_screen_looks_as_it_did_when_somebody_looked_at_it(name: str, size: str, drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await assert_golden(app, pilot, f"{name}-{size}")

    drive(look, *_SCREENS[name], size=_SIZES[size])
