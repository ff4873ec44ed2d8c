"""Qwen, MiniMax, Red Snow and TensorFold 1.1.4 on Sparks, typed by hand from the Sparks Update."""

from functools import partial

import pytest

from tests.catalog.test_sparks_update_finding import (
    BOX,
    UPDATE,
    Wanted,
    check,
    figures_of,
    find,
    name_of,
    parts_of,
    says_somewhere,
    told,
)

NEXT, QWEN_27B, MINIMAX = "qwen3.8-flash-next", "qwen3.8-27b", "MiniMax M3.1 Flash"
CHANGES = "What TensorFold 1.1.4 changes on GB10"
two = partial(Wanted, UPDATE, NEXT, BOX, 2, "decode", unit="tok/s", streams=1, statistic=("median",), who=("atasrb",))
one = partial(Wanted, UPDATE, NEXT, BOX, 1, "decode", unit="tok/s", statistic=(None, "median"), who=("atasrb", None))
minimax = partial(Wanted, UPDATE, MINIMAX, BOX, 4, who=("NftHoss",))
fold = partial(Wanted, UPDATE, platform=BOX, boxes=1, who=("ashxhart", None))

QWEN_TWO = [
    two(94.1, row=("JSON", "Two Sparks"), workload="json"),
    two(89.7, row=("Code", "Two Sparks"), workload="code"),
    two(71.0, row=("Rewrite", "Two Sparks"), workload="rewrite"),
    two(68.1, row=("Explain", "Two Sparks"), workload="explain"),
    two(50.6, row=("Story", "Two Sparks"), workload="story"),
]
QWEN_ONE = [
    one(62, row=("JSON", "One Spark"), workload="json"),
    one(58, row=("Code", "One Spark"), workload="code"),
]
QWEN_BOOT = Wanted(UPDATE, NEXT, BOX, 2, "boot", 10, "min", ("Qwen3.8-Flash-Next",),
                   qualifier="about", who=("atasrb",))  # fmt: skip
FOUR_SPARKS = [
    minimax("decode", 59.0, "tok/s", ("Single-stream decode",), None, 1),
    minimax("decode", 122.9, "tok/s", ("Six streams",), None, 6, "total"),
    minimax("prefill", 1121, "tok/s", ("Prefill at 32k",), prompt=32_000),
    minimax("prefill", 1248, "tok/s", ("Prefill at 266k",), prompt=266_000),
    minimax("boot", 12, "min", ("Boot to first response",), qualifier="about"),
]
RED_SNOW = Wanted(UPDATE, "Red Snow 5.3 Flash", BOX, 2, "decode", 26.8, "tok/s", ("MiniMax-M3.1-Flash",),
                  who=("JASONMCNAB",), says=("FP4", "Hermes"))  # fmt: skip
GAINS = [
    fold(model=QWEN_27B, metric="gain", value=54, unit="%", row=(CHANGES,), prompt=2_000),
    fold(model=QWEN_27B, metric="gain", value=107, unit="%", row=(CHANGES,), prompt=8_000),
    fold(model=QWEN_27B, metric="gain", value=258, unit="%", row=(CHANGES,), prompt=32_000),
    fold(model=QWEN_27B, metric="gain", value=416, unit="%", row=(CHANGES,), prompt=64_000),
]
FLASH_NEXT = [
    fold(model=NEXT, metric="gain", value=35, unit="%", row=(CHANGES,), streams=2),
    fold(model=NEXT, metric="gain", value=75, unit="%", row=(CHANGES,), streams=4),
    fold(model=NEXT, metric="gain", value=116, unit="%", row=(CHANGES,), streams=8),
]
COLD, CHAT, DRAFTED = "Qwen3.8-27B cold prefill at 64k", "Gemma 4 12B chat", "Gemma 4 31B"
BEFORE = [
    fold(model=QWEN_27B, metric="prefill", value=203, unit="tok/s", row=(COLD, "Before"), prompt=64_000),
    fold(
        model="Gemma 4 12B",
        metric="decode",
        value=30,
        unit="tok/s",
        row=(CHAT, "Before"),
        workload="chat",
        says=("MTP",),
    ),
    fold(
        model="Gemma 4 31B",
        metric="decode",
        value=12.6,
        unit="tok/s",
        row=(DRAFTED, "Before"),
        says=("DFlash", "z-lab"),
    ),
]
AFTER = [
    fold(model=QWEN_27B, metric="prefill", value=1045, unit="tok/s", row=(COLD, "After"), prompt=64_000),
    fold(
        model="Gemma 4 12B",
        metric="decode",
        value=67,
        unit="tok/s",
        row=(CHAT, "After"),
        workload="chat",
        says=("MTP",),
    ),
    fold(
        model="Gemma 4 31B", metric="decode", value=29.9, unit="tok/s", row=(DRAFTED, "After"), says=("DFlash", "z-lab")
    ),
]
FIGURES = [*QWEN_TWO, *QWEN_ONE, QWEN_BOOT, *FOUR_SPARKS, RED_SNOW, *GAINS, *FLASH_NEXT, *BEFORE, *AFTER]


