"""Which weights a setup runs: its own files, where it names other ones than its recipe."""

from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.export import export


def test_a_setup_with_parts_of_its_own_is_offered_with_their_weights(catalog: Catalog) -> None:
    checked = 0
    for offer in (*catalog.offers, *catalog.elsewhere):
        main = [part.weights for part in offer.setup.parts or () if part.role == "main"]
        if main:
            checked += 1
            assert offer.weights is not None
            assert offer.weights.id == main[0]
    assert checked > 30


def test_the_export_gives_it_the_quality_of_those_weights(catalog: Catalog) -> None:
    exported = {setup["id"]: setup for recipe in export(catalog)["recipes"] for setup in recipe["setups"]}
    for offer in catalog.offers:
        subjects = {one["subject"] for one in exported[offer.setup.id]["quality"]}
        assert subjects <= {"setup", offer.weights.id if offer.weights else "setup"}
