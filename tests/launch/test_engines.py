"""The parts that other tests of launching stand on: boxes with their own network, and an engine with known answers."""

import json
import shlex
from collections.abc import Callable, Iterator

import httpx
import pytest

from spark_tui.launch.box import Box
from spark_tui.launch.remote import run
from tests.launch.engines import Llama
from tests.launch.faults import Boxes
from tests.waiting import wait_until

Give = Callable[[int], Boxes]
PORT = 8000
PATIENCE = 30.0


def detached(box: Box, argv: tuple[str, ...], log: str) -> None:
    line = f"GGML_NO_BACKTRACE=1 nohup setsid {shlex.join(argv)} > {log} 2>&1 < /dev/null &"
    assert run(box, ("sh", "-c", line)).ok


def health(url: str) -> int | None:
    try:
        return httpx.get(f"{url}/health", timeout=5.0).status_code
    except httpx.TransportError:
        return None


def deltas(url: str, **more: object) -> Iterator[tuple[str, str]]:
    """Yield what a streamed chat brings: kind of text, and text."""
    body = {"messages": [{"role": "user", "content": "?"}], "stream": True, "max_tokens": 200, **more}
    with httpx.stream("POST", f"{url}/v1/chat/completions", json=body, timeout=PATIENCE) as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            if line.startswith("data: {"):
                for kind, text in json.loads(line[6:])["choices"][0]["delta"].items():
                    if kind != "role" and text:
                        yield kind, text


def said(url: str, **more: object) -> list[tuple[str, str]]:
    """Return what a chat said, text of one kind together."""
    whole: list[tuple[str, str]] = []
    for kind, text in deltas(url, **more):
        if whole and whole[-1][0] == kind:
            whole[-1] = (kind, whole[-1][1] + text)
        else:
            whole.append((kind, text))
    return whole


def test_an_engine_on_a_box_streams_reasoning_then_its_answer(boxes: Give, llama: Llama) -> None:
    one = boxes(1)
    detached(one[0], llama.on_boxes().serve("reason", PORT), "server.log")
    url = f"http://{one.lan(one[0])}:{PORT}"
    wait_until(lambda: health(url) == 200, PATIENCE)
    assert said(url) == [
        ("reasoning_content", "The user said something. I should answer briefly, in one line."),
        ("content", "Answer: 42 it is."),
    ]


def test_two_boxes_compute_together_over_the_fabric(boxes: Give, llama: Llama) -> None:
    two = boxes(2)
    assert two[1].fabric is not None
    there = llama.on_boxes()
    detached(two[1], there.compute(50052, two[1].fabric), "rpc.log")
    wait_until(lambda: f":{50052:04X} 00000000:0000 0A" in run(two[1], ("cat", "/proc/net/tcp")).out, PATIENCE)
    detached(
        two[0], there.serve("chat", PORT, "-ngl", "99", "--rpc", f"{two[1].fabric}:50052", "-lv", "4"), "server.log"
    )
    url = f"http://{two.lan(two[0])}:{PORT}"
    wait_until(lambda: health(url) == 200, PATIENCE)
    assert "".join(text for _, text in deltas(url)).startswith("Hello from a tiny model.")
    log = run(two[0], ("cat", "server.log")).out
    assert f"RPC0[{two[1].fabric}:50052] model buffer size" in log


def test_an_engine_that_dies_cuts_its_stream(boxes: Give, llama: Llama) -> None:
    one = boxes(1)
    detached(one[0], llama.on_boxes().serve("endless", PORT), "server.log")
    url = f"http://{one.lan(one[0])}:{PORT}"
    wait_until(lambda: health(url) == 200, PATIENCE)
    stream = deltas(url, max_tokens=100_000)
    assert next(stream)[0] == "content"
    one.kill(one[0], "llama-server")
    with pytest.raises(httpx.RemoteProtocolError):
        list(stream)
    assert health(url) is None


def test_boxes_are_machines_of_their_own(boxes: Give) -> None:
    two = boxes(2)
    for box in two.boxes:
        assert run(box, ("sh", "-c", "hostname > /tmp/mine; cat /tmp/mine ~/mine 2> /dev/null; id -un")).out == (
            f"{box.name}\nspark\n"
        )
        assert str(box.fabric) in run(box, ("ip", "-4", "addr", "show", "enp1s0f0np0")).out
    assert run(two[0], ("ssh", "box2", "hostname")).out == "box2\n"
    assert run(two[0], ("ping", "-c", "1", "-M", "do", "-s", "8972", str(two[1].fabric))).code in (0, 127)
    two.off(two[1])
    two.on(two[1])
    assert not run(two[1], ("test", "-e", "/tmp/mine")).ok


def test_faults_of_the_fabric_leave_the_lan_alone(boxes: Give) -> None:
    two = boxes(2)
    reach = ("sh", "-c", f"timeout 1 bash -c 'echo > /dev/tcp/{two[1].fabric}/22'")
    assert run(two[0], reach).ok
    two.link_down(two[1])
    assert not run(two[0], reach).ok
    assert run(two[1], ("true",)).ok
    two.link_up(two[1])
    wait_until(lambda: run(two[0], reach).ok)
    two.mtu(two[0], 1500)
    assert run(two[0], ("cat", "/sys/class/net/enp1s0f0np0/mtu")).out == "1500\n"


def test_a_switch_for_small_packets_lets_a_connection_through_but_no_load(boxes: Give) -> None:
    two = boxes(2)
    load = ("sh", "-c", f"head -c 2000000 /dev/zero | timeout 3 ssh {two[1].fabric} 'wc -c'")
    assert run(two[0], load).out == "2000000\n"
    two.switch_mtu(two[1])
    assert run(two[0], load).code == 124


def test_ports_disks_and_programs(boxes: Give) -> None:
    one = boxes(1)
    box = one[0]
    one.take_port(box, 8000)
    one.take_port(box, 8001, "127.0.0.1")
    listening = run(box, ("cat", "/proc/net/tcp")).out
    assert "00000000:1F40 " in listening and "0100007F:1F41 " in listening
    one.full_disk(box, "/home/spark/full", free=4096)
    outcome = run(box, ("sh", "-c", "head -c 9000 /dev/zero > ~/full/x"))
    assert "No space left on device" in outcome.err
    one.install(box, "/usr/local/bin/nvidia-smi", "#!/bin/sh\necho 'NVIDIA GB10'\n")
    assert run(box, ("nvidia-smi",)).out == "NVIDIA GB10\n"
    one.remove(box, "git")
    assert run(box, ("git", "--version")).code == 127
