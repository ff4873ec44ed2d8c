"""What "The State of the Sparks" says of speed beside its tables, on other hardware, and of a third box."""

import pytest

ARTICLE = "state-of-the-sparks"
FULL_TF = "miaai-lab-tensorfold-glm-5.3@3"
DS_TF = "miaai-lab-tensorfold-deepseek-v4.1-flash-1017@2"

ELSEWHERE = [
    ("bobclawblaw-tensorfold-metal-deepseek-v4.1-flash-1017@1:m5-ultra", "decode", "prose", None, 70.7, "tok/s"),
    ("bobclawblaw-tensorfold-metal-deepseek-v4.1-flash-1017@1:m5-ultra", "decode", "code", None, 104.9, "tok/s"),
    ("omlx-mlx-4bit-glm-5.3-flash@1:m5-ultra", "prefill", None, 128_000, 2331, "tok/s"),
    ("omlx-mlx-4bit-glm-5.3-flash@1:m5-ultra", "decode", "code", 128_000, 164.3, "tok/s"),
    ("omlx-mlx-4bit-glm-5.3-flash@1:m5-ultra", "decode", "code", 8_000, 84.2, "tok/s"),
    ("omlx-mlx-4bit-glm-5.3-flash@1:m5-ultra", "memory_per_box", None, None, 181.8, "GB"),
    ("sjronanmd-gb300-deepseek-v4.1-flash-1017@1:gb300", "decode", None, None, 2276.6, "tok/s"),
]


@pytest.fixture(scope="module")
def setups(catalog):
    return {setup.id: setup for recipe in catalog.recipes.values() for setup in recipe.setups}


def figures(setups, setup, **conditions):
    return [
        one
        for one in setups[setup].measurements
        if one.source == ARTICLE and all(getattr(one, field) == value for field, value in conditions.items())
    ]


def test_sampled_replies_of_the_full_glm_are_a_range_of_their_own(setups):
    (sampled,) = figures(setups, FULL_TF, sampling="sampled")

    assert (sampled.value, sampled.value_high, sampled.workload, sampled.streams) == (22.9, 24.0, "prose", 1)
    assert "below the table 'Three Sparks'" in sampled.locator


def test_the_top_deepseek_row_is_niklaslenz_measuring_the_recipe_of_october_21(setups):
    table = [one for one in figures(setups, DS_TF) if "row 'DeepSeek-1017, EXL3 2.9 bpw'" in one.locator]

    assert [one.value for one in table] == [65.0, 72.0, 98.4, 2124]
    assert {(one.who, one.recipe_version) for one in table} == {("niklaslenz_ai", "October 21")}


def test_prose_ran_about_five_percent_faster_than_the_version_of_october_19(setups):
    (gain,) = figures(setups, DS_TF, metric="gain")

    assert (gain.value, gain.unit, gain.qualifier, gain.workload) == (5, "%", "about", "prose")


def test_the_mean_of_prompt_types_on_flare_is_a_mean(setups):
    (mixed,) = figures(setups, "al-engr-flare-glm-5.3-flash@2", workload="mixed")

    assert mixed.statistic == "mean"


@pytest.mark.parametrize(("boxes", "pool"), [(2, 1_380_000), (3, 2_240_000)])
def test_the_kv_pool_of_kindling_grows_with_the_third_box(setups, boxes, pool):
    setup = setups[f"kindlingai-vllm-glm-5.3-flash@{boxes}"]
    (cited,) = setup.citations("kv_pool_tokens")

    assert setup.kv_pool_tokens == pool
    assert (cited.source, cited.locator) == (ARTICLE, "section 'What a third Spark buys', first paragraph")


def test_deepseek_ran_prose_at_87_7_on_four_boxes_with_sglang(setups):
    (prose,) = figures(setups, "miaai-lab-sglang-deepseek-v4.1-flash-1017@4", workload="prose")

    assert (prose.value, prose.streams) == (87.7, 1)
    assert "line 'Four Sparks'" in prose.locator


