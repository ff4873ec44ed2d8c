"""GLM-5.3-Flash on two Sparks, typed by hand from the Sparks Update."""

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

SECTION = "GLM-5.3-Flash on two Sparks"
glm = partial(Wanted, UPDATE, "glm-5.3-flash", BOX, 2, who=("niklaslenz_ai",))

TABLE = [
    glm("decode", 51.2, "tok/s", ("Decode, code",), "code"),
    glm("decode", 48.6, "tok/s", ("Decode, prose",), "prose"),
    glm("acceptance", 61.7, "%", ("Draft acceptance",)),
    glm("decode", 46.6, "tok/s", ("One request",), None, 1),
    glm("decode", 80.2, "tok/s", ("Four requests at once",), None, 4, "total"),
    glm("decode", 99.2, "tok/s", ("Eight requests at once",), None, 8, "total"),
    glm("prefill", 1944, "tok/s", ("Reading a 32K-token prompt",), prompt=32_000),
]
AGENT = [
    glm("agent_time", 71.1, "min", (SECTION,)),
    glm("browser_score", 9, "points", (SECTION,)),
]
ZIG = [
    glm("decode", 26.6, "tok/s", (SECTION,), "code"),
    glm("agent_time", 98.8, "min", (SECTION,)),
]
FIGURES = TABLE + AGENT + ZIG
MEMORY = glm("memory_per_box", 100, "GiB", ("Memory test",), qualifier="about")


@pytest.mark.parametrize("wanted", FIGURES, ids=name_of)
def test_a_figure_is_kept_as_the_update_prints_it(catalog, wanted):
    check(catalog, wanted)


def test_the_memory_test_took_about_100_gib_a_box_with_a_window_of_131_072(catalog):
    offer, one = find(catalog, MEMORY)
    windows = (one.context_tokens, one.prompt_tokens, offer.setup.context_tokens)

    assert (one.qualifier, one.who, one.value_high) == ("about", "niklaslenz_ai", None)
    assert "Memory test" in one.locator
    assert 131_072 in windows or "131,072" in (one.note or "")


def test_the_memory_test_counts_neither_free_memory_nor_what_a_start_needs(catalog):
    assert find(catalog, MEMORY).figure.memory_kind in {"used", "allocations"}


@pytest.mark.parametrize("wanted", [*FIGURES, MEMORY], ids=name_of)
def test_the_recipe_is_mias(catalog, wanted):
    assert "mia" in find(catalog, wanted).offer.recipe.author.lower()


@pytest.mark.parametrize("wanted", [*TABLE, *AGENT], ids=name_of)
def test_the_build_is_named(catalog, wanted):
    found = find(catalog, wanted)
    (main,) = [catalog.weights[part.weights] for part in parts_of(found.offer) if part.role == "main"]

    assert main.precision == "EXL3 4 bpw"
    assert found.offer.setup.parallelism.tensor == 2
    assert "TensorFold" in found.offer.engine_name
    assert "3fd60dfc" in told(catalog, found)
    assert "DFlash2" in told(catalog, found)


@pytest.mark.parametrize("wanted", AGENT, ids=name_of)
def test_the_agent_run_names_opencode(catalog, wanted):
    text = told(catalog, find(catalog, wanted))

    assert "OpenCode 1.19.3" in text or "same agent run" in text


def test_the_browser_score_is_out_of_ten(catalog):
    one = find(catalog, AGENT[1]).figure

    assert "10" in (one.note or "") + one.locator


@pytest.mark.parametrize("wanted", ZIG, ids=name_of)
def test_the_zig_branch_is_another_setup_than_the_python_engine(catalog, wanted):
    zig, python = find(catalog, wanted).offer.setup, find(catalog, TABLE[0]).offer.setup

    assert zig.id != python.id
    assert "zig" in f"{zig.engine_version} {zig.profile}".lower()
    assert "zig" not in f"{python.engine_version} {python.profile}".lower()


@pytest.mark.parametrize("wanted", ZIG, ids=name_of)
def test_the_zig_branch_is_called_work_in_progress(catalog, wanted):
    found = find(catalog, wanted)

    assert "work in progress" in told(catalog, found).lower() or found.offer.recipe.status == "experimental"


def test_the_python_engine_is_named(catalog):
    assert "python" in told(catalog, find(catalog, TABLE[0])).lower()


@pytest.mark.parametrize("wanted", [*FIGURES, MEMORY], ids=name_of)
def test_his_figures_are_independent_of_the_recipes_author(catalog, wanted):
    offer, one = find(catalog, wanted)

    assert one.who != offer.recipe.author


@pytest.mark.parametrize("value", [60.4, 114.7, 108.8, 130.8, 1978.9])
def test_mias_own_figures_are_not_credited_to_the_update(catalog, value):
    figures = [one for offer in catalog.offers if offer.model.id == "glm-5.3-flash" for one in offer.setup.measurements]

    assert not [one.id for one in figures if one.value == value and one.source == UPDATE]


def test_bertholomusai_has_used_it_daily_for_almost_a_month(catalog):
    assert says_somewhere(catalog, UPDATE, "bertholomusai", "month", "glm-5.3-flash")
