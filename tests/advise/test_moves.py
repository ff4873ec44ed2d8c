"""How speed moves with one condition: ratios of figures that differ in nothing else, one weight a recipe."""

import pytest

from spark_tui.advise.moves import Kind, moves, near, own, pooled

from .factory import catalog_of, measured, prefill, recipe, setup

CODE_TO_PROSE = Kind("decode", "content", "code", "prose")


def of(*measurements):
    return moves(catalog_of(recipe("r", setup(*measurements)))).by_kind


def test_two_figures_that_differ_in_content_alone_are_a_move_in_both_directions():
    found = of(measured(100, "code"), measured(60, "prose"))

    assert [move.value for move in found[CODE_TO_PROSE]] == [0.6]
    assert [move.value for move in found[Kind("decode", "content", "prose", "code")]] == [100 / 60]


@pytest.mark.parametrize(
    "other",
    [{"thinking": True}, {"sampling": "greedy"}, {"streams": 4}, {"who": "somebody"}, {"source": "elsewhere"},
     {"recipe_version": "v2"}, {"statistic": "best"}, {"date": "2026-11-01"}],
)  # fmt: skip
def test_with_a_second_difference_nothing_is_said(other):
    assert of(measured(100, "code"), measured(60, **{"workload": "prose", **other})) == {}


@pytest.mark.parametrize(
    ("one", "other", "kind", "ratio"),
    [
        (measured(50, thinking=False, id="a"), measured(40, thinking=True, id="b"), ("thinking", False, True), 0.8),
        (measured(50, id="a"), measured(120, streams=4, id="b"), ("streams", 1, 4), 2.4),
        (
            measured(50, context_tokens=0, id="a"),
            measured(45, context_tokens=32_768, id="b"),
            ("depth", 0, 32_768),
            0.9,
        ),
    ],
)
def test_thinking_streams_and_depth_move_decode(one, other, kind, ratio):
    assert [move.value for move in of(one, other)[Kind("decode", *kind)]] == [ratio]


def test_the_prompt_moves_prefill_and_small_contexts_are_one():
    found = of(prefill(2000, 4_000), prefill(1900, 32_000), prefill(2100, 8_000))

    assert {kind.after for kind in found if not kind.before} == {32_768}
    assert near(2_000) == near(8_192) == 0


def test_a_share_of_one_stream_is_no_total():
    assert of(measured(50), measured(30, streams=4, scope="per_stream")) == {}


def test_many_figures_of_one_recipe_weigh_as_one_and_three_recipes_are_needed():
    def recipe_of(name, *ratios):
        setups = [
            setup(measured(100, "code"), measured(100 * r, "prose"), profile=f"p{n}") for n, r in enumerate(ratios)
        ]
        return recipe(name, *setups)

    two = catalog_of(recipe_of("a", 0.5, 0.5, 0.5), recipe_of("b", 0.7))
    three = catalog_of(recipe_of("a", 0.5, 0.5, 0.5), recipe_of("b", 0.7), recipe_of("c", 0.6))

    assert pooled(moves(two).by_kind[CODE_TO_PROSE]) is None
    known = pooled(moves(three).by_kind[CODE_TO_PROSE])
    # By hand: one ratio a recipe is 0.5, 0.6, 0.7; the median 0.6, the quarters halfway to it.
    assert (known.ratio, known.recipes, len(known.ratios)) == (pytest.approx(0.6), 3, 5)
    assert (known.low, known.high) == (pytest.approx(0.55), pytest.approx(0.65))


def test_a_setup_speaks_for_itself_from_its_lowest_to_its_highest_pair():
    found = of(measured(100, "code"), measured(60, "prose"), measured(200, "code", 4), measured(160, "prose", 4))

    known = own(found[CODE_TO_PROSE])
    assert (known.low, known.ratio, known.high) == (0.6, pytest.approx(0.7), 0.8)
    assert own(()) is None
