"""What commands of boxes print, read: good, bad, garbage.

No Spark is at hand: the samples have the form that the programs print, with figures of the issues that are named.
"""

import pytest

from spark_tui.launch.box import Box
from spark_tui.launch.preflight import Finding, drawn, least_free_gib
from spark_tui.launch.preflight.access import read_access
from spark_tui.launch.preflight.asked import Asked, Check, Read
from spark_tui.launch.preflight.disk import CHECKS as DISK
from spark_tui.launch.preflight.disk import free_gb, listens
from spark_tui.launch.preflight.fabric import CHECKS as FABRIC
from spark_tui.launch.preflight.fabric import interface
from spark_tui.launch.preflight.machine import CHECKS as MACHINE
from spark_tui.launch.preflight.memory import CHECKS as MEMORY
from spark_tui.launch.preflight.memory import available_gib
from spark_tui.launch.remote import Outcome

BOX = Box("spark-a", "nv@spark-a", "192.168.200.11")
ASKED = Asked((BOX,), port=8000, head_gib=105.9, head_gb=178.0, containers=True)
CHECKS = {check.name: check for check in (*MACHINE, *MEMORY, *DISK, *FABRIC)}
GARBAGE = ("", "\x1b[31m\x00\ufffd", "a" * 100_000, "{", "[[[[", "null", "-1 -1 -1 -1% /")


def read(name: str, out: str, code: int = 0, err: str = "") -> Read:
    return CHECKS[name].read(ASKED, BOX, Outcome(code, out, err))


@pytest.mark.parametrize("name", list(CHECKS))
@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_read_as_a_sentence_without_control_characters(name: str, text: str) -> None:
    for code in (0, 1, 127):
        found = read(name, text, code, text)
        assert found.state in ("passed", "warning", "failed", "unknown")
        assert found.text.isprintable()
        assert len(found.text) < 400


def test_the_gpu_and_its_driver() -> None:
    assert read("gpu", "NVIDIA GB10, 580.95.05\n") == Read("passed", "NVIDIA GB10, driver 580.95.05")
    assert read("gpu", "NVIDIA RTX PRO 6000, 580.95.05\n").state == "warning"
    assert read("gpu", "", 127).state == "failed"
    assert (
        read("gpu", "", 9, "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.").state
        == "failed"
    )


def test_a_kernel_that_breaks_rdma_is_named() -> None:
    """eugr/spark-vllm-docker #389 and #392: 7.0.0-1019."""
    assert read("kernel", "7.0.0-1019-nvidia\n").state == "failed"
    assert read("kernel", "6.17.0-1032-nvidia\n").state == "passed"


@pytest.mark.parametrize(
    ("code", "err", "text", "mend"),
    [
        (127, "sh: docker: not found", "not installed", "docker-ce"),
        (
            1,
            "permission denied while trying to connect to the Docker daemon socket",
            "group docker",
            "usermod -aG docker",
        ),
        (
            1,
            "Cannot connect to the Docker daemon at unix:///var/run/docker.sock.",
            "does not answer",
            "systemctl start",
        ),
    ],
)
def test_docker_that_cannot_be_used_says_why(code: int, err: str, text: str, mend: str) -> None:
    found = read("docker", "", code, err)
    assert found.state == "failed"
    assert text in found.text
    assert mend in (found.mend or "")


MEMINFO = "MemTotal:       125513700 kB\nMemFree:        2404512 kB\nMemAvailable:   {} kB\n"


@pytest.mark.parametrize(
    ("available", "state"), [(113_246_208, "warning"), (120_586_240, "passed"), (106_954_752, "failed")]
)
def test_memory_is_what_is_available_not_what_is_unused(available: int, state: str) -> None:
    """MiaAI-Lab/GLM-5.3-Flash-EXL3-2x-DGX-Sparks #47: needs 105.9 GiB, one kit has 102."""
    text = MEMINFO.format(available)
    assert available_gib(text) == available / 2**20
    assert read("memory", text).state == state


def test_a_gpu_that_is_in_use_is_told() -> None:
    assert read("gpu in use", "4242, python3\n").state == "warning"
    assert read("gpu in use", "").state == "passed"


def test_room_is_read_of_the_last_line() -> None:
    printed = (
        "Filesystem     1024-blocks      Used Available Capacity Mounted on\n"
        "/dev/nvme0n1p2  3844551680 1000000000 195312500      30% /\n"
    )
    assert free_gb(printed) == 200.0
    assert read("disk", printed) == Read("passed", "200 GB of room, 178 needed at most")
    assert read("disk", printed.replace("195312500", "97656250")).state == "warning"


