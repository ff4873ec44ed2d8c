"""What the Sparks Update says of other machines ("Off the Sparks"), typed by hand."""

from functools import partial

import pytest

from tests.catalog.test_sparks_update_finding import (
    UPDATE,
    Wanted,
    check,
    figures_of,
    find,
    name_of,
    says_somewhere,
    told,
)

QWEN, MINIMAX, FLASH = "qwen3.8-27b", "MiniMax M3.1 Flash", "glm-5.3-flash"
FOLD, NINFER, KIT = "TensorFold recipe", "NInfer", "EXL3 4.0 bpw"
CARDS, MAC, CONSUMER = "Four CMP 170HX cards", "A Mac", "One consumer GPU and RAM"
card = partial(Wanted, UPDATE, QWEN, "RTX 5090", None, who=("niklaslenz_ai",))
cards = partial(Wanted, UPDATE, "DeepSeek", "170HX", None, who=("Morrowmake",))
mac = partial(Wanted, UPDATE, MINIMAX, "M3 Ultra", None, "decode", who=("jundotkim",))

THREE_ENGINES = [
    card("decode", 268.2, "tok/s", (FOLD, "Code decode"), "code"),
    card("decode", 169.0, "tok/s", (NINFER, "Code decode"), "code"),
    card("decode", 154.5, "tok/s", (KIT, "Code decode"), "code"),
    card("decode", 204.6, "tok/s", (FOLD, "8 at once"), None, 8, "total"),
    card("decode", 711.9, "tok/s", (NINFER, "8 at once"), None, 8, "total"),
    card("agent_time", 31.1, "min", (FOLD, "Build time")),
    card("agent_time", 56.5, "min", (NINFER, "Build time")),
    card("agent_time", 61.6, "min", (KIT, "Build time")),
]
BUILDS = [
    (0, "bobclawblaw", ("TensorFold", "DFlash2")),
    (1, "neroued", ("NInfer", "NVFP4", "MTP3")),
    (2, "mia", ("EXL3 4.0 bpw", "MTP")),
    (3, "bobclawblaw", ("TensorFold",)),
    (4, "neroued", ("NInfer",)),
    (5, "bobclawblaw", ("TensorFold",)),
    (6, "neroued", ("NInfer",)),
    (7, "mia", ("EXL3 4.0 bpw",)),
]
OTHERS = [
    cards("decode", 287, "tok/s", (CARDS,), "code", 1),
    cards("prefill", 3800, "tok/s", (CARDS,)),
    mac(42.0, "tok/s", (MAC,), says=("oMLX", "0.7.3.dev1", "DSpark")),
    mac(22.5, "tok/s", (MAC,), says=("oMLX",)),
    Wanted(UPDATE, FLASH, "3090 Ti", None, "decode", 20, "tok/s", (CONSUMER,),
           who=("Goldstein1337",), says=("Project Maya", "64")),
    Wanted(UPDATE, "deepseek-v4.1-flash", "RTX 5090", None, "decode", 30, "tok/s", (CONSUMER,),
           qualifier="about", who=("Gould0100",), says=("Strata", "0.2.4")),
]  # fmt: skip
FIGURES = THREE_ENGINES + OTHERS
STRATA = OTHERS[-1]


@pytest.mark.parametrize("wanted", FIGURES, ids=name_of)
def test_a_figure_is_kept_as_the_update_prints_it(catalog, wanted):
    check(catalog, wanted)


@pytest.mark.parametrize("wanted", FIGURES, ids=name_of)
def test_a_figure_off_the_sparks_is_never_among_those_on_boxes(catalog, wanted):
    assert find(catalog, wanted).offer.setup.id not in {offer.setup.id for offer in catalog.offers}


@pytest.mark.parametrize(("number", "author", "words"), BUILDS, ids=str)
def test_each_row_of_the_5090_table_has_its_own_recipe(catalog, number, author, words):
    found = find(catalog, THREE_ENGINES[number])

    assert author in found.offer.recipe.author.lower()
    assert [word for word in words if word.lower() not in told(catalog, found).lower()] == []


def test_the_three_engines_on_the_5090_are_three_recipes(catalog):
    assert len({find(catalog, wanted).offer.recipe.id for wanted in THREE_ENGINES}) == 3


def test_mias_kit_on_the_5090_takes_one_request_at_a_time(catalog):
    offer = find(catalog, THREE_ENGINES[2]).offer

    assert offer.setup.slots == 1
    assert [one.id for one in offer.setup.measurements if (one.streams or 1) > 1] == []


def test_the_5090_ran_the_same_agent_prompt_on_each_engine(catalog):
    assert says_somewhere(catalog, UPDATE, "same", "prompt", "5090") or all(
        "prompt" in told(catalog, find(catalog, wanted)).lower() for wanted in THREE_ENGINES[5:]
    )


def test_the_prefill_of_the_170hx_is_cold_and_of_unknown_length(catalog):
    found = find(catalog, OTHERS[1])

    assert found.figure.prompt_tokens is None
    assert "cold" in f"{found.figure.note} {found.figure.locator}".lower()


def test_that_four_170hx_cost_as_much_as_two_sparks_is_kept_as_a_claim(catalog):
    assert says_somewhere(catalog, UPDATE, "Morrowmake", "cost") or says_somewhere(
        catalog, UPDATE, "Morrowmake", "price"
    )


def test_that_the_170hx_run_deepseek_two_to_four_times_faster_is_kept(catalog):
    gains = [one.figure for one in figures_of(catalog, UPDATE) if one.figure.metric == "gain"]
    is_figure = any((one.value, one.value_high, one.unit) == (2, 4, "x") for one in gains)
    written = ("2-4x", "2 to 4 times", "two to four times", "2–4", "2 to 4x")

    assert is_figure or any(says_somewhere(catalog, UPDATE, words) for words in written)


def test_which_deepseek_the_170hx_run_is_not_claimed_without_a_word(catalog):
    assert says_somewhere(catalog, UPDATE, "170HX", "DeepSeek", "not sa") or any(
        "not sa" in told(catalog, find(catalog, wanted)) for wanted in OTHERS[:2]
    )


def test_the_mac_was_slower_before_the_release_with_the_draft(catalog):
    after, before = find(catalog, OTHERS[2]), find(catalog, OTHERS[3])
    old = f"{before.figure.engine_version} {before.figure.note} {before.offer.setup.profile}".lower()

    assert "0.7.3.dev1" in f"{after.figure.engine_version} {after.offer.setup.engine_version}"
    assert "before" in old or "without" in old or "earlier" in old


def test_256k_of_strata_is_a_setting_and_no_depth_of_the_measurement(catalog):
    offer, figure = find(catalog, STRATA)

    assert (offer.setup.context_tokens, figure.context_tokens) == (256_000, None)
    assert UPDATE in {cited.source for cited in offer.setup.citations("context_tokens")}


def test_strata_runs_the_september_model_and_not_1017(catalog):
    assert find(catalog, STRATA).offer.model.id == "deepseek-v4.1-flash"
