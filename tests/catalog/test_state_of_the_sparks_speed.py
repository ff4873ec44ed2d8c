"""Every cell of the speed tables of "The State of the Sparks", typed by hand from the article."""

from typing import NamedTuple

import pytest

ARTICLE = "state-of-the-sparks"
PROSE, CODE, SEVERAL, PREFILL, CONTEXT = (
    "Prose, one stream",
    "Code or structured",
    "Several at once",
    "Prefill",
    "Context",
)
EXL3_29, EXL3_29_1M, BITS_270 = (
    "DeepSeek-1017, EXL3 2.9 bpw",
    "DeepSeek-1017, EXL3 2.9 bpw, 1M build",
    "DeepSeek-1017, 2.70-bit",
)
OFFICIAL, EXL3_4, NVFP4 = (
    "DeepSeek-1017, official weights",
    "GLM-5.3-Flash, EXL3 4 bpw",
    "GLM-5.3-Flash, NVIDIA NVFP4",
)
FLARE, FULL = "GLM-5.3-Flash, NVFP4-MXFP8", "GLM-5.3 full, EXL3 2.75 bpw"

DS_TF, DS_FORUM, DS_KIT, DS_270 = (
    f"{name}-deepseek-v4.1-flash-1017@2"
    for name in ("miaai-lab-tensorfold", "forum-tensorfold-1m", "miaai-lab-vllm", "sudoingx-vllm")
)
GLM_TF, GLM_KINDLING, GLM_KNAPCIO, GLM_FLARE, GLM_ATLAS, GLM_JETNET = (
    f"{name}-glm-5.3-flash"
    for name in (
        "miaai-lab-tensorfold",
        "kindlingai-vllm",
        "tonyd2wild-knapcio",
        "al-engr-flare",
        "enntity-sparkglm",
        "jetnet-vllm",
    )
)
DS41F, DS_SGLANG = (
    "christopherowen-spark-ds41f-deepseek-v4.1-flash-1017@3",
    "miaai-lab-sglang-deepseek-v4.1-flash-1017@3",
)
FULL_TF = "miaai-lab-tensorfold-glm-5.3@3"


class Cell(NamedTuple):
    setup: str
    row: str
    engine: str
    column: str
    metric: str
    workload: str | None
    streams: int | None
    value: float
    qualifier: str = "exact"
    prompt: int | None = None


TWO_SPARKS = [
    Cell(DS_TF, EXL3_29, "TensorFold", PROSE, "decode", "prose", 1, 65.0),
    Cell(DS_TF, EXL3_29, "TensorFold", CODE, "decode", "code", 1, 72.0),
    Cell(DS_TF, EXL3_29, "TensorFold", SEVERAL, "decode", None, 4, 98.4),
    Cell(DS_TF, EXL3_29, "TensorFold", PREFILL, "prefill", None, None, 2124, prompt=32_000),
    Cell(DS_270, BITS_270, "vLLM", PROSE, "decode", "prose", 1, 59.2),
    Cell(DS_270, BITS_270, "vLLM", CODE, "decode", "code", 1, 100.7),
    Cell(DS_270, BITS_270, "vLLM", CODE, "decode", "structured", 1, 141.3),
    Cell(DS_FORUM, EXL3_29_1M, "TensorFold vs vLLM kit", PROSE, "decode", "prose", 1, 56.8),
    Cell(DS_KIT, EXL3_29_1M, "TensorFold vs vLLM kit", PROSE, "decode", "prose", 1, 27.0),
    Cell(DS_FORUM, EXL3_29_1M, "TensorFold vs vLLM kit", CODE, "decode", "code", 1, 92.2),
    Cell(DS_KIT, EXL3_29_1M, "TensorFold vs vLLM kit", CODE, "decode", "code", 1, 39.9),
    Cell(DS_FORUM, EXL3_29_1M, "TensorFold vs vLLM kit", CONTEXT, "needle", None, None, 1_035_020, prompt=1_035_020),
    Cell(GLM_TF + "@2", EXL3_4, "TensorFold", PROSE, "decode", "prose", 1, 60.4),
    Cell(GLM_TF + "@2", EXL3_4, "TensorFold", CODE, "decode", "structured", 1, 114.7),
    Cell(GLM_TF + "@2", EXL3_4, "TensorFold", SEVERAL, "decode", None, 4, 108.8),
    Cell(GLM_TF + "@2", EXL3_4, "TensorFold", SEVERAL, "decode", None, 8, 130.8),
    Cell(GLM_TF + "@2", EXL3_4, "TensorFold", PREFILL, "prefill", None, None, 1978.9, prompt=32_000),
    Cell(GLM_KINDLING + "@2", NVFP4, "vLLM (kindling)", PROSE, "decode", "prose", 1, 42.6),
    Cell(GLM_KINDLING + "@2", NVFP4, "vLLM (kindling)", CODE, "decode", "code", 1, 66.2),
    Cell(GLM_KINDLING + "@2", NVFP4, "vLLM (kindling)", CODE, "decode", "structured", 1, 94.7),
    Cell(GLM_KINDLING + "@2", NVFP4, "vLLM (kindling)", SEVERAL, "decode", "mixed", 8, 116),
    Cell(GLM_KINDLING + "@2", NVFP4, "vLLM (kindling)", PREFILL, "prefill", None, None, 2931, prompt=32_000),
    Cell(GLM_KNAPCIO + "@2", NVFP4, "vLLM (knapcio stack)", PROSE, "decode", "prose", 1, 35.3),
    Cell(GLM_KNAPCIO + "@2", NVFP4, "vLLM (knapcio stack)", CODE, "decode", "code", 1, 68.9),
    Cell(GLM_FLARE + "@2", FLARE, "Flare", PROSE, "decode", "mixed", 1, 39.4),
    Cell(GLM_FLARE + "@2", FLARE, "Flare", SEVERAL, "decode", None, 8, 107),
    Cell(GLM_FLARE + "@2", FLARE, "Flare", PREFILL, "prefill", None, None, 2276),
    Cell(GLM_ATLAS + "@2", NVFP4, "Atlas fork (SparkGLM)", PROSE, "decode", "prose", 1, 36.3),
    Cell(GLM_ATLAS + "@2", NVFP4, "Atlas fork (SparkGLM)", CODE, "decode", "code", 1, 65.7),
    Cell(GLM_ATLAS + "@2", NVFP4, "Atlas fork (SparkGLM)", PREFILL, "prefill", None, None, 2760),
]

