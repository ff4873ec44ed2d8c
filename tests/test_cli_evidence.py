"""The verb `evidence`, and `pick --order expected`: what is carried, from what, and on how much it rests."""

import json

import pytest

from tests.verbs import run


def test_the_claims_and_the_moves_are_printed_with_their_sources(capsys):
    out = run(capsys, "evidence")[1]

    assert "How far claims are reached, like for like:" in out
    assert "How speed moves: decode, content" in out
    assert "60.4 claimed, 48.6 measured (x 0.80); only one tells build" in " ".join(out.split())
    assert all(len(line) <= 80 for line in out.splitlines())


def test_as_data_every_figure_behind_a_ratio_can_be_found(capsys):
    data = json.loads(run(capsys, "evidence", "--json")[1])

    assert {"claims", "pairs", "moves"} == set(data)
    assert all(figure["sources"] for pair in data["pairs"] for figure in pair["figures"][:2])
    for move in data["moves"]:
        assert move["low"] <= move["ratio"] <= move["high"]
        assert all(figure["sources"] for figure in move["figures"][1:])


def test_as_markdown_it_is_a_document(capsys):
    assert run(capsys, "evidence", "--markdown")[1].startswith("# What expected speeds rest on")


@pytest.mark.parametrize("order", ["published", "expected"])
def test_pick_gives_the_expected_speed_with_its_steps_and_the_spread(capsys, order):
    data = json.loads(run(capsys, "pick", "--boxes", "1", "--use", "chat", "--order", order, "--json")[1])

    assert data["needs"]["order"] == order
    speeds = [pick["speed"] for pick in data["picks"]]
    carried = [speed for speed in speeds if speed["expected_steps"]]
    assert carried
    for speed in carried:
        assert {"condition", "before", "after", "ratio", "low", "high", "of", "recipes", "pairs"} == set(
            speed["expected_steps"][0]
        )
    assert any(speed["spread"] for speed in speeds)


def test_ordered_by_expected_speed_the_text_says_both(capsys):
    out = " ".join(run(capsys, "pick", "--boxes", "1", "--use", "chat", "--order", "expected")[1].split())

    assert "expected 52 (51–54), published 49.3 tok/s chat" in out
    assert "Expected for chat, not measured: about 52 tok/s" in out
