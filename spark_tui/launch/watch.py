"""Watching a job until its server has generated a token, and for as long as somebody looks."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from spark_tui.catalog.text import clean
from spark_tui.launch.job import Job, State, look
from spark_tui.launch.probe import Probed, probe
from spark_tui.launch.tunnel import Reached, TunnelError, reached

Phase = Literal["starting", "loading", "ready", "failed", "stopped", "unreachable"]
PAUSE = 1.0
"""Seconds between looks."""
QUIET_SECONDS = 120.0
"""Without a new line in any log for so long, it is said: no timeout, since a first start may tune for half an hour."""
_LAST_LINES = 20
_ERRORS = ("error", "traceback", "failed", "out of memory", "killed", "cannot allocate", "no space left")


class Report(NamedTuple):
    """How a job is doing."""

    phase: Phase
    text: str
    """One sentence."""
    states: tuple[State, ...]
    elapsed: float
    """Seconds since it was started."""
    quiet: float
    """Seconds since any log had a new line."""
    reached: Reached | None = None
    model: str | None = None
    """The name under which the API knows the model."""

    @property
    def over(self) -> bool:
        """Whether it will not become ready any more."""
        return self.phase in ("failed", "stopped")


def watch(job: Job, stop: threading.Event, pause: float = PAUSE) -> Iterator[Report]:
    """Yield a report at every look until `stop` is set or the job is over. Closing it ends only the watching."""
    with _Watch(job, stop) as watching:
        while not stop.is_set():
            report = watching.look()
            yield report
            if report.over:
                return
            stop.wait(pause)


class _Watch:
    """What is remembered from one look to the next."""

    def __init__(self, job: Job, stop: threading.Event) -> None:
        self._job, self._stop = job, stop
        self._seen: dict[str, int] = {}
        self._tails: dict[str, list[str]] = {box.name: [] for box in job.plan.boxes}
        self._changed = time.monotonic()
        self._open = ExitStack()
        self._reached: Reached | None = None
        self._probed: Probed | None = None
        self._probing: threading.Thread | None = None

    def __enter__(self) -> "_Watch":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def look(self) -> Report:
        states = look(self._job, self._seen)
        for state in states:
            if state.log:
                self._changed = time.monotonic()
                self._tails[state.box] = [*self._tails[state.box], *state.log.splitlines()][-_LAST_LINES:]
        phase, text = self._judge(states)
        elapsed = (datetime.now(UTC) - self._job.started).total_seconds()
        model = self._probed.model if self._probed else None
        quiet = time.monotonic() - self._changed
        return Report(phase, text, states, elapsed, quiet, self._reached, model)

    def _judge(self, states: tuple[State, ...]) -> tuple[Phase, str]:
        if not self._job.plan.steps and not states[0].trouble:  # Attached: nothing of it was started here.
            return self._readiness(states[0])
        if any(state.exit == "stopped" for state in states):
            return "stopped", "It was stopped."
        bad = next((state for state in states if state.failed), None)
        if bad is not None:
            return "failed", self._death(bad)
        silent = next((state for state in states if state.trouble), None)
        if silent is not None and silent.trouble:
            return "unreachable", f"{silent.trouble}. What was started runs on; it is looked for again."
        gone = next((one for one in states if not one.there and self._job.plan.steps_on(one.box)), None)
        if gone is not None:
            return "failed", f"{gone.box} knows nothing of this job: its folder is gone."
        return self._readiness(next((one for one in states if one.box == self._job.plan.head.name), states[0]))

    def _death(self, state: State) -> str:
        why = "was started anew" if state.rebooted else f"ended with exit code {state.exit or 'unknown'}"
        lines = [line for text in self._tails[state.box] if (line := clean(text))]
        errors = [line for line in lines if any(word in line.lower() for word in _ERRORS)]
        return f"{state.box} {why}: {(errors or lines or ['its log is empty'])[-1][:200]}"

    def _readiness(self, head: State) -> tuple[Phase, str]:
        port = self._job.plan.port
        if port is None:
            return "loading", "Its port is not known: attach to it once its own log says where it listens."
        listening = dict(head.listening)
        if port not in listening:
            self._probed = None
            return "starting", f"Port {port} is not open on {head.box} yet."
        if self._reached is None:
            try:
                way = reached(self._job.plan.head, port, loopback=listening[port])
                self._reached = self._open.enter_context(way)
            except TunnelError as error:
                return "loading", str(error)
        if self._probing is None or not self._probing.is_alive():
            self._probing = threading.Thread(target=self._probe, args=(self._reached.url,), daemon=True)
            if self._probed is None or self._probed.stage != "ready":
                self._probing.start()
        if self._probed is None:
            return "loading", f"Port {port} is open; asking for a token."
        return ("ready" if self._probed.stage == "ready" else "loading"), self._probed.text

    def _probe(self, url: str) -> None:
        self._probed = probe(url, self._stop)


def last_lines(tail: list[str]) -> list[str]:
    """Return log lines made safe to show."""
    return [clean(line) for line in tail[-_LAST_LINES:]]
