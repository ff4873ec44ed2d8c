"""First frame with an answerable question, against a bare Textual app: `python -m tests.bench.first_frame`."""

import os
import pty
import select
import signal
import statistics
import sys
import tempfile
import time

from tests.bench.report import machine

_RUNS = 9
_BARE = """
from textual.app import App
from textual.widgets import Label
class Bare(App):
    def compose(self):
        yield Label("bare-app-is-up")
Bare().run()
"""


def seconds_until(sentinel: bytes, *command: str) -> float:
    """Start a command in a terminal of 80x24 and return the seconds until `sentinel` is drawn."""
    started = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(command[0], command, {**os.environ, "COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"})
    seen = b""
    try:
        while sentinel not in seen:
            if not select.select([terminal], [], [], 20)[0]:
                raise TimeoutError(f"{command} never drew {sentinel!r}")
            seen += os.read(terminal, 65536)
        return time.perf_counter() - started
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def main() -> None:
    """Time both apps in turn, so that a change of the machine's speed meets both."""
    bare, ours, answered = [], [], []
    with tempfile.TemporaryDirectory() as home:
        os.environ["SPARK_TUI_HOME"] = home  # Nothing to resume; the catalog is compiled at the first start.
        for _ in range(_RUNS):
            bare.append(seconds_until(b"bare-app-is-up", sys.executable, "-c", _BARE))
            ours.append(seconds_until(b"Boxes you own already", sys.executable, "-m", "spark_tui"))
            answered.append(seconds_until(b"match on", sys.executable, "-m", "spark_tui"))
    floor = statistics.median(bare)
    print(machine())
    for name, runs in (("bare Textual app", bare), ("questions", ours), ("first answer", answered)):
        middle = statistics.median(runs)
        print(f"{name:<18} median {middle:.3f} s (min {min(runs):.3f}, max {max(runs):.3f}), x {middle / floor:.2f}")


if __name__ == "__main__":
    main()
