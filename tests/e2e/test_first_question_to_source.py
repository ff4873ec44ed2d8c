"""An owner's way through the program, by keys alone."""

import pytest

from tests.e2e.conftest import Open


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (120, 40)])
def test_from_the_first_question_to_a_source_record(columns: int, lines: int, terminal: Open) -> None:
    app = terminal(columns, lines)
    app.wait_for("Boxes you own already")
    app.wait_for("setups match on 2 boxes. First: DeepSeek-1017 EXL3 2.5 bpw")
    app.press("Tab")
    app.type("6950")
    app.wait_for("setups match on 3 boxes. First: GLM-5.3-Flash EXL3 4 bpw")
    app.press("Enter")
    app.wait_for("3 boxes · chat · 32K tokens · 1 stream")
    app.wait_for("Decode 77.6 tok/s")
    app.press("Enter")
    app.wait_for("weights 56.2 GiB")
    app.press("Right")
    app.wait_for("Published figures")
    app.press("s")
    app.wait_for("Source of which figure?")
    app.press("1")
    record = app.wait_for("Stands in")
    assert "decode 77.6 tok/s" in record
    assert "Three Sparks" in record
    app.press("Escape", "Escape")
    app.wait_for("3 boxes · chat")
    app.press("Escape")
    app.wait_for("What are they for?")
    app.press("C-q")
    app.wait_for("exit-code 0")


def test_without_colour_the_way_is_the_same(terminal: Open) -> None:
    app = terminal(NO_COLOR="1")
    app.wait_for("setups match on 2 boxes")
    app.press("Enter")
    app.wait_for("▶ 1")
    app.press("x")
    app.wait_for("Lifted by:")


def test_a_terminal_that_cannot_draw_is_told_of_the_verb(terminal: Open) -> None:
    app = terminal(TERM="dumb")
    app.wait_for("use spark-tui pick --use chat")
    app.wait_for("exit-code 2")


def test_the_whole_way_works_where_there_is_no_network_at_all(terminal: Open) -> None:
    app = terminal(under="unshare --map-root-user --net")
    app.wait_for("setups match on 2 boxes")
    app.press("Enter")
    app.wait_for("Decode 70.6 tok/s")
    app.press("s")
    app.wait_for("Source of which figure?")
    app.press("1")
    app.wait_for("niklaslenz_ai")


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (120, 40)])
def test_two_setups_side_by_side_and_how_a_figure_is_known(columns: int, lines: int, terminal: Open) -> None:
    app = terminal(columns, lines)
    app.wait_for("setups match on 2 boxes")
    app.press("Enter")
    app.wait_for("▶ 1")
    app.press("c")
    app.wait_for("◆1")
    app.press("Down", "c")
    app.wait_for("2 setups compared")
    screen = app.wait_for("(70.6")
    assert "60.4" in screen
    app.type("h1")  # As fast as anybody can type.
    app.wait_for("One figure was published for this; nobody has repeated it.")
    app.press("Escape", "Escape")
    app.wait_for("picks · 2 boxes")


def test_the_palette_finds_a_setup_by_words_with_a_slip(terminal: Open) -> None:
    app = terminal()
    app.wait_for("setups match on 2 boxes")
    app.press("C-p")
    app.wait_for("Same money elsewhere")
    app.type("deepsek 2 sparks vllm")
    app.wait_for("sudoingx-vllm-deepseek-v4.1-flash-1017@2")
    app.press("Enter")
    app.wait_for("DeepSeek-1017 2.70-bit, vLLM, by sudoingX")


def test_the_app_resumes_where_it_was_left(terminal: Open) -> None:
    first = terminal()
    first.wait_for("setups match on 2 boxes")
    first.press("Enter")
    first.wait_for("▶ 1")
    first.press("+")
    first.wait_for("picks · 3 boxes")
    first.press("Down", "Enter")
    title = first.wait_for("One box, estimated").splitlines()[0]
    first.press("C-q")
    first.wait_for("exit-code 0")

    again = terminal()
    again.wait_for(title.strip())
    again.press("Escape")
    again.wait_for("picks · 3 boxes")