@pytest.mark.parametrize("wanted", FIGURES, ids=name_of)
def test_a_figure_is_kept_as_the_update_prints_it(catalog, wanted):
    check(catalog, wanted)


@pytest.mark.parametrize("wanted", QWEN_TWO, ids=name_of)
def test_qwen_on_two_boxes_is_nvidias_vllm_command_with_fp4_local_and_mtp_4(catalog, wanted):
    found = find(catalog, wanted)
    (main,) = [catalog.weights[part.weights] for part in parts_of(found.offer) if part.role == "main"]
    setup = found.offer.setup

    assert found.offer.engine_name == "vLLM"
    assert "FP4-Local" in main.precision
    assert setup.parallelism.tensor == 2
    assert "MTP" in setup.drafter
    assert "4" in setup.drafter


def test_qwen_on_two_boxes_takes_262k_a_request(catalog):
    setup = find(catalog, QWEN_TWO[0]).offer.setup

    assert setup.context_tokens == 262_000
    assert [cited.source for cited in setup.citations("context_tokens")] == [UPDATE]


def test_the_median_is_of_five_runs(catalog):
    assert all("5 runs" in told(catalog, found) or "five runs" in told(catalog, found)
               for found in (find(catalog, wanted) for wanted in QWEN_TWO))  # fmt: skip


def test_what_was_not_posted_for_one_box_is_left_out(catalog):
    posted = {
        found.figure.workload
        for found in figures_of(catalog, UPDATE)
        if found.offer.model.id == NEXT and found.offer.setup.boxes == 1 and found.figure.metric == "decode"
    }
    assert posted == {"json", "code"}


def test_nvidias_card_gives_the_fp4_build_91_5_and_bf16_92_2(catalog):
    files = [one for one in catalog.weights.values() if one.model == NEXT]
    found = [quality for one in files for quality in one.quality if quality.source == UPDATE]
    found += [
        q for offer in catalog.offers if offer.model.id == NEXT for q in offer.setup.quality if q.source == UPDATE
    ]
    (gpqa,) = found

    assert (gpqa.benchmark, gpqa.score, gpqa.unit, gpqa.who) == ("GPQA Diamond", 91.5, "%", "NVIDIA")
    assert (gpqa.baseline, gpqa.baseline_score, gpqa.full_precision) == ("BF16", 92.2, True)
    assert gpqa.locator


def test_minimax_on_four_boxes_is_sglang_at_tp4_on_a_ring(catalog):
    setup, _, _, engine, *_ = find(catalog, FOUR_SPARKS[0]).offer

    assert engine.name == "SGLang"
    assert setup.parallelism.tensor == 4
    assert setup.topology == ("ring",)


def test_minimax_on_four_boxes_has_a_window_of_1_048_576(catalog):
    setup = find(catalog, FOUR_SPARKS[0]).offer.setup

    assert setup.context_tokens == 1_048_576
    assert any("Context" in cited.locator for cited in setup.citations("context_tokens"))


def test_the_weights_of_minimax_are_250_1_gb_in_mxfp8(catalog):
    parts = parts_of(find(catalog, FOUR_SPARKS[0]).offer)
    (main,) = [catalog.weights[part.weights] for part in parts if part.role == "main"]

    assert "mxfp8" in main.precision.lower()
    assert [(size.value, size.unit) for size in main.sizes if size.source == UPDATE] == [(250.1, "GB")]


@pytest.mark.parametrize("words", [("pynccl", "ring"), ("NFS", "200G")], ids=str)
def test_what_minimax_on_four_boxes_needs_is_said(catalog, words):
    assert says_somewhere(catalog, UPDATE, *words)


def test_minimax_on_four_boxes_runs_under_kubernetes(catalog):
    assert "Kubernetes" in told(catalog, find(catalog, FOUR_SPARKS[0]))


@pytest.mark.parametrize("wanted", BEFORE, ids=name_of)
def test_a_figure_from_before_tensorfold_1_1_4_says_so_in_its_engine_version(catalog, wanted):
    assert "before" in (find(catalog, wanted).figure.engine_version or "").lower()


@pytest.mark.parametrize("wanted", AFTER, ids=name_of)
def test_a_figure_from_after_says_tensorfold_1_1_4_in_its_engine_version(catalog, wanted):
    offer, figure = find(catalog, wanted)
    version = figure.engine_version or offer.setup.engine_version or ""

    assert "1.1.4" in version
    assert "before" not in version.lower()


@pytest.mark.parametrize("wanted", [*GAINS, *FLASH_NEXT, *BEFORE, *AFTER], ids=name_of)
def test_what_1_1_4_changes_is_about_tensorfold(catalog, wanted):
    assert "TensorFold" in find(catalog, wanted).offer.engine_name


@pytest.mark.parametrize("words", [("TensorFold", "releases", "DeepSeek"), ("MiaAI_lab", "update")], ids=str)
def test_what_the_update_says_of_1_1_4_beside_the_figures_is_kept(catalog, words):
    assert says_somewhere(catalog, UPDATE, *words)
