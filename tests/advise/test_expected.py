"""Expected speed: a published figure carried to the use, step by step, as one would do it by hand."""

import pytest

from spark_tui.advise.expected import expected, replication
from spark_tui.advise.expecting import claims, expected_words, expecting
from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import rank
from spark_tui.advise.speed import speed_for

from .factory import catalog_of, measured, needle, prefill, recipe, setup

OTHER = {"who": "somebody"}


def expect(catalog, name="r@2", **needs):
    asked, offer = Needs(**{"use": "chat", **needs}), catalog.offer(name)
    return expected(catalog, offer, speed_for(offer, asked), asked)


def three_recipes(before, *after, **more):
    """Three recipes of another engine, in which one condition moves a speed of 100 to the values of `after`."""
    return [
        recipe(f"known-{n}", setup(measured(100, **before), measured(value, **{**before, **more}, id="after")),
               engine="llama-cpp")
        for n, value in enumerate(after)
    ]  # fmt: skip


def test_a_figure_of_the_use_itself_is_expected_as_it_was_published():
    found = expect(catalog_of(recipe("r", setup(measured(60.4, thinking=True)))))

    assert (found.value, found.low, found.high, found.steps, found.unknown) == (60.4, None, None, (), ())


def test_what_the_setup_says_of_itself_comes_before_what_others_say():
    own = setup(measured(100, "code"), measured(200, "code", 4), measured(150, "prose", 4))
    found = expect(catalog_of(recipe("r", own), *three_recipes({"workload": "code"}, 40, 50, 60, workload="prose")))

    assert (found.value, found.steps[0].scope) == (75.0, "setup")


def test_else_the_same_engine_and_model_speak_then_all_and_never_fewer_than_three_recipes():
    alone = recipe("r", setup(measured(80, "code")))
    same = [recipe(f"same-{n}", setup(measured(100, "code"), measured(50, "prose"))) for n in range(3)]
    others = three_recipes({"workload": "code"}, 60, 70, 80, workload="prose")

    assert expect(catalog_of(alone, *others[:2])).value is None
    assert expect(catalog_of(alone, *others)).steps[0].scope == "all"
    assert expect(catalog_of(alone, *others)).value == pytest.approx(80 * 0.7)
    assert expect(catalog_of(alone, *others)).low == pytest.approx(80 * 0.65)
    assert expect(catalog_of(alone, *others, *same)).steps[0].scope == "engine and model"
    assert expect(catalog_of(alone, *others, *same)).value == pytest.approx(80 * 0.5)


def test_thinking_is_carried_where_it_is_known_and_said_where_it_is_not():
    alone = recipe("r", setup(measured(50, thinking=False)))
    known = three_recipes({"workload": "prose", "thinking": False}, 80, 80, 80, thinking=True)

    assert expect(catalog_of(alone, *known)).value == pytest.approx(40)
    assert expect(catalog_of(alone)).unknown == ("how thinking moves decode (known of fewer than 3 recipes)",)
    assert expect(catalog_of(recipe("r", setup(measured(50))))).unknown == ("whether it was measured with thinking",)


def test_more_requests_than_were_measured_are_carried_but_never_beyond_the_setups_own_total():
    known = three_recipes({"workload": "prose"}, 200, 200, 200, streams=4)

    def team(*figures, **more):
        return expect(catalog_of(recipe("r", setup(*figures, **more)), *known), use="team", streams=4)

    assert team(measured(70)).value == pytest.approx(140)
    assert team(measured(70), measured(106.3, None, 8)).value == pytest.approx(106.3)
    assert team(measured(70), slots=1).value == 70


def test_of_a_figure_of_unknown_content_nothing_is_expected_unless_another_can_be_carried():
    known = three_recipes({"workload": "code"}, 60, 60, 60, workload="prose")

    assert expect(catalog_of(recipe("r", setup(measured(73, None))))).unknown == ("what was generated is not said",)
    found = expect(catalog_of(recipe("r", setup(measured(73, None), measured(100, "code"))), *known))
    assert (found.value, found.figure.workload) == (pytest.approx(60), "code")


def test_prefill_is_carried_to_the_length_that_is_asked_for():
    known = [recipe(f"k{n}", setup(prefill(2000, 32_000), prefill(1600, 524_288))) for n in range(3)]
    found = expect(catalog_of(recipe("r", setup(prefill(1000, 32_000))), *known), use="long", context=524_288)

    assert found.value == pytest.approx(800)
    assert expect(catalog_of(recipe("r", setup(needle(600_000)))), use="long").value is None


def test_claims_of_three_recipes_must_be_repeated_before_anything_is_taken_off():
    repeated = [
        recipe(f"k{n}", setup(measured(100, thinking=True), measured(value, thinking=True, id="again", **OTHER)))
        for n, value in enumerate((70, 80, 90))
    ]
    alone = recipe("r", setup(measured(50, thinking=True)))

    assert replication(catalog_of(alone, *repeated[:2])).known is None
    assert "nothing can be said" in claims(catalog_of(alone, *repeated[:2])).text
    found = expect(catalog_of(alone, *repeated))
    assert (found.value, found.low, found.high) == pytest.approx((40, 37.5, 42.5))
    assert "x 0.80 (0.75 to 0.85), by 3 recipes" in claims(catalog_of(alone, *repeated)).text
    independent = recipe("r", setup(measured(50, thinking=True, **OTHER)))
    assert expect(catalog_of(independent, *repeated)).value == 50


def test_the_words_say_that_it_is_expected_from_what_and_on_how_many_figures_it_rests():
    known = three_recipes({"workload": "code"}, 60, 70, 80, workload="prose")
    found = expect(catalog_of(recipe("r", setup(measured(80, "code"))), *known))
    told = " ".join(sentence.text for sentence in expecting(found, Needs(use="chat")))

    assert "Expected for chat, not measured: about 56 tok/s (52 to 60). From 80.0 tok/s code" in told
    assert "x 0.70 for content from code to prose, by 3 recipes of any engine and model" in told
    assert "not allowed for: whether it was measured with thinking" in told
    assert expected_words(found) == "expected 56 (52–60)"


def test_code_never_passes_for_prose_in_either_order():
    known = three_recipes({"workload": "code"}, 60, 60, 60, workload="prose")
    catalog = catalog_of(
        recipe("fast-code", setup(measured(58, "code"))), recipe("prose", setup(measured(49.3))), *known
    )
    for order in ("published", "expected"):
        places = [pick.id for pick in rank(catalog, Needs(boxes=2, order=order)).picks]
        assert places.index("prose@2") < places.index("fast-code@2")


def test_ordered_by_expected_speed_what_nobody_can_carry_comes_last():
    catalog = catalog_of(recipe("unknown", setup(measured(90, None))), recipe("slow", setup(measured(10))))

    assert [pick.id for pick in rank(catalog, Needs(boxes=2)).picks] == ["unknown@2", "slow@2"]
    assert [pick.id for pick in rank(catalog, Needs(boxes=2, order="expected")).picks] == ["slow@2", "unknown@2"]
