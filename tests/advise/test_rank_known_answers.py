"""The answers that an expert owner knows by heart, on the articles' own recipes."""

import pytest

from spark_tui.advise.explain import caveats
from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import rank
from spark_tui.catalog.search import named

GLM_TF = "miaai-lab-tensorfold-glm-5.3-flash"
DS_TP2 = "bertholomusai-tensorfold-tp2-deepseek-v4.1-flash-1017@2"
DS_TF = "miaai-lab-tensorfold-deepseek-v4.1-flash-1017@2"
DS_270 = "sudoingx-vllm-deepseek-v4.1-flash-1017@2"
DS41F = "christopherowen-spark-ds41f-deepseek-v4.1-flash-1017@3"
VENDOR = {"nvidia-nim-glm-5.3-flash@2", "nvidia-fp4-local-vllm-glm-5.3-flash@2"}


def picks(articles, model=None, **needs):
    models = model and frozenset(one.id for one in named(model, articles.models.values()))
    return [pick.id for pick in rank(articles, Needs(models=models, **needs)).picks]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        (("glm-5.3-flash", 2, "chat", None), f"{GLM_TF}@2"),
        (("deepseek 1017", 2, "chat", None), DS_TP2),
        (("deepseek 1017", 2, "structured", None), DS_270),
        (("deepseek 1017", 3, "team", 8), DS41F),
        (("glm-5.3", 3, "chat", None), "miaai-lab-tensorfold-glm-5.3@3"),
        (("glm-5.3-flash", 3, "chat", None), f"{GLM_TF}@3"),
    ],
)
def test_picking_by_build(articles, asked, first):
    model, boxes, use, streams = asked

    assert picks(articles, model, boxes=boxes, use=use, streams=streams)[0] == first


def test_the_later_article_overtakes_the_earlier_one_and_both_stay_listed(articles):
    """70.6 tok/s prose at 2.5 bpw (Sparks Update) against 65.0 at 2.9 bpw (The State of the Sparks)."""
    found = {pick.id: pick.speed.published for pick in rank(articles, Needs(boxes=2)).picks}

    assert (found[DS_TP2], found[DS_TF]) == (70.6, 65.0)


def test_with_the_vendor_behind_it_nim_or_fp4_local_is_first(articles):
    found = picks(articles, "glm-5.3-flash", boxes=2, vendor=True)

    assert found[0] in VENDOR
    assert set(found) <= VENDOR


def test_the_full_glm_on_three_boxes_has_one_recipe_alone(articles):
    found = picks(articles, "glm-5.3", boxes=3)

    assert {setup.partition("@")[0] for setup in found} == {"miaai-lab-tensorfold-glm-5.3"}


def test_the_advice_against_the_full_glm_is_shown(articles):
    needs = Needs(boxes=3, models=frozenset({"glm-5.3"}))
    ranking = rank(articles, needs)

    for pick in ranking.picks:
        said = [sentence for sentence in caveats(articles, pick.offer, pick.fit, needs, 3)
                if sentence.text == "@MiaAI_lab: Would skip the full GLM-5.3."]  # fmt: skip
        assert [sentence.sources for sentence in said] == [("state-of-the-sparks",)], pick.id


def test_four_at_once_on_three_boxes_are_fastest_on_tensorfold(articles):
    found = picks(articles, boxes=3, use="team", streams=4)

    assert found.index(f"{GLM_TF}@3") < found.index(DS41F)


def test_eight_at_once_on_three_boxes_are_fastest_on_spark_ds41f(articles):
    found = picks(articles, boxes=3, use="team", streams=8)

    assert found.index(DS41F) < found.index(f"{GLM_TF}@3")


def test_the_figures_behind_four_and_eight_at_once(articles):
    speeds = {
        streams: {pick.id: pick.speed.published for pick in rank(articles, Needs("team", 3, streams=streams)).picks}
        for streams in (4, 8)
    }
    assert (speeds[4][f"{GLM_TF}@3"], speeds[4][DS41F]) == (146.2, 116.0)
    assert speeds[8][DS41F] == 152.7


def test_a_million_tokens_on_two_boxes_begin_with_the_needle_at_1_035_020(articles):
    first, *_ = rank(articles, Needs("long", 2, context=1_000_000)).picks

    assert first.id == "forum-tensorfold-1m-deepseek-v4.1-flash-1017@2"
    assert (first.speed.measurement.metric, first.speed.published) == ("needle", 1_035_020)


def test_a_million_tokens_list_only_setups_whose_usable_window_reaches_it(articles):
    ranking = rank(articles, Needs("long", 2, context=1_000_000))

    assert all(pick.offer.setup.window >= 1_000_000 for pick in ranking.picks)
    assert {pick.id for pick in ranking.picks} == {
        DS_TP2,
        "forum-tensorfold-1m-deepseek-v4.1-flash-1017@2",
        f"{GLM_TF}@2",
    }


def test_the_window_that_can_be_used_counts_not_the_one_that_is_set(articles):
    sglang = "miaai-lab-sglang-deepseek-v4.1-flash-1017@3"

    assert sglang in picks(articles, boxes=3, context=32_000)
    assert sglang not in picks(articles, boxes=3, context=64_000)


def test_the_flash_models_come_before_the_full_glm_on_three_boxes(articles):
    models = [pick.offer.model.id for pick in rank(articles, Needs(boxes=3)).picks]

    assert set(models[: models.index("glm-5.3")]) >= {"glm-5.3-flash", "deepseek-v4.1-flash-1017"}


def test_on_one_box_the_advised_model_is_first(articles):
    first, *_ = rank(articles, Needs(boxes=1)).picks

    assert first.offer.model.id == "qwen3.8-flash-next"


def test_the_best_quality_on_three_boxes_runs_the_official_weights(articles):
    first, *_ = rank(articles, Needs("quality", 3)).picks

    assert first.offer.weights.official


def test_the_best_quality_of_glm_flash_on_two_boxes_is_within_a_point_of_bf16(articles):
    assert picks(articles, "glm-5.3-flash", boxes=2, use="quality")[0] == "nvidia-fp4-local-vllm-glm-5.3-flash@2"


def test_a_commercial_owner_never_gets_the_non_commercial_drafter(articles):
    ranking = rank(articles, Needs(boxes=2, commercial=True))
    (left_out,) = [one for one in ranking.excluded if one.id == f"{GLM_TF}@2"]

    assert "may not be used commercially" in left_out.obstacles[0].sentence.text
    assert "DRAFTER=mtp" in left_out.obstacles[0].lift


def test_a_recipe_whose_text_does_not_work_yet_is_left_out(catalog):
    ranking = rank(catalog, Needs(boxes=8))

    assert {one.id for one in ranking.excluded} >= {
        "vcruz305-llama-cpp-deepseek-v4.1-flash@3",
        "jayleaton-tensorfold-minimax-m3.1-flash@2",  # "recipe in progress"
        "miaai-lab-exllamav3-glm-5.3-flash@2",  # its README sends everybody to the TensorFold recipe
    }
