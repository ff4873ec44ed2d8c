"""The story of a pick: plain sentences built from figures, each of which says where its figures stand."""

import re

import pytest

from spark_tui.advise.explain import box_changes, story
from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import rank
from spark_tui.advise.uses import USES

FIGURE = re.compile(r"\d[\d,.]*\s?(tok/s|GiB|GB\b|tokens|%|points|nats|dollars)|\$\d")


def third_box(catalog, model, boxes=2):
    return " ".join(sentence.text for sentence in box_changes(catalog, model, boxes) if "2 to 3 boxes" in sentence.text)


def ranked(catalog, **needs):
    return rank(catalog, Needs(**needs))


def told(catalog, ranking, setup):
    (pick,) = [pick for pick in ranking.picks if pick.id == setup]
    return {section.title: section.sentences for section in story(catalog, ranking, pick)}


def words(sentences) -> str:
    return " ".join(sentence.text for sentence in sentences)


@pytest.mark.parametrize(
    "change",
    [
        "prose, one stream 60.4 to 77.6 tok/s (+28%)",
        "total of 4 streams 108.8 to 146.2 tok/s",
        "KV cache 1.38M to 2.24M tokens",
        "longest request 160K to 524K tokens",
        "prose, one stream 42.6 to 54.2 tok/s",
        "code, one stream 66.2 to 88.0 tok/s",
        "structured, one stream 94.7 to 121.4 tok/s",
        "total of 8 streams, mixed 116.0 to 146.0 tok/s",
        "prefill at 32K 2,931 to 3,864 tok/s",
    ],
)
def test_from_figures_alone_a_third_box_changes_what_the_article_says(catalog, change):
    assert change in third_box(catalog, "glm-5.3-flash").replace(" %", "%")


def test_figures_that_are_set_side_by_side_stand_in_the_same_source(catalog):
    """Kindling's repository has 110 and 138 at eight requests where the article prints 116 and 146."""
    assert "110.0 to 146.0" not in third_box(catalog, "glm-5.3-flash")


def test_a_third_box_is_told_with_the_sources_of_both_figures(articles):
    for sentence in box_changes(articles, "glm-5.3-flash", 2):
        assert "state-of-the-sparks" in sentence.sources, sentence.text


def test_a_third_box_for_deepseek_buys_the_official_weights_not_speed(catalog):
    said = words(box_changes(catalog, "deepseek-v4.1-flash-1017", 2))

    assert "official weights instead of a 2.9-bit build, not more speed" in said


def test_the_recipe_that_is_looked_at_is_told_first(catalog):
    kindling = "kindlingai-vllm-glm-5.3-flash"
    first, *_ = box_changes(catalog, "glm-5.3-flash", 2, first=kindling)

    assert first.text.startswith(f"{catalog.recipes[kindling].name}, 2 to 3 boxes: ")


def test_a_window_that_is_printed_as_1m_is_no_step_back_from_1_048_576(catalog):
    assert "window 1.05M to 1M" not in third_box(catalog, "glm-5.3-flash")


def test_figures_at_other_numbers_of_streams_are_never_set_side_by_side(catalog):
    said = third_box(catalog, "glm-5.3-flash")

    assert "130.8 to" not in said
    assert "60.4 to 146.2" not in said


def test_the_story_says_which_figure_speaks_and_who_stands_behind_it(catalog):
    why = words(told(catalog, ranked(catalog, boxes=2), "miaai-lab-tensorfold-deepseek-v4.1-flash-1017@2")["Why"])

    assert "65.0 tok/s" in why
    assert "niklaslenz_ai: measured by somebody else than its author" in why


def test_a_stand_in_is_called_one(catalog):
    why = words(told(catalog, ranked(catalog, boxes=2, use="code"), "al-engr-flare-glm-5.3-flash@2")["Why"])

    assert "No code figure was published; mixed stands in." in why


