"""The steps of the ranking, each with a catalog made by hand in which only that step decides."""

import pytest

from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import ADVISED, ADVISED_AGAINST, NO_ADVICE, rank, standing
from spark_tui.catalog.evidence import Quality

from .factory import WHERE, advice, catalog_of, kl, measured, model, needle, prefill, recipe, setup, weights

MATCHED = Quality(benchmark="GPQA", score=91.3, unit="%", baseline="BF16", baseline_score=92.1, full_precision=True,
                  **WHERE)  # fmt: skip


def order(*recipes, use="chat", asked=None, boxes=3, **content) -> list[str]:
    ranking = rank(catalog_of(*recipes, **content), Needs(use, boxes, **(asked or {})))
    return [pick.id.partition("@")[0] for pick in ranking.picks]


def fast(name, value, **more):
    return recipe(name, setup(measured(value)), **more)


def test_advised_models_come_first_then_those_without_advice_then_those_advised_against():
    said = (advice("pro", "for", "liked", low=2), advice("con", "against", "disliked"))
    recipes = (fast("a", 90, model="disliked"), fast("b", 60, model="plain"), fast("c", 30, model="liked"))

    assert order(*recipes, advice=said) == ["c", "b", "a"]


def test_a_model_advised_for_fewer_boxes_comes_last():
    said = (advice("one", "for", "small", high=1),)

    assert order(fast("a", 90, model="small"), fast("b", 30, model="plain"), advice=said) == ["b", "a"]


def test_advice_is_silent_where_the_owner_named_the_model():
    said = (advice("pro", "for", "liked"),)
    recipes = (fast("a", 30, model="liked"), fast("b", 60, model="plain"))

    assert order(*recipes, advice=said, asked={"models": frozenset({"liked", "plain"})}) == ["b", "a"]


@pytest.mark.parametrize(
    ("said", "boxes", "expected"),
    [
        ((advice("a", "for", "glm", low=2),), 3, ADVISED),
        ((advice("a", "for", "glm", low=2),), 1, NO_ADVICE),
        ((advice("a", "for", "glm", low=1, high=1),), 2, ADVISED_AGAINST),
        ((advice("a", "against", "glm"),), 8, ADVISED_AGAINST),
        ((advice("a", "for", "glm"), advice("b", "against", "glm")), 2, NO_ADVICE),
        ((advice("a", "listed", "glm"),), 2, NO_ADVICE),
        ((advice("a", "for", "glm", high=1), advice("b", "for", "glm", low=2)), 2, ADVISED),
        ((), 2, NO_ADVICE),
    ],
)
def test_where_advice_puts_a_model(said, boxes, expected):
    assert standing(catalog_of(fast("r", 30), advice=said), "glm", boxes) == expected


def test_the_faster_band_comes_first():
    assert order(fast("a", 30), fast("b", 60), fast("c", 45)) == ["b", "c", "a"]


def test_within_a_band_the_better_evidence_comes_first():
    author = {"who": "author"}
    other = {"who": "somebody"}
    claim = recipe("a", setup(measured(105, **author)))
    independent = recipe("b", setup(measured(104, **other)))
    replicated = recipe("c", setup(measured(103, **author), measured(80, id="again", **other)))

    assert order(claim, independent, replicated) == ["c", "b", "a"]


def test_a_faster_band_beats_better_evidence():
    claim = recipe("a", setup(measured(120)))
    independent = recipe("b", setup(measured(100, who="somebody")))

    assert order(independent, claim) == ["a", "b"]


def test_within_band_and_evidence_the_closer_to_full_precision_comes_first():
    files = (weights("far", kl(0.09)), weights("near", kl(0.02)), weights("none"), weights("matched", MATCHED),
             weights("maker", official=True))  # fmt: skip
    recipes = [fast(name, 100 + n, weights=name) for n, name in enumerate(("maker", "matched", "near", "far", "none"))]

    assert order(*recipes, weights=files) == ["maker", "matched", "near", "far", "none"]


def test_quality_is_compared_within_one_model_only():
    files = (weights("near", kl(0.02)), weights("far", kl(0.09), model="other"))
    recipes = (fast("a", 105, model="other", weights="far"), fast("b", 104, weights="near"))

    assert order(*recipes, weights=files) == ["a", "b"]


def test_kl_is_compared_against_the_same_reference_only():
    files = (weights("near", kl(0.02, "Z.ai's FP8")), weights("far", kl(0.09, "BF16")))
    recipes = (fast("a", 105, weights="far"), fast("b", 104, weights="near"))

    assert order(*recipes, weights=files) == ["a", "b"]


