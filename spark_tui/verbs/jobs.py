"""`jobs`: what was launched from here, its logs, and how to stop it."""

import argparse
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from spark_tui.verbs.common import FailureError, UsageError, print_answer

if TYPE_CHECKING:
    from spark_tui.launch.job import Job, State


def list_jobs(options: argparse.Namespace) -> None:
    """Print every job with how it is now."""
    jobs = load_jobs()
    looked = [(job, _look(job)) for job in jobs]
    print_answer(options, lambda: [_data(job, states) for job, states in looked],
                 lambda: _lines(looked) if looked else ["Nothing was launched from here."])  # fmt: skip


def load_jobs() -> "tuple[Job, ...]":
    """Return the jobs that are kept. Raises FailureError."""
    from spark_tui import paths
    from spark_tui.launch import kept
    from spark_tui.store import StoreError

    try:
        return kept.load(paths.database())
    except StoreError as error:
        raise FailureError(str(error)) from error


def _look(job: "Job") -> "tuple[State, ...]":
    from spark_tui.launch.job import look

    return look(job, {})


def _data(job: "Job", states: "tuple[State, ...]") -> dict[str, Any]:
    return {
        "id": job.id,
        "setup": job.plan.setup,
        "route": job.plan.route,
        "started": job.started.isoformat(),
        "boxes": [{"name": one.box, "alive": one.alive, "exit": one.exit, "free_gib": one.free_gib,
                   "trouble": one.trouble, "rebooted": one.rebooted} for one in states],
    }  # fmt: skip


def _lines(looked: "list[tuple[Job, tuple[State, ...]]]") -> Iterator[str]:
    for job, states in looked:
        yield f"{job.id}"
        yield f"  {job.plan.setup}, by {job.plan.route}, since {job.started:%Y-%m-%d %H:%M} UTC"
        for one in states:
            how = one.trouble or ("runs" if one.alive else f"ended with {one.exit or 'no exit code'}")
            yield f"  {one.box}: {how}"


def _named(name: str | None) -> "Job":
    jobs = load_jobs()
    if not jobs:
        raise FailureError("spark-tui jobs: nothing was launched from here.")
    if name is None:
        return jobs[0]
    found = [job for job in jobs if name in (job.id, job.plan.setup)]
    if not found:
        raise UsageError(f"spark-tui jobs: no job {name!r}; there are {', '.join(job.id for job in jobs)}.")
    return found[0]


def logs(options: argparse.Namespace) -> None:
    """Print the logs of a job, of every box in turn."""
    from spark_tui.catalog.text import clean

    job = _named(options.id)
    for state in _look(job):
        if state.trouble:
            print(state.trouble, file=sys.stderr)
        for line in state.log.splitlines():
            print(f"{state.box}: {clean(line)}")


def watch(options: argparse.Namespace) -> int:
    """Watch a job until it is ready; Ctrl-C leaves it running. Returns 1 where it failed."""
    return follow(_named(options.id))


def follow(job: "Job") -> int:
    """Print how a job is doing until it is ready or over. Returns the exit code."""
    from spark_tui.launch.watch import watch as reports
    from spark_tui.plain.jobs import report_lines

    said: tuple[str, ...] = ()
    leave = threading.Event()
    try:
        for report in reports(job, leave):
            lines = tuple(report_lines(report))
            for line in lines if lines[:1] != said[:1] else lines[1:]:
                if line not in said:
                    print(line, flush=True)
            said = lines
            if report.phase == "ready":
                return 0
    except KeyboardInterrupt:
        print(f"\nIt goes on without this program: spark-tui jobs watch {job.id}", file=sys.stderr)
        return 130
    print(f"spark-tui jobs logs {job.id} prints its logs; spark-tui jobs stop {job.id} cleans up.", file=sys.stderr)
    return 1


def stop(options: argparse.Namespace) -> None:
    """Stop a job on every box. Asks first, where somebody can answer."""
    from spark_tui import paths
    from spark_tui.launch import kept
    from spark_tui.launch.job import stop as stop_job

    job = _named(options.id)
    boxes = ", ".join(box.name for box in job.plan.boxes)
    if not options.yes and not agreed(f"Stop {job.plan.setup} on {boxes}?"):
        raise FailureError("spark-tui jobs stop: nothing was stopped; --yes stops it without asking.")
    troubles = stop_job(job)
    if troubles:
        raise FailureError("\n".join(f"spark-tui jobs stop: {one}" for one in troubles))
    kept.forget(paths.database(), job.id)
    print_answer(options, lambda: {"stopped": job.id}, lambda: [f"stopped {job.id} on {boxes}"])


def agreed(question: str) -> bool:
    """Ask for a yes; no where nobody can answer."""
    return sys.stdin.isatty() and input(f"{question} Type yes: ").strip().lower() == "yes"
