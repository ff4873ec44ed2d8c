"""Sizes of today: asked for once a day beside the screens, shown with their age, and harmless when they fail."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

import pytest
from textual.pilot import Pilot

from spark_tui import paths, settings
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.repository import File, Repository
from spark_tui.catalog.weighing import every_wanted
from spark_tui.hub import kept
from spark_tui.hub.refresh import Answer
from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.picks import PicksScreen
from spark_tui.tui.screens.recipe import RecipeScreen
from tests.hub.server import Hub, Rules
from tests.tui.conftest import Drive, settled, shown

GB = 10**9
MIA = "miaai-lab-tensorfold-glm-5.3-flash"
MIA_REPO, DRAFTER_REPO = "Mia-AiLab/GLM-5.3-Flash-EXL3-4bpw-TensorFold", "incoai/GLM-5.3-Flash-DFlash2"
STARK = "starkweatherdigital"


@pytest.fixture
def few(catalog: Catalog) -> Catalog:
    """The catalog with two recipes: one that was run with a resident size, one whose files alone are known."""
    recipes = tuple(one for one in catalog.content.recipes if one.id == MIA or one.id.startswith("eugr-vllm-fp8"))
    used = {part.weights for one in recipes for setup in (None, *one.setups)
            for part in (one.parts if setup is None else setup.parts or ())}  # fmt: skip
    weights = tuple(one.model_copy(update={"revision": None}) for one in catalog.content.weights if one.id in used)
    return Catalog(catalog.content.model_copy(update={"recipes": recipes, "weights": weights}))


def fill(hub: Hub, catalog: Catalog, size: int = 100 * GB) -> None:
    hub.add_all(every_wanted(catalog), size)


def heading(app: SparkApp) -> str:
    return shown(app).splitlines()[0]


async def until(pilot: Pilot[int], true: object, seconds: float = 8.0) -> None:
    end = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end, shown(pilot.app)  # type: ignore[arg-type]
        await pilot.pause(0.02)


def test_the_first_start_asks_for_all_and_says_how_far_it_is(drive: Drive, few: Catalog, hub: Hub) -> None:
    fill(hub, few)
    hub.everywhere = Rules(delay=0.3)

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: "sizes just now" in heading(app))
        assert len(hub.requests) == len(every_wanted(few))
        await until(pilot, lambda: "200↓" in shown(app))  # Weights and drafter, 100 GB each here, 178 published.

    drive(look, "enter", of=few)


def test_while_it_asks_the_heading_counts(drive: Drive, few: Catalog, hub: Hub) -> None:
    fill(hub, few)
    hub.rules[MIA_REPO] = Rules(delay=30)
    of = len(every_wanted(few))

    async def look() -> None:
        app = SparkApp(few)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.ranking is not None)
            await pilot.press("enter")
            await until(pilot, lambda: f"sizes {of - 1} of {of}" in heading(app))
            assert "200" not in shown(app)

    started = time.monotonic()
    asyncio.run(look())
    assert time.monotonic() - started < 10, "leaving waited for the Hub"


def test_within_a_day_nothing_is_asked_unless_the_key_says_so(drive: Drive, few: Catalog, hub: Hub) -> None:
    fill(hub, few)
    now = datetime.now(UTC)
    seen = Repository(
        name=MIA_REPO, commit="old", files=(File(path="a", bytes=50 * GB),), seen=now - timedelta(hours=3)
    )
    answers = [Answer(one, seen.model_copy(update={"name": one.repo})) for one in every_wanted(few)]
    kept.save(paths.database(), answers)

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "sizes 3 h ago" in heading(app)
        assert hub.requests == []
        await pilot.press("r")
        await until(pilot, lambda: "sizes just now" in heading(app))
        assert len(hub.requests) == len(answers)

    drive(look, "enter", of=few)


def test_a_changed_size_changes_an_estimate_at_once_and_the_cursor_stays(drive: Drive, few: Catalog, hub: Hub) -> None:
    fill(hub, few)

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert app.ranking is not None
        await until(pilot, lambda: "sizes just now" in heading(app))
        await settled(app, pilot)
        screen = app.screen
        assert isinstance(screen, PicksScreen)
        place = screen.setup_at_cursor()
        hub.add(DRAFTER_REPO, {"model.safetensors": 300 * GB})
        await pilot.press("r")
        await until(pilot, lambda: "400" in shown(app))
        assert screen.setup_at_cursor() == place

    drive(look, "enter", "down", of=few)


def test_marks_say_what_an_owner_must_know_before_downloading(drive: Drive, few: Catalog, hub: Hub) -> None:
    fill(hub, few)
    hub.add("Mia-AiLab/moved", {"model.safetensors": 176 * GB})
    hub.rules[MIA_REPO] = Rules(renamed_to="Mia-AiLab/moved")
    hub.add(DRAFTER_REPO, {"model.safetensors": int(2.2 * GB)}, gated="manual")

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: "178!" in shown(app))
        await pilot.press("enter", "left", "left")
        await settled(app, pilot)
        assert isinstance(app.screen, RecipeScreen)
        text = " ".join(shown(app).split())
        assert f"Renamed: {MIA_REPO} is Mia-AiLab/moved now." in text
        assert f"Gated: ask for access at https://huggingface.co/{DRAFTER_REPO}" in text

    drive(look, "enter", of=few, size=(120, 40))


def test_what_is_gone_keeps_its_last_size_and_says_so(drive: Drive, few: Catalog, hub: Hub) -> None:
    fill(hub, few)
    old = datetime.now(UTC) - timedelta(days=3)
    seen = Repository(name=MIA_REPO, commit="c", files=(File(path="a", bytes=176 * GB),), seen=old)
    (asked,) = (one for one in every_wanted(few) if one.repo == MIA_REPO)
    kept.save(paths.database(), [Answer(asked, seen)])
    (hub.folder / MIA_REPO / "model.safetensors").unlink()
    (hub.folder / MIA_REPO).rmdir()

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: "276! 3d" in shown(app))
        await pilot.press("enter", "left", "left")
        await settled(app, pilot)
        text = " ".join(shown(app).split())
        assert f"{MIA_REPO}: seen 3 days ago" in text
        assert f"Since then: {MIA_REPO} is gone from localhost" in text

    drive(look, "enter", of=few, size=(120, 40))


def test_without_a_network_it_opens_as_ever_and_says_how_old_its_sizes_are(
    drive: Drive, few: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    old = datetime.now(UTC) - timedelta(days=3, hours=1)
    seen = Repository(name="x/y", commit="c", files=(File(path="a", bytes=GB),), seen=old)
    kept.save(paths.database(), [Answer(one, seen) for one in every_wanted(few)])

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: "sizes 3 days ago" in heading(app))
        assert "cannot be reached" not in shown(app)  # Nobody pressed a key: the age says enough.
        await pilot.press("r")
        await until(pilot, lambda: "127.0.0.1:9 cannot be reached" in shown(app))

    drive(look, "enter", of=few)


def test_trouble_that_the_owner_can_mend_is_told_without_a_key(drive: Drive, few: Catalog, hub: Hub) -> None:
    hub.everywhere = Rules(fault="portal")

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: "answered with a web" in shown(app))

    drive(look, "enter", of=few)


def test_leaving_cancels_at_once(few: Catalog, hub: Hub) -> None:
    hub.everywhere = Rules(fault="silent")

    async def session() -> float:
        app = SparkApp(few)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: hub.under_way)
            started = time.monotonic()
            await pilot.press("ctrl+q")
            await until(pilot, lambda: not app.is_running or app._exit)
        return time.monotonic() - started

    assert asyncio.run(session()) < 2


def test_what_is_known_is_used_without_asking(drive: Drive, few: Catalog) -> None:
    seen = Repository(name=MIA_REPO, files=(File(path="a", bytes=7 * GB),), seen=datetime.now(UTC))
    kept.save(paths.database(), [Answer(one, seen) for one in every_wanted(few)])

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "14!" in shown(app)
        assert "sizes just now" in heading(app)

    drive(look, "enter", of=few)


def test_a_store_that_cannot_be_used_is_told_and_the_rest_works(drive: Drive, few: Catalog, hub: Hub) -> None:
    fill(hub, few)
    paths.database().mkdir(parents=True)

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: "sizes just now" in heading(app))
        assert "cannot be used" in shown(app)

    drive(look, "enter", of=few)


@pytest.mark.parametrize(("typed", "told"), [("250", "at 250 Mbit/s"), ("0.5", "at 0.5 Mbit/s")])
def test_the_speed_of_the_line_is_asked_kept_and_used(drive: Drive, typed: str, told: str) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await pilot.press(*typed, "enter")
        await settled(app, pilot)
        assert told in shown(app)
        assert settings.load(paths.settings()).download_mbit == float(typed)

    drive(look, "enter", "down", "enter", "left", "left", "d", size=(120, 40))


def test_a_speed_that_makes_no_sense_is_told(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await pilot.press(*"fast", "enter")
        await settled(app, pilot)
        assert "'fast' is not a number above 0" in shown(app)
        await pilot.press("escape")
        await settled(app, pilot)
        assert isinstance(app.screen, RecipeScreen)
        assert not paths.settings().exists()

    drive(look, "enter", "down", "enter", "left", "left", "d", size=(120, 40))
