"""Commands on boxes: what arrives, what comes back, and how it ends where something is wrong."""

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from spark_tui.launch import remote
from spark_tui.launch.box import Box
from spark_tui.launch.remote import CONNECT_SECONDS, Outcome, run
from tests.launch.faults import Boxes
from tests.waiting import wait_until

Give = Callable[[int], Boxes]
HERE = Box("here")
SLOW = 3.0
"""Allowed on top of a limit, on a machine that is busy with other things."""
HOSTILE = (
    "", " ", "two words", "it's", 'say "hi"', "back\\slash", "line\nbreak\n", "tab\there", "$(touch /tmp/owned)",
    "`touch /tmp/owned`", "$HOME", "*", "~", "a;b", "a && b", "a|b", ">out", "<in", "#no comment", "!!", "--", "-o",
    "-oProxyCommand=touch /tmp/owned", "%C", "{a,b}", "ü – 星", "\x1b[31m", "'\"'\"'",
)  # fmt: skip


def timed(box: Box, *argv: str, **more: object) -> tuple[Outcome, float]:
    began = time.monotonic()
    outcome = run(box, argv, **more)  # type: ignore[arg-type]
    return outcome, time.monotonic() - began


def runs(boxes: Boxes, box: Box, what: str) -> bool:
    """Whether a process of a box has exactly this command line."""
    wanted = "tr '\\0' ' ' < /proc/$p/cmdline 2> /dev/null | grep -qx \"$1 \" && echo yes"
    return "yes" in boxes.as_root(box, "sh", "-c", f"for p in $(ls /proc | grep '^[0-9]'); do {wanted}; done; :",
                                  "sh", what)  # fmt: skip


def test_output_errors_and_code_come_back(boxes: Give) -> None:
    two = boxes(2)
    assert run(two[0], ("sh", "-c", "echo out; echo err >&2; exit 7")) == Outcome(7, "out\n", "err\n")
    assert [run(box, ("hostname",)).out for box in two.boxes] == ["box1\n", "box2\n"]
    assert run(two[0], ("no-such-program",)).code == 127


@pytest.mark.parametrize("where", ["here", "box"])
def test_arguments_arrive_as_they_are(boxes: Give, where: str) -> None:
    box = HERE if where == "here" else boxes(1)[0]
    outcome = run(box, ("sh", "-c", 'for one; do printf "%s\\0" "$one"; done', "sh", *HOSTILE))
    assert outcome.ok, outcome
    assert tuple(outcome.out.split("\0")[:-1]) == HOSTILE
    assert run(box, ("test", "-e", "/tmp/owned")).code == 1


def test_a_program_that_looks_like_an_option_is_none_of_ssh(boxes: Give) -> None:
    outcome = run(boxes(1)[0], ("-V",))
    assert "OpenSSH" not in outcome.err
    assert outcome.code not in (0, 255)


def test_input_arrives_whole(boxes: Give) -> None:
    text = "first line\nü\n" + "x" * 1_500_000
    assert run(boxes(1)[0], ("cat",), stdin=text).out == text


def test_a_command_without_input_gets_none(boxes: Give) -> None:
    outcome, took = timed(boxes(1)[0], "cat")
    assert outcome == Outcome(0, "", "")
    assert took < SLOW


def test_a_command_that_never_ends_is_ended_at_its_limit_here_and_on_the_box(boxes: Give) -> None:
    one = boxes(1)
    outcome, took = timed(one[0], "sh", "-c", "echo begun; sleep 4321; :", seconds=1.0)
    assert outcome == Outcome(None, "begun\n", "")
    assert 1.0 <= took < 1.0 + SLOW
    wait_until(lambda: not runs(one, one[0], "sleep 4321"), seconds=5.0)


def test_a_command_that_ignores_its_end_is_killed_on_the_box(boxes: Give) -> None:
    one = boxes(1)
    run(one[0], ("sh", "-c", "trap '' TERM; while :; do sleep 0.1; done", "deaf"), seconds=1.0)
    look = ("sh", "-c", "grep -lzx deaf /proc/[0-9]*/cmdline 2> /dev/null || :")
    assert one.as_root(one[0], *look)
    wait_until(lambda: not one.as_root(one[0], *look), seconds=12.0)


