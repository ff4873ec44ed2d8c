"""From the questions to the first token on two real boxes, by keys alone; and what a kill leaves."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from spark_tui.launch.remote import run
from tests.e2e.conftest import Open
from tests.launch.conftest import boxes, lab, llama  # noqa: F401  fixtures
from tests.launch.engines import Llama
from tests.launch.faults import Boxes
from tests.launch.test_script_route_boxes import PUBLISH, START, STOP
from tests.launch.test_watch_boxes import PORT
from tests.waiting import wait_until

ADDRESS = "https://github.com/acme/tiny-over-two"
RECIPE = f"""
[[sources]]
id = "repo-acme-tiny"
title = "acme/tiny-over-two"
publisher = "acme"
kind = "repository"

[[recipes]]
id = "acme-tiny"
name = "Tiny over two"
author = "acme"
model = "glm-5.3-flash"
engine = "llama-cpp"
repository = "{ADDRESS}"
commit = "COMMIT"
status = "ready"

[[recipes.setups]]
boxes = 2
port = {PORT}
context_tokens = 131072
cite = [{{ fields = ["port", "context_tokens"], source = "repo-acme-tiny", locator = "README" }}]

[[recipes.setups.steps]]
what = "prepare"
where = "head"
argv = ["cp", "scripts/local.sh.example", "scripts/local.sh"]
every_start = false
note = "Set WORKER, the worker's ssh target."
source = "repo-acme-tiny"
locator = "README"

[[recipes.setups.steps]]
what = "start"
where = "head"
argv = ["./start.sh"]
source = "repo-acme-tiny"
locator = "README"

[[recipes.setups.steps]]
what = "stop"
where = "head"
argv = ["./stop.sh"]
source = "repo-acme-tiny"
locator = "README"

[[recipes.setups.measurements]]
id = "prose"
metric = "decode"
workload = "prose"
streams = 1
scope = "total"
value = 999
unit = "tok/s"
who = "acme"
source = "repo-acme-tiny"
locator = "README"
"""


@pytest.fixture
def two(boxes: Callable[[int], Boxes], llama: Llama, tmp_path: Path) -> Boxes:  # noqa: F811
    """Two boxes on the owner's list, and a recipe of the owner's whose repository is on the head."""
    mine, there = boxes(2), llama.on_boxes()
    compute = " ".join(there.compute(50052, str(mine[1].fabric)))
    serve = " ".join(there.serve("reason", PORT, "-ngl", "99", "--rpc", f"{mine[1].fabric}:50052"))
    begin = START.replace("{compute}", compute).replace("{serve}", serve)
    outcome = run(mine[0], ("sh", "-c", PUBLISH, "publish", STOP), stdin=begin)
    assert outcome.ok, outcome
    redirect = f'git config --global url."$HOME/published".insteadOf {ADDRESS}'
    assert run(mine[0], ("sh", "-c", redirect)).ok
    catalogs = tmp_path / "home" / "catalogs"
    catalogs.mkdir(parents=True)
    (catalogs / "tiny.toml").write_text(RECIPE.replace("COMMIT", outcome.out.split()[0]))
    for box in (mine[0], mine[1]):
        subprocess.run([sys.executable, "-m", "spark_tui", "boxes", "add", box.name, "--ssh", str(box.ssh), "--fabric",
                        str(box.fabric)], env={**os.environ, "SPARK_TUI_HOME": str(tmp_path / "home")},
                       check=True, capture_output=True)  # fmt: skip
    return mine


def tick_all(app: Open, screen: str) -> None:
    for number in range(1, screen.count("▐ ▌") + 1):
        app.press("Tab", "Space")
        wait_until(lambda number=number: app.screen().count("X▌") == number, 10)


def begun(terminal: Open, two: Boxes) -> "Open":
    app = terminal(columns=100, lines=40)
    app.wait_for("setups match on 2 boxes")
    app.press("Enter")
    app.wait_for("▶ 1")
    app.press("/")
    app.wait_for("words to filter by")
    app.type("tiny over two")
    app.wait_for("1 of ")
    app.press("Enter")
    app.wait_for("⏎ Open")
    app.press("l")
    app.wait_for("git is there")
    app.press("p")
    app.wait_for("./start.sh")
    return app


def test_from_a_pick_to_the_first_token_and_to_a_clean_stop(terminal: Open, two: Boxes) -> None:
    app = begun(terminal, two)
    screen = app.wait_for("Run these commands on box1, box2.")
    assert "WORKER=" in screen
    app.press("g")
    app.wait_for("Tick each line")
    tick_all(app, screen)
    app.press("g")
    app.wait_for("ready, ")
    screen = app.wait_for("API: http")
    assert "model tiny-reason" in screen
    app.press("x")
    app.wait_for("Stop acme-tiny@2 on box1, box2?")
    app.press("y")
    app.wait_for("was stopped")
    assert run(two[1], ("pgrep", "ggml-rpc")).code == 1


def test_a_program_that_is_killed_finds_its_job_again(terminal: Open, two: Boxes, tmp_path: Path) -> None:
    app = begun(terminal, two)
    screen = app.wait_for("Run these commands on")
    tick_all(app, screen)
    app.press("g")
    app.wait_for("starting, ")
    pids = subprocess.run(
        ["pgrep", "-f", "-n", "spark_tui$"], capture_output=True, text=True, check=False
    ).stdout.split()
    mine = [int(pid) for pid in pids if str(tmp_path) in Path(f"/proc/{pid}/environ").read_text(errors="replace")]
    assert len(mine) == 1
    os.kill(mine[0], signal.SIGKILL)

    again = terminal(columns=100, lines=40)
    again.wait_for("Tiny over two (yours)")  # It resumes where it was last seen.
    again.press("L")
    again.wait_for("1 launched from here")
    again.wait_for("box1: runs")
    again.press("Enter")
    again.wait_for("API: http")
    again.press("x")
    again.wait_for("Stop acme-tiny@2")
    again.press("y")
    again.wait_for("was stopped")
