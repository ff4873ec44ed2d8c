"""Quality, engines, owners' words, advice and sources of "The State of the Sparks", typed by hand."""

from typing import NamedTuple

import pytest

ARTICLE = "state-of-the-sparks"
MIA_GLM, MIA_DS = "mia-glm-5.3-flash-exl3-4bpw", "mia-deepseek-v4.1-flash-1017-exl3-2.9bpw"
FP4_LOCAL, VIC, SUDO = (
    "nvidia-glm-5.3-flash-fp4-local",
    "vcruz305-glm-5.3-exl3-3.38bpw",
    "sudoingx-deepseek-v4.1-flash-1017-2.70bit",
)
EAST = "easthambuilds-deepseek-v4.1-flash-1017-exl3-3.75bpw"


class Checked(NamedTuple):
    weights: str
    benchmark: str
    score: float
    high: float | None
    unit: str
    baseline: str | None
    baseline_score: float | None
    full_precision: bool | None
    row: str


class Said(NamedTuple):
    who: str
    stance: str
    models: set[str]
    low: int
    high: int | None
    where: str


QUALITY = [
    Checked(FP4_LOCAL, "GPQA Diamond", 91.3, None, "%", "BF16", 92.1, True, "GLM-5.3-Flash, NVIDIA FP4-Local"),
    Checked(FP4_LOCAL, "ToolEvalBench", 92.4, None, "%", "BF16", 91.9, True, "GLM-5.3-Flash, NVIDIA FP4-Local"),
    Checked(MIA_GLM, "KL divergence", 0.0903, None, "nats", "Z.ai's FP8", None, True,
            "GLM-5.3-Flash, EXL3 4 bpw (Mia)"),
    Checked(MIA_GLM, "GSM8K", 98.8, None, "%", None, None, None, "GLM-5.3-Flash, EXL3 4 bpw (Mia)"),
    Checked(MIA_GLM, "HumanEval", 95.7, None, "%", None, None, None, "GLM-5.3-Flash, EXL3 4 bpw (Mia)"),
    Checked(VIC, "KL divergence", 0.082, None, "nats", "BF16", None, True, "GLM-5.3 full, EXL3 3.38 bpw (four Sparks)"),
    Checked(VIC, "top-1 agreement", 91.15, None, "%", "BF16", None, True, "GLM-5.3 full, EXL3 3.38 bpw (four Sparks)"),
    Checked(SUDO, "KL divergence", 0.0243, None, "nats", "native 1017", None, True,
            "DeepSeek-1017, 2.70-bit (@sudoingX)"),
    Checked(MIA_DS, "QA (sparkDash)", 94.0, None, "%", None, None, None, "DeepSeek-1017, EXL3 2.9 bpw (Mia)"),
    Checked(MIA_DS, "MMLU (sparkDash)", 91.9, None, "%", None, None, None, "DeepSeek-1017, EXL3 2.9 bpw (Mia)"),
    Checked(MIA_DS, "Tool Eval (sparkDash)", 93, None, "of", None, None, None, "DeepSeek-1017, EXL3 2.9 bpw (Mia)"),
    Checked(EAST, "KL divergence, gain over 3.5 bpw", 4, 20, "%", "3.5 bpw", None, False,
     "DeepSeek-1017, EXL3 3.75 bpw, three Sparks"),
]  # fmt: skip

ENGINES = [
    ("tensorfold", "TensorFold", ("EXL3",), "Two to four"),
    ("vllm", "vLLM", ("NVFP4", "FP8", "EXL3 by an overlay"), "Tensor parallel"),
    ("sglang", "SGLang", ("official MXFP4 and FP8",), "Yes"),
    ("nim", "NVIDIA NIM", ("NVFP4",), "Two"),
    ("flare", "NVIDIA Flare", ("NVFP4", "FP8 KV"), "Two boxes; a patch claims three"),
    ("llama-cpp", "llama.cpp", ("GGUF",), "RPC"),
    ("tensorrt-llm", "TensorRT-LLM", ("NVFP4", "FP8"), "No recipe"),
    ("ollama", "Ollama", ("GGUF",), "One box"),
    ("exo", "EXO", ("varies",), "Clusters of devices"),
]

QUOTES = {
    "DeepSeek is better at some tasks, while GLM is more consistent and nicer to talk to.": "@MiaAI_lab",
    "But for daily use throughput and stability count more, and GLM is easier to run.": "@HandwerkAiLab",
    "3 is a genuinely awkward middle: it works... but you pay in patch surface and you get memory rather than speed.":
        "jc2375",
    "super slow": "@sudoingX",
}  # fmt: skip

