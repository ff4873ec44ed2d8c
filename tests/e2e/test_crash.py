"""A mistake in the program itself, as the owner meets it."""

import sys
from pathlib import Path

from tests.e2e.conftest import Terminal

_BROKEN = """
from spark_tui.advise import rank
def broken(*_):
    raise RuntimeError("a mistake of ours")
rank.rank = broken
from spark_tui.tui.app import SparkApp
SparkApp().run()
"""


def test_the_app_leaves_the_terminal_with_one_sentence_and_a_log(tmux: str, tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text(_BROKEN, encoding="utf-8")
    root = Path(__file__).parents[2]
    command = f"env SPARK_TUI_HOME={tmp_path}/home PYTHONPATH={root} {sys.executable} {script}"
    app = Terminal(tmux, 80, 24, command, root)
    try:
        screen = app.wait_for("exit-code")
        assert "spark-tui has a fault and had to stop" in screen
        assert "a mistake of ours" in " ".join(screen.split())
        assert "Traceback" not in screen
    finally:
        app.close()
    assert "a mistake of ours" in (tmp_path / "home" / "fault.log").read_text(encoding="utf-8")
