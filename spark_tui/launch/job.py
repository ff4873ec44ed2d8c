"""One launch on the owner's boxes: started detached, looked at, stopped.

On each box a job has a folder of its own: the plan, the script that runs, its log and its exit code.
Nothing of it depends on this program: it may be closed, killed or cut off, and looks again later.
"""

import re
import secrets
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import NamedTuple

from pydantic import TypeAdapter

from spark_tui.catalog.text import clean
from spark_tui.launch import remote
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan, Step
from spark_tui.launch.remote import Outcome
from spark_tui.launch.shell import script

FOLDER = ".local/state/spark-tui/jobs"
"""Below the home of the box's user."""
_LOG_BYTES = 60_000
"""Of a log at one look; what is longer is skipped, never kept in memory."""
STOP_SECONDS = 15
"""How long processes have to end by themselves."""

_OURS = """ours() { grep -lFzx "SPARK_TUI_JOB=$1" /proc/[0-9]*/environ 2> /dev/null | tr -dc '0-9\\n'; }
"""
"""Every process of a job, wherever it went, by a variable that it inherits: a number of a process may mean another
one by now, and a group can be left."""
_START = f"""{_OURS}set -e
umask 077
mkdir -p "$HOME/{FOLDER}/$1"
cd "$HOME/{FOLDER}/$1"
rm -f exit
cat > run.sh
cat /proc/sys/kernel/random/boot_id > boot
SPARK_TUI_JOB="$1" nohup setsid sh -c 'sh run.sh "$1" > log 2>&1 < /dev/null; echo $? > exit.new; mv exit.new exit' \\
run "$2" > /dev/null 2>&1 < /dev/null &
n=0
while [ -z "$(ours "$1")" ] && [ ! -e exit ] && [ $n -lt 20 ]; do n=$((n + 1)); sleep 0.1; done
"""
_LOOK = f"""{_OURS}grep MemAvailable /proc/meminfo
awk '$4 == "0A" {{ print "listen", $2 }}' /proc/net/tcp /proc/net/tcp6 2> /dev/null
cd "$HOME/{FOLDER}/$1" 2> /dev/null || {{ echo 'there no'; exit 0; }}
echo 'there yes'
if [ "$(cat boot 2> /dev/null)" != "$(cat /proc/sys/kernel/random/boot_id)" ]; then echo 'alive rebooted'
elif [ -n "$(ours "$1")" ]; then echo 'alive yes'; else echo 'alive no'; fi
echo "exit $(cat exit 2> /dev/null)"
echo "size $(wc -c < log 2> /dev/null || echo 0)"
echo log
tail -c "+$(($2 + 1))" log 2> /dev/null | tail -c {_LOG_BYTES}
"""
_STOP = f"""{_OURS}cd "$HOME/{FOLDER}/$1" 2> /dev/null || exit 0
n=0
while found=$(ours "$1") && [ -n "$found" ]; do
  if [ $n -eq 0 ]; then kill -TERM $found; elif [ $n -ge $(($2 * 10)) ]; then kill -KILL $found; fi 2> /dev/null
  [ $n -lt $(($2 * 10 + 20)) ] || {{ echo "still there: $found" >&2; exit 1; }}
  n=$((n + 1)); sleep 0.1
done
[ -e exit ] || echo stopped > exit
"""
_ID = re.compile(r"[a-z0-9][a-z0-9.-]{0,80}")


class Job(NamedTuple):
    """One launch."""

    id: str
    plan: Plan
    started: datetime


class State(NamedTuple):
    """A box of a job, at one look."""

    box: str
    trouble: str | None = None
    """Why the box could not be looked at, in one sentence."""
    there: bool = False
    """Whether the job's folder is on the box."""
    alive: bool = False
    rebooted: bool = False
    """Whether the box was started anew since."""
    exit: str | None = None
    """Exit code of the script, or `stopped`; None while it runs."""
    size: int = 0
    """Bytes of the log."""
    free_gib: float | None = None
    """MemAvailable of the box, in GiB."""
    listening: frozenset[tuple[int, bool]] = frozenset()
    """Ports in state LISTEN, and whether by loopback only."""
    log: str = ""
    """What is new in the log."""

    @property
    def failed(self) -> bool:
        """Whether it ended, and not well."""
        return self.rebooted or (self.exit not in (None, "", "0", "stopped")) or (
            self.there and not self.alive and not self.exit
        )  # fmt: skip


class JobError(Exception):
    """A job could not be started or stopped; the message says where and why."""


_PLAN = TypeAdapter(Plan)


def plan_json(plan: Plan) -> str:
    """Return a plan as JSON. It holds no secret: those have names only."""
    return _PLAN.dump_json(plan).decode()


def plan_from(text: str) -> Plan:
    """Return the plan of such JSON. Raises ValueError."""
    return _PLAN.validate_json(text)


