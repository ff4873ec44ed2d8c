"""What wants a look: figures without conditions, claims of nobody, and what has grown old. The day is given."""

from datetime import date
from typing import Any

import pytest

from spark_tui.catalog.base import FieldCitation
from spark_tui.catalog.catalog import Catalog, Fragment
from spark_tui.catalog.doubts import aged, bare_figures, unnamed
from spark_tui.catalog.evidence import Source
from spark_tui.catalog.things import Platform, StatedFit
from tests.advise import factory
from tests.advise.factory import WHERE, kl, measured, memory, needle, prefill, recipe, setup, weights

TODAY = date(2026, 12, 1)
DAY_91, DAY_90 = "2026-09-01", "2026-09-02"
BARE: dict[str, Any] = {"workload": None, "streams": 1}


def bare(one: Any) -> list[str]:
    return [doubt.at for doubt in bare_figures([recipe("r", setup(one))])]


@pytest.mark.parametrize(
    "one",
    [
        measured(50, **BARE, id="bare"),
        measured(50, None, 8, id="bare"),
        measured(50, None, None, id="bare", metric="ttft", unit="s"),
        measured(50, None, None, id="bare", metric="acceptance", unit="%"),
        prefill(900, prompt=None).model_copy(update={"id": "bare"}),
    ],
    ids=["one stream", "eight streams", "first token", "acceptance", "prefill"],
)
def test_a_figure_of_which_only_the_streams_are_known_is_bare(one):
    assert bare(one) == ["bare"]


@pytest.mark.parametrize(
    "condition",
    [{"workload": "prose"}, {"prompt_tokens": 1}, {"context_tokens": 0}, {"output_tokens": 256}, {"sampling": "greedy"},
     {"thinking": False}, {"note": "Best of three."}],
    ids=lambda condition: next(iter(condition)),
)  # fmt: skip
def test_one_condition_or_a_note_is_enough(condition):
    assert bare(measured(50, **{**BARE, **condition})) == []


@pytest.mark.parametrize(
    "one", [needle(64_000), memory(90, "used"), measured(4, None, None, metric="boot", unit="min")]
)
def test_what_has_the_setup_as_its_condition_is_not_bare(one):
    assert bare(one) == []


def test_whoever_is_not_named_is_missed_in_figures_results_and_verdicts():
    ours = weights("w", kl(0.1), stated_fit=(StatedFit(boxes=2, fits="yes", **WHERE),))
    nobodys = measured(50, id="nobodys", who=None)
    content = Fragment(recipes=(recipe("r", setup(nobodys, measured(40))),), weights=(ours,))

    assert [doubt.at for doubt in unnamed(content)] == ["nobodys", "w, KL divergence", "w@2"]


def old(*figures: Any, source: str | None = None, **more: Any) -> list[tuple[str, str]]:
    content = Fragment(recipes=(recipe("r", setup(*figures), **more),),
                       sources=(Source(id="page", title="P", publisher="p", kind="page", date=source),))  # fmt: skip
    return [(doubt.kind, doubt.what) for doubt in aged(Catalog(content), content, TODAY)]


@pytest.mark.parametrize("made", [lambda day: old(measured(1, date=day)), lambda day: old(updated=day),
                                  lambda day: old(source=day)], ids=["figure", "repository", "source"])  # fmt: skip
def test_an_entry_is_old_after_ninety_days(made):
    ((kind, what),) = made(DAY_91)

    assert (kind, what.partition(":")[0]) == ("old", f"newest date {DAY_91}, 91 days ago")
    assert made(DAY_90) == []


def test_the_newest_date_counts():
    assert old(measured(1, date=DAY_91), measured(2, date=DAY_90)) == []
    assert old(measured(1, date="2025"), source="2026-11") == []


@pytest.mark.parametrize(("day", "found"), [("2026-09", []), ("2026-08", ["old"]), ("2026", []), ("2025", ["old"]),
                                            ("2026-99-99", ["old"]), ("2027-01-01", [])])  # fmt: skip
def test_a_date_is_as_young_as_it_may_be(day, found):
    assert [kind for kind, _ in old(measured(1, date=day))] == found


def test_what_has_no_date_is_not_old_but_told():
    assert [kind for kind, _ in old(measured(1))] == ["no date"]


def price(day: str | None) -> list[str]:
    cite = (FieldCitation(fields=("price_usd",), date=day, **WHERE),
            FieldCitation(fields=("memory_gb",), date="2026-11-30", **WHERE))  # fmt: skip
    spark = Platform(id="spark", name="Spark", is_box=True, memory_gb=128.0, price_usd=6950.0, cite=cite)
    content = Fragment(platforms=(spark,))
    return [doubt.kind for doubt in aged(Catalog(content), content, TODAY)]


def test_of_a_machine_the_price_alone_grows_old():
    assert [price(day) for day in (DAY_90, DAY_91, None)] == [[], ["old"], ["no date"]]


def test_a_model_is_not_old_because_it_was_released_long_ago():
    content = Fragment(models=(factory.model(date="2024-01"),))

    assert list(aged(Catalog(content), content, TODAY)) == []
