"""The list of boxes: a file that a person may have changed, and the verbs that look after it."""

from pathlib import Path

import pytest

from spark_tui import paths
from spark_tui.launch import boxes
from spark_tui.launch.box import Box, BoxError
from tests.verbs import run


def test_boxes_are_read_back_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "boxes.toml"
    some = (Box("spark-a", "nv@spark-a", "192.168.200.11"), Box("here"))
    boxes.save(some, file)
    assert boxes.load(file) == some
    boxes.add(Box("spark-a", "nv@other"), file)
    assert boxes.load(file) == (Box("here"), Box("spark-a", "nv@other"))
    boxes.remove("here", file)
    assert [box.name for box in boxes.load(file)] == ["spark-a"]


@pytest.mark.parametrize(
    "text",
    ["boxes = 5", "[[boxes]]\nssh = 'a'", "[[boxes]]\nname = 'a'\nport = '2'", "[[boxes]]\nname = 5", "no toml",
     "[[boxes]]\nname = 'a'\nssh = '-oProxyCommand=x'", "[[boxes]]\nname = '../a'", "boxes = [1]", "\x00",
     "[[boxes]]\nname = 'a'\nfabric = 'fe80::1'"],
)  # fmt: skip
def test_a_file_that_makes_no_sense_says_so_in_one_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "boxes.toml"
    file.write_text(text)
    with pytest.raises(BoxError) as raised:
        boxes.load(file)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (("a b", "--ssh", "x"), "is no name for a box"),
        (("a", "--ssh", "x;y"), "is no target for ssh"),
        (("a", "--ssh=-oProxyCommand=touch"), "is no target for ssh"),
        (("a", "--ssh", "x y"), "is no target for ssh"),
        (("a", "--ssh", "x", "--fabric", "spark-a"), "is no address"),
        (("a", "--ssh", "x", "--fabric", "127.0.0.1"), "cannot be reached by other boxes"),
        (("a", "--ssh", "x", "--fabric", "169.254.3.4"), "cannot be reached by other boxes"),
    ],
)
def test_what_is_no_box_is_refused(capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], text: str) -> None:
    code, out, err = run(capsys, "boxes", "add", *argv)
    assert (code, out) == (2, "")
    assert text in err
    assert not paths.boxes().exists()


def test_the_verbs_add_list_and_remove(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "boxes", "list")[1].startswith("No box yet")
    code, out, _ = run(capsys, "boxes", "add", "here")
    assert (code, out) == (0, "added here, and it answers\n")
    assert run(capsys, "boxes", "add", "there")[0] == 2  # This machine is on the list already.
    code, out, _ = run(capsys, "boxes", "add", "far", "--ssh", "nobody@127.0.0.1")
    assert code == 0
    assert out.startswith("added far, but ")
    assert "far" in run(capsys, "boxes", "list", "--json")[1]
    assert run(capsys, "boxes", "remove", "far")[0] == 0
    code, _, err = run(capsys, "boxes", "remove", "far")
    assert code == 2
    assert "there are here" in err


def test_a_launch_without_its_boxes_says_how_to_add_them(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "launch", "miaai-lab-tensorfold-glm-5.3-flash@2")
    assert (code, out) == (2, "")
    assert "it takes 2 boxes, and 1 are named; spark-tui boxes add" in err


@pytest.mark.parametrize(
    ("argv", "code", "text"),
    [
        (("launch", "nosuch"), 2, "No recipe or setup"),
        (("launch", "miaai-lab-tensorfold-glm-5.3-flash@2", "--boxes", "x,y"), 2, "no box is called 'x'"),
        (("launch", "practice", "--set", "a"), 0, ""),
        (("jobs", "stop"), 1, "nothing was launched"),
        (("jobs", "watch", "x"), 1, "nothing was launched"),
        (("jobs", "logs"), 1, "nothing was launched"),
    ],
)
def test_wrong_use_is_one_sentence(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], code: int, text: str
) -> None:
    if argv[1] == "practice":
        argv = (*argv[:2], "--print")
    found, _, err = run(capsys, *argv)
    assert found in (code, 1)
    assert text in err
    assert "Traceback" not in err


def test_a_launch_is_printed_as_a_script(capsys: pytest.CaptureFixture[str]) -> None:
    for name, address in (("a", "192.168.200.11"), ("b", "192.168.200.12")):
        boxes.add(Box(name, f"nv@{name}", address), paths.boxes())
    code, out, _ = run(capsys, "launch", "miaai-lab-tensorfold-glm-5.3-flash", "--print")
    assert code == 0
    assert out.startswith("#!/bin/sh\n# miaai-lab-tensorfold-glm-5.3-flash@2, by script, on a, b.")
    assert "./start.sh" in out


def test_nothing_starts_where_nobody_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    for name, address in (("a", "192.168.200.11"), ("b", "192.168.200.12")):
        boxes.add(Box(name, f"nv@{name}.invalid", address), paths.boxes())
    code, out, err = run(capsys, "launch", "miaai-lab-tensorfold-glm-5.3-flash")
    assert code == 1
    assert "nothing was started" in err
    assert "has a name that nobody knows" in out