def test_fewer_requests_than_asked_are_called_at_least(articles):
    ranking = ranked(articles, boxes=3, use="team", streams=8)
    why = words(told(articles, ranking, "miaai-lab-tensorfold-glm-5.3-flash@3")["Why"])

    assert "Nobody measured 8 streams: take it as at least that in total." in why


def test_a_setup_on_fewer_boxes_says_so(catalog):
    why = words(told(catalog, ranked(catalog, boxes=3), "miaai-lab-tensorfold-glm-5.3-flash@2")["Why"])

    assert "Uses 2 of your 3 boxes." in why


def test_the_sampled_range_is_told_beside_the_headline_of_the_full_glm(catalog):
    why = words(told(catalog, ranked(catalog, boxes=3), "miaai-lab-tensorfold-glm-5.3@3")["Why"])

    assert "31.3 tok/s" in why
    assert "22.9–24.0 tok/s" in why


@pytest.mark.parametrize(
    ("setup", "warning"),
    [
        ("miaai-lab-tensorfold-glm-5.3@3", "@MiaAI_lab: Would skip the full GLM-5.3."),
        ("miaai-lab-tensorfold-glm-5.3-flash@2", "Adds 96 patches to the engine."),
        ("miaai-lab-tensorfold-glm-5.3-flash@2", "No commercial use of its drafter (CC BY-NC-ND 4.0)."),
        ("kindlingai-vllm-glm-5.3-flash@2", "Tight: about 1.5 GiB a box left."),
        ("miaai-lab-sglang-deepseek-v4.1-flash-1017@3", "three weeks before 1017 came out"),
        ("miaai-lab-sglang-deepseek-v4.1-flash-1017@3", "about 32K tokens"),
        ("miaai-lab-tensorfold-deepseek-v4.1-flash-1017@2", "No source tells the licence of its code."),
        ("sudoingx-vllm-deepseek-v4.1-flash-1017@2", "No source gives its context window."),
        ("jetnet-vllm-glm-5.3-flash@3", "corrupted tokens"),
    ],
)
def test_what_can_bite_is_told(catalog, setup, warning):
    assert warning in words(told(catalog, ranked(catalog, boxes=3), setup)["Watch out"])


def test_owners_words_are_quoted_with_their_names(catalog):
    said = words(told(catalog, ranked(catalog, boxes=3), "miaai-lab-tensorfold-glm-5.3-flash@3")["What owners say"])

    assert "“DeepSeek is better at some tasks, while GLM is more consistent and nicer to talk to.” @MiaAI_lab" in said
    assert "“3 is a genuinely awkward middle" in said


def test_against_the_next_picks_only_figures_under_the_same_conditions_are_compared(articles):
    ranking = ranked(articles, boxes=2, models=frozenset({"glm-5.3-flash"}))
    sentences = told(articles, ranking, "miaai-lab-tensorfold-glm-5.3-flash@2")["Against the next picks"]

    assert "gains: prose, one stream 42.6 to 60.4 tok/s" in sentences[0].text
    assert "gives up: " in sentences[0].text


@pytest.mark.parametrize("use", USES)
def test_every_sentence_with_a_figure_carries_a_source(catalog, use):
    ranking = ranked(catalog, use=use, boxes=4, streams=8)
    sentences = [
        sentence for pick in ranking.picks for part in story(catalog, ranking, pick) for sentence in part.sentences
    ]
    sentences += [obstacle.sentence for one in ranking.excluded for obstacle in one.obstacles]
    bare = {sentence.text for sentence in sentences if FIGURE.search(sentence.text) and not sentence.sources}

    assert bare == set()


@pytest.mark.parametrize("boxes", [1, 2, 3, 4])
def test_every_source_of_a_story_is_in_the_catalog_and_can_be_found_by_hand(catalog, boxes):
    ranking = ranked(catalog, boxes=boxes)
    cites = [
        cite
        for pick in ranking.picks
        for part in story(catalog, ranking, pick)
        for sentence in part.sentences
        for cite in sentence.cites
    ]

    assert all(cite.source in catalog.sources and cite.locator for cite in cites)
