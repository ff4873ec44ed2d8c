"""One more box: what it costs, what could then be chosen, and what would come first."""

import pytest

from spark_tui.advise.compare import compare
from spark_tui.advise.more_boxes import one_more_box
from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import rank
from spark_tui.advise.uses import USES
from spark_tui.catalog.catalog import Catalog
from tests.advise.factory import catalog_of, measured, recipe, setup

ARTICLE = ("miaai-lab-tensorfold-glm-5.3-flash", "miaai-lab-tensorfold-deepseek-v4.1-flash-1017",
           "kindlingai-vllm-glm-5.3-flash", "sudoingx-vllm-deepseek-v4.1-flash-1017")  # fmt: skip


STATE = "state-of-the-sparks"


@pytest.fixture
def article(catalog: Catalog) -> Catalog:
    """Four builds with the first article's figures alone, so that what is published later changes nothing here."""
    recipes = []
    for name in ARTICLE:
        one = catalog.recipes[name]
        setups = [
            setup.model_copy(update={"measurements": tuple(m for m in setup.measurements if m.source == STATE)})
            for setup in one.setups
            if setup.profile is None
        ]
        recipes.append(one.model_copy(update={"setups": tuple(setups)}))
    return Catalog(catalog.content.model_copy(update={"recipes": tuple(recipes)}))


def said(catalog: Catalog, **needs) -> str:
    sentences = list(one_more_box(catalog, rank(catalog, Needs(**needs))))
    return " ".join(sentence.text for sentence in sentences)


def test_from_two_to_three_boxes_chat_gets_77_6_instead_of_65_0(article):
    told = said(article, boxes=2)

    assert "GLM-5.3-Flash EXL3 4 bpw, TensorFold would come first" in told
    assert "77.6 tok/s prose instead of 65.0 tok/s prose" in told
    assert told.startswith("One more box ($6,950): ")


def test_both_figures_are_cited(article):
    (sentence,) = one_more_box(article, rank(article, Needs(boxes=2)))

    assert [cite.measurement.value for cite in sentence.cites] == [77.6, 65.0]
    assert sentence.sources == ("state-of-the-sparks",)


@pytest.mark.parametrize(
    ("needs", "cost"),
    [
        ({"budget": 13_900.0}, "($6,950, $6,950 more than is left)"),
        ({"budget": 14_900.0}, "($6,950, $5,950 more than is left)"),
        ({"budget": 20_850.0, "boxes": 2}, "($6,950)"),
        ({"budget": 30_000.0, "boxes": 2}, "($6,950)"),
        ({"boxes": 2}, "($6,950)"),
        ({"boxes": 2, "price": 4000.0}, "($4,000)"),
        ({"budget": 6950.0, "boxes": 2}, "($6,950)"),
        ({"own": 2}, "($6,950)"),
        ({"own": 2, "budget": 0.0}, "($6,950, $6,950 more than is left)"),
    ],
)
def test_what_it_costs_beyond_what_is_left_is_said(article, needs, cost):
    assert said(article, **needs).startswith(f"One more box {cost}: ")


def test_in_the_whole_catalog_too_three_boxes_give_77_6(catalog):
    """What comes first may change as recipes join: on three boxes it is the article's figure or a faster one."""
    ranking = rank(catalog, Needs(boxes=2))
    more = rank(catalog, Needs(boxes=3))
    told = said(catalog, boxes=2)

    assert more.picks[0].speed.published >= 77.6 / 1.1  # Within one band better evidence comes first.
    assert f"{more.picks[0].speed.published:.1f} tok/s prose instead of {ranking.picks[0].speed.published:.1f}" in told


@pytest.mark.parametrize("use", USES)
def test_at_eight_boxes_there_is_nothing_more(catalog, use):
    assert said(catalog, boxes=8, use=use) == ""


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("boxes", range(1, 8))
def test_below_eight_there_is_one_sentence_whatever_is_asked(catalog, use, boxes):
    for needs in ({}, {"commercial": True}, {"vendor": True}, {"context": 10**9}, {"models": frozenset({"glm-5.3"})}):
        (sentence,) = one_more_box(catalog, rank(catalog, Needs(use=use, boxes=boxes, **needs)))
        assert sentence.text.startswith("One more box")
        assert all(cite.source in catalog.sources for cite in sentence.cites)


def test_where_the_same_would_come_first_no_gain_is_made_up():
    told = said(catalog_of(recipe("r", setup(measured(60)))), boxes=2)

    assert told == "One more box ($6,950): nothing more to choose from; r would still come first."


def test_from_nothing_to_something_only_what_comes_is_named():
    told = said(catalog_of(recipe("r", setup(measured(60), boxes=3))), boxes=2)

    assert told == "One more box ($6,950): 1 setup more to choose from; r would come first, 60.0 tok/s prose."


def test_without_any_picks_before_and_after_nothing_comes_first():
    made = catalog_of(recipe("r", setup(measured(60), boxes=8)))

    assert said(made, boxes=2) == "One more box ($6,950): nothing more to choose from."


def test_a_pick_without_a_speed_is_told_and_cites_nothing():
    made = catalog_of(recipe("r", setup(boxes=3, validated_by="somebody")))
    (sentence,) = one_more_box(made, rank(made, Needs(boxes=2)))

    assert sentence.text.endswith("r would come first, no speed published.")
    assert sentence.cites == ()


def test_a_free_box_costs_nothing_and_no_price_is_said():
    assert said(catalog_of(recipe("r", setup(measured(60)))), boxes=2, price=0.0).startswith("One more box: ")


def test_for_a_team_the_total_on_four_streams_is_what_is_told(article):
    told = said(article, boxes=2, use="team")

    assert "146.2 tok/s at 4 instead of 108.8 tok/s at 4" in told


def test_a_larger_number_of_boxes_asks_nothing_of_another_budget(article):
    assert said(article, boxes=2, budget=6950.0).count("One more box") == 1


def test_a_comparison_too_counts_with_a_price_of_the_owners_own():
    found = catalog_of(recipe("a", setup()), recipe("b", setup(boxes=3)))
    machines = compare(found, found.offers, Needs(price=1000.0)).tables[0].rows[0]

    assert [cell.text for cell in machines.cells] == ["2 boxes, $2,000", "3 boxes, $3,000"]
    assert all(cell.cites == () for cell in machines.cells)
