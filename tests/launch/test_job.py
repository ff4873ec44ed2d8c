"""A job on this machine: detached, looked at, stopped, and still there after the program is gone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from spark_tui import paths
from spark_tui.launch import kept
from spark_tui.launch.box import Box
from spark_tui.launch.job import FOLDER, Job, State, look, new_job, plan_from, plan_json, start, stop
from spark_tui.launch.plan import Plan, PlannedFile, Step, Warned
from tests.waiting import wait_until

HERE = Box("here")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Jobs lie below the home of the box's user."""
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def launched() -> Iterator[Callable[..., Job]]:
    """Start a plan of shell lines on this machine; whatever runs at the end is ended."""
    jobs: list[Job] = []

    def begin(*lines: str, **more: object) -> Job:
        steps = tuple(Step("here", ("sh", "-c", line)) for line in lines)
        job = new_job(Plan("acme@1", "script", (HERE,), steps=steps, **more))  # type: ignore[arg-type]
        jobs.append(job)
        start(job)
        return job

    yield begin
    for job in jobs:
        stop(job)


def state(job: Job, seen: dict[str, int] | None = None) -> State:
    (found,) = look(job, {} if seen is None else seen)
    return found


def ended(job: Job) -> State:
    wait_until(lambda: state(job).exit and not state(job).alive)
    return state(job)


def test_steps_run_in_order_in_the_jobs_folder_and_the_exit_code_is_kept(
    launched: Callable[..., Job], home: Path
) -> None:
    job = launched("echo one > order", "echo two >> order; cat order")
    found = ended(job)
    assert (found.exit, found.failed, found.alive) == ("0", False, False)
    assert "== step 1 of 2: " in found.log
    assert found.log.endswith("one\ntwo\n")
    assert (home / FOLDER / job.id / "order").read_text() == "one\ntwo\n"


def test_the_first_step_that_fails_is_the_last(launched: Callable[..., Job]) -> None:
    found = ended(launched("echo before", "echo no room >&2; exit 7", "echo never"))
    assert (found.exit, found.failed) == ("7", True)
    assert "no room" in found.log
    assert "never" not in found.log.replace("== step 3 of 3: sh -c 'echo never'", "")


def test_the_log_is_read_on_from_where_it_was(launched: Callable[..., Job]) -> None:
    job = launched("echo first; sleep 0.6; echo second; sleep 30")
    seen: dict[str, int] = {}
    wait_until(lambda: "first\n" in state(job).log)
    first = state(job, seen)
    wait_until(lambda: "second\n" in state(job, dict(seen)).log)
    second = state(job, seen)
    assert "second\n" not in first.log
    assert "first\n" not in second.log
    assert state(job, seen).log == ""
    assert second.alive
    assert second.free_gib is not None
    assert second.free_gib > 0.1


def test_a_log_that_grows_without_end_is_read_in_bounds(launched: Callable[..., Job]) -> None:
    job = launched("head -c 3000000 /dev/zero | tr '\\0' 'x'; sleep 30")
    wait_until(lambda: state(job).size >= 3_000_000)
    assert len(state(job).log) <= 60_000


def test_stopping_ends_every_process_of_the_job(launched: Callable[..., Job]) -> None:
    job = launched("sleep 300 & sleep 301 & echo $! > child; wait")
    child = Path.home() / FOLDER / job.id / "child"
    wait_until(child.exists)
    pid = int(child.read_text())
    assert stop(job) == ()
    assert state(job).exit is not None
    assert not state(job).alive
    stat = Path(f"/proc/{pid}/stat")
    assert not stat.exists() or stat.read_text().split()[2] == "Z"  # Dead, but not yet taken note of.


