"""Boxes, the checks, the plan and the jobs, as screens; on real boxes they are driven in tests/e2e."""

import pytest
from textual.pilot import Pilot

from spark_tui import paths
from spark_tui.launch import boxes, kept
from spark_tui.launch.box import Box
from spark_tui.launch.job import new_job, start
from spark_tui.launch.plan import Plan, Step, Warned
from spark_tui.tui.app import SparkApp
from spark_tui.tui.screens.boxes import BoxesScreen
from spark_tui.tui.screens.confirm import Confirm
from spark_tui.tui.screens.job import JobScreen
from spark_tui.tui.screens.launch import LaunchScreen
from spark_tui.tui.screens.plan import PlanScreen
from tests.tui.conftest import Drive, settled, shown

PLAN = Plan("acme@1", "script", (Box("here"),), steps=(Step("here", ("sh", "-c", "echo served; sleep 60")),),
            by_hand=("sudo sysctl -w vm.x=1",), warnings=(Warned("open", "It is [bold]open[/bold]."),))  # fmt: skip


def test_boxes_are_added_and_removed_by_keys(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, BoxesScreen)
        await pilot.press("a", *"spark-a", "tab", *"nv@spark-a", "tab", *"192.168.200.11", "enter")
        await settled(app, pilot)
        assert "▶ spark-a" in shown(app)
        assert boxes.load(paths.boxes()) == (Box("spark-a", "nv@spark-a", "192.168.200.11"),)
        await pilot.press("delete", "y")
        await settled(app, pilot)
        assert boxes.load(paths.boxes()) == ()

    drive(look, "enter", "b")


def test_what_is_no_box_is_told_and_what_was_typed_stays(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await pilot.press("a", *"spark a", "enter")
        await settled(app, pilot)
        assert "is no name for a box" in shown(app)
        assert "spark a" in shown(app)
        assert not paths.boxes().exists()

    drive(look, "enter", "b")


def test_without_boxes_a_launch_says_how_to_add_them(drive: Drive) -> None:
    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, LaunchScreen)
        assert "It takes 2 boxes, and 0 are on your list: b adds one." in shown(app)
        await pilot.press("p")
        assert isinstance(app.screen, LaunchScreen)

    drive(look, "enter", "down", "l")


def test_a_list_of_boxes_that_makes_no_sense_is_told(drive: Drive) -> None:
    paths.boxes().parent.mkdir(parents=True, exist_ok=True)
    paths.boxes().write_text("[[boxes]]\nname = 5\n")

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "a box has name, ssh and fabric" in " ".join(shown(app).split())

    drive(look, "enter", "down", "l")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_nothing_starts_before_everything_is_agreed_to(
    drive: Drive, monkeypatch: pytest.MonkeyPatch, tmp_path: object, size: tuple[int, int]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        app.push_screen(PlanScreen(PLAN))
        await settled(app, pilot)
        text = shown(app)
        assert "! It is [bold]open[/bold]." in text
        assert "sudo sysctl -w vm.x=1" in text
        assert text.count("▐ ▌") == 3
        await pilot.press("g", "tab", "space", "tab", "space", "g")
        assert isinstance(app.screen, PlanScreen)
        assert kept.load(paths.database()) == ()
        await pilot.press("tab", "space", "g")
        for _ in range(200):
            if isinstance(app.screen, JobScreen) and app.screen.report and app.screen.report.states[0].log:
                break
            await pilot.pause(0.02)
        assert isinstance(app.screen, JobScreen)
        assert len(kept.load(paths.database())) == 1
        await pilot.press("x", "y")
        for _ in range(300):
            if not kept.load(paths.database()):
                break
            await pilot.pause(0.02)
        assert kept.load(paths.database()) == ()

    drive(look, size=size)


def test_a_plan_is_written_as_a_script(
    drive: Drive, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("here")
    monkeypatch.chdir(folder)

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        app.push_screen(PlanScreen(PLAN))
        await settled(app, pilot)
        await pilot.press("w")
        (file,) = folder.glob("*.sh")
        assert file.read_text().startswith("#!/bin/sh\n# acme@1, by script, on here.")

    drive(look)


def test_jobs_are_listed_and_forgotten(drive: Drive) -> None:
    kept.save(paths.database(), new_job(PLAN))

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        assert "1 launched from here" in shown(app)
        assert "acme@1" in shown(app)
        await pilot.press("d")
        await settled(app, pilot)
        assert "Nothing was launched from here yet" in shown(app)

    drive(look, "enter", "L")


def test_after_a_start_that_failed_cleaning_up_is_offered(
    drive: Drive, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    job = new_job(PLAN._replace(steps=(Step("here", ("sh", "-c", "echo no space left >&2; exit 28")),)))
    kept.save(paths.database(), job)
    start(job)

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        app.push_screen(JobScreen(job))
        for _ in range(200):
            if isinstance(app.screen, Confirm):
                break
            await pilot.pause(0.02)
        await pilot.pause(0.2)
        assert "It failed. Stop what is left of it on here?" in shown(app)
        await pilot.press("y")
        for _ in range(300):
            if not kept.load(paths.database()):
                break
            await pilot.pause(0.02)
        await pilot.pause(0.2)
        text = shown(app)
        assert "failed, " in text
        assert "here ended with exit code 28: no space left" in text

    drive(look)