def test_another_model_keeps_its_place_while_two_of_one_model_change_theirs():
    files = (weights("far", kl(0.09)), weights("near", kl(0.02)))
    recipes = (fast("a", 105, weights="far"), fast("b", 104, model="other"), fast("c", 103, weights="near"))

    assert order(*recipes, weights=files) == ["c", "b", "a"]


def test_then_the_exact_speed_decides():
    assert order(fast("a", 103), fast("b", 105), fast("c", 104)) == ["b", "c", "a"]


def test_the_id_decides_last():
    assert order(fast("c", 100), fast("a", 100), fast("b", 100)) == ["a", "b", "c"]


def test_tight_is_no_reason_to_stand_behind():
    tight = recipe("a", setup(measured(60.4), measured(1, None, None, id="left", metric="memory_per_box", unit="GiB",
                                                       scope=None, memory_kind="lowest free")))  # fmt: skip

    assert order(fast("b", 30), tight) == ["a", "b"]


def test_no_published_speed_comes_after_those_that_have_one():
    assert order(recipe("a", setup(validated_by="NVIDIA")), fast("b", 2)) == ["b", "a"]


def test_for_quality_a_speed_that_is_missing_does_not_matter():
    files = (weights("near", MATCHED), weights("far", kl(0.09)))
    recipes = (fast("a", 60, weights="far"), recipe("b", setup(validated_by="NVIDIA"), weights="near"))

    assert order(*recipes, use="quality", weights=files) == ["b", "a"]


def test_for_quality_official_weights_come_first_then_benchmarks_then_kl_then_nothing():
    files = (weights("none"), weights("kl", kl(0.01)), weights("matched", MATCHED), weights("maker", official=True))
    recipes = [fast(name, 100 / (n + 1), weights=name) for n, name in enumerate(("none", "kl", "matched", "maker"))]

    assert order(*recipes, use="quality", weights=files) == ["maker", "matched", "kl", "none"]


def test_for_quality_prose_speed_decides_among_equals():
    files = (weights("one", official=True), weights("two", official=True, model="other"))
    recipes = (fast("a", 51, weights="one"), fast("b", 59.7, model="other", weights="two"))

    assert order(*recipes, use="quality", weights=files) == ["b", "a"]


def test_for_the_vendor_a_speed_that_is_missing_does_not_matter():
    documented = {"vendor_documented": True}
    files = (weights("near", MATCHED),)
    recipes = (recipe("b", setup(validated_by="NVIDIA"), **documented),
               recipe("a", setup(validated_by="NVIDIA"), weights="near", **documented))  # fmt: skip

    assert order(*recipes, weights=files, asked={"vendor": True}) == ["a", "b"]


def test_for_code_prefill_decides_within_a_band():
    slow = recipe("a", setup(measured(105, "code"), prefill(1000)))
    quick = recipe("b", setup(measured(100, "code"), prefill(3000)))

    assert order(slow, quick, use="code") == ["b", "a"]


def test_for_chat_prefill_decides_nothing():
    slow = recipe("a", setup(measured(105), prefill(1000)))
    quick = recipe("b", setup(measured(104), prefill(3000)))

    assert order(quick, slow) == ["a", "b"]


def test_for_long_documents_a_needle_comes_before_any_prefill():
    found = recipe("a", setup(needle(600_000), prefill(500)))
    quick = recipe("b", setup(prefill(4000)))

    assert order(quick, found, use="long") == ["a", "b"]


def test_for_long_documents_prefill_decides_among_equals():
    recipes = [recipe(name, setup(prefill(value))) for name, value in (("a", 1000), ("b", 4000), ("c", 2000))]

    assert order(*recipes, use="long") == ["b", "c", "a"]


def test_a_total_at_the_asked_number_and_one_at_fewer_are_both_ranked_by_what_is_published():
    exact = recipe("a", setup(measured(152.7, None, 8)))
    fewer = recipe("b", setup(measured(146.2, None, 4)))

    assert order(fewer, exact, use="team", asked={"streams": 8}) == ["a", "b"]


def test_the_order_does_not_depend_on_the_order_of_the_files():
    recipes = [fast(name, value) for name, value in (("a", 30), ("b", 60), ("c", 60), ("d", 62))]

    assert order(*recipes) == order(*reversed(recipes))


def test_a_model_of_which_nothing_is_known_is_ranked_all_the_same():
    assert order(recipe("a", setup()), models=(model(),)) == ["a"]
