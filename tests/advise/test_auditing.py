"""Figures of memory and verdicts that contradict the fit, and which entries an audit is about."""

from datetime import date

import pytest

from spark_tui.advise.auditing import audit
from spark_tui.catalog.base import FieldCitation
from spark_tui.catalog.catalog import Catalog, Fragment
from spark_tui.catalog.recipe import Recipe
from spark_tui.catalog.things import KvSize, Platform, StatedFit, Weights
from tests.advise.factory import WHERE, catalog_of, measured, memory, model, recipe, setup, weights

TODAY = date(2026, 12, 1)
GLM = model(kv=(KvSize(bytes_per_token=1000.0, replicated=False, **WHERE),))
SPARK = Platform(id="dgx-spark", name="Spark", is_box=True, usable_gib=121.7,
                 cite=(FieldCitation(fields=("usable_gib",), **WHERE),))  # fmt: skip


def made(*recipes: Recipe, files: Weights) -> Catalog:
    content = catalog_of(*recipes, models=(GLM,), weights=(files,)).content
    return Catalog(content.model_copy(update={"platforms": (SPARK,)}))


def odd(*figures, gib: float | None = 150.0, **more) -> dict[str, str]:
    catalog = made(recipe("r", setup(*figures, window=1000), weights="w"), files=weights("w", gib=gib, **more))
    return {doubt.at: doubt.what for doubt in audit(catalog, catalog.content, TODAY)["memory"]}


@pytest.mark.parametrize(
    ("figure", "what"),
    [
        (memory(75, "weights share"), None),
        (memory(66, "weights share"), None),
        (memory(86, "weights share"), None),
        (memory(64, "weights share"), "weights share: 64.0 GiB, but the weights' size makes 75.0 a box"),
        (memory(87, "weights share"), "weights share: 87.0 GiB, but the weights' size makes 75.0 a box"),
        (memory(60, "weights share", value_high=70.0), None),
        (memory(80.5, "weights share", unit="GB"), None),
        (memory(115, "used"), None),
        (memory(64, "used"), "used: 64.0 GiB, but the files alone are 75.0 a box"),
        (memory(64, "allocations"), "allocations: 64.0 GiB, but the files alone are 75.0 a box"),
        (memory(130, "used"), "used: 130.0 GiB, but a box has 121.7"),
        (memory(125, "lowest free"), "lowest free: 125.0 GiB, but a box has 121.7"),
        (memory(2, "lowest free"), None),
        (memory(60, "lowest free"), "lowest free: 60.0 GiB left of 121.7, but the files alone are 75.0 a box"),
    ],
)
def test_a_figure_of_memory_is_held_against_what_a_box_must_hold(figure, what):
    found = odd(figure)

    assert list(found) == ([figure.id] if what else [])
    assert what is None or found[figure.id].startswith(what)


def test_where_no_size_is_known_nothing_is_contradicted():
    assert odd(memory(20, "weights share"), memory(2, "used"), gib=None) == {}


def test_what_somebody_ran_cannot_be_too_large():
    found = odd(measured(50), gib=300.0)

    assert list(found) == ["r@2"]
    assert found["r@2"].startswith("somebody ran it, but the estimate is at least 156.0 GiB a box, most of it weights")


@pytest.mark.parametrize(("fits", "gib", "what"), [
    ("yes", 300.0, "a source says 'yes', but the estimate is at least"),
    ("on paper", 300.0, "a source says 'on paper', but the estimate is at least"),
    ("no", 150.0, "a source says 'no', but the estimate says that it fits"),
    ("yes", 150.0, None),
    ("no", 300.0, None),
    ("no", 210.0, None),  # Tight bears out either word.
    ("yes", None, None),
    ("no", None, None),
])  # fmt: skip
def test_a_sources_verdict_is_held_against_the_estimate(fits, gib, what):
    catalog = made(files=weights("w", gib=gib, stated_fit=(StatedFit(boxes=2, fits=fits, **WHERE),)))
    found = audit(catalog, catalog.content, TODAY)["memory"]

    assert [doubt.at for doubt in found] == (["w@2"] if what else [])
    assert what is None or found[0].what.startswith(what)


def test_a_no_is_contradicted_by_a_run():
    found = odd(measured(50), stated_fit=(StatedFit(boxes=2, fits="no", **WHERE),))

    assert found == {"w@2": "a source says 'no', but somebody ran it"}


def test_only_what_is_looked_at_is_told():
    files = weights("w", gib=300.0)
    catalog = made(
        recipe("a", setup(measured(1)), weights="w"), recipe("b", setup(measured(1)), weights="w"), files=files
    )
    (second,) = [one for one in catalog.content.recipes if one.id == "b"]

    assert {doubt.at for doubt in audit(catalog, Fragment(recipes=(second,)), TODAY)["memory"]} == {"b@2"}
    assert set(audit(catalog, Fragment(), TODAY)) == {"no conditions", "no measurer", "memory", "old", "no date"}
    assert not any(audit(catalog, Fragment(), TODAY).values())
