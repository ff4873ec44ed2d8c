"""Many repositories asked at once, answers as they arrive."""

import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import NamedTuple

from spark_tui.catalog.repository import OF_THE_HUB, Repository, Trouble, Wanted
from spark_tui.hub.asking import HubError, ask
from spark_tui.hub.trouble import trouble, trouble_of

AT_ONCE = 12
"""Questions under way at a time."""
DEADLINE = 20.0
"""Seconds after which a question is given up, however busy its answer looks: the library waits for ever, and a
trickle of bytes never counts as silence."""
_LOOK = 0.05
"""Seconds between looks at whether to stop."""


class Answer(NamedTuple):
    """What came of one question."""

    wanted: Wanted
    found: Repository | Trouble


def refresh(
    wanted: Iterable[Wanted],
    stop: threading.Event | None = None,
    *,
    at_once: int = AT_ONCE,
    deadline: float = DEADLINE,
) -> Iterator[Answer]:
    """Yield an answer for each repository, in the order in which they arrive. Ends at once when `stop` is set.

    After trouble that all would have, such as no network, the rest is not asked and shares the answer.
    """
    waiting, running = deque(wanted), dict[Wanted, float]()
    arrived: SimpleQueue[Answer] = SimpleQueue()
    answered = False
    while (waiting or running) and not (stop and stop.is_set()):
        while waiting and len(running) < at_once:
            running[waiting[0]] = time.monotonic() + deadline
            # Daemons: one that still waits for an answer keeps nobody from leaving.
            threading.Thread(target=_ask_one, args=(waiting.popleft(), arrived), daemon=True).start()
        for answer in _next(arrived, running):
            yield answer
            answered = answered or isinstance(answer.found, Repository)
            if _hopeless(answer.found, answered):
                yield from (Answer(one, answer.found) for one in waiting)
                waiting.clear()


def _hopeless(found: Repository | Trouble, answered: bool) -> bool:
    """Whether everything that is still waiting would suffer the same."""
    if isinstance(found, Repository):
        return False
    return found.kind in OF_THE_HUB or (found.kind == "too slow" and not answered)


def _ask_one(wanted: Wanted, arrived: SimpleQueue[Answer]) -> None:
    try:
        arrived.put(Answer(wanted, ask(wanted)))
    except HubError as error:
        arrived.put(Answer(wanted, error.trouble))
    except Exception as error:  # Whatever it is, the round goes on.
        arrived.put(Answer(wanted, trouble_of(error, wanted, "")))


def _next(arrived: SimpleQueue[Answer], running: dict[Wanted, float]) -> Iterator[Answer]:
    """Yield the next answer, if one arrives soon, and the questions whose time is over."""
    try:
        answer = arrived.get(timeout=_LOOK)
    except Empty:
        now = time.monotonic()
        for late in [one for one, end in running.items() if end < now]:
            del running[late]
            yield Answer(late, trouble("too slow", late))
    else:
        if running.pop(answer.wanted, None) is not None:  # Else it comes too late: it was given up.
            yield answer