@pytest.mark.parametrize("cell", ELSEWHERE, ids=lambda cell: f"{cell[0]}-{cell[4]}")
def test_other_hardware_keeps_its_figures(setups, cell):
    setup, metric, workload, depth, value, unit = cell
    (one,) = figures(setups, setup, metric=metric, workload=workload, value=value)

    assert one.unit == unit
    assert (one.prompt_tokens if metric == "prefill" else one.context_tokens) == depth


def test_the_dgx_station_figure_is_a_total_over_32_users(setups):
    (total,) = figures(setups, "sjronanmd-gb300-deepseek-v4.1-flash-1017@1:gb300")

    assert (total.streams, total.scope) == (32, "total")


@pytest.mark.parametrize(
    ("setup", "field", "tokens"),
    [
        ("nvidia-fp4-local-vllm-glm-5.3-flash@1:rtx-pro-6000", "kv_pool_tokens", 1_800_000),
        ("bobclawblaw-tensorfold-metal-deepseek-v4.1-flash-1017@1:m5-ultra", "context_tokens", 1_000_000),
        ("sjronanmd-gb300-deepseek-v4.1-flash-1017@1:gb300", "context_tokens", 1_000_000),
    ],
)
def test_other_hardware_keeps_windows_and_pools(setups, setup, field, tokens):
    assert getattr(setups[setup], field) == tokens
    assert [one.source for one in setups[setup].citations(field)] == [ARTICLE]


def test_setups_elsewhere_are_never_among_those_on_boxes(catalog):
    on_boxes = {offer.setup.id for offer in catalog.offers}

    assert {setup for setup, *_ in ELSEWHERE}.isdisjoint(on_boxes)


DISPUTES = [
    ("dispute-sglang-september", "51.0, 85.4"),
    ("dispute-sglang-four-boxes", "90.2"),
    ("dispute-kindling-totals", "110 and 138"),
    ("dispute-kindling-pool", "1.10M and 1.91M"),
    ("dispute-vcruz305-kl", "0.0948 and 92.98%"),
    ("dispute-spark-ds41f-window", "524,288"),
    ("dispute-mia-two-box-deepseek", "31.6 tok/s"),
    ("dispute-mia-full-glm", "31.7 to 32.5"),
    ("dispute-nvfp4-size", "204,476,277,515 bytes"),
    ("dispute-jetnet-weights", "LibertAIDAI"),
]


@pytest.mark.parametrize(("note", "other_figure"), DISPUTES)
def test_a_figure_that_a_repository_contradicts_is_kept_with_the_dispute(catalog, note, other_figure):
    dispute = catalog.notes[note]

    assert dispute.kind == "dispute"
    assert dispute.source != ARTICLE
    assert other_figure in dispute.text


@pytest.mark.parametrize(("boxes", "article", "repository"), [(2, 116, 110), (3, 146, 138)])
def test_both_totals_of_kindling_are_kept(setups, boxes, article, repository):
    totals = {one.value: one.source for one in setups[f"kindlingai-vllm-glm-5.3-flash@{boxes}"].measurements
              if one.streams == 8}  # fmt: skip

    assert totals == {article: ARTICLE, repository: "repo-kindlingai-glm-5.3-flash-gx10"}


@pytest.mark.parametrize("value", [51.0, 85.4, 2000])
def test_the_sglang_figures_on_three_boxes_say_that_the_repository_has_them_for_september(setups, value):
    (one,) = figures(setups, "miaai-lab-sglang-deepseek-v4.1-flash-1017@3", value=value)

    assert "September weights" in one.note


def test_the_third_box_is_told_in_notes_about_boxes(catalog):
    texts = [note.text for note in catalog.notes.values() if note.kind == "boxes" and "3-boxes" in note.topics]

    for wanted in ("60.4 to 77.6", "about 28%", "2.24M tokens instead of 1.38M", "524K instead of 160K",
                   "official weights instead of a 2.9-bit build"):  # fmt: skip
        assert any(wanted in text for text in texts), wanted