FLASHES = {"glm-5.3-flash", "deepseek-v4.1-flash-1017"}
MODEL_ADVICE = [
    Said("@MiaAI_lab", "for", FLASHES, 2, None, "The builders' pick"),
    Said("@MiaAI_lab", "against", {"glm-5.3"}, 1, None, "The builders' pick"),
    Said("@MiaAI_lab", "for", {"qwen3.8-flash-next"}, 1, 1, "'One Spark'"),
    Said("builders' posts", "listed", {"ornith-1.5-122b"}, 1, 1, "'One Spark'"),
    Said("builders' posts", "listed", FLASHES, 2, 2, "'Two Sparks'"),
    Said("builders' posts", "listed", {"glm-5.3", "deepseek-v4.1-flash-1017", "ling-3.1-flash"}, 4, 4, "'Four Sparks'"),
]
PICKS_BY_BUILD = [
    ("miaai-lab-tensorfold-glm-5.3-flash", 2, "first item"),
    ("nvidia-nim-glm-5.3-flash", 2, "first item"),
    ("nvidia-fp4-local-vllm-glm-5.3-flash", 2, "first item"),
    ("miaai-lab-tensorfold-deepseek-v4.1-flash-1017", 2, "second item"),
    ("sudoingx-vllm-deepseek-v4.1-flash-1017", 2, "second item"),
    ("christopherowen-spark-ds41f-deepseek-v4.1-flash-1017", 3, "third item"),
    ("miaai-lab-sglang-deepseek-v4.1-flash-1017", 3, "third item"),
    ("miaai-lab-tensorfold-glm-5.3", 3, "fourth item"),
]
REPORTED = [
    ("miaai-lab-full-glm", "@MiaAI_lab", "much slower"),
    ("handwerkailab-german-texts", "@HandwerkAiLab", "98.1%"),
    ("handwerkailab-german-texts", "@HandwerkAiLab", "93.3%"),
    ("garyingle77-1017-paraphrases", "@GaryIngle77", "31"),
    ("garyingle77-1017-paraphrases", "@GaryIngle77", "12"),
    ("attention-quantized-nvfp4", "tonyd2wild", "corrupted tokens"),
]
LISTED_SOURCES = [
    "zai-glm-5.3-flash", "zai-glm-5.3", "deepseek-v4.1-flash-1017-card", "nvidia-glm-5.3-flash-fp4-local-card",
    "nvidia-glm-5.3-flash-nvfp4-card", "nvidia-spark-clustering-guide", "nvidia-three-spark-ring",
    "nvidia-nim-support-matrix", "nvidia-nim-deploy-on-dgx-spark", "nvidia-tensorrt-llm-spark-playbook",
    "repo-miaai-lab-glm-5.3-flash-tensorfold", "repo-miaai-lab-glm-5.3-tensorfold",
    "repo-miaai-lab-deepseek-v4.1-flash-sglang", "repo-miaai-lab-deepseek-v4.1-flash-exl3",
    "repo-kindlingai-glm-5.3-flash-gx10", "repo-tonyd2wild-glm-5.3-flash-nvfp4", "repo-jetnet-glm-5.3-flash-tp3",
    "nvidia-forum-glm-5.3-flash-tp3", "repo-flycockpit-glm-5.3-flash-3x", "repo-christopherowen-spark-ds41f",
    "nvidia-forum-deepseek-1017-2x", "al-engr-glm-5.3-flash-flare", "repo-eugr-spark-vllm-docker",
    "vcruz305-deepseek-v4.1-flash-gguf-card", "llama-cpp-pr-27773", "llama-cpp-pr-28696",
    "omlx-glm-5.3-flash-m5-ultra", "bobclawblaw-deepseek-1017-m5-ultra", "flowtivity-glm-vs-deepseek",
    "x-miaai-lab-best-models", "x-miaai-lab-skip-glm-5.3", "x-miaai-lab-flare", "x-miaai-lab-two-spark-glm-5.3",
    "x-niklaslenz-deepseek-1017", "x-sudoingx-1017-2.70bit", "x-sudoingx-ling-four-sparks",
    "x-sudoingx-ling-two-sparks", "x-vic305-glm-5.3-3.38bpw", "x-easthambuilds-1017-3.75bpw",
    "x-handwerkailab-german-texts", "x-garyingle77-1017", "x-sjronanmd-dgx-station",
]  # fmt: skip


@pytest.mark.parametrize("cell", QUALITY, ids=lambda cell: f"{cell.weights}-{cell.benchmark}")
def test_the_quality_table_is_kept(catalog, cell):
    results = catalog.weights[cell.weights].quality
    (one,) = [result for result in results if result.benchmark == cell.benchmark and result.source == ARTICLE]

    assert (one.score, one.score_high, one.unit) == (cell.score, cell.high, cell.unit)
    assert (one.baseline, one.baseline_score, one.full_precision) == cell[5:8]
    assert f"row '{cell.row}', column 'Published check'" in one.locator


