"""Real servers on real boxes: from a plan to the first token, and what is said when something dies."""

import threading
from collections.abc import Callable, Iterator

import pytest

from spark_tui.launch.box import Box
from spark_tui.launch.job import Job, look, new_job, start, stop
from spark_tui.launch.plan import Plan, Step
from spark_tui.launch.watch import Report, watch
from tests.launch.engines import Llama
from tests.launch.faults import Boxes

PORT, COMPUTE = 18000, 50052
Give = Callable[[int], Boxes]


@pytest.fixture
def started() -> Iterator[Callable[[Plan], Job]]:
    """Start a plan; whatever runs at the end is stopped."""
    jobs: list[Job] = []

    def begin(plan: Plan) -> Job:
        jobs.append(new_job(plan))
        start(jobs[-1])
        return jobs[-1]

    yield begin
    for job in jobs:
        stop(job, seconds=2)


def one_box(box: Box, llama: Llama, host: str = "0.0.0.0", script: str = "chat") -> Plan:
    steps = (Step(box.name, llama.on_boxes().serve(script, PORT, host=host), serves=True),)
    return Plan("tiny@1", "command", (box,), steps=steps, port=PORT)


def two_boxes(head: Box, worker: Box, llama: Llama) -> Plan:
    there = llama.on_boxes()
    assert head.fabric
    assert worker.fabric
    steps = (
        Step(worker.name, there.compute(COMPUTE, worker.fabric), serves=True),
        Step(head.name, there.serve("reason", PORT, "-ngl", "99", "--rpc", f"{worker.fabric}:{COMPUTE}"), serves=True),
    )
    return Plan("tiny@2", "command", (head, worker), steps=steps, port=PORT)


def until(job: Job, *phases: str, seconds: float = 60.0) -> list[Report]:
    """Watch until a phase is reached; return all reports."""
    leave, reports = threading.Event(), list[Report]()
    timer = threading.Timer(seconds, leave.set)
    timer.start()
    for report in watch(job, leave, pause=0.1):
        reports.append(report)
        if report.phase in phases:
            break
    timer.cancel()
    assert reports[-1].phase in phases, [(one.phase, one.text) for one in reports[-3:]]
    return reports


def test_a_server_on_one_box_is_ready_with_its_first_token(
    boxes: Give, llama: Llama, started: Callable[[Plan], Job]
) -> None:
    mine = boxes(1)
    reports = until(started(one_box(mine[0], llama)), "ready")
    assert reports[-1].model
    assert reports[-1].reached is not None
    assert reports[-1].reached.tunnel is None
    assert reports[-1].reached.url.endswith(f":{PORT}")


def test_an_api_that_listens_on_the_box_alone_is_reached_through_a_tunnel(
    boxes: Give, llama: Llama, started: Callable[[Plan], Job]
) -> None:
    mine = boxes(1)
    reports = until(started(one_box(mine[0], llama, host="127.0.0.1")), "ready")
    assert reports[-1].reached is not None
    assert reports[-1].reached.tunnel is not None
    assert reports[-1].reached.tunnel.startswith("ssh -N -L 127.0.0.1:")
    assert reports[-1].reached.url.startswith("http://127.0.0.1:")


def test_one_model_over_two_boxes_is_ready_and_stopped_on_both(
    boxes: Give, llama: Llama, started: Callable[[Plan], Job]
) -> None:
    mine = boxes(2)
    job = started(two_boxes(mine[0], mine[1], llama))
    report = until(job, "ready")[-1]
    assert [state.alive for state in report.states] == [True, True]
    assert all(state.free_gib for state in report.states)
    assert stop(job) == ()
    assert not any(state.alive for state in look(job, {}))
    assert until(job, "stopped")[-1].text == "It was stopped."


def test_a_worker_that_dies_while_it_serves_is_named_with_its_last_words(
    boxes: Give, llama: Llama, started: Callable[[Plan], Job]
) -> None:
    mine = boxes(2)
    job = started(two_boxes(mine[0], mine[1], llama))
    until(job, "ready")
    mine.as_root(mine[1], "pkill", "-9", "ggml-rpc")
    report = until(job, "failed")[-1]
    assert report.text.startswith(f"{mine[1].name} ended with exit code ") or report.text.startswith(
        f"{mine[0].name} ended"
    )
    assert report.over


def test_a_box_that_is_switched_off_is_looked_for_again(
    boxes: Give, llama: Llama, started: Callable[[Plan], Job]
) -> None:
    mine = boxes(2)
    job = started(two_boxes(mine[0], mine[1], llama))
    until(job, "ready")
    mine.off(mine[1])
    report = until(job, "unreachable", "failed")[-1]
    assert mine[1].name in report.text or mine[0].name in report.text


def test_a_port_that_is_taken_fails_with_the_servers_own_words(
    boxes: Give, llama: Llama, started: Callable[[Plan], Job]
) -> None:
    mine = boxes(1)
    mine.take_port(mine[0], PORT)
    report = until(started(one_box(mine[0], llama)), "failed")[-1]
    assert report.text.startswith(f"{mine[0].name} ended with exit code 1")


def test_losing_the_line_leaves_the_job_running(boxes: Give, llama: Llama, started: Callable[[Plan], Job]) -> None:
    mine = boxes(1)
    job = started(one_box(mine[0], llama))
    until(job, "ready")
    mine.link_down(mine[0], "lan")
    assert "runs on" in until(job, "unreachable", seconds=90)[-1].text
    mine.link_up(mine[0], "lan")
    assert until(job, "ready", seconds=90)[-1].states[0].alive


def test_a_server_that_is_up_already_is_attached_to(boxes: Give, llama: Llama, started: Callable[[Plan], Job]) -> None:
    mine = boxes(1)
    until(started(one_box(mine[0], llama)), "ready")
    attached = new_job(Plan("tiny@1", "attach", (mine[0],), port=PORT))
    report = until(attached, "ready")[-1]
    assert report.model == "tiny-chat"
    assert stop(attached) == ()  # It stops nothing that it did not start.
    assert until(attached, "ready")[-1].phase == "ready"


def test_attaching_where_nothing_is_says_so(boxes: Give) -> None:
    mine = boxes(1)
    attached = new_job(Plan("tiny@1", "attach", (mine[0],), port=PORT))
    assert until(attached, "starting")[-1].text == f"Port {PORT} is not open on {mine[0].name} yet."
