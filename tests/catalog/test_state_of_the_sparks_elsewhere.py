"""The section "The same level elsewhere" of "The State of the Sparks", looked up by what its figures are."""

from functools import partial

import pytest

from tests.catalog.test_sparks_update_finding import BOX, STATE, Wanted, check, find, name_of

GLM, DEEPSEEK = "glm-5.3-flash", "deepseek-v4.1-flash-1017"
PRO, MAC, STATION = "RTX PRO 6000", "Mac Studio M5 Ultra", "DGX Station GB300"
TABLE = "Other hardware at the same memory level"
BELOW = "paragraph below the hardware table"
omlx = partial(Wanted, STATE, GLM, MAC, 1, says=("oMLX", "MLX 4-bit"))
metal = partial(Wanted, STATE, DEEPSEEK, MAC, 1, "decode", unit="tok/s", row=(TABLE, MAC), who=("BobClawblaw",))

FIGURES = [
    omlx("prefill", 2331, "tok/s", (TABLE, MAC), prompt=128_000),
    omlx("decode", 164.3, "tok/s", (TABLE, MAC), "code", depth=128_000),
    omlx("decode", 84.2, "tok/s", (BELOW,), "code", depth=8_000),
    omlx("memory_per_box", 181.8, "GB", (TABLE, MAC)),
    metal(70.7, workload="prose"),
    metal(104.9, workload="code"),
    Wanted(STATE, DEEPSEEK, STATION, 1, "decode", 2276.6, "tok/s", (TABLE, STATION), None, 32, "total",
           who=("SJRonanMD",)),
    Wanted(STATE, DEEPSEEK, BOX, 4, "decode", 87.7, "tok/s", ("Four Sparks",), "prose", 1, says=("SGLang",)),
]  # fmt: skip


def platform(catalog, words):
    (one,) = [one for one in catalog.platforms.values() if words in one.name]
    return one


@pytest.mark.parametrize("wanted", FIGURES, ids=name_of)
def test_a_figure_is_kept_as_the_article_prints_it(catalog, wanted):
    check(catalog, wanted)


@pytest.mark.parametrize(("words", "memory"), [(PRO, 192), (MAC, 256), ("GB300", None)])
def test_the_memory_of_other_hardware_is_kept(catalog, words, memory):
    one = platform(catalog, words)

    assert (one.is_box, one.memory_gb) == (False, memory)
    assert [cited.source for cited in one.citations("memory_gb")] == ([] if memory is None else [STATE])


def test_the_pair_of_rtx_pro_6000_was_validated_with_1_8m_tokens_of_fp8_kv(catalog):
    machine = platform(catalog, PRO)
    (offer,) = [offer for offer in catalog.elsewhere if offer.setup.platform == machine.id and offer.model.id == GLM]

    assert (offer.setup.kv_pool_tokens, offer.setup.kv_type, offer.setup.validated_by) == (1_800_000, "fp8", "NVIDIA")
    assert "FP4-Local" in offer.weights.precision


@pytest.mark.parametrize("wanted", [FIGURES[4], FIGURES[6]], ids=name_of)
def test_deepseek_elsewhere_reaches_a_window_of_1m(catalog, wanted):
    setup = find(catalog, wanted).offer.setup

    assert setup.context_tokens == 1_000_000
    assert [cited.source for cited in setup.citations("context_tokens")] == [STATE]


@pytest.mark.parametrize("wanted", FIGURES[1:3], ids=name_of)
def test_omlx_decodes_with_speculation(catalog, wanted):
    assert "speculative" in (find(catalog, wanted).figure.note or "")


def test_181_8_gb_is_a_peak(catalog):
    one = find(catalog, FIGURES[3]).figure

    assert one.memory_kind == "used"
    assert "peak" in (one.note or "").lower()


def test_2276_6_is_the_total_of_32_users_and_no_figure_of_one(catalog):
    one = find(catalog, FIGURES[6]).figure

    assert (one.streams, one.scope) == (32, "total")


def test_no_price_was_found_for_the_m5_ultra(catalog):
    assert platform(catalog, MAC).price_usd is None


def test_the_mean_of_prompt_types_on_flare_is_no_prose(catalog):
    one = find(catalog, Wanted(STATE, GLM, BOX, 2, "decode", 39.4, "tok/s", ())).figure

    assert one.workload != "prose"
    assert one.statistic == "mean"
    assert one.locator


def test_the_large_builds_on_four_boxes_are_named(catalog):
    (named,) = [
        one for one in catalog.advice.values() if one.source == STATE and (one.boxes_min, one.boxes_max) == (4, 4)
    ]

    assert [word for word in ("3.38 bpw", "87.7", "SGLang", "Ling 3.1 Flash", "Q4") if word not in named.text] == []


def test_ornith_at_4_bpw_is_named_for_one_box(catalog):
    texts = [one.text for one in catalog.advice.values() if one.source == STATE and one.boxes_max == 1]

    assert any("Ornith-1.5-122B" in text and "4 bpw" in text for text in texts)
