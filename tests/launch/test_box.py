"""What may be a box, and which boxes work together."""

import pytest

from spark_tui.launch.box import MOST_BOXES, Box, BoxError, checked, is_loopback, together


@pytest.mark.parametrize("target", ["spark", "me@spark-1.local", "10.0.0.5", "me@10.0.0.5", "fe80::1%eth0", "A_b.c"])
def test_hosts_and_users_are_targets(target: str) -> None:
    assert checked("one", target, "192.168.200.12") == Box("one", target, "192.168.200.12")


@pytest.mark.parametrize(
    "target",
    [
        "",
        "-oProxyCommand=id",
        "me@-oProxyCommand=id",
        "a b",
        "a;id",
        "$(id)",
        "a\nb",
        "ssh://a",
        "@a",
        "a@",
        "-",
        "a`id`",
    ],
)
def test_what_ssh_or_a_shell_would_take_for_something_else_is_no_target(target: str) -> None:
    with pytest.raises(BoxError, match="no target for ssh"):
        checked("one", target)


@pytest.mark.parametrize("name", ["", "-a", "A", "a b", "../x", "a/b", "x" * 42, ".a", "a\n"])
def test_names_are_plain_words(name: str) -> None:
    with pytest.raises(BoxError, match="no name for a box"):
        checked(name)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "0.0.0.0", "169.254.3.4", "fe80::1", "224.0.0.1"])
def test_a_fabric_address_is_one_that_other_boxes_reach(address: str) -> None:
    with pytest.raises(BoxError, match="cannot be reached by other boxes"):
        checked("one", None, address)


@pytest.mark.parametrize("address", ["", "spark-2", "10.0.0", "10.0.0.5/24", "10.0.0.5:22"])
def test_a_fabric_address_is_no_name(address: str) -> None:
    with pytest.raises(BoxError, match="is no address"):
        checked("one", None, address)


@pytest.mark.parametrize(
    ("boxes", "why"),
    [
        ((), "a launch takes 1 to"),
        (tuple(Box(f"b{number}", f"b{number}") for number in range(MOST_BOXES + 1)), "a launch takes 1 to"),
        ((Box("a", "x"), Box("a", "y")), "same name, a"),
        ((Box("a", "x"), Box("b", "x")), "same ssh target, x"),
        ((Box("a"), Box("b")), "same ssh target, this machine"),
        ((Box("a", "x", "10.0.0.1"), Box("b", "y", "10.0.0.1")), "same fabric address"),
        ((Box("a", "me@localhost"), Box("b", "y")), "a is reached by loopback"),
        ((Box("a", "x"), Box("b", "127.0.0.2")), "b is reached by loopback"),
    ],
)
def test_boxes_that_cannot_work_together(boxes: tuple[Box, ...], why: str) -> None:
    with pytest.raises(BoxError, match=why):
        together(boxes)


def test_boxes_that_can() -> None:
    for boxes in ((Box("a"),), (Box("a", "localhost"),), (Box("a"), Box("b", "y", "10.0.0.2"))):
        assert together(boxes) == boxes


@pytest.mark.parametrize("host", ["localhost", "LocalHost", "127.0.0.1", "127.8.8.8", "::1", "[::1]", "0.0.0.0"])
def test_ways_to_say_this_machine(host: str) -> None:
    assert is_loopback(host)
    assert not is_loopback(f"x{host}")
