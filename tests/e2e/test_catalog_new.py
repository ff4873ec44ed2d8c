"""A contributor's way in a real terminal: asked for a recipe, then checked, added and ranked."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import Open

QUESTIONS = (
    ("Name of the recipe", "GLM on my boxes"),
    ("Who published it", "me"),
    ("Model", "glm-5.3-flash"),
    ("Engine", "tensorfold"),
    ("Is it ready", ""),
    ("Address of its repository", ""),
    ("Weights on Hugging Face", ""),
    ("On how many boxes, 1 to 8", "2"),
    ("Profile", ""),
    ("Window in tokens", "128K"),
    ("A figure", "99.5"),
    ("What is it of", ""),
    ("What was written", ""),
    ("Requests at once", ""),
    ("Who measured it", ""),
    ("When", ""),
    ("Address of the page", ""),
    ("Title of the page", "My two boxes"),
    ("Who published the page", ""),
    ("What is it [page]", ""),
    ("Where in it", "first table"),
)


def verb(home: Path, *argv: str) -> str:
    """Run a verb with the same home as the terminal's."""
    environment = {**os.environ, "SPARK_TUI_HOME": str(home)}
    command = [sys.executable, "-m", "spark_tui", *argv]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def test_a_recipe_is_asked_for_checked_added_and_ranked(terminal: Open, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    app = terminal(columns=160, lines=60, verb=f"catalog new {mine}")
    for question, answer in QUESTIONS:
        app.wait_for(question)
        app.type(answer)
        app.press("Enter")
    app.wait_for(f"Written: {mine}")
    app.wait_for("exit-code 0")

    assert "1 recipe or price without a date" in verb(tmp_path / "home", "catalog", "check", str(mine))
    assert "spark-tui pick now ranks it." in verb(tmp_path / "home", "catalog", "add", str(mine))
    picks = json.loads(verb(tmp_path / "home", "pick", "--use", "chat", "--boxes", "2", "--json"))["picks"]
    assert [one["speed"]["published"] for one in picks if one["recipe"] == "me-tensorfold-glm-5.3-flash"] == [99.5]


@pytest.mark.parametrize(("key", "says", "code"), [("C-c", "left; nothing is written", 130),
                                                   ("C-d", "there is no answer left to read", 1)])  # fmt: skip
def test_whoever_leaves_leaves_nothing_behind(terminal: Open, tmp_path: Path, key: str, says: str, code: int) -> None:
    mine = tmp_path / "mine.toml"
    app = terminal(verb=f"catalog new {mine}")
    app.wait_for("Name of the recipe")
    app.type("GLM on my boxes")
    app.press("Enter")
    app.wait_for("Who published it")
    app.press(key)
    app.wait_for(says)
    app.wait_for(f"exit-code {code}")

    assert not mine.exists()
