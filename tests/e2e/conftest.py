"""The real program in a real terminal: tmux draws it, the tests press keys and read the screen."""

import os
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

_PATIENCE = 20.0


@pytest.fixture(scope="session")
def tmux() -> str:
    """The tmux program. On Debian, root installs it; anybody else is told how."""
    if shutil.which("tmux") is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["apt-get", "install", "-y", "-qq", "tmux"], check=True, stdout=subprocess.DEVNULL)
    found = shutil.which("tmux")
    assert found, "these tests need tmux; on Debian: apt-get install tmux"
    return found


class Terminal:
    """One tmux pane that runs the program."""

    def __init__(self, tmux: str, columns: int, lines: int, command: str, folder: Path) -> None:
        self._tmux, self._socket = tmux, f"spark-tui-test-{uuid.uuid4().hex[:8]}"
        self._run("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(lines), "-c", str(folder),
                  f"{command}; echo exit-code $?; sleep 60")  # fmt: skip

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names, one after the other."""
        for key in keys:
            self._run("send-keys", key)

    def type(self, text: str) -> None:
        """Type text as it is."""
        self._run("send-keys", "-l", text)

    def screen(self) -> str:
        """Return the text on the screen."""
        return self._run("capture-pane", "-p")

    def wait_for(self, text: str) -> str:
        """Return the screen as soon as it shows `text`; fail with the screen where it does not."""
        until = time.monotonic() + _PATIENCE
        while text not in (screen := self.screen()):
            assert time.monotonic() < until, f"never showed {text!r}:\n{screen}"
            time.sleep(0.05)
        return screen

    def close(self) -> None:
        """End the pane and what runs in it."""
        self._run("kill-server")

    def _run(self, *arguments: str) -> str:
        command = [self._tmux, "-L", self._socket, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


Open = Callable[..., Terminal]


@pytest.fixture
def terminal(tmux: str, tmp_path: Path) -> Iterator[Open]:
    """Open the program in a terminal of a size, `under` another program, with settings of the environment."""
    opened: list[Terminal] = []

    def run(columns: int = 80, lines: int = 24, verb: str = "", under: str = "", **environment: str) -> Terminal:
        settings = {"SPARK_TUI_HOME": str(tmp_path / "home"), **environment}
        assignments = " ".join(f"{name}='{value}'" for name, value in settings.items())
        command = f"env {assignments} {under} {sys.executable} -m spark_tui {verb}"
        opened.append(Terminal(tmux, columns, lines, command, Path(__file__).parents[2]))
        return opened[-1]

    yield run
    for one in opened:
        one.close()