def test_tool_eval_is_out_of_100(catalog):
    (one,) = [q for q in catalog.weights[MIA_DS].quality if q.unit == "of"]

    assert one.out_of == 100


def test_gsm8k_on_flare_is_kept_beside_the_runs_on_other_hardware(catalog):
    (offer,) = catalog.offers_of_recipe("al-engr-flare-glm-5.3-flash")
    (own,) = offer.setup.quality
    (other,) = offer.weights.quality

    assert (own.benchmark, own.score, own.unit, own.out_of, own.full_precision) == ("GSM8K", 193, "of", 200, False)
    assert (other.score, other.score_high, other.out_of) == (194, 196, 200)


def test_the_same_quant_on_other_hardware_is_no_baseline_of_full_precision(catalog):
    (offer,) = catalog.offers_of_recipe("al-engr-flare-glm-5.3-flash")

    assert not any(one.full_precision for one in catalog.quality_of(offer))


@pytest.mark.parametrize(("engine", "name", "formats", "boxes"), ENGINES)
def test_the_engines_table_is_kept(catalog, engine, name, formats, boxes):
    one = catalog.engines[engine]

    assert one.formats == formats
    assert boxes in one.boxes
    assert one.downside
    for field in ("boxes", "formats", "status", "downside"):
        assert [c.locator for c in one.citations(field)] == [f"table 'Engines: which to run', row '{name}'"]


@pytest.mark.parametrize("engine", [engine for engine, *_ in ENGINES if engine != "exo"])
def test_every_engine_but_exo_has_something_for_it(catalog, engine):
    assert catalog.engines[engine].upside


def test_every_quote_is_verbatim(catalog):
    of_article = [quote for quote in catalog.quotes.values() if quote.source == ARTICLE]

    assert {quote.text: quote.who for quote in of_article} == QUOTES


def test_a_quote_has_at_most_forty_words(catalog):
    assert all(len(quote.text.split()) <= 40 for quote in catalog.quotes.values())


@pytest.mark.parametrize(("note", "who", "words"), REPORTED)
def test_what_is_only_reported_of_somebody_is_a_note(catalog, note, who, words):
    assert catalog.notes[note].who == who
    assert words in catalog.notes[note].text
    assert catalog.notes[note].source == ARTICLE


@pytest.mark.parametrize("said", MODEL_ADVICE, ids=lambda said: f"{said.who} {said.stance} {said.where}")
def test_the_builders_pick_and_the_same_level_are_advice_on_models(catalog, said):
    (one,) = [
        advice for advice in catalog.advice.values() if (advice.who, advice.stance, set(advice.models)) == said[:3]
    ]
    assert (one.boxes_min, one.boxes_max, one.source) == (said.low, said.high, ARTICLE)
    assert said.where in one.locator


@pytest.mark.parametrize(("recipe", "boxes", "item"), PICKS_BY_BUILD)
def test_picking_by_build_is_advice_on_recipes(catalog, recipe, boxes, item):
    (one,) = [
        advice
        for advice in catalog.advice.values()
        if recipe in advice.recipes and "'Picking by build'" in advice.locator
    ]
    assert (one.stance, one.models, one.boxes_min, one.boxes_max) == ("for", (), boxes, boxes)
    assert item in one.locator


def test_ling_did_not_fit_two_boxes(catalog):
    (two,) = [one for one in catalog.weights["ling-3.1-flash-q4"].stated_fit if one.boxes == 2]

    assert (two.fits, two.who) == ("no", "sudoingX")
    assert catalog.models["ling-3.1-flash"].parameters_b == 560


@pytest.mark.parametrize("source", LISTED_SOURCES)
def test_every_source_that_the_article_lists_is_known_through_it(catalog, source):
    assert catalog.sources[source].via == ARTICLE


def test_no_other_source_claims_to_be_listed_by_the_article(catalog):
    assert {one.id for one in catalog.sources.values() if one.via == ARTICLE} == set(LISTED_SOURCES)


def test_an_address_is_given_only_for_repositories_of_github_and_hugging_face(catalog):
    addresses = [one.url for one in catalog.sources.values() if one.url]

    assert all(url.startswith(("https://github.com/", "https://huggingface.co/")) for url in addresses)


def test_the_article_itself_has_neither_address_nor_date(catalog):
    article = catalog.sources[ARTICLE]

    assert (article.kind, article.url, article.date) == ("article", None, None)
