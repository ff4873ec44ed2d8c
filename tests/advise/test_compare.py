"""Setups side by side: the articles' figures, what differs, what is best under the same conditions, and the verdict."""

import re
from itertools import permutations

import pytest

from spark_tui.advise.compare import Comparison, compare
from spark_tui.advise.needs import Needs
from spark_tui.advise.table import Row, tables
from spark_tui.advise.target import published_setup
from spark_tui.catalog.catalog import Catalog
from tests.advise.factory import catalog_of, kl, measured, prefill, recipe, setup, weights

MIA, KINDLING = "miaai-lab-tensorfold-glm-5.3-flash", "kindlingai-vllm-glm-5.3-flash"
FLARE, KNAPCIO = "al-engr-flare-glm-5.3-flash", "tonyd2wild-knapcio-glm-5.3-flash"
MIA_DEEPSEEK, SUDOINGX = "miaai-lab-tensorfold-deepseek-v4.1-flash-1017", "sudoingx-vllm-deepseek-v4.1-flash-1017"
ONE = "prose, one stream"
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def side_by_side(catalog: Catalog, *ids: str) -> Comparison:
    return compare(catalog, [published_setup(catalog, one) for one in ids], Needs())


def rows(found: Comparison, title: str = "Speed") -> dict[str, Row]:
    return {row.name: row for table in found.tables if table.title == title for row in table.rows}


def row(found: Comparison, name: str, title: str = "Speed") -> Row:
    return rows(found, title)[name]


def shown(one: Row) -> list[str]:
    """The leading figure of every cell."""
    return [cell.text.split(" (")[0] for cell in one.cells]


def best(one: Row) -> list[int]:
    return [place for place, cell in enumerate(one.cells) if cell.best]


def verdict(found: Comparison) -> str:
    return " ".join(sentence.text for sentence in found.verdict)


def said_of(found: Comparison, place: int) -> str:
    return found.verdict[place].text


@pytest.mark.parametrize(
    ("ids", "name", "cells", "winner"),
    [
        ((f"{MIA}@2", f"{KINDLING}@2"), ONE, ["60.4 tok/s", "42.6 tok/s"], [0]),
        ((f"{MIA}@2", f"{KINDLING}@2"), "structured, one stream", ["114.7 tok/s", "94.7 tok/s"], [0]),
        ((f"{MIA}@2", f"{KINDLING}@2"), "prefill at 32K", ["1,978.9 tok/s", "2,931 tok/s"], [1]),
        ((f"{KNAPCIO}@2", f"{KINDLING}@2"), ONE, ["35.3 tok/s", "42.6 tok/s"], [1]),
        ((f"{KNAPCIO}@2", f"{KINDLING}@2"), "code, one stream", ["68.9 tok/s", "66.2 tok/s"], [0]),
        ((f"{MIA_DEEPSEEK}@2", f"{SUDOINGX}@2"), ONE, ["65.0 tok/s", "59.2 tok/s"], [0]),
        ((f"{MIA_DEEPSEEK}@2", f"{SUDOINGX}@2"), "code, one stream", ["72.0 tok/s", "100.7 tok/s"], [1]),
        ((f"{MIA}@2", f"{MIA}@3"), ONE, ["60.4 tok/s", "77.6 tok/s"], [1]),
        ((f"{MIA}@2", f"{MIA}@3"), "total of 4 streams", ["108.8 tok/s", "146.2 tok/s"], [1]),
        ((f"{KINDLING}@2", f"{KINDLING}@3"), "total of 8 streams, mixed", ["116.0 tok/s", "146.0 tok/s"], [1]),
        ((f"{KINDLING}@2", f"{KINDLING}@3"), "prefill at 32K", ["2,931 tok/s", "3,864 tok/s"], [1]),
        ((f"{MIA}@2", f"{MIA_DEEPSEEK}@2", f"{SUDOINGX}@2"), ONE, ["60.4 tok/s", "65.0 tok/s", "59.2 tok/s"], [1]),
        ((f"{MIA}@2", f"{MIA_DEEPSEEK}@2", f"{SUDOINGX}@2", f"{KINDLING}@2"), ONE,
         ["60.4 tok/s", "65.0 tok/s", "59.2 tok/s", "42.6 tok/s"], [1]),
    ],
)  # fmt: skip
def test_figures_under_the_same_conditions_stand_in_a_row_and_the_best_is_marked(articles, ids, name, cells, winner):
    one = row(side_by_side(articles, *ids), name)

    assert (shown(one), best(one)) == (cells, winner)
    assert one.differs


def test_a_figure_for_several_streams_is_never_beside_one_for_one_stream(catalog):
    for name, one in rows(side_by_side(catalog, f"{MIA}@2", f"{KINDLING}@2", f"{FLARE}@2")).items():
        figures = [cite.measurement for cell in one.cells for cite in cell.cites]
        assert len({figure.streams or 1 for figure in figures}) == 1, name
        assert len({figure.workload for figure in figures}) == 1, name


