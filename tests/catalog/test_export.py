"""The export has the shape that scripts rely on (DESIGN, section 6)."""

import json

import pytest

from spark_tui.catalog.export import export

SECTIONS = ["platforms", "models", "engines", "weights", "recipes", "quotes", "notes", "advice", "sources"]
SETUP = {"id", "platform", "boxes", "profile", "context_tokens", "slots", "kv_pool_tokens", "measurements", "quality"}
MEASUREMENT = {
    "id", "metric", "workload", "streams", "value", "value_high", "unit", "scope", "qualifier", "statistic",
    "prompt_tokens", "context_tokens", "output_tokens", "sampling", "thinking", "who", "date", "recipe_version",
    "model_version", "engine_version", "source", "locator", "note",
}  # fmt: skip
QUALITY = {
    "benchmark", "score", "unit", "out_of", "baseline", "baseline_score", "who", "source", "locator", "note",
}  # fmt: skip
KEYS = {
    "platforms": {"id", "name", "memory_gb", "usable_gib", "price_usd"},
    "weights": {"id", "model", "sizes", "quality", "stated_fit", "licence"},
    "quotes": {"id", "text", "who", "source", "locator", "topics"},
    "sources": {"id", "title", "publisher", "kind", "url", "date", "via", "excerpt", "note"},
    "recipes": {"id", "author", "setups"},
}


@pytest.fixture(scope="module")
def data(catalog):
    return export(catalog)


@pytest.fixture(scope="module")
def setups(data):
    return {setup["id"]: setup for recipe in data["recipes"] for setup in recipe["setups"]}


def test_the_sections_stand_in_their_order(data):
    assert list(data) == SECTIONS


@pytest.mark.parametrize("section", KEYS)
def test_every_entry_has_the_keys_of_the_contract(data, section):
    assert data[section]
    for entry in data[section]:
        assert entry.keys() >= KEYS[section], entry["id"]


def test_every_setup_has_the_keys_of_the_contract(setups):
    for setup in setups.values():
        assert setup.keys() >= SETUP, setup["id"]


def test_every_measurement_has_the_keys_of_the_contract(setups):
    for setup in setups.values():
        for one in setup["measurements"]:
            assert one.keys() >= MEASUREMENT, one["id"]


def test_every_quality_result_has_the_keys_of_the_contract_and_its_subject(setups):
    results = [one for setup in setups.values() for one in setup["quality"]]

    assert results
    for one in results:
        assert one.keys() >= QUALITY | {"subject"}


def test_a_size_says_value_unit_what_and_source(data):
    for weights in data["weights"]:
        for size in weights["sizes"]:
            assert size.keys() >= {"value", "unit", "what", "source"}
            assert size["what"] in ("disk", "resident", "tables")


def test_quality_of_the_weights_is_shown_at_every_setup_that_serves_them(setups):
    for setup in ("miaai-lab-tensorfold-glm-5.3-flash@2", "miaai-lab-tensorfold-glm-5.3-flash@3"):
        kl = [one for one in setups[setup]["quality"] if one["score"] == 0.0903]

        assert [one["subject"] for one in kl] == ["mia-glm-5.3-flash-exl3-4bpw"]


def test_quality_of_the_setup_itself_comes_first(setups):
    first, *rest = setups["al-engr-flare-glm-5.3-flash@2"]["quality"]

    assert (first["score"], first["subject"]) == (193, "setup")
    assert [one["subject"] for one in rest] == ["glm-5.3-flash-nvfp4-mxfp8"]


def test_ids_are_unique_within_their_section(data):
    for section in SECTIONS:
        ids = [entry["id"] for entry in data[section]]
        assert len(ids) == len(set(ids)), section


def test_ids_of_setups_and_measurements_are_unique_over_the_catalog(setups):
    ids = [one["id"] for setup in setups.values() for one in setup["measurements"]]

    assert len(ids) == len(set(ids))


def test_every_source_that_is_named_anywhere_is_exported(data):
    known = {source["id"] for source in data["sources"]}

    def named(value):
        if isinstance(value, dict):
            yield from (v for k, v in value.items() if k == "source" and v is not None)
            yield from (one for v in value.values() for one in named(v))
        elif isinstance(value, list):
            yield from (one for v in value for one in named(v))

    assert set(named(data)) <= known


def test_the_export_is_plain_json(data):
    assert json.loads(json.dumps(data)) == data


def test_exporting_does_not_change_the_catalog(catalog):
    assert export(catalog) == export(catalog)
