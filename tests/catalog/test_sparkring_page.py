"""The recipe page of SparkRing, typed by hand from the page."""

import re
from functools import partial

import pytest

from tests.catalog.test_sparks_update_finding import (
    BOX,
    PAGE,
    Wanted,
    cited_texts,
    figures_of,
    find,
    name_of,
    parts_of,
    says_somewhere,
    told,
)
from tests.catalog.test_sparks_update_finding import check as check_figure

FLASH, SIXTEEN_K = "glm-5.3-flash", 16_000
ring = partial(Wanted, PAGE, FLASH, BOX, 4, "decode", unit="tok/s", depth=SIXTEEN_K, thinking=True,
               who=("fujitsupolycom", "FujitsuPolycom", None))  # fmt: skip
mia = partial(Wanted, PAGE, FLASH, BOX, 2, "decode", unit="tok/s", workload="prose", streams=1,
              row=("Related recipes",), who=("MiaAI-Lab", None))  # fmt: skip

EVERYDAY = ring(62.1, row=("1 request",), streams=1)
SIXTEEN = ring(231, row=("16 parallel requests",), streams=16, scope="total", statistic=(None, "best"))
TENSORFOLD, EXLLAMA = mia(60.4), mia(36.1, says=("DFlash2",))
FIGURES = [EVERYDAY, SIXTEEN, TENSORFOLD, EXLLAMA]
UPDATED = [(EVERYDAY, "2026-10-06"), (TENSORFOLD, "2026-10-10"), (EXLLAMA, "2026-10-04")]
LOW_BITS = re.compile(r"(≤|<=|under|below|at most|up to|at or under|less than) ?(3|three)[ -]?bit", re.IGNORECASE)


def recipe_of(catalog, wanted):
    return find(catalog, wanted).offer.recipe


def qualities(catalog):
    """Every quality result that cites the page, wherever it is kept."""
    setups = (offer.setup for offer in (*catalog.offers, *catalog.elsewhere))
    entries = (*catalog.weights.values(), *catalog.models.values(), *setups)
    return [one for entry in entries for one in entry.quality if one.source == PAGE]


@pytest.mark.parametrize("wanted", FIGURES, ids=name_of)
def test_a_figure_is_kept_as_the_page_prints_it(catalog, wanted):
    check_figure(catalog, wanted)


def test_the_page_has_no_further_figure(catalog):
    cited = {(one.figure.metric, one.figure.value, one.figure.streams) for one in figures_of(catalog, PAGE)}

    assert cited == {("decode", 62.1, 1), ("decode", 231, 16), ("decode", 60.4, 1), ("decode", 36.1, 1)}


def test_everyday_is_no_prompt_type_so_62_1_is_no_prose(catalog):
    one = find(catalog, EVERYDAY).figure

    assert (one.workload, one.thinking, one.context_tokens, one.streams) == (None, True, 16_000, 1)


def test_231_is_the_total_of_sixteen_requests_and_a_peak(catalog):
    found = find(catalog, SIXTEEN)

    assert (found.figure.streams, found.figure.scope) == (16, "total")
    assert found.figure.statistic == "best" or "peak" in (found.figure.note or "").lower()


@pytest.mark.parametrize("wanted", [EVERYDAY, SIXTEEN], ids=name_of)
def test_thinking_was_always_on_at_its_maximum(catalog, wanted):
    note = (find(catalog, wanted).figure.note or "").lower()

    assert "max" in note or "highest" in note


def test_the_recipe_is_vllm_in_a_fork_over_a_switchless_ring_of_four(catalog):
    found = find(catalog, EVERYDAY)

    assert found.offer.recipe.author.lower() == "fujitsupolycom"
    assert found.offer.engine_name == "vLLM"
    assert found.offer.setup.topology == ("ring",)
    assert "local-inference-lab" in told(catalog, found).lower().replace(" ", "-")


def test_the_recipe_has_91_stars_and_says_where_that_stands(catalog):
    recipe = recipe_of(catalog, EVERYDAY)

    assert recipe.stars == 91
    assert PAGE in {cited.source for cited in recipe.citations("stars")}


@pytest.mark.parametrize(("wanted", "date"), UPDATED, ids=["sparkring", "tensorfold", "exllama"])
def test_the_last_change_of_a_repository_is_kept_as_the_page_knows_it(catalog, wanted, date):
    recipe = recipe_of(catalog, wanted)

    assert recipe.updated == date
    assert PAGE in {cited.source for cited in recipe.citations("updated")}


def test_only_sparkring_has_stars_on_the_page(catalog):
    starred = [one.id for one in catalog.recipes.values() if PAGE in {cited.source for cited in one.citations("stars")}]

    assert starred == [recipe_of(catalog, EVERYDAY).id]


def test_the_files_are_165_5_gb_of_nvfp4(catalog):
    (main,) = [catalog.weights[part.weights] for part in parts_of(find(catalog, EVERYDAY).offer) if part.role == "main"]
    sizes = [(size.value, size.unit, size.what) for size in main.sizes if size.source == PAGE]

    assert "NVFP4" in main.precision
    assert sizes == [(165.5, "GB", "disk")]


