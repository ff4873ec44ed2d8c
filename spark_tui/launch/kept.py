"""Jobs that were launched from here, kept between starts."""

from datetime import datetime
from pathlib import Path

from spark_tui.launch.job import Job, plan_from, plan_json
from spark_tui.store import opened


def save(path: Path, job: Job) -> None:
    """Keep a job. Raises StoreError."""
    with opened(path) as store:
        store.execute("INSERT OR REPLACE INTO job VALUES (?, ?, ?)",
                      (job.id, job.started.isoformat(), plan_json(job.plan)))  # fmt: skip


def load(path: Path) -> tuple[Job, ...]:
    """Return the jobs, the newest first; none where nothing was launched. Raises StoreError."""
    if not path.exists():
        return ()
    with opened(path) as store:
        rows = store.execute("SELECT id, started, plan FROM job ORDER BY started DESC").fetchall()
    return tuple(job for row in rows if (job := _job(*row)) is not None)


def forget(path: Path, job: str) -> None:
    """Forget a job that is over. Raises StoreError."""
    with opened(path) as store:
        store.execute("DELETE FROM job WHERE id = ?", (job,))


def _job(name: str, started: str, plan: str) -> Job | None:
    """Return a row's job; None where another version wrote it in a way that this one cannot read."""
    try:
        return Job(name, plan_from(plan), datetime.fromisoformat(started))
    except ValueError:
        return None