TCP = """  sl  local_address rem_address   st
   0: 00000000:1F40 00000000:0000 0A 00000000:00000000
   1: 0100007F:1F41 0100007F:9999 01 0:0
"""


def test_a_port_is_taken_where_something_listens_on_it() -> None:
    assert listens(TCP, 8000)
    assert not listens(TCP, 8001)  # Connected, not listening.
    assert read("port", TCP).state == "failed"


def link(**more: object) -> str:
    import json

    one = {"ifname": "enp1s0f0np0", "mtu": 9000, "operstate": "UP", "addr_info": [{"local": "192.168.200.11"}], **more}
    return json.dumps([{"ifname": "lo", "addr_info": [{"local": "127.0.0.1"}]}, one])


def test_a_link_is_found_by_its_address() -> None:
    assert interface(link(), "192.168.200.11") is not None
    assert read("link", link()).state == "passed"
    assert read("link", link(mtu=1500)).state == "warning"
    assert read("link", link(operstate="DOWN")).state == "failed"
    assert read("link", link(addr_info=[])).state == "failed"


@pytest.mark.parametrize(
    ("err", "text"),
    [
        ("nv@spark-a: Permission denied (publickey).", "does not let you in"),
        ("Host key verification failed.", "not known here"),
        ("@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.", "another host key"),
        ("ssh: Could not resolve hostname spark-a: Name or service not known", "name that nobody knows"),
        ("ssh: connect to host spark-a port 22: Connection refused", "no ssh server"),
        ("ssh: connect to host spark-a port 22: No route to host", "cannot be reached"),
        ("Connection timed out during banner exchange", "out of memory"),
        ("something new", "something new"),
    ],
)
def test_why_a_box_cannot_be_reached_is_told_apart(err: str, text: str) -> None:
    found = read_access(ASKED, BOX, Outcome(255, "", err))
    assert found.state == "failed"
    assert text in found.text


def test_every_check_changes_nothing() -> None:
    """No check runs a program that writes: they read, and ping."""
    reads = {"nvidia-smi", "uname", "docker", "git", "cat", "df", "sh", "true"}
    every: list[Check] = [*CHECKS.values()]
    assert {check.argv[0] for check in every} <= reads
    for check in every:
        line = " ".join(check.argv)
        assert not any(word in line for word in ("sudo", "rm ", ">>", "tee", "drop_caches", "kill", "systemctl start"))


def finding(box: str, check: str, state: str = "passed", gib: float | None = None) -> Finding:
    return Finding(check, box, state, "", None, gib)  # type: ignore[arg-type]


def test_only_idle_boxes_say_how_much_is_free() -> None:
    idle = [finding(box, check) for box in ("a", "b") for check in ("gpu", "gpu in use")]
    memory = [finding("a", "memory", "failed", 102.3), finding("b", "memory", "passed", 110.4)]
    assert least_free_gib([*idle, *memory]) == 102.3
    laptop = [finding("a", "gpu", "failed"), *idle[1:], *memory]
    assert least_free_gib(laptop) == 110.4
    busy = [*idle[:3], finding("b", "gpu in use", "warning"), *memory]
    assert least_free_gib(busy) == 102.3
    assert least_free_gib(memory) is None


def test_what_was_found_is_drawn() -> None:
    other = Box("spark-b", "nv@spark-b", "192.168.200.12")
    asked = Asked((BOX, other))
    findings = [
        Finding("ssh", "spark-a", "passed", "answers"), Finding("memory", "spark-a", "passed", "", None, 110.42),
        Finding("link", "spark-a", "passed", "enp1s0f0np0 with 192.168.200.11 is up, MTU 9000, 200 Gbit/s"),
        Finding("ssh", "spark-b", "failed", "cannot be reached: is it on?"),
        Finding("to spark-b", "spark-a", "failed", "does not reach spark-b at 192.168.200.12."),
    ]  # fmt: skip
    assert list(drawn(asked, findings)) == [
        "[spark-a] 110.4 GiB free (head); enp1s0f0np0 with 192.168.200.11 is up, MTU 9000, 200 Gbit/s",
        "[spark-b] cannot be reached",
        "[spark-a]─✗─[spark-b] spark-a does not reach spark-b at 192.168.200.12.",
    ]


def test_the_speed_of_a_link_is_told() -> None:
    printed = f"{link()}\n/sys/class/net/enp1s0f0np0/speed:200000\n/sys/class/net/lo/speed:-1\n"
    assert read("link", printed).text.endswith("is up, MTU 9000, 200 Gbit/s")