THREE_SPARKS = [
    Cell(DS41F, OFFICIAL, "vLLM (spark-ds41f)", PROSE, "decode", None, 1, 59.7),
    Cell(DS41F, OFFICIAL, "vLLM (spark-ds41f)", SEVERAL, "decode", None, 4, 116.0),
    Cell(DS41F, OFFICIAL, "vLLM (spark-ds41f)", SEVERAL, "decode", None, 8, 152.7),
    Cell(DS41F, OFFICIAL, "vLLM (spark-ds41f)", PREFILL, "prefill", None, None, 4465, prompt=32_000),
    Cell(DS_SGLANG, OFFICIAL, "SGLang (Mia)", PROSE, "decode", "prose", 1, 51.0),
    Cell(DS_SGLANG, OFFICIAL, "SGLang (Mia)", SEVERAL, "decode", None, 4, 85.4),
    Cell(DS_SGLANG, OFFICIAL, "SGLang (Mia)", PREFILL, "prefill", None, None, 2000, "about"),
    Cell(GLM_TF + "@3", EXL3_4, "TensorFold", PROSE, "decode", "prose", 1, 77.6),
    Cell(GLM_TF + "@3", EXL3_4, "TensorFold", SEVERAL, "decode", None, 4, 146.2),
    Cell(GLM_KINDLING + "@3", NVFP4, "vLLM (kindling)", PROSE, "decode", "prose", 1, 54.2),
    Cell(GLM_KINDLING + "@3", NVFP4, "vLLM (kindling)", CODE, "decode", "code", 1, 88.0),
    Cell(GLM_KINDLING + "@3", NVFP4, "vLLM (kindling)", CODE, "decode", "structured", 1, 121.4),
    Cell(GLM_KINDLING + "@3", NVFP4, "vLLM (kindling)", SEVERAL, "decode", "mixed", 8, 146),
    Cell(GLM_KINDLING + "@3", NVFP4, "vLLM (kindling)", PREFILL, "prefill", None, None, 3864, prompt=32_000),
    Cell(GLM_JETNET + "@3", NVFP4, "vLLM (jetnet)", PROSE, "decode", None, 1, 35.2),
    Cell(GLM_JETNET + "@3", NVFP4, "vLLM (jetnet)", PREFILL, "prefill", None, None, 1800, "about"),
    Cell(GLM_JETNET + "@3", NVFP4, "vLLM (jetnet)", CONTEXT, "needle", None, None, 471_813, prompt=471_813),
    Cell(FULL_TF, FULL, "TensorFold", PROSE, "decode", "prose", 1, 31.3),
    Cell(FULL_TF, FULL, "TensorFold", CODE, "decode", "code", 1, 41.7),
    Cell(FULL_TF + ":four-windows", FULL, "TensorFold", SEVERAL, "decode", None, 4, 48.2),
    Cell(FULL_TF, FULL, "TensorFold", PREFILL, "prefill", None, None, 591.2, prompt=32_000),
]

