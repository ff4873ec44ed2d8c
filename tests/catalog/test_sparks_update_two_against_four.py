"""DeepSeek-1017 on two Sparks against four, typed by hand from the Sparks Update."""

from functools import partial

import pytest

from tests.catalog.test_sparks_update_finding import (
    BOX,
    UPDATE,
    Wanted,
    check,
    find,
    name_of,
    parts_of,
    says_somewhere,
    told,
)

MODEL = "deepseek-v4.1-flash-1017"
SECTION = "DeepSeek-1017 on two Sparks against four"
BY = ("niklaslenz_ai",)
TRY = (None, "single")
two = partial(Wanted, UPDATE, MODEL, BOX, 2, who=BY)
four = partial(Wanted, UPDATE, MODEL, BOX, 4, who=BY)

AGENT = [
    two("agent_time", 73.7, "min", ("Agent time", "Two Sparks"), thinking=True, statistic=TRY),
    four("agent_time", 49.7, "min", ("Agent time", "Four Sparks"), thinking=True, statistic=TRY),
    two("tokens_written", 138_675, "tokens", ("Tokens written", "Two Sparks"), thinking=True, statistic=TRY),
    four("tokens_written", 121_707, "tokens", ("Tokens written", "Four Sparks"), thinking=True, statistic=TRY),
    two("browser_score", 8.0, "points", ("Browser check", "Two Sparks"), thinking=True, statistic=TRY),
    four("browser_score", 9.0, "points", ("Browser check", "Four Sparks"), thinking=True, statistic=TRY),
]
SPEEDS = [
    two("decode", 70.5, "tok/s", ("Decode, code", "Two Sparks"), "code"),
    four("decode", 82.8, "tok/s", ("Decode, code", "Four Sparks"), "code"),
    two("decode", 70.6, "tok/s", ("Decode, prose", "Two Sparks"), "prose"),
    four("decode", 80.8, "tok/s", ("Decode, prose", "Four Sparks"), "prose"),
    two("decode", 106.3, "tok/s", ("Eight requests at once", "Two Sparks"), None, 8, "total"),
    four("decode", 141.2, "tok/s", ("Eight requests at once", "Four Sparks"), None, 8, "total"),
    two("prefill", 1830, "tok/s", (SECTION,), prompt=32_000),
]
FIGURES = AGENT + SPEEDS
FIRST_TOKEN = two("ttft", 17.9, "s", (SECTION,))


@pytest.mark.parametrize("wanted", FIGURES, ids=name_of)
def test_a_figure_is_kept_as_the_update_prints_it(catalog, wanted):
    check(catalog, wanted)


def test_the_first_token_came_after_17_9_seconds_on_two_boxes(catalog):
    one = find(catalog, FIRST_TOKEN).figure

    assert (one.who, one.workload, one.qualifier, one.thinking) == ("niklaslenz_ai", None, "exact", None)
    assert one.prompt_tokens in (None, 32_000)
    assert SECTION in one.locator


@pytest.mark.parametrize("wanted", FIGURES, ids=name_of)
def test_the_figure_belongs_to_a_tensorfold_recipe_of_bertholomusai(catalog, wanted):
    offer = find(catalog, wanted).offer

    assert "bertholomusai" in offer.recipe.author.lower()
    assert "TensorFold" in offer.engine_name


@pytest.mark.parametrize("wanted", FIGURES, ids=name_of)
def test_each_number_of_boxes_has_its_own_quant_split_and_commit(catalog, wanted):
    found = find(catalog, wanted)
    bits, commit = {2: ("2.5", "30a5bf9"), 4: ("4.0", "8f84e7a")}[found.offer.setup.boxes]
    (main,) = [catalog.weights[part.weights] for part in parts_of(found.offer) if part.role == "main"]

    assert "EXL3" in main.precision
    assert bits in main.precision
    assert found.offer.setup.parallelism.tensor == found.offer.setup.boxes
    assert commit in told(catalog, found)


def test_the_two_box_recipe_is_version_0_7_2(catalog):
    assert "v0.7.2" in told(catalog, find(catalog, AGENT[0]))


@pytest.mark.parametrize("wanted", FIGURES, ids=name_of)
def test_both_ran_with_1_048_576_tokens_of_context(catalog, wanted):
    setup = find(catalog, wanted).offer.setup

    assert setup.context_tokens == 1_048_576
    assert UPDATE in {cited.source for cited in setup.citations("context_tokens")}


def test_the_two_box_recipe_runs_four_slots(catalog):
    setup = find(catalog, SPEEDS[0]).offer.setup

    assert setup.slots == 4
    assert UPDATE in {cited.source for cited in setup.citations("slots")}


def test_at_eight_requests_on_two_boxes_the_rest_wait_for_a_slot(catalog):
    assert says_somewhere(catalog, UPDATE, "4 slots", "wait") or says_somewhere(catalog, UPDATE, "four slots", "wait")


def test_the_two_box_recipe_wants_an_rdma_gid_index_that_his_boxes_lacked(catalog):
    assert says_somewhere(catalog, UPDATE, "GID", "5", "IPv4")


@pytest.mark.parametrize("wanted", AGENT, ids=name_of)
def test_the_agent_runs_name_their_harness(catalog, wanted):
    text = told(catalog, find(catalog, wanted))

    assert "DeepSeek Harness 0.2.1-rc.2" in text or "same agent run" in text


def test_the_browser_score_on_four_boxes_says_older_capture_method(catalog):
    note = find(catalog, AGENT[5]).figure.note

    assert note is not None
    assert "older" in note
    assert "capture" in note


@pytest.mark.parametrize("wanted", AGENT[4:], ids=name_of)
def test_the_browser_score_is_out_of_ten(catalog, wanted):
    found = find(catalog, wanted)

    assert "10" in (found.figure.note or "") + found.figure.locator


def test_that_the_quants_differ_is_said(catalog):
    assert says_somewhere(catalog, UPDATE, "quant", "2.5", "4.0") or says_somewhere(catalog, UPDATE, "different quants")