def test_the_window_is_unknown_because_the_page_prints_a_dash(catalog):
    setup = find(catalog, EVERYDAY).offer.setup

    assert PAGE not in {cited.source for cited in setup.citations("context_tokens")}
    assert PAGE not in {cited.source for cited in setup.citations("usable_tokens")}


def test_no_prefill_is_entered_because_the_page_prints_none(catalog):
    assert [one.figure.id for one in figures_of(catalog, PAGE) if one.figure.metric == "prefill"] == []


def test_the_intelligence_index_is_42_with_thinking_and_belongs_to_the_original_model(catalog):
    (index,) = [one for one in catalog.models[FLASH].quality if "Intelligence" in one.benchmark]

    assert (index.score, index.unit, index.thinking, index.source) == (42, "points", True, PAGE)
    assert "Artificial Analysis" in f"{index.who} {index.benchmark}"
    assert index.locator


def test_no_build_is_credited_with_the_intelligence_of_the_original_model(catalog):
    builds = [quality for one in catalog.weights.values() for quality in one.quality]
    builds += [quality for offer in catalog.offers for quality in offer.setup.quality]

    assert [one.benchmark for one in builds if "Intelligence" in one.benchmark] == []


@pytest.mark.parametrize(("benchmark", "score"), [("GSM8K", 98.8), ("HumanEval", 95.7), ("MBPP", 86.5)])
def test_the_quality_of_mias_tensorfold_recipe_is_kept(catalog, benchmark, score):
    (one,) = [quality for quality in qualities(catalog) if quality.score == score]

    assert benchmark in one.benchmark
    assert (one.unit, one.baseline, one.baseline_score) == ("%", None, None)
    assert "Related recipes" in one.locator


def test_86_5_is_of_humaneval_plus_and_mbpp_plus_together(catalog):
    (one,) = [quality for quality in qualities(catalog) if quality.score == 86.5]

    assert "HumanEval+" in one.benchmark
    assert "MBPP+" in one.benchmark


def test_the_page_names_mias_two_recipes_beside_this_one(catalog):
    related = recipe_of(catalog, EVERYDAY).related

    assert set(related) == {recipe_of(catalog, TENSORFOLD).id, recipe_of(catalog, EXLLAMA).id}
    assert len(set(related)) == 2


@pytest.mark.parametrize("wanted", [TENSORFOLD, EXLLAMA], ids=name_of)
def test_the_related_recipes_are_mias(catalog, wanted):
    assert recipe_of(catalog, wanted).author == "MiaAI-Lab"


@pytest.mark.parametrize("wanted", [EVERYDAY, TENSORFOLD, EXLLAMA], ids=name_of)
def test_the_three_recipes_need_custom_kernels(catalog, wanted):
    assert recipe_of(catalog, wanted).custom_kernels is True


@pytest.mark.parametrize("wanted", [TENSORFOLD, EXLLAMA], ids=name_of)
def test_mias_recipes_are_flagged_as_non_commercial(catalog, wanted):
    recipe = recipe_of(catalog, wanted)
    answers = {one.commercial for one in recipe.licences}
    caveats = " ".join(caveat.text.lower() for caveat in recipe.caveats if caveat.kind == "licence")

    assert "no" in answers or "commercial" in caveats


@pytest.mark.parametrize("wanted", [TENSORFOLD, EXLLAMA], ids=name_of)
def test_mias_recipes_are_at_four_bits(catalog, wanted):
    (main,) = [catalog.weights[part.weights] for part in parts_of(find(catalog, wanted).offer) if part.role == "main"]

    assert "4 bpw" in main.precision


def test_no_recipe_of_mia_is_said_to_be_at_or_under_three_bits(catalog):
    recipes = [one for one in catalog.recipes.values() if one.author == "MiaAI-Lab" and one.model == FLASH]
    caveats = [caveat for one in recipes for caveat in one.caveats]
    caveats += [caveat for one in recipes for setup in one.setups for caveat in setup.caveats]

    assert [one.text for one in caveats if one.kind != "dispute" and LOW_BITS.search(one.text)] == []


def test_the_flag_of_three_bits_is_kept_as_a_dispute(catalog):
    texts = [note.text.lower() for note in catalog.notes.values() if note.kind == "dispute"]
    texts = [text for text in texts if "3 bit" in text or "3-bit" in text or "three bits" in text]

    assert any("4 bpw" in text or "4bpw" in text or "4 bits" in text for text in texts)


def test_that_the_pinned_image_has_107_patches_and_not_96_is_kept(catalog):
    assert says_somewhere(catalog, PAGE, "107", "96")


@pytest.mark.parametrize("words", ["about 25 min", "7 draft tokens"])
def test_what_the_page_says_of_the_exllama_kit_beside_its_figure_is_kept(catalog, words):
    assert words in told(catalog, find(catalog, EXLLAMA))


def test_the_page_says_as_of_when_its_data_is(catalog):
    source = catalog.sources[PAGE]
    written = " ".join([str(source.date), str(source.note), str(source.excerpt), *cited_texts(catalog, PAGE)])

    assert any(date in written for date in ("2026-09-29", "29 September", "Sep 29", "September 29"))


def test_the_page_is_a_page(catalog):
    assert catalog.sources[PAGE].kind == "page"
