"""Models, hardware and the table "Memory: what fits" of "The State of the Sparks", typed by hand."""

from typing import NamedTuple

import pytest

ARTICLE = "state-of-the-sparks"

MODELS = [
    ("glm-5.3-flash", "parameters_b", 320, "Total parameters"),
    ("glm-5.3-flash", "active_b", 18, "Active per token"),
    ("glm-5.3-flash", "context_tokens", 1_000_000, "Context"),
    ("glm-5.3-flash", "released_as", "FP8", "Released as"),
    ("glm-5.3", "parameters_b", 753, "Total parameters"),
    ("glm-5.3", "active_b", 40, "Active per token"),
    ("glm-5.3", "context_tokens", 1_000_000, "Context"),
    ("glm-5.3", "released_as", "FP8", "Released as"),
    ("deepseek-v4.1-flash-1017", "parameters_b", 763.2, "Total parameters"),
    ("deepseek-v4.1-flash-1017", "active_b", 16, "Active per token"),
    ("deepseek-v4.1-flash-1017", "context_tokens", 1_000_000, "Context"),
    ("deepseek-v4.1-flash-1017", "released_as", "FP8 dense, FP4 experts", "Released as"),
]
ROW_OF = {
    "glm-5.3-flash": "GLM-5.3-Flash",
    "glm-5.3": "GLM-5.3 (full)",
    "deepseek-v4.1-flash-1017": "DeepSeek-V4.1-Flash-1017",
}


class Row(NamedTuple):
    name: str
    weights: str
    sizes: tuple[tuple[float, str, str, str], ...]
    two: str
    three: str
    who: str


MEMORY = [
    Row("GLM-5.3-Flash, official FP8", "zai-glm-5.3-flash-fp8",
        ((305.8, "GiB", "disk", "exact"), (328.4, "GB", "disk", "exact")),
        "no", "on paper", "The State of the Sparks"),
    Row("GLM-5.3-Flash, NVIDIA NVFP4", "nvidia-glm-5.3-flash-nvfp4",
        ((181, "GiB", "resident", "exact"),), "yes", "yes", "kindlingai"),
    Row("GLM-5.3-Flash, NVIDIA FP4-Local", "nvidia-glm-5.3-flash-fp4-local",
        ((166, "GiB", "resident", "about"),), "yes", "yes", "NVIDIA"),
    Row("GLM-5.3-Flash, EXL3 4 bpw", "mia-glm-5.3-flash-exl3-4bpw",
        ((175.7, "GB", "resident", "exact"), (163.6, "GiB", "resident", "exact")), "yes", "yes", "MiaAI-Lab"),
    Row("GLM-5.3 full, official FP8", "zai-glm-5.3-fp8",
        ((703.8, "GiB", "disk", "exact"), (755.7, "GB", "disk", "exact")), "no", "no", "The State of the Sparks"),
    Row("GLM-5.3 full, EXL3 2.75 bpw", "mia-glm-5.3-exl3-2.75bpw",
        ((273, "GiB", "resident", "about"),), "no", "yes", "MiaAI-Lab"),
    Row("GLM-5.3 full, EXL3 3.38 bpw", "vcruz305-glm-5.3-exl3-3.38bpw",
        ((319, "GB", "resident", "exact"),), "no", "no", "vcruz305"),
    Row("DeepSeek-1017, official weights", "deepseek-v4.1-flash-1017-official",
        ((476, "GiB", "disk", "exact"), (305, "GiB", "resident", "about")), "no", "yes", "MiaAI-Lab"),
    Row("DeepSeek-1017, EXL3 2.9 bpw", "mia-deepseek-v4.1-flash-1017-exl3-2.9bpw",
        ((196, "GiB", "resident", "exact"), (190, "GiB", "tables", "about")), "yes", "yes", "MiaAI-Lab"),
    Row("DeepSeek-1017, 2.70-bit (vLLM)", "sudoingx-deepseek-v4.1-flash-1017-2.70bit",
        ((196, "GB", "resident", "exact"),), "yes", "yes", "sudoingX"),
    Row("DeepSeek V4.1 Flash, GGUF Q2_K", "vcruz305-deepseek-v4.1-flash-gguf-q2_k",
        ((246.3, "GiB", "resident", "exact"),), "no", "yes", "vcruz305"),
]  # fmt: skip

each_row = pytest.mark.parametrize("row", MEMORY, ids=lambda row: row.weights)


@pytest.mark.parametrize(("model", "field", "value", "column"), MODELS)
def test_a_model_is_described_as_in_the_models_table(catalog, model, field, value, column):
    cited = [one for one in catalog.models[model].citations(field) if one.source == ARTICLE]

    assert getattr(catalog.models[model], field) == value
    assert [one.locator for one in cited] == [f"table 'The models, checked', row '{ROW_OF[model]}', column '{column}'"]


def test_the_engram_tables_count_into_the_parameters_of_deepseek(catalog):
    note = catalog.models["deepseek-v4.1-flash-1017"].note

    assert "763,205,315,794" in note
    assert "196.6B" in note
    assert "552B" in note


def test_deepseek_reads_with_8b_and_writes_with_16b(catalog):
    (cited,) = catalog.models["deepseek-v4.1-flash-1017"].citations("active_b")

    assert "16B while generating" in cited.note
    assert "8B while reading" in cited.note


def test_the_full_glm_has_about_40b_active(catalog):
    (cited,) = catalog.models["glm-5.3"].citations("active_b")

    assert "about 40B" in cited.note


