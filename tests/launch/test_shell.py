"""A plan as a script: what a person reads is what runs."""

import os
import subprocess
from pathlib import Path

import pytest

from spark_tui.catalog.catalog import Catalog
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan, PlannedFile, Step, Warned
from spark_tui.launch.routes.offered import PlanError, plan_for, routes
from spark_tui.launch.shell import script

A, B = Box("a", "nv@a"), Box("b", "nv@b")


def ran(plan: Plan, box: str, folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    file = folder / "run.sh"
    file.write_text(script(plan))
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), **settings}
    return subprocess.run(["sh", file, box], cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_each_box_runs_its_own_steps(tmp_path: Path) -> None:
    plan = Plan("x@2", "script", (A, B), steps=(Step("a", ("echo", "on a")), Step("b", ("echo", "on b"))))
    assert ran(plan, "a", tmp_path).stdout == "== step 1 of 1: echo 'on a'\non a\n"
    assert ran(plan, "b", tmp_path).stdout.endswith("on b\n")


@pytest.mark.parametrize("box", ["", "c", "a b", "*"])
def test_another_box_is_refused(tmp_path: Path, box: str) -> None:
    done = ran(Plan("x@2", "script", (A, B), steps=(Step("a", ("echo", "on a")),)), box, tmp_path)
    assert done.returncode == 2
    assert "on a" not in done.stdout
    assert "a, b" in done.stderr


def test_a_folder_that_is_not_there_stops_it(tmp_path: Path) -> None:
    for again in (True, False):
        steps = (Step("a", ("touch", "ran"), folder="nowhere", again=again), Step("a", ("touch", "after")))
        assert ran(Plan("x@1", "script", (A,), steps=steps), "a", tmp_path).returncode != 0
    assert not list(tmp_path.glob("ran"))
    assert not list(tmp_path.glob("after"))


def test_it_stops_at_the_first_step_that_fails(tmp_path: Path) -> None:
    steps = (Step("a", ("sh", "-c", "exit 7")), Step("a", ("touch", "after")))
    done = ran(Plan("x@1", "script", (A,), steps=steps), "a", tmp_path)
    assert done.returncode == 7
    assert done.stdout == "== step 1 of 2: sh -c 'exit 7'\n"
    assert not (tmp_path / "after").exists()


def test_what_is_done_once_is_not_done_again_unless_it_failed(tmp_path: Path) -> None:
    append = ("sh", "-c", "echo x >> log; [ -e good ]")
    plan = Plan("x@1", "script", (A,), steps=(Step("a", append, again=False),))
    assert ran(plan, "a", tmp_path).returncode == 1
    (tmp_path / "good").touch()
    assert ran(plan, "a", tmp_path).returncode == 0
    assert "done before" in ran(plan, "a", tmp_path).stdout
    assert (tmp_path / "log").read_text() == "x\nx\n"


def test_a_secret_comes_from_the_box_and_stands_nowhere(tmp_path: Path) -> None:
    step = Step("a", ("sh", "-c", 'echo "$HF_TOKEN-$OTHER" > got'), environment=(("HF_TOKEN", None), ("OTHER", "a b")))
    plan = Plan("x@1", "script", (A,), steps=(step,))
    refused = ran(plan, "a", tmp_path)
    assert refused.returncode != 0
    assert "set HF_TOKEN on this box first" in refused.stderr
    done = ran(plan, "a", tmp_path, HF_TOKEN="hf_secret")
    assert done.returncode == 0
    assert (tmp_path / "got").read_text() == "hf_secret-a b\n"
    assert "hf_secret" not in done.stdout + done.stderr + script(plan)


def test_a_folder_below_the_home_is_that_of_the_box(tmp_path: Path) -> None:
    (tmp_path / "my kit").mkdir()
    plan = Plan("x@1", "script", (A,), steps=(Step("a", ("touch", "here"), folder="~/my kit"),))
    assert ran(plan, "a", tmp_path).returncode == 0
    assert (tmp_path / "my kit" / "here").exists()


def test_the_owners_own_settings_are_taken_and_never_lost(tmp_path: Path, catalog: Catalog) -> None:
    boxes = (Box("a", "nv@a", "192.168.200.11"), Box("b", "nv@b", "192.168.200.12"))
    offer = catalog.offer("miaai-lab-vllm-deepseek-v4.1-flash@2")
    assert offer is not None
    take = plan_for(catalog, offer, boxes, "script").steps[2]._replace(folder=None)
    plan = Plan("x@1", "script", (A,), steps=(take,))
    assert ran(plan, "a", tmp_path).returncode != 0  # Nothing starts with the settings of somebody else's boxes.
    kept = tmp_path / ".config/spark-tui/miaai-lab-vllm-deepseek-v4.1-flash/.env"
    kept.parent.mkdir(parents=True)
    kept.write_text("WORKER_IP=192.168.200.12\n")
    assert ran(plan, "a", tmp_path).returncode == 0
    assert (tmp_path / ".env").read_text() == kept.read_text()


def test_what_to_know_and_to_do_by_hand_stands_at_its_head() -> None:
    text = script(
        Plan("x@1", "script", (A,), by_hand=("sudo sysctl -w vm.x=1",), warnings=(Warned("open", "It is open."),))
    )
    assert "# ! It is open." in text
    assert "# By hand first: sudo sysctl -w vm.x=1" in text
    assert "\nsudo" not in text


def test_a_comment_can_never_run(tmp_path: Path) -> None:
    nasty = "first\ntouch owned\n$(touch owned)"
    steps = (Step("a", ("true",), changes=nasty),)
    assert ran(Plan("x@1", "script", (A,), steps=steps, by_hand=(nasty,), warnings=(Warned("open", nasty),)), "a",
               tmp_path).returncode == 0  # fmt: skip
    assert not (tmp_path / "owned").exists()


def test_a_file_is_written_before_the_steps(tmp_path: Path) -> None:
    plan = Plan(
        "x@1", "script", (A,), files=(PlannedFile("a", "d/f", "$HOME `x`\n"),), steps=(Step("a", ("cat", "d/f")),)
    )
    assert ran(plan, "a", tmp_path).stdout.endswith("$HOME `x`\n")


def test_every_plan_of_the_catalog_is_a_script_that_a_shell_can_read(catalog: Catalog) -> None:
    boxes = tuple(Box(f"s{n}", f"nv@s{n}", f"192.168.200.{n}") for n in range(11, 19))
    for one in catalog.offers[::3]:
        for found in routes(one):
            if found.available and found.route != "attach":
                try:
                    text = script(plan_for(catalog, one, boxes[: one.setup.boxes], found.route))
                except PlanError:
                    continue
                done = subprocess.run(["sh", "-n"], input=text, capture_output=True, text=True, check=False)
                assert done.returncode == 0, (one.setup.id, done.stderr)