def test_what_a_command_leaves_behind_on_purpose_goes_on(boxes: Give) -> None:
    one = boxes(1)
    outcome = run(one[0], ("sh", "-c", "nohup setsid sleep 4321 > /dev/null 2>&1 < /dev/null &"), seconds=1.0)
    assert outcome == Outcome(0, "", "")
    time.sleep(3.0)  # Past the limit on the box.
    assert runs(one, one[0], "sleep 4321")


@pytest.mark.parametrize("where", ["here", "box"])
def test_it_ends_at_once_when_told_to_stop(boxes: Give, where: str) -> None:
    box = HERE if where == "here" else boxes(1)[0]
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    outcome, took = timed(box, "sleep", "60", seconds=60.0, stop=stop)
    assert outcome.code is None
    assert took < 0.5 + SLOW


@pytest.mark.parametrize("where", ["here", "box"])
def test_too_much_output_is_cut_and_the_command_ends_well(boxes: Give, where: str) -> None:
    box = HERE if where == "here" else boxes(1)[0]
    outcome = run(box, ("sh", "-c", "head -c 9000000 /dev/zero | tr '\\0' o; head -c 9000000 /dev/zero >&2"))
    assert (outcome.code, len(outcome.out), len(outcome.err)) == (0, 2_000_000, 2_000_000)


def test_output_that_is_no_text_is_read_all_the_same(boxes: Give) -> None:
    assert run(boxes(1)[0], ("printf", "a\\377b")).out == "a\ufffdb"


def test_many_small_commands_share_a_connection(boxes: Give) -> None:
    one = boxes(1)
    began = time.monotonic()
    assert [run(one[0], ("echo", str(number))).out for number in range(50)] == [f"{n}\n" for n in range(50)]
    assert time.monotonic() - began < 5.0
    assert one.logins(one[0]) == 1


def test_commands_at_once_before_there_is_a_connection_all_work_and_say_nothing_of_it(boxes: Give) -> None:
    box = boxes(1)[0]
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(lambda number: run(box, ("echo", str(number))), range(8)))
    assert outcomes == [Outcome(0, f"{number}\n", "") for number in range(8)]


def test_the_folder_of_sockets_is_for_its_owner_alone(boxes: Give) -> None:
    assert run(boxes(1)[0], ("true",)).ok
    (folder,) = Path(os.environ["XDG_RUNTIME_DIR"]).iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [one.is_socket() for one in folder.iterdir()] == [True]


