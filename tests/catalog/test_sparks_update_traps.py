"""Where the Sparks Update is easily misread, and what it leaves open."""

import pytest

from tests.catalog.test_sparks_update_elsewhere import FIGURES as ELSEWHERE
from tests.catalog.test_sparks_update_finding import UPDATE, Wanted, figures_of, find, name_of
from tests.catalog.test_sparks_update_glm import FIGURES as GLM
from tests.catalog.test_sparks_update_glm import MEMORY
from tests.catalog.test_sparks_update_other_models import FIGURES as OTHER_MODELS
from tests.catalog.test_sparks_update_two_against_four import FIGURES as DEEPSEEK
from tests.catalog.test_sparks_update_two_against_four import FIRST_TOKEN

FIGURES = [*DEEPSEEK, FIRST_TOKEN, *GLM, MEMORY, *OTHER_MODELS, *ELSEWHERE]
TOTALS = [wanted for wanted in FIGURES if wanted.scope == "total"]
SUMMARIES = {("gain", 5, "x"), ("gain", 2, "x")}
"""Said in words, of figures that stand in a table: they may be figures of their own."""

OPEN = [
    ("same-quant-comparison", ("same quant",), {"two", "2"}, {"four", "4"}),
    ("official-weights-on-four", ("official weights", "DeepSeek"), {"four", "4"}, {"four", "4"}),
    ("jayleaton", ("jayleaton", "MiniMax"), {"speed", "figure", "number"}, {"two", "2"}),
    ("remote-kv", ("mmastrac", "gr8", "remote KV"), {"number", "figure", "speed"}, {"number", "figure", "speed"}),
]


@pytest.mark.parametrize("wanted", TOTALS, ids=name_of)
def test_a_total_over_several_streams_is_no_figure_of_one_stream(catalog, wanted):
    one = find(catalog, wanted).figure

    assert (one.streams, one.scope) == (wanted.streams, "total")


@pytest.mark.parametrize("wanted", TOTALS, ids=name_of)
def test_a_total_does_not_stand_again_as_a_figure_of_one_stream(catalog, wanted):
    again = [
        found.figure.id
        for found in figures_of(catalog, UPDATE)
        if found.figure.value == wanted.value and (found.figure.streams or 1) == 1
    ]
    assert again == []


def test_the_totals_are_those_at_four_six_and_eight_streams():
    assert sorted(wanted.streams or 0 for wanted in TOTALS) == [4, 6, 8, 8, 8, 8, 8]


def test_the_catalog_cites_no_figure_that_the_update_does_not_print(catalog):
    typed = {(wanted.metric, wanted.value, wanted.unit) for wanted in FIGURES} | SUMMARIES
    cited = {(one.figure.metric, one.figure.value, one.figure.unit) for one in figures_of(catalog, UPDATE)}

    assert cited - typed == set()


def test_every_figure_of_the_update_says_where_it_stands(catalog):
    assert [one.figure.id for one in figures_of(catalog, UPDATE) if len(one.figure.locator.split()) < 2] == []


def test_handles_stand_without_the_at_sign(catalog):
    assert [one.figure.id for one in figures_of(catalog, UPDATE) if (one.figure.who or "").startswith("@")] == []


def test_no_figure_of_the_update_claims_greedy_or_sampled_replies_or_a_date(catalog):
    stated = [one.figure for one in figures_of(catalog, UPDATE)]

    assert [one.id for one in stated if (one.sampling, one.output_tokens, one.date) != (None, None, None)] == []


def test_thinking_is_known_of_the_deepseek_agent_runs_only(catalog):
    said = {(one.figure.metric, one.figure.value) for one in figures_of(catalog, UPDATE) if one.figure.thinking}

    assert said == {(wanted.metric, wanted.value) for wanted in FIGURES if wanted.thinking}


@pytest.mark.parametrize(("name", "words", "one_of", "and_of"), OPEN, ids=[name for name, *_ in OPEN])
def test_an_open_question_of_the_update_is_a_note(catalog, name, words, one_of, and_of):
    questions = [note.text.lower() for note in catalog.notes.values()
                 if note.kind == "question" and note.source == UPDATE]  # fmt: skip
    found = [text for text in questions if all(word.lower() in text for word in words)]

    assert len(found) == 1
    assert any(word in found[0] for word in one_of)
    assert any(word in found[0] for word in and_of)


def test_the_update_leaves_at_least_four_questions_open(catalog):
    assert sum(note.kind == "question" and note.source == UPDATE for note in catalog.notes.values()) >= len(OPEN)


def test_no_speed_is_entered_for_the_two_box_minimax_recipe_in_progress(catalog):
    found = [one for one in figures_of(catalog, UPDATE) if "MiniMax" in one.offer.model.name]

    assert {one.offer.setup.boxes for one in found if catalog.platforms[one.offer.setup.platform].is_box} == {4}


def test_red_snow_is_a_model_of_its_own_and_not_minimax(catalog):
    (snow,) = [model for model in catalog.models.values() if "Red Snow" in model.name]

    assert "minimax" not in snow.id


def test_no_deepseek_speed_of_the_update_is_on_official_weights(catalog):
    found = [one.offer for one in figures_of(catalog, UPDATE) if "deepseek" in one.offer.model.id]

    assert [offer.setup.id for offer in found if offer.weights is not None and offer.weights.official] == []


def test_the_update_is_an_article_without_an_address(catalog):
    article = catalog.sources[UPDATE]

    assert (article.kind, article.url) == ("article", None)


def test_each_figure_was_typed_once():
    keys = [(w.model, w.platform, w.boxes, w.metric, w.value, w.streams) for w in FIGURES]

    assert len(keys) == len(set(keys))
    assert all(isinstance(wanted, Wanted) for wanted in FIGURES)
