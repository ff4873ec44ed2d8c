"""What a budget buys at the price that a dated source gives."""

import pytest

from spark_tui.advise.money import plan
from spark_tui.advise.needs import Needs

from .factory import catalog_of, measured, recipe, setup


def texts(found) -> str:
    return " ".join(sentence.text for sentence in found.sentences)


@pytest.mark.parametrize(
    ("money", "bought"),
    [
        ((13_900, 0), (2, 2, 0)),
        ((13_899.99, 0), (1, 1, 6_949.99)),
        ((20_850, 0), (3, 3, 0)),
        ((21_000, 0), (3, 3, 150)),
        ((6_950, 0), (1, 1, 0)),
        ((6_950, 2), (1, 3, 0)),
        ((0, 2), (0, 2, 0)),
        ((5_000, 1), (0, 1, 5_000)),
        ((1_000_000, 0), (143, 8, 944_400)),
    ],
)
def test_a_budget_buys_whole_boxes_on_top_of_those_owned(catalog, money, bought):
    budget, own = money
    found = plan(catalog, Needs(budget=budget, own=own))

    assert found.price == 6_950
    assert (found.buys, found.boxes, found.left) == pytest.approx(bought)


def test_a_budget_that_buys_nothing_shows_what_one_box_would_give(catalog):
    found = plan(catalog, Needs(budget=5_000))

    assert (found.buys, found.boxes, found.left) == (0, 1, -1_950)
    assert "buys 0 boxes" in texts(found)
    assert "this shows what one box would give" in texts(found)
    assert "$1,950 more than you have" in texts(found)


def test_more_boxes_than_the_money_buys_show_both_and_the_gap(catalog):
    found = plan(catalog, Needs(budget=13_900, boxes=3))

    assert (found.buys, found.boxes, found.left) == (2, 3, -6_950)
    assert "buys 2 boxes" in texts(found)
    assert "3 boxes would cost $6,950 more than you have" in texts(found)


def test_fewer_boxes_than_the_money_buys_leave_the_rest(catalog):
    found = plan(catalog, Needs(budget=20_850, boxes=1))

    assert (found.boxes, found.left) == (1, 13_900)
    assert "$13,900 is left, before cables" in texts(found)


def test_boxes_that_are_owned_cost_nothing(catalog):
    assert plan(catalog, Needs(budget=7_000, own=2, boxes=3)).left == 50
    assert plan(catalog, Needs(budget=7_000, own=3, boxes=3)).left == 7_000


@pytest.mark.parametrize("own", [8, 9, 64])
def test_a_plan_never_has_more_than_eight_boxes(catalog, own):
    assert plan(catalog, Needs(own=own)).boxes == 8


def test_what_goes_beyond_eight_boxes_is_said(catalog):
    assert "10 boxes; recipes go to 8" in texts(plan(catalog, Needs(own=10)))


def test_without_budget_and_boxes_one_box_is_shown(catalog):
    found = plan(catalog, Needs())

    assert (found.boxes, found.buys, found.left) == (1, None, None)


def test_the_number_of_boxes_asked_for_wins(catalog):
    assert plan(catalog, Needs(boxes=5, own=2)).boxes == 5


@pytest.mark.parametrize("needs", [Needs(budget=5_000), Needs(budget=13_900, boxes=3), Needs(budget=21_000, own=1)])
def test_a_sentence_with_dollars_names_the_source_of_the_price(catalog, needs):
    for sentence in plan(catalog, needs).sentences:
        assert "$" not in sentence.text or sentence.sources == ("state-of-the-sparks",), sentence.text


def test_who_quoted_the_price_and_when_is_part_of_the_answer(catalog):
    said = repr(plan(catalog, Needs(budget=13_900)).sentences)

    assert "@sudoingX" in said
    assert "19 October" in said or "2026-10-19" in said


def test_without_a_price_a_budget_buys_an_unknown_number():
    made = catalog_of(recipe("only", setup(measured(60))))
    box = made.box.model_copy(update={"price_usd": None})
    made.__dict__["box"] = box

    assert plan(made, Needs(budget=13_900)).buys is None
