"""The plain data behind `--json` has the shape that scripts rely on (DESIGN, section 6)."""

import json

import pytest

from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import rank
from spark_tui.advise.report import ranking_data, sheet_data, sources_data
from spark_tui.advise.sheet import sheet
from spark_tui.advise.uses import USES

NUMBER = (int, float)
FIT = {
    "verdict": str, "per_box_gib": (*NUMBER, None), "spare_gib": (*NUMBER, None), "basis": str,
    "window": (int, None), "streams": int,
}  # fmt: skip
SPEED = {
    "published": (*NUMBER, None), "published_high": (*NUMBER, None), "expected": (*NUMBER, None),
    "unit": (str, None), "metric": (str, None), "workload": (str, None), "streams": (int, None),
    "stands_in": bool, "measurement": (str, None),
}  # fmt: skip
PICK = {
    "setup": str, "recipe": str, "model": str, "engine": (str, None), "weights": (str, None), "boxes": int,
    "fit": dict, "speed": dict, "reasons": list, "caveats": list,
}  # fmt: skip
EXCLUDED = {"setup": str, "fit": dict, "reasons": list, "lift": (str, None)}
SHEET = {"id": str, "boxes": int, "published": bool, "fit": dict}


def has_shape(data, shape) -> bool:
    def fits(value, types):
        types = types if isinstance(types, tuple) else (types,)
        allowed = tuple(one for one in types if one is not None)
        return (value is None and None in types) or (isinstance(value, allowed) and type(value) is not bool) or (
            bool in types and isinstance(value, bool)
        )  # fmt: skip

    wrong = {key: data.get(key, "missing") for key, types in shape.items() if not fits(data.get(key, "missing"), types)}
    assert not wrong
    return True


@pytest.fixture(scope="module", params=[(use, boxes) for use in USES for boxes in (1, 2, 3, 8)], ids=str)
def answer(request, catalog):
    use, boxes = request.param
    return ranking_data(catalog, rank(catalog, Needs(use, boxes)))


@pytest.fixture(scope="module")
def team(articles):
    return ranking_data(articles, rank(articles, Needs("team", 3, budget=13_900, streams=4)))


def test_an_answer_has_needs_picks_and_excluded(answer):
    assert list(answer) == ["needs", "picks", "excluded", "one_more_box", "elsewhere"]


def test_every_pick_has_the_keys_of_the_contract(answer):
    for pick in answer["picks"]:
        assert has_shape(pick, PICK)
        assert has_shape(pick["fit"], FIT)
        assert has_shape(pick["speed"], SPEED)


def test_every_excluded_setup_has_the_keys_of_the_contract(answer):
    for one in answer["excluded"]:
        assert has_shape(one, EXCLUDED)
        assert has_shape(one["fit"], FIT)
        assert one["reasons"]


def test_every_sentence_has_text_and_sources(answer):
    sentences = [one for pick in answer["picks"] for one in pick["reasons"] + pick["caveats"]]
    sentences += [one for out in answer["excluded"] for one in out["reasons"]]

    assert all(one.keys() == {"text", "sources"} and isinstance(one["sources"], list) for one in sentences)


def test_verdict_and_basis_are_words_of_the_contract(answer):
    for pick in answer["picks"]:
        assert pick["fit"]["verdict"] in ("fits", "tight", "unknown")
        assert pick["fit"]["basis"] in ("ran", "estimated", "stated")


def test_an_answer_is_plain_json(answer):
    assert json.loads(json.dumps(answer)) == answer


def test_the_measurement_of_a_pick_is_one_of_the_export(catalog, answer):
    known = {one.id for offer in catalog.offers for one in offer.setup.measurements}

    assert all(pick["speed"]["measurement"] in known | {None} for pick in answer["picks"])


def test_the_needs_are_given_back_with_their_defaults(team):
    needs = team["needs"]

    assert (needs["use"], needs["boxes"], needs["context"], needs["streams"]) == ("team", 3, 32_000, 4)
    assert (needs["budget"], needs["price_usd"], needs["budget_buys"], needs["budget_left"]) == (13_900, 6950, 2, -6950)


def test_a_pick_carries_the_published_figure_with_its_conditions(team):
    (pick,) = [one for one in team["picks"] if one["setup"] == "miaai-lab-tensorfold-glm-5.3-flash@3"]

    assert pick["speed"] == {
        "published": 146.2, "published_high": None, "spread": None, "unit": "tok/s", "metric": "decode",
        "workload": None, "streams": 4, "stands_in": False, "at_least": False, "evidence": "claim",
        "measurement": "miaai-lab-tensorfold-glm-5.3-flash.3.total-4",
        "expected": 146.2, "expected_low": None, "expected_high": None, "expected_steps": [],
        "expected_from": "miaai-lab-tensorfold-glm-5.3-flash.3.total-4",
        "expected_unknown": ["whether it was measured with thinking"],
    }  # fmt: skip


def test_an_excluded_setup_says_what_would_lift_it(catalog):
    data = ranking_data(catalog, rank(catalog, Needs("chat", 2)))
    (out,) = [one for one in data["excluded"] if one["setup"] == "miaai-lab-tensorfold-glm-5.3-flash@3"]

    assert (out["reasons"][0]["text"], out["lift"]) == ("Runs on 3 boxes; you plan for 2.", "1 more box")


@pytest.mark.parametrize("boxes", range(1, 9))
def test_a_recipe_or_weights_answer_for_one_to_eight_boxes(catalog, boxes):
    for target in ("miaai-lab-tensorfold-glm-5.3-flash", "zai-glm-5.3-flash-fp8", "nvidia-nim-glm-5.3-flash"):
        data = sheet_data(catalog, sheet(catalog, f"{target}@{boxes}"))

        assert has_shape(data, SHEET)
        assert has_shape(data["fit"], FIT)
        assert data["boxes"] == boxes
        assert data["published"] or data["fit"]["basis"] in ("estimated", "stated")


def test_every_recipe_and_all_weights_can_be_shown(catalog):
    for target in (*catalog.recipes, *catalog.weights):
        assert has_shape(sheet_data(catalog, sheet(catalog, target)), SHEET)


def test_the_sources_of_a_recipe_give_every_figure_with_title_and_locator(articles):
    recipe = "miaai-lab-tensorfold-glm-5.3-flash"
    data = sources_data(articles, recipe, articles.offers_of_recipe(recipe))
    figures = [figure for setup in data["setups"] for figure in setup["figures"]]

    assert [setup["setup"] for setup in data["setups"]] == [
        "miaai-lab-tensorfold-glm-5.3-flash@2",
        "miaai-lab-tensorfold-glm-5.3-flash@2:window-131072",
        "miaai-lab-tensorfold-glm-5.3-flash@2:zig-branch",
        "miaai-lab-tensorfold-glm-5.3-flash@3",
    ]
    assert all(figure["source"] and figure["source_title"] and figure["locator"] for figure in figures)
    assert {figure.get("value", figure.get("score")) for figure in figures} >= {60.4, 77.6, 146.2, 0.0903, 98.8, 95.7}
