"""The checks before a launch on real boxes, with real faults: each is found, named and told how to mend."""

import threading
import time
from collections.abc import Callable

import pytest

from spark_tui.launch.box import Box
from spark_tui.launch.preflight import Asked, Finding, preflight
from tests.launch.faults import Boxes

Give = Callable[[int], Boxes]
PORT = 18000


def looked(mine: Boxes, **more: object) -> dict[tuple[str, str], Finding]:
    asked = Asked(tuple(mine[place] for place in range(len(mine))), **more)  # type: ignore[arg-type]
    return {(one.box, one.check): one for one in preflight(asked)}


def test_boxes_that_are_as_they_should_be_pass(boxes: Give) -> None:
    mine = boxes(2)
    found = looked(mine, port=PORT, head_gib=0.1, worker_gib=0.1, head_gb=0.001, worker_gb=0.001)
    for box in (mine[0], mine[1]):
        for check in ("ssh", "kernel", "memory", "disk", "link", "git"):
            assert found[box.name, check].state == "passed", found[box.name, check]
    assert found[mine[0].name, f"to {mine[1].name}"].state == "passed"
    assert found[mine[0].name, f"ssh to {mine[1].name}"].state == "passed"
    assert (mine[1].name, f"ssh to {mine[0].name}") not in found
    assert found[mine[0].name, "port"].state == "passed"
    assert (mine[1].name, "port") not in found
    assert "MTU 9000" in found[mine[0].name, "link"].text


@pytest.mark.parametrize(
    ("spoil", "text", "mend"),
    [
        (lambda mine: mine.forget_host_key(mine[1]), "not known here", "spark-tui boxes add"),
        (lambda mine: mine.change_host_key(mine[1]), "another host key than before", "ssh-keygen -R"),
        (lambda mine: mine.wrong_key(mine[1]), "does not let you in", "ssh-add"),
        (lambda mine: mine.locked_key(mine[1]), "does not let you in", "ssh-add"),
        (lambda mine: mine.off(mine[1]), "cannot be reached", "ping"),
    ],
    ids=["unknown host key", "changed host key", "wrong key", "locked key", "off"],
)
def test_a_box_that_cannot_be_reached_says_why_and_is_asked_nothing_more(
    boxes: Give, spoil: Callable[[Boxes], object], text: str, mend: str
) -> None:
    mine = boxes(2)
    spoil(mine)
    found = looked(mine)
    of_it = [finding for (box, _), finding in found.items() if box == mine[1].name]
    assert [(one.check, one.state) for one in of_it] == [("ssh", "failed")]
    assert text in of_it[0].text
    assert of_it[0].mend is not None
    assert mend in of_it[0].mend
    assert found[mine[0].name, "ssh"].state == "passed"


def test_a_link_that_is_down_is_found_from_both_ends(boxes: Give) -> None:
    mine = boxes(2)
    mine.link_down(mine[1])
    found = looked(mine)
    assert found[mine[0].name, f"to {mine[1].name}"].state == "failed"
    assert found[mine[1].name, f"to {mine[0].name}"].state == "failed"


def test_an_mtu_that_differs_is_found(boxes: Give) -> None:
    mine = boxes(2)
    mine.mtu(mine[1], 1500)
    found = looked(mine)
    assert found[mine[1].name, "link"].state == "warning"
    assert "MTU 1500" in found[mine[1].name, "link"].text
    assert found[mine[1].name, f"to {mine[0].name}"].state == "failed"


def test_an_address_that_is_on_no_interface_is_found(boxes: Give) -> None:
    mine = boxes(2)
    wrong = mine[1]._replace(fabric="10.99.99.99")
    asked = Asked((mine[0], wrong))
    found = {(one.box, one.check): one for one in preflight(asked)}
    assert found[wrong.name, "link"].state == "failed"
    assert found[mine[0].name, f"to {wrong.name}"].state == "failed"


def test_a_port_that_is_taken_is_found_without_connecting(boxes: Give) -> None:
    mine = boxes(1)
    mine.take_port(mine[0], PORT)
    assert looked(mine, port=PORT)[mine[0].name, "port"].state == "failed"


def test_a_disk_without_room_is_found(boxes: Give) -> None:
    mine = boxes(1)
    mine.full_disk(mine[0], "/tmp")
    found = looked(mine, head_gb=1e6)
    assert found[mine[0].name, "/tmp"].state == "warning"
    assert found[mine[0].name, "disk"].state == "warning"


def test_memory_that_does_not_suffice_is_found_by_the_boxs_own_count(boxes: Give) -> None:
    mine = boxes(1)
    found = looked(mine, head_gib=500.0)[mine[0].name, "memory"]
    assert found.state == "failed"
    assert found.text.startswith("needs 500.0 GiB free, and ")


def test_two_names_for_one_machine_are_found(boxes: Give) -> None:
    mine = boxes(1)
    twice = Box("again", mine[0].ssh, "10.99.99.98")
    found = {(one.box, one.check): one for one in preflight(Asked((mine[0], twice)))}
    assert found["again", "identity"].state == "failed"


def test_it_ends_at_once_when_it_is_told_to(boxes: Give) -> None:
    mine = boxes(2)
    mine.silent(mine[1])
    stop = threading.Event()
    started = time.monotonic()
    for finding in preflight(Asked((mine[0], mine[1])), stop=stop):
        assert finding.box == mine[0].name
        stop.set()
    assert time.monotonic() - started < 3


def test_a_head_that_may_not_log_in_on_its_worker_is_found(boxes: Give) -> None:
    mine = boxes(2)
    mine.as_root(mine[0], "rm", "/home/spark/.ssh/id_ed25519")
    found = looked(mine)[mine[0].name, f"ssh to {mine[1].name}"]
    assert found.state == "warning"
    assert "Permission denied" in found.text