def new_job(plan: Plan, now: datetime | None = None) -> Job:
    """Return a job with an id of its own: time, recipe, and a few random letters."""
    now = now or datetime.now(UTC)
    name = re.sub(r"[^a-z0-9.]+", "-", plan.setup.lower())[:40].strip("-.")
    return Job(f"{now:%Y%m%d-%H%M%S}-{name}-{secrets.token_hex(2)}", plan, now)


def start(job: Job, run: Callable[..., Outcome] = remote.run) -> None:
    """Start a job on all its boxes, workers first. Raises JobError; what was started already runs on."""
    assert _ID.fullmatch(job.id)
    text = script(job.plan)
    for box in job.plan.starts:
        if not job.plan.steps_on(box.name):
            continue
        outcome = run(box, ("sh", "-c", _START, "start", job.id, box.name), stdin=text, seconds=30.0)
        if not outcome.ok:
            raise JobError(f"{box.name}: it could not be started: {said(outcome)}")


def look(job: Job, seen: dict[str, int], run: Callable[..., Outcome] = remote.run) -> tuple[State, ...]:
    """Look at all boxes at once. `seen` says up to which byte each box's log is known, and is brought up to date."""
    # The head too where nothing of ours runs on it, as with a launcher: its ports tell whether the API is there.
    boxes = [box for box in job.plan.boxes if job.plan.steps_on(box.name) or box == job.plan.head]
    with ThreadPoolExecutor(len(boxes)) as pool:
        states = tuple(pool.map(lambda box: _state(job, box, seen.get(box.name, 0), run), boxes))
    whole = tuple(_whole_lines(state) for state in states)
    for state in whole:
        if state.there:
            seen[state.box] = state.size
    return whole


def _whole_lines(state: State) -> State:
    """Leave a line that is still being written to the next look."""
    rest = state.log[state.log.rfind("\n") + 1 :]
    if not rest or not state.alive or len(rest) == len(state.log):
        return state
    return state._replace(log=state.log[: -len(rest)], size=state.size - len(rest.encode()))


def _state(job: Job, box: Box, offset: int, run: Callable[..., Outcome]) -> State:
    outcome = run(box, ("sh", "-c", _LOOK, "look", job.id, str(offset)), seconds=15.0)
    if not outcome.ok:
        return State(box.name, trouble=f"{box.name} does not answer: {said(outcome)}")
    head, _, log = outcome.out.partition("\nlog\n")
    told = [line.split(maxsplit=1) for line in head.splitlines()]
    words = {key: rest[0] if rest else "" for key, *rest in told if key != "listen"}
    memory = re.match(r"(\d+) kB", words.get("MemAvailable:", ""))
    return State(
        box.name,
        there=words.get("there") == "yes",
        alive=words.get("alive") == "yes",
        rebooted=words.get("alive") == "rebooted",
        exit=words.get("exit") or None,
        size=int(words.get("size", "0")) if words.get("size", "0").strip().isdigit() else 0,
        free_gib=int(memory.group(1)) / 2**20 if memory else None,
        listening=frozenset(_listening(rest[0] for key, *rest in told if key == "listen" and rest)),
        log=log,
    )


def _listening(addresses: Iterable[str]) -> Iterable[tuple[int, bool]]:
    """Yield port and whether by loopback only, of lines such as `0100007F:1F90` in /proc/net/tcp."""
    found: dict[int, bool] = {}
    for text in addresses:
        address, _, port = text.partition(":")
        if re.fullmatch(r"[0-9A-F]{1,4}", port):
            loopback = address.endswith("7F") if len(address) == 8 else address == f"{'0' * 24}01000000"
            number = int(port, 16)
            found[number] = found.get(number, True) and loopback
    return found.items()


def stop(job: Job, run: Callable[..., Outcome] = remote.run, seconds: int = STOP_SECONDS) -> tuple[str, ...]:
    """Stop a job on every box, the head first, by its recipe's own command and by ending what is left.

    What does not end by itself within `seconds` is killed. Returns a sentence for each box where that did not work.
    """
    troubles = []
    for box in job.plan.boxes:
        for step in (one for one in job.plan.stop if one.box == box.name):
            outcome = run(box, ("sh", "-c", _in_job_folder(job, step), "stop"), seconds=120.0)
            if not outcome.ok:
                troubles.append(f"{box.name}: {' '.join(step.argv)} did not work: {said(outcome)}")
        outcome = run(box, ("sh", "-c", _STOP, "stop", job.id, str(seconds)), seconds=seconds + 15.0)
        if not outcome.ok:
            troubles.append(f"{box.name}: {said(outcome)}")
    return tuple(troubles)


def _in_job_folder(job: Job, step: Step) -> str:
    from spark_tui.launch.shell import step_lines

    return "\n".join(("set -e", f'cd "$HOME/{FOLDER}/{job.id}"', *step_lines(step)))


def said(outcome: Outcome) -> str:
    """Return the last thing that a command said, in one line."""
    lines = [clean(line) for line in (outcome.err or outcome.out).splitlines()]
    last = next((line for line in reversed(lines) if line), "")
    why = "it took too long" if outcome.code is None else f"exit code {outcome.code}"
    return f"{last} ({why})" if last else why