def test_a_mean_of_prompt_types_is_not_in_the_row_of_prose(catalog):
    found = rows(side_by_side(catalog, f"{MIA}@2", f"{FLARE}@2"))
    (mean,) = [name for name, one in found.items() if "39.4" in one.cells[1].text]

    assert found[ONE].cells[1].text == "–"
    assert "prose" not in mean
    assert "mean" in found[mean].cells[1].text
    assert best(found[mean]) == []


@pytest.mark.parametrize(
    ("place", "figures"),
    [
        (0, ["prose, one stream (60.4 against 42.6 tok/s; also 48.6 by niklaslenz_ai)"]),
        (0, ["structured, one stream (114.7 against 94.7 tok/s)"]),
        (1, ["prefill at 32K (2,931 against 1,978.9 tok/s; also 1,944 by niklaslenz_ai)"]),
    ],
)
def test_the_verdict_names_the_articles_figures_and_where_they_stand(articles, place, figures):
    found = side_by_side(articles, f"{MIA}@2", f"{KINDLING}@2")

    assert [figure for figure in figures if figure not in said_of(found, place)] == []
    assert "state-of-the-sparks" in found.verdict[place].sources
    assert found.names[place] in said_of(found, place)


def test_every_figure_of_the_verdict_is_cited(catalog):
    found = side_by_side(catalog, f"{MIA_DEEPSEEK}@2", f"{SUDOINGX}@2", f"{KINDLING}@2")
    for sentence in found.verdict:
        cited = {f"{cite.measurement.value:g}" for cite in sentence.cites if cite.measurement}
        for brackets in re.findall(r"\(([\d.,]+ against [\d., and]+) tok/s\)", sentence.text):
            assert {f"{float(one.replace(',', '')):g}" for one in NUMBER.findall(brackets)} <= cited


def test_a_recipe_against_itself_names_the_boxes(articles):
    found = side_by_side(articles, f"{MIA}@2", f"{MIA}@3")

    assert found.names == tuple(f"{articles.recipes[MIA].name} on {count} boxes" for count in (2, 3))
    assert "1 box fewer" in said_of(found, 0)
    assert "prose, one stream (77.6 against 60.4 tok/s; also 48.6 by niklaslenz_ai)" in said_of(found, 1)
    assert "total of 4 streams (146.2 against 108.8 tok/s; also 80.2 by niklaslenz_ai)" in said_of(found, 1)


def test_what_differs_is_marked_and_what_is_the_same_is_not(catalog):
    found = side_by_side(catalog, f"{MIA}@2", f"{MIA}@3")
    differs = {name: one.differs for name, one in rows(found, "Setup").items()}

    assert differs["Machines"]
    assert not any(differs[name] for name in ("Model", "Weights", "By", "Status", "NVIDIA documents it"))
    assert shown(row(found, "Machines", "Setup")) == ["2 boxes, $13,900", "3 boxes, $20,850"]


def test_a_window_printed_as_1m_and_as_1_048_576_is_one_window(catalog):
    window = row(side_by_side(catalog, f"{MIA}@2", f"{MIA}@3"), "Window", "Memory")

    assert (window.differs, best(window)) == (False, [])


def test_the_order_of_the_setups_changes_nothing_but_the_order(catalog):
    ids = (f"{MIA}@2", f"{KINDLING}@2", f"{FLARE}@2")
    first = side_by_side(catalog, *ids)
    for order in permutations(range(3)):
        found = side_by_side(catalog, *(ids[place] for place in order))
        for title in ("Setup", "Memory", "Speed", "Quality"):
            one, other = rows(first, title), rows(found, title)
            assert set(one) == set(other)
            for name in one:
                assert [one[name].cells[place] for place in order] == list(other[name].cells), name
                assert one[name].differs == other[name].differs
        assert sorted(said_of(first, n) for n in range(3)) == sorted(said_of(found, n) for n in range(3))


def test_every_pair_of_the_catalog_compares(catalog):
    """No pair breaks; no best figure stands alone in its row; every citation can be found."""
    everywhere = (*catalog.offers, *catalog.elsewhere)
    for pair in zip(everywhere, everywhere[1:] + everywhere[:1], strict=True):
        found = compare(catalog, pair, Needs())
        assert len(set(found.names)) == 2, found.names
        for title, one in ((table.title, one) for table in found.tables for one in table.rows):
            assert len(one.cells) == 2
            assert one.differs == (one.cells[0].text != one.cells[1].text) or title == "Memory", one
            assert not best(one) or all(cell.short for cell in one.cells)
            assert all(cite.source in catalog.sources for cell in one.cells for cite in cell.cites)


# --- what no source has published yet ---------------------------------------------------------------------------


def made(*figures, boxes: tuple[int, ...] = (), **more) -> Comparison:
    """Compare one made-up setup for every group of figures."""
    groups = [one if isinstance(one, tuple) else (one,) for one in figures]
    recipes = [recipe(f"r{n}", setup(*some, boxes=boxes[n] if boxes else 2, **more)) for n, some in enumerate(groups)]
    found = catalog_of(*recipes)
    return compare(found, found.offers, Needs())


def best_at(found: Comparison) -> list[list[int]]:
    return [best(one) for one in rows(found).values()]


