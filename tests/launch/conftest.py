"""What tests of launching stand on: boxes with an sshd of their own, and an inference server with known answers.

Where they cannot be had, tests are skipped and say why; in CI they fail.
"""

import os
from collections.abc import Callable, Iterator
from typing import NoReturn

import pytest

from tests.launch import engines
from tests.launch.boxes import Lab, NoBoxesError
from tests.launch.engines import Llama, NoEngineError
from tests.launch.faults import Boxes, ssh_on_path


def cannot(error: Exception) -> NoReturn:
    """Skip a test, or fail it where everything has to be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(str(error))
    pytest.skip(str(error))


@pytest.fixture(scope="session")
def lab() -> Iterator[Lab]:
    """The boxes of the session."""
    try:
        lab = Lab()
    except NoBoxesError as error:
        cannot(error)
    try:
        yield lab
    finally:
        lab.close()


@pytest.fixture
def boxes(
    lab: Lab, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[int], Boxes]]:
    """Return a function that gives a test up to four boxes, as new, which plain `ssh NAME` reaches.

    It is called once a test: `two = boxes(2)`, then `two[0]` is the first Box, and `two.off(two[1])` a fault.
    """
    given: list[Boxes] = []

    def give(count: int) -> Boxes:
        assert not given, "boxes are given once a test"
        try:
            given.append(Boxes(lab, count, tmp_path_factory.mktemp("boxes")))
        except NoBoxesError as error:
            cannot(error)
        ssh_on_path(given[0], lab.folder / "run", monkeypatch)
        return given[0]

    yield give
    for one in given:
        one.close()


@pytest.fixture(scope="session")
def llama() -> Llama:
    """llama.cpp and its scripted models on this machine; `llama.on_boxes()` is where boxes have them."""
    try:
        return engines.llama()
    except NoEngineError as error:
        cannot(error)


@pytest.fixture(scope="session")
def smollm2() -> str:
    """A small model that says real text, on this machine."""
    try:
        return str(engines.smollm2())
    except NoEngineError as error:
        cannot(error)