CELLS = [("Two Sparks", cell) for cell in TWO_SPARKS] + [("Three Sparks", cell) for cell in THREE_SPARKS]

WINDOWS = [
    ("Two Sparks", DS_TF, "context_tokens", 524_288, EXL3_29),
    ("Two Sparks", DS_FORUM, "context_tokens", 1_000_000, EXL3_29_1M),
    ("Two Sparks", GLM_TF + "@2", "context_tokens", 1_048_576, EXL3_4),
    ("Two Sparks", GLM_KINDLING + "@2", "usable_tokens", 160_000, NVFP4),
    ("Two Sparks", GLM_KNAPCIO + "@2", "context_tokens", 262_144, NVFP4),
    ("Two Sparks", GLM_FLARE + "@2", "tested_tokens", 570_000, FLARE),
    ("Three Sparks", DS41F, "context_tokens", 1_000_000, OFFICIAL),
    ("Three Sparks", DS_SGLANG, "context_tokens", 256_000, OFFICIAL),
    ("Three Sparks", DS_SGLANG, "usable_tokens", 32_000, OFFICIAL),
    ("Three Sparks", GLM_TF + "@3", "context_tokens", 1_000_000, EXL3_4),
    ("Three Sparks", GLM_KINDLING + "@3", "usable_tokens", 524_000, NVFP4),
    ("Three Sparks", GLM_JETNET + "@3", "tested_tokens", 471_813, NVFP4),
    ("Three Sparks", FULL_TF, "context_tokens", 499_712, FULL),
    ("Three Sparks", FULL_TF + ":four-windows", "context_tokens", 32_000, FULL),
]


@pytest.fixture(scope="module")
def setups(catalog):
    return {setup.id: setup for recipe in catalog.recipes.values() for setup in recipe.setups}


def figure(setups, cell: Cell):
    found = [
        one
        for one in setups[cell.setup].measurements
        if one.source == ARTICLE
        and (one.metric, one.workload, one.streams, one.value) == (cell.metric, cell.workload, cell.streams, cell.value)
    ]
    assert len(found) == 1, f"{cell} stands {len(found)} times"
    return found[0]


def name_of(table_and_cell) -> str:
    table, cell = table_and_cell
    return f"{table.split()[0]}-{cell.setup.partition('-')[0]}-{cell.metric}-{cell.workload}-{cell.value}"


each_cell = pytest.mark.parametrize("table_and_cell", CELLS, ids=name_of)


@each_cell
def test_the_figure_is_kept_as_the_article_prints_it(setups, table_and_cell):
    _, cell = table_and_cell
    one = figure(setups, cell)

    assert (one.qualifier, one.prompt_tokens, one.value_high) == (cell.qualifier, cell.prompt, None)


@each_cell
def test_the_locator_names_table_row_engine_and_column(setups, table_and_cell):
    table, cell = table_and_cell
    locator = figure(setups, cell).locator

    assert table in locator
    assert f"'{cell.row}'" in locator
    assert f"'{cell.engine}'" in locator
    assert f"'{cell.column}'" in locator


@each_cell
def test_a_condition_that_the_article_does_not_state_is_unknown(setups, table_and_cell):
    one = figure(setups, table_and_cell[1])

    assert (one.sampling, one.thinking, one.output_tokens, one.date) == (None, None, None, None)


@pytest.mark.parametrize("cell", [cell for _, cell in CELLS if (cell.streams or 1) > 1], ids=str)
def test_several_at_once_are_totals(setups, cell):
    assert figure(setups, cell).scope == "total"


def test_the_catalog_cites_no_further_cell_of_the_speed_tables(setups):
    typed = {(cell.setup, cell.value) for _, cell in CELLS}
    cited = {
        (setup.id, one.value)
        for setup in setups.values()
        for one in setup.measurements
        if one.source == ARTICLE and "table 'Speed: what builders measured'" in one.locator and one.metric != "gain"
    }
    assert cited == typed


@pytest.mark.parametrize("cell", WINDOWS, ids=lambda cell: f"{cell[1]}-{cell[2]}")
def test_the_context_column_is_a_window_with_its_citation(setups, cell):
    table, setup, field, tokens, row = cell
    cited = [one for one in setups[setup].citations(field) if one.source == ARTICLE]

    assert getattr(setups[setup], field) == tokens
    assert any(table in one.locator and f"'{row}'" in one.locator for one in cited)


def test_the_column_context_is_left_unknown_where_the_cell_is_empty(setups):
    assert setups[DS_270].window is None