@pytest.mark.parametrize(("metric", "unit"), [("ttft", "s"), ("boot", "min"), ("agent_time", "min")])
def test_of_times_the_lower_is_the_better(metric, unit):
    figures = [measured(value, None, None, metric=metric, unit=unit, scope=None) for value in (9.0, 3.0, 5.0)]
    found = made(*figures)

    assert best_at(found) == [[1]]
    assert "(3 against 9 and 5" in said_of(found, 1)


def test_ninety_seconds_are_less_than_three_minutes():
    boots = [
        measured(value, None, None, metric="boot", unit=unit, scope=None) for value, unit in ((90, "s"), (3, "min"))
    ]
    found = made(*boots)

    assert [places for places in best_at(found) if places == [1]] == []
    assert "3 against 90" not in verdict(found)


@pytest.mark.parametrize(
    "figures",
    [
        (measured(60), measured(60)),
        (measured(60), measured(50), measured(60)),
        (measured(60, thinking=True), measured(50, thinking=False)),
        (measured(60, sampling="greedy"), measured(50)),
        (measured(60, context_tokens=16_000), measured(50, context_tokens=100_000)),
        (measured(60, streams=1), measured(50, streams=None, scope=None)),
        (measured(60, streams=4), measured(50, streams=8)),
        (measured(60, streams=4), measured(20, streams=4, scope="per_stream")),
        (prefill(2000, 32_000), prefill(1000, 64_000)),
        (prefill(2000, 32_000), prefill(1000, None)),
        (measured(60), ()),
        (measured(60, "prose"), measured(50, "story")),
        (measured(5, None, None, metric="gain", unit="%", scope=None),
         measured(3, None, None, metric="gain", unit="%", scope=None)),
    ],
    ids=["tie", "tie of three", "thinking", "sampling", "depth", "streams not said", "streams", "scope", "prompt",
         "prompt not said", "alone", "workload", "gain"],
)  # fmt: skip
def test_nothing_is_best_in_a_tie_or_under_other_conditions(figures):
    assert [places for places in best_at(made(*figures)) if places] == []


def test_of_three_the_best_is_the_best_among_those_under_the_same_conditions():
    found = made(measured(60), measured(50), measured(90, thinking=True))

    assert best_at(found) == [[0]]


def test_a_verdict_sets_no_figure_against_one_under_other_conditions():
    """90 was measured with thinking: 60 is not better than that, and must not be said to be."""
    found = made(measured(60), measured(50), measured(90, thinking=True))

    assert "60.0 against 50.0 tok/s" in said_of(found, 0)
    assert "90.0" not in said_of(found, 0)


def test_prompts_of_32_000_and_32_768_tokens_are_one_length():
    found = made(prefill(1978.9, 32_000), prefill(2931, 32_768))

    assert best_at(found) == [[1]]
    assert list(rows(found)) == ["prefill at 32K"]


def test_a_setup_that_nothing_speaks_for_says_so():
    found = made(measured(60), measured(50))

    assert said_of(found, 1) == "r1: nothing that was published under the same conditions speaks for it alone."


def test_where_no_figures_share_their_conditions_the_verdict_says_so():
    found = made(measured(60, "prose"), measured(50, "code"))

    assert "No speeds were published under the same conditions" in verdict(found)
    assert not any(cell.best for one in rows(found).values() for cell in one.cells)


def test_what_is_unknown_is_neither_none_nor_zero_nor_best():
    found = made((), (), window=None)

    assert "Window" not in rows(found, "Memory")
    assert rows(found) == {}
    assert not {cell.text for table in found.tables for one in table.rows for cell in one.cells} & {"None", "0", ""}


def test_the_same_figure_by_the_same_person_does_not_differ_and_another_does():
    same, other = made(measured(60), measured(60)), made(measured(60), measured(60, thinking=True))

    assert not row(same, ONE).differs
    assert row(other, ONE).differs


def test_fewer_boxes_speak_only_for_the_setup_that_has_the_fewest():
    found = made(measured(60), measured(60), measured(60), boxes=(2, 3, 4))

    assert "fewer" in said_of(found, 0)
    assert [place for place in (1, 2) if "fewer" in said_of(found, place)] == []


def test_a_kl_divergence_from_another_reference_is_in_a_row_of_its_own():
    files = [weights("a", kl(0.08, "BF16")), weights("b", kl(0.02, "FP8")), weights("c", kl(0.05, "BF16"))]
    recipes = [recipe(f"r{one.id}", setup(), weights=one.id) for one in files]
    found = catalog_of(*recipes, weights=tuple(files))
    (quality,) = [table for table in tables(found, found.offers, Needs()) if table.title == "Quality"]

    assert [[bool(cell.cites) for cell in one.cells] for one in quality.rows] == [[True, False, True],
                                                                                 [False, True, False]]  # fmt: skip


def test_two_recipes_of_one_name_are_called_differently():
    made_up = [one.model_copy(update={"name": "GLM"}) for one in (recipe("a", setup()), recipe("b", setup()))]
    found = catalog_of(*made_up)

    assert len(set(compare(found, found.offers, Needs()).names)) == 2
