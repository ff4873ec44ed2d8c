"""Foreign text is made safe to show: one line, nothing that a terminal would act on, nothing else changed."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spark_tui.catalog.text import clean

JOINERS = "\u200c\u200d"
HOSTILE = st.text(
    st.one_of(st.characters(), st.sampled_from("\x1b\x1b\x9b\x07\x00 \t\n\r[]()?;0123mHJ\\PX^_\u202e\u200b\u2028[]"))
)


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[31m", "\x1b[0;1;38;5;196m", "\x1b[2J", "\x1b[10;20H", "\x1b[?25l", "\x1b[?1049h", "\x1b[>4;2m",
        "\x1b[!p", "\x1bc", "\x1b7", "\x1b(B", "\x1b=", "\x1b#8",
    ],
)  # fmt: skip
def test_colours_and_cursor_movement_are_removed(sequence):
    assert clean(f"GLM{sequence}-5.3") == "GLM-5.3"


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b]0;a new title\x07", "\x1b]2;a new title\x1b\\", "\x1b]52;c;QUJD\x07",
        "\x1bP1;2|17/17\x1b\\", "\x1b_Gf=100;AAAA\x1b\\", "\x1b^private\x1b\\", "\x1bXstart\x1b\\",
    ],
)  # fmt: skip
def test_titles_clipboards_and_pictures_are_removed_with_what_they_carry(sequence):
    assert clean(f"GLM{sequence}-5.3") == "GLM-5.3"


def test_a_terminal_link_leaves_its_words():
    assert clean("see \x1b]8;;https://evil.example\x1b\\the card\x1b]8;;\x1b\\!") == "see the card!"


def test_a_sequence_that_never_ends_takes_nothing_of_the_next_text_with_it():
    assert "\x1b" not in clean("GLM \x1b]0;title without an end")


@pytest.mark.parametrize("mark", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
def test_bidirectional_overrides_are_removed(mark):
    assert clean(f"safe{mark}text") == "safetext"


@pytest.mark.parametrize("mark", "\u200b\u2060\ufeff\u00ad\x00\x08\x7f\x85\x9b\ue000\U000e0041")
def test_invisible_characters_are_removed(mark):
    assert clean(f"GLM{mark}-5.3").replace(" ", "") == "GLM-5.3"


@pytest.mark.parametrize("space", ["\n", "\r\n", "\t", "\v", "\f", "\u2028", "\u2029", "\u00a0", "  \n  "])
def test_every_kind_of_space_becomes_one_space(space):
    assert clean(f"{space}two{space}words{space}") == "two words"


@pytest.mark.parametrize(
    "text",
    ["[bold red]GLM[/]", "[@click=app.quit]press[/]", "**GLM** `x`", "<b>GLM</b>", "a[0] = {b}", "50 % of $6,950"],
)
def test_markup_stays_as_it_was_typed(text):
    assert clean(text) == text


@pytest.mark.parametrize(
    "text",
    ["Grüße aus Köln", "模型 一", "نموذج", "\U0001f469\u200d\U0001f4bb at work", "می\u200cخواهم", "“x” – y"],
)
def test_other_scripts_and_emoji_stay(text):
    assert clean(text) == text


def test_a_text_of_control_characters_alone_is_empty():
    assert clean("\x1b[31m\x00\u202e \n") == ""


@settings(deadline=None)
@given(HOSTILE)
def test_the_result_is_one_printable_line(text):
    shown = clean(text)

    assert "".join(c for c in shown if c not in JOINERS).isprintable()
    assert len(shown.splitlines()) <= 1
    assert shown == shown.strip()


@settings(deadline=None)
@given(HOSTILE)
@example("two \x00 words")
def test_cleaning_twice_changes_nothing_more(text):
    assert clean(clean(text)) == clean(text)


@settings(deadline=None)
@given(st.text(st.characters(min_codepoint=33, max_codepoint=126)))
def test_plain_text_is_left_alone(text):
    assert clean(text) == text