def test_a_process_that_does_not_listen_is_ended_all_the_same(
    launched: Callable[..., Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = launched("trap '' TERM; echo deaf; while :; do sleep 1; done")
    wait_until(lambda: "deaf\n" in state(job).log)
    assert stop(job, seconds=1) == ()
    wait_until(lambda: not state(job).alive)


def test_a_recipes_own_command_stops_it_first(home: Path) -> None:
    steps = (Step("here", ("sh", "-c", "sleep 300")),)
    own = Step("here", ("sh", "-c", "echo by its own > stopped; pwd >> stopped"), environment=(("A", "b c"),))
    job = new_job(Plan("acme@1", "script", (HERE,), steps=steps, stop=(own,)))
    start(job)
    wait_until(lambda: state(job).alive)
    assert stop(job) == ()
    text = (home / FOLDER / job.id / "stopped").read_text()
    assert text == f"by its own\n{home / FOLDER / job.id}\n"


def test_a_stop_that_does_not_work_is_told_with_the_box(home: Path) -> None:
    own = Step("here", ("sh", "-c", "echo no such container >&2; exit 3"))
    job = new_job(Plan("acme@1", "script", (HERE,), steps=(Step("here", ("true",)),), stop=(own,)))
    start(job)
    ended(job)
    (trouble,) = stop(job)
    assert trouble.startswith("here: sh -c ")
    assert "no such container (exit code 3)" in trouble


def test_a_box_that_was_started_anew_says_so(launched: Callable[..., Job], home: Path) -> None:
    job = launched("sleep 300")
    wait_until(lambda: state(job).alive)
    boot = home / FOLDER / job.id / "boot"
    real = boot.read_text()
    boot.write_text("another boot\n")
    found = state(job)
    assert found.rebooted
    assert found.failed
    boot.write_text(real)


def test_a_job_whose_folder_is_gone_is_not_there(launched: Callable[..., Job]) -> None:
    job = new_job(Plan("acme@1", "script", (HERE,), steps=(Step("here", ("true",)),)))
    assert not state(job).there


def test_files_are_written_as_they_are(launched: Callable[..., Job], home: Path) -> None:
    content = "A='$(touch owned)'\nEND_OF_FILE\nB=`touch owned`\n"
    job = launched("cat conf/settings.env", files=(PlannedFile("here", "conf/settings.env", content),))
    assert ended(job).log.endswith(content)
    assert not (home / FOLDER / job.id / "owned").exists()


def test_nothing_in_an_argument_is_read_by_a_shell(launched: Callable[..., Job], home: Path) -> None:
    nasty = "a b'c\"d $(touch owned) `touch owned` ; touch owned * \\ -n"
    job = new_job(Plan("acme@1", "script", (HERE,), steps=(Step("here", ("printf", "%s\\n", nasty)),)))
    start(job)
    assert ended(job).log.endswith(f"{nasty}\n")
    assert not list((home / FOLDER / job.id).glob("owned"))


def test_a_secret_is_taken_from_the_box_and_stands_nowhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACME_TOKEN", "hf_secret")
    step = Step("here", ("sh", "-c", "echo ${#ACME_TOKEN}"), environment=(("ACME_TOKEN", None),))
    job = new_job(Plan("acme@1", "script", (HERE,), steps=(step,)))
    start(job)
    assert ended(job).log.endswith("9\n")
    kept.save(paths.database(), job)
    everywhere = [file for root in (home, paths.database().parent) for file in root.rglob("*") if file.is_file()]
    assert not [file for file in everywhere if b"hf_secret" in file.read_bytes()]

    monkeypatch.delenv("ACME_TOKEN")
    again = new_job(Plan("acme@1", "script", (HERE,), steps=(step,)))
    start(again)
    found = ended(again)
    assert found.failed
    assert "set ACME_TOKEN on this box first" in found.log


def test_what_was_done_once_is_not_done_again_in_the_same_folder(home: Path) -> None:
    once = Step("here", ("sh", "-c", "echo cloned >> count"), again=False)
    job = new_job(Plan("acme@1", "script", (HERE,), steps=(once, Step("here", ("cat", "count")))))
    start(job)
    ended(job)
    start(job)
    wait_until(lambda: "done before" in state(job).log and state(job).exit)
    assert (home / FOLDER / job.id / "count").read_text() == "cloned\n"


def test_the_program_may_be_killed_and_the_job_goes_on(home: Path) -> None:
    script = (
        "from spark_tui.launch.box import Box\nfrom spark_tui.launch.job import new_job, start\n"
        "from spark_tui.launch.plan import Plan, Step\nfrom spark_tui.launch import kept\nfrom spark_tui import paths\n"
        "import time\n"
        "step = Step('here', ('sh', '-c', 'sleep 1; echo still here; sleep 300'))\n"
        "job = new_job(Plan('acme@1', 'script', (Box('here'),), steps=(step,)))\n"
        "kept.save(paths.database(), job)\nstart(job)\nprint('started', flush=True)\ntime.sleep(60)\n"
    )
    program = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=os.environ.copy())
    assert program.stdout is not None
    assert program.stdout.readline() == "started\n"
    program.send_signal(signal.SIGKILL)
    program.wait()
    program.stdout.close()

    (job,) = kept.load(paths.database())
    wait_until(lambda: "still here\n" in state(job).log)
    assert state(job).alive
    stop(job)


def test_a_plan_is_kept_as_it_was(tmp_path: Path) -> None:
    boxes = (Box("a", "spark@a", "192.168.200.1"), Box("b", "b"))
    step = Step("a", ("x", "y z"), "clone", (("A", "1"), ("HF_TOKEN", None)), "writes", True, False, 3.5, 2.0)
    plan = Plan("acme@2:p", "command", boxes, (PlannedFile("a", "f", "t\n"),), (step,), (step,), ("sudo x",),
                (Warned("open", "It is open."),), 8000, "name", 240.0)  # fmt: skip
    assert plan_from(plan_json(plan)) == plan
    job = new_job(plan)
    kept.save(tmp_path / "db", job)
    assert kept.load(tmp_path / "db") == (job,)
    kept.forget(tmp_path / "db", job.id)
    assert kept.load(tmp_path / "db") == ()


def test_starting_takes_no_longer_than_the_box_needs(launched: Callable[..., Job]) -> None:
    started = time.monotonic()
    launched("sleep 300")
    assert time.monotonic() - started < 3
