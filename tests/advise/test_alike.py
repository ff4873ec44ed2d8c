"""Claims beside what others measured: like is paired with like, and what is not alike says why."""

import pytest

from spark_tui.advise.alike import conditions, contrast, pairs

from .factory import catalog_of, measured, prefill, recipe, setup

OTHER = {"who": "somebody", "id": "other"}


def pairs_of(*measurements):
    return pairs(catalog_of(recipe("r", setup(*measurements))))


@pytest.mark.parametrize(
    ("field", "one", "two", "name"),
    [
        ("sampling", "greedy", "sampled", "sampling"),
        ("thinking", True, False, "thinking"),
        ("context_tokens", 32_000, 128_000, "depth"),
        ("output_tokens", 400, 3_000, "written"),
        ("recipe_version", "v1", "v2", "build"),
        ("engine_version", "1", "2", "engine version"),
        ("model_version", "September", "October", "model version"),
    ],
)
def test_a_condition_that_differs_or_is_told_once_is_named(field, one, two, name):
    first, second, bare = measured(60, **{field: one}), measured(50, **{field: two}), measured(50)

    assert contrast(conditions(first), conditions(second)) == ((name,), ())
    assert contrast(conditions(first), conditions(bare)) == ((), (name,))
    assert contrast(conditions(first), conditions(first)).alike


def test_conditions_that_neither_tells_are_alike():
    (pair,) = pairs_of(measured(60), measured(48, **OTHER))

    assert (pair.contrast.alike, pair.value) == (True, 0.8)


def test_a_claim_of_other_content_streams_or_prompt_is_no_claim_about_it():
    assert pairs_of(measured(60, "code"), measured(48, "prose", **OTHER)) == ()
    assert pairs_of(measured(60, streams=4), measured(48, streams=1, **OTHER)) == ()
    assert pairs_of(prefill(2000, 8_000), prefill(1900, 32_000, who="somebody")) == ()


def test_thirty_two_thousand_and_its_power_of_two_are_one_prompt():
    (pair,) = pairs_of(prefill(2000, 32_000), prefill(1900, 32_768, who="somebody"))

    assert pair.contrast.alike


def test_beside_a_figure_stands_the_claim_under_the_nearest_conditions():
    claims = (measured(60, id="greedy", sampling="greedy"), measured(55, id="sampled", sampling="sampled"))
    (pair,) = pairs_of(*claims, measured(50, sampling="sampled", **OTHER))

    assert (pair.before.id, pair.contrast.alike) == ("sampled", True)


def test_neither_the_author_nor_somebody_not_named_replicates():
    assert pairs_of(measured(60), measured(58, id="again"), measured(50, id="who", who=None)) == ()


def test_the_claim_of_60_4_and_the_48_6_of_another_build_are_not_like_for_like(articles):
    """State of the Sparks, GLM table; Sparks Update names the build 3fd60dfc for its own figure only."""
    pair = next(p for p in pairs(articles) if (p.before.value, p.after.value) == (60.4, 48.6))

    assert not pair.contrast.alike
    assert "build" in pair.contrast.unsaid
