"""Many repositories at once: answers as they arrive, faults that stay with their own, and an end at any time."""

import threading
import time
from collections import Counter

import pytest

from spark_tui.catalog.repository import Repository, Trouble, Wanted
from spark_tui.hub import asking
from spark_tui.hub.refresh import Answer, refresh
from tests.hub.server import Hub, Rules
from tests.waiting import wait_until


def repos(hub: Hub, count: int) -> list[Wanted]:
    names = [f"acme/r{number:02}" for number in range(count)]
    for number, name in enumerate(names):
        hub.add(name, {"a.safetensors": 10**9 + number})
    return [Wanted(name) for name in names]


def kinds(answers: list[Answer]) -> Counter[str]:
    return Counter(one.found.kind if isinstance(one.found, Trouble) else "size" for one in answers)


def test_every_repository_is_answered_once_and_no_more_than_the_cap_are_under_way(hub: Hub) -> None:
    asked = repos(hub, 30)
    hub.everywhere = Rules(delay=0.02)

    answers = list(refresh(asked, at_once=5))

    assert sorted(one.wanted for one in answers) == asked
    assert kinds(answers) == {"size": 30}
    assert 2 <= hub.most_under_way <= 5


def test_answers_arrive_one_by_one(hub: Hub) -> None:
    asked = repos(hub, 4)
    hub.rules["acme/r00"] = Rules(delay=1.0)

    first = next(refresh(asked))

    assert first.wanted != asked[0]


def test_the_fault_of_one_leaves_the_rest_unharmed(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "SECONDS", 0.3)
    asked = repos(hub, 12)
    for name, fault in (("r01", "cut"), ("r02", "silent"), ("r03", "nonsense")):
        hub.rules[f"acme/{name}"] = Rules(fault=fault)
    hub.rules["acme/r04"] = Rules(status=503)

    answers = list(refresh([*asked, Wanted("acme/gone")]))

    assert kinds(answers) == {"size": 8, "cut": 1, "too slow": 1, "unreadable": 1, "server": 1, "missing": 1}


def test_an_answer_that_trickles_is_given_up(hub: Hub) -> None:
    asked = repos(hub, 3)
    hub.rules["acme/r00"] = Rules(fault="trickle")

    started = time.monotonic()
    answers = list(refresh(asked, deadline=0.5))

    assert time.monotonic() - started < 3
    assert kinds(answers) == {"size": 2, "too slow": 1}


@pytest.mark.parametrize("rules", [Rules(fault="portal"), Rules(fault="silent")], ids=["portal", "silent"])
def test_what_all_would_suffer_is_asked_no_further(hub: Hub, monkeypatch: pytest.MonkeyPatch, rules: Rules) -> None:
    monkeypatch.setattr(asking, "SECONDS", 0.3)
    asked = repos(hub, 40)
    hub.everywhere = rules

    answers = list(refresh(asked, at_once=4))

    assert sorted(one.wanted for one in answers) == asked
    assert len({one.found.kind for one in answers if isinstance(one.found, Trouble)}) == 1
    assert len(hub.requests) <= 8


def test_the_limit_of_requests_ends_the_asking_and_keeps_what_came_before(hub: Hub) -> None:
    asked = repos(hub, 40)
    hub.quota = 10

    answers = list(refresh(asked, at_once=4))

    found = kinds(answers)
    assert found["size"] == 10
    assert found["rate limit"] == 30
    assert len(hub.requests) <= 18


def test_it_ends_at_once_when_it_is_told_to(hub: Hub) -> None:
    asked = repos(hub, 10)
    hub.everywhere = Rules(fault="silent")
    stop = threading.Event()
    answers: list[Answer] = []
    thread = threading.Thread(target=lambda: answers.extend(refresh(asked, stop)))
    thread.start()
    wait_until(lambda: hub.under_way)

    stop.set()
    thread.join(1)

    assert not thread.is_alive()
    assert answers == []


def test_sizes_are_those_of_the_files_now(hub: Hub) -> None:
    asked = repos(hub, 1)
    (first,) = refresh(asked)
    hub.add("acme/r00", {"b.safetensors": 5 * 10**9})
    (second,) = refresh(asked)

    assert isinstance(first.found, Repository)
    assert isinstance(second.found, Repository)
    assert second.found.bytes - first.found.bytes == 5 * 10**9
    assert first.found.commit != second.found.commit