def test_a_folder_too_long_for_a_socket_or_that_is_not_there_does_no_harm(
    boxes: Give, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = boxes(1)[0]
    long = tmp_path / ("x" * 80)
    long.mkdir()
    monkeypatch.setattr(remote, "_SHARED_SECONDS", 1)  # It lies in /tmp: nothing of it is to stay.
    for folder in (long, tmp_path / "gone"):
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
        assert run(box, ("true",)) == Outcome(0, "", "")


def test_a_box_that_is_off_is_told_within_the_time_to_connect(boxes: Give) -> None:
    one = boxes(1)
    one.off(one[0])
    outcome, took = timed(one[0], "true")
    assert outcome.code == 255
    assert "No route to host" in outcome.err
    assert took < CONNECT_SECONDS + SLOW


def test_an_address_that_nobody_has_and_one_that_never_answers(boxes: Give) -> None:
    one = boxes(1)
    outcome, took = timed(one.nowhere(), "true")
    assert (outcome.code, took < CONNECT_SECONDS + SLOW) == (255, True)
    one.silent(one[0])
    outcome, took = timed(one[0], "true")
    assert outcome.code == 255
    assert "Connection timed out" in outcome.err
    assert took < CONNECT_SECONDS + SLOW


def test_a_box_that_is_frozen_is_told_within_the_time_to_connect_and_reached_again_later(boxes: Give) -> None:
    one = boxes(1)
    one.freeze(one[0])
    outcome, took = timed(one[0], "true")
    assert outcome.code == 255
    assert "Connection timed out during banner exchange" in outcome.err
    assert took < CONNECT_SECONDS + SLOW
    one.thaw(one[0])
    assert run(one[0], ("hostname",)).out == "box1\n"


def test_a_name_that_nobody_knows(boxes: Give) -> None:
    boxes(1)
    outcome = run(Box("x", "no-such-host.invalid"), ("true",))
    assert outcome.code == 255
    assert "Could not resolve hostname no-such-host.invalid" in outcome.err


def test_a_box_that_dies_while_a_command_runs_is_given_up_at_the_limit_and_known_soon_after(boxes: Give) -> None:
    one = boxes(1)
    threading.Timer(1.0, lambda: one.off(one[0])).start()
    outcome, took = timed(one[0], "sh", "-c", "echo begun; sleep 60", seconds=3.0)
    assert (outcome.code, outcome.out) == (None, "begun\n")
    assert took < 3.0 + SLOW
    # The shared connection learns of it by three questions without an answer; then ssh connects anew, and cannot.
    outcome, took = timed(one[0], "true", seconds=40.0)
    assert (outcome.code, took < 30.0) == (255, True)
    assert "mux_client" not in outcome.err
    one.on(one[0])
    assert run(one[0], ("hostname",)).out == "box1\n"


def test_an_unknown_host_key_is_refused_and_not_learned(boxes: Give) -> None:
    one = boxes(1)
    one.forget_host_key(one[0])
    known = one.known_hosts.read_text()
    outcome = run(one[0], ("true",))
    assert outcome.code == 255
    assert "No ED25519 host key is known for" in outcome.err
    assert one.known_hosts.read_text() == known


def test_a_changed_host_key_is_refused(boxes: Give) -> None:
    one = boxes(1)
    one.change_host_key(one[0])
    outcome = run(one[0], ("true",))
    assert outcome.code == 255
    assert "REMOTE HOST IDENTIFICATION HAS CHANGED" in outcome.err


@pytest.mark.parametrize("fault", [Boxes.wrong_key, Boxes.locked_key])
def test_a_key_that_does_not_open_is_told_and_nothing_asks(
    boxes: Give, fault: Callable[[Boxes, Box], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one = boxes(1)
    fault(one, one[0])
    asker = tmp_path / "asker"
    asker.write_text(f"#!/bin/sh\ntouch {tmp_path}/asked\n")
    asker.chmod(0o755)
    monkeypatch.setenv("SSH_ASKPASS", str(asker))
    monkeypatch.setenv("DISPLAY", ":0")
    outcome, took = timed(one[0], "true")
    assert outcome.code == 255
    assert "Permission denied (publickey)" in outcome.err
    assert took < SLOW
    assert not (tmp_path / "asked").exists()


def test_a_box_behind_another_one(boxes: Give) -> None:
    two = boxes(2)
    assert run(two.behind(two[1], two[0]), ("hostname",)) == Outcome(0, "box2\n", "")


def test_a_jump_host_with_an_unknown_key_is_refused_and_nothing_asks(
    boxes: Give, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    two = boxes(2)
    behind = two.behind(two[1], two[0])
    two.forget_host_key(two[0])
    asker = tmp_path / "asker"
    asker.write_text(f"#!/bin/sh\ntouch {tmp_path}/asked\necho yes\n")
    asker.chmod(0o755)
    monkeypatch.setenv("SSH_ASKPASS", str(asker))
    monkeypatch.setenv("DISPLAY", ":0")
    outcome = run(behind, ("true",))
    assert outcome.code == 255
    assert "Host key verification failed" in outcome.err
    assert not (tmp_path / "asked").exists()


def test_this_machine_needs_no_ssh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert run(HERE, ("/bin/echo", "$HOME")) == Outcome(0, "$HOME\n", "")
    assert run(HERE, ("no-such-program",)) == Outcome(127, "", "no-such-program: No such file or directory")
    assert run(Box("x", "x"), ("true",)) == Outcome(127, "", "ssh: No such file or directory")


def test_a_command_here_is_ended_with_its_children(tmp_path: Path) -> None:
    outcome = run(HERE, ("sh", "-c", f"sleep 4321 & echo $! > {tmp_path}/pid; wait"), seconds=0.5)
    assert outcome.code is None
    pid = int((tmp_path / "pid").read_text())
    wait_until(lambda: not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2])