@pytest.mark.parametrize("model", ["glm-5.3-flash", "deepseek-v4.1-flash-1017"])
def test_both_models_have_64_attention_heads(catalog, model):
    (cited,) = catalog.models[model].citations("attention_heads")

    assert catalog.models[model].attention_heads == 64
    assert cited.source == ARTICLE


@each_row
def test_the_weights_column_is_kept_with_unit_and_qualifier(catalog, row):
    kept = {
        (size.value, size.unit, size.what, size.qualifier)
        for size in catalog.weights[row.weights].sizes
        if size.source == ARTICLE and f"row '{row.name}', column 'Weights'" in size.locator
    }
    assert set(row.sizes) <= kept


@each_row
def test_the_article_gives_no_other_number_for_a_size(catalog, row):
    printed = {(value, unit) for value, unit, _, _ in row.sizes}
    kept = {
        (size.value, size.unit)
        for size in catalog.weights[row.weights].sizes
        if size.source == ARTICLE and "table 'Memory: what fits'" in size.locator
    }
    assert kept == printed


@each_row
def test_the_verdicts_for_two_and_three_boxes_are_kept(catalog, row):
    said = {one.boxes: one for one in catalog.weights[row.weights].stated_fit if one.boxes in (2, 3)}

    assert (said[2].fits, said[3].fits) == (row.two, row.three)
    assert said[2].who == row.who
    for boxes, column in ((2, "Two Sparks"), (3, "Three Sparks")):
        assert said[boxes].source == ARTICLE
        assert said[boxes].locator == f"table 'Memory: what fits', row '{row.name}', column '{column}'"


def test_the_repository_of_the_official_deepseek_files_is_510_gb(catalog):
    sizes = {(size.value, size.unit, size.what) for size in catalog.weights["deepseek-v4.1-flash-1017-official"].sizes}

    assert (510.3, "GB", "disk") in sizes


@pytest.mark.parametrize(
    ("setup", "gib", "row"),
    [
        ("miaai-lab-tensorfold-glm-5.3@3", 86, "GLM-5.3 full, EXL3 2.75 bpw"),
        ("miaai-lab-sglang-deepseek-v4.1-flash-1017@3", 101, "DeepSeek-1017, official weights"),
    ],
)
def test_gib_a_box_is_the_share_of_the_weights(catalog, setup, gib, row):
    (offer,) = [offer for offer in catalog.offers if offer.setup.id == setup]
    (share,) = [one for one in offer.setup.measurements if one.source == ARTICLE and one.metric == "memory_per_box"]

    assert (share.value, share.unit, share.qualifier, share.memory_kind) == (gib, "GiB", "about", "weights share")
    assert share.locator == f"table 'Memory: what fits', row '{row}', column 'Three Sparks'"


@pytest.mark.parametrize(
    ("weights", "boxes", "words"),
    [
        ("zai-glm-5.3-flash-fp8", 3, "about 59 GiB"),
        ("nvidia-glm-5.3-flash-fp4-local", 2, "Validated by NVIDIA"),
        ("deepseek-v4.1-flash-1017-official", 2, "145 GiB a box"),
        ("deepseek-v4.1-flash-1017-official", 3, "About 101 GiB a box"),
        ("mia-glm-5.3-exl3-2.75bpw", 3, "About 86 GiB a box"),
        ("vcruz305-deepseek-v4.1-flash-gguf-q2_k", 2, "over the line"),
        ("vcruz305-deepseek-v4.1-flash-gguf-q2_k", 3, "on a fork"),
    ],
)
def test_what_a_cell_says_beside_yes_and_no_is_kept(catalog, weights, boxes, words):
    (said,) = [one for one in catalog.weights[weights].stated_fit if one.boxes == boxes]

    assert words in said.note


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("memory_gb", 128),
        ("usable_gib", 121.7),
        ("bandwidth_gb_s", 273),
        ("link_gbit_s", 200),
        ("link_ports", 2),
        ("price_usd", 6950),
    ],
)
def test_a_box_has_the_facts_of_the_hardware_section(catalog, field, value):
    cited = catalog.box.citations(field)

    assert getattr(catalog.box, field) == value
    assert [one.source for one in cited] == [ARTICLE]
    assert "section 'The hardware" in cited[0].locator


def test_the_price_is_what_sudoingx_quoted_on_october_19(catalog):
    (cited,) = catalog.box.citations("price_usd")

    assert (cited.who, cited.date) == ("@sudoingX", "2026-10-19")


@pytest.mark.parametrize(
    ("platform", "memory"), [("rtx-pro-6000-pair", 192), ("mac-studio-m5-ultra", 256), ("dgx-station-gb300", None)]
)
def test_other_hardware_has_the_memory_that_the_article_gives(catalog, platform, memory):
    assert catalog.platforms[platform].memory_gb == memory
    assert not catalog.platforms[platform].is_box


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("price-of-two-and-three", ("$13,900", "$20,850", "without cables")),
        ("cable-against-memory", ("200 Gb/s", "25 GB/s", "tenth")),
        ("cabling", ("two boxes on one direct cable", "three in a ring of three cables", "switch")),
        ("three-does-not-divide", ("64 attention heads", "dummy heads")),
        ("engram-on-nvme", ("NVMe",)),
        ("rule-of-thumb-memory", ("divided by eight", "6 GiB")),
        ("m5-ultra-price", ("No published price",)),
    ],
)
def test_the_arithmetic_of_the_hardware_section_is_a_note(catalog, note, words):
    assert catalog.notes[note].source == ARTICLE
    for word in words:
        assert word in catalog.notes[note].text
