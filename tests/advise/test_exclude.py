"""What leaves a setup out, what would bring it in, and what stays in doubt behind the others."""

import pytest

from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import rank
from spark_tui.catalog.recipe import Part
from spark_tui.catalog.things import KvSize, Licence

from .factory import WHERE, catalog_of, measured, model, needle, recipe, setup, weights

ALL_FREE = tuple(Licence(part=part, commercial="yes", **WHERE) for part in ("code", "weights"))


def ranked(*recipes, use="chat", boxes=3, content=None, **needs):
    return rank(catalog_of(*recipes, **(content or {})), Needs(use, boxes, **needs))


def left_out(ranking) -> list[tuple[str, str | None]]:
    return [(obstacle.sentence.text, obstacle.lift) for one in ranking.excluded for obstacle in one.obstacles]


def one(**more):
    return recipe("only", setup(measured(60.4)), **more)


def test_more_boxes_than_planned_are_a_reason_and_the_lift():
    ranking = ranked(recipe("only", setup(measured(60), boxes=4)), boxes=2)

    assert left_out(ranking) == [("Runs on 4 boxes; you plan for 2.", "2 more boxes")]


def test_fewer_boxes_than_planned_are_welcome():
    assert [pick.id for pick in ranked(one(), boxes=8).picks] == ["only@2"]


def test_a_recipe_that_is_not_ready_is_left_out():
    assert left_out(ranked(one(status="not ready"))) == [("Its author does not call it ready.", "a release that works")]


def test_a_superseded_recipe_names_its_successor():
    newer = recipe("newer", setup(measured(70)))

    assert left_out(ranked(one(status="superseded", superseded_by="newer"), newer)) == [
        ("Superseded by newer.", "take newer")
    ]


def test_an_experimental_recipe_is_listed():
    assert len(ranked(one(status="experimental")).picks) == 1


def test_what_does_not_fit_says_how_much_is_missing():
    kv = (KvSize(kv_type="fp8", engine="engine", bytes_per_token=0.0, replicated=True, **WHERE),)
    content = {"models": (model(kv=kv),), "weights": (weights("files", gib=300.0),)}
    ((text, _),) = left_out(ranked(recipe("only", setup(kv_type="fp8"), weights="files"), content=content))

    assert text == "Needs 156.0 GiB a box; no box has more than 117 GiB free: short by 39.0 GiB."


def test_weights_too_large_alone_are_not_put_down_to_a_source():
    content = {"weights": (weights("files", gib=300.0),)}
    ((text, _),) = left_out(ranked(recipe("only", setup(), weights="files"), content=content))

    assert "Its source says" not in text


def test_whether_it_fits_may_be_unknown_and_is_listed_with_that():
    (pick,) = ranked(recipe("only", setup())).picks

    assert pick.fit.verdict == "unknown"


@pytest.mark.parametrize(
    ("asked", "listed"),
    [({"context": 160_000}, True), ({"context": 160_001}, False), ({}, True), ({"use": "code"}, True),
     ({"use": "long"}, False)],
)  # fmt: skip
def test_a_window_must_reach_what_is_asked(asked, listed):
    ranking = ranked(recipe("only", setup(measured(60), needle(600_000), window=160_000)), **asked)

    assert bool(ranking.picks) == listed
    if not listed:
        assert left_out(ranking)[0][1] == "a context of 160K or less"


def test_the_usable_window_counts_where_it_is_less_than_the_limit():
    ranking = ranked(recipe("only", setup(measured(60), window=256_000, usable_tokens=32_000)), context=64_000)

    assert ranking.picks == ()


def test_the_longest_prompt_answered_is_a_window_too():
    ranking = ranked(recipe("only", setup(measured(60), window=None, tested_tokens=570_000)), use="long")

    assert len(ranking.picks) == 1


def test_a_window_that_nobody_gives_leaves_out_for_long_documents_only():
    unknown = recipe("only", setup(measured(60), window=None))

    assert left_out(ranked(unknown, use="long")) == [
        ("No source gives its context window.", "a source that states the window")
    ]
    assert len(ranked(unknown).picks) == 1


def test_a_window_that_nobody_gives_stands_behind_where_one_was_asked_for():
    unknown = recipe("unknown", setup(measured(90), window=None))
    known = recipe("known", setup(measured(30)))

    assert [pick.id for pick in ranked(unknown, known, context=64_000).picks] == ["known@2", "unknown@2"]


def test_vendor_keeps_only_what_nvidia_documents():
    documented = recipe("documented", setup(measured(30)), vendor_documented=True)
    ranking = ranked(one(), documented, vendor=True)

    assert [pick.id for pick in ranking.picks] == ["documented@2"]
    assert left_out(ranking) == [("NVIDIA does not document this way to serve it.", "drop --vendor")]


@pytest.mark.parametrize(("kernels", "place"), [(False, "first"), (None, "behind"), (True, "out")])
def test_custom_kernels_leave_out_and_doubt_about_them_stands_behind(kernels, place):
    clean = recipe("clean", setup(measured(30)), custom_kernels=False)
    ranking = ranked(recipe("asked", setup(measured(90)), custom_kernels=kernels), clean, no_custom_kernel=True)
    places = {"first": ["asked@2", "clean@2"], "behind": ["clean@2", "asked@2"], "out": ["clean@2"]}

    assert [pick.id for pick in ranking.picks] == places[place]


def test_a_drafter_that_may_not_be_used_commercially_leaves_out_with_its_way_out():
    licence = Licence(part="drafter", name="CC BY-NC-ND", commercial="no", way_out="DRAFTER=mtp", **WHERE)
    ranking = ranked(one(licences=(*ALL_FREE, licence)), commercial=True)

    assert left_out(ranking) == [("Its drafter may not be used commercially (CC BY-NC-ND).", "DRAFTER=mtp")]


def test_an_unknown_licence_is_a_group_of_its_own_behind_the_others():
    slow = recipe("known", setup(measured(10)), licences=ALL_FREE)
    ranking = ranked(recipe("unknown", setup(measured(90))), slow, commercial=True)

    assert [pick.id for pick in ranking.picks] == ["known@2", "unknown@2"]
    assert [doubt.text for doubt in ranking.picks[1].doubts] == ["No source tells the licence of its code and weights."]


def test_the_licence_of_tables_says_nothing_of_the_licence_of_the_weights():
    code, mit = ALL_FREE
    parts = (Part(weights="files", role="main"), Part(weights="tables", role="tables", resident=False))
    only = one(licences=(code,)).model_copy(update={"parts": parts})
    content = {"weights": (weights("files"), weights("tables", licence=mit))}
    (pick,) = ranked(only, content=content, commercial=True).picks

    assert [doubt.text for doubt in pick.doubts] == ["No source tells the licence of its weights."]


def test_a_separate_drafter_without_a_licence_never_passes_silently():
    parts = (Part(weights="files", role="main"), Part(weights="draft", role="draft"))
    only = one(licences=ALL_FREE).model_copy(update={"parts": parts})
    (pick,) = ranked(only, content={"weights": (weights("files"), weights("draft"))}, commercial=True).picks

    assert [doubt.text for doubt in pick.doubts] == ["No source tells the licence of its drafter."]


def test_an_unknown_licence_counts_only_for_commercial_use():
    slow = recipe("known", setup(measured(10)), licences=ALL_FREE)

    assert ranked(recipe("unknown", setup(measured(90))), slow).picks[0].id == "unknown@2"


@pytest.mark.parametrize("answer", ["yes", "conditional"])
def test_a_licence_that_allows_it_passes(answer):
    code, files = ALL_FREE
    ranking = ranked(one(licences=(code, files.model_copy(update={"commercial": answer}))), commercial=True)

    assert ranking.picks[0].doubts == ()


@pytest.mark.parametrize(
    ("documented", "asked", "listed"),
    [
        (("triangle",), "triangle", True),
        (("triangle",), "switch", False),
        (("switch", "ring"), "ring", True),
        ((), "switch", True),
    ],
)
def test_three_boxes_need_the_cabling_that_is_documented(documented, asked, listed):
    three = recipe("only", setup(measured(60), boxes=3, topology=documented))

    assert bool(ranked(three, topology=asked).picks) == listed


def test_cabling_that_no_source_gives_stands_behind():
    known = recipe("known", setup(measured(30), boxes=3, topology=("switch",)))
    unknown = recipe("unknown", setup(measured(90), boxes=3))

    assert [pick.id for pick in ranked(unknown, known, topology="switch").picks] == ["known@3", "unknown@3"]


@pytest.mark.parametrize(("documented", "asked"), [("triangle", "ring"), ("ring", "triangle")])
def test_a_ring_of_three_is_a_triangle(documented, asked):
    """NVIDIA calls three boxes on three cables a ring, builders call it a triangle."""
    three = recipe("only", setup(measured(60), boxes=3, topology=(documented,)))

    assert len(ranked(three, topology=asked).picks) == 1


@pytest.mark.parametrize("cabling", ["cable", "triangle", "ring", "switch"])
def test_two_boxes_run_on_any_cabling(cabling):
    assert len(ranked(recipe("only", setup(measured(60), topology=("cable",))), topology=cabling).picks) == 1


def test_another_engine_or_model_than_the_one_named_is_left_out():
    other = recipe("other", setup(measured(60)), model="other", engine="llama-cpp")

    assert left_out(ranked(other, one(), models=frozenset({"glm"}))) == [
        ("Serves other, not the model you named.", "drop --model")
    ]
    assert left_out(ranked(other, one(), engines=frozenset({"engine"}))) == [
        ("Runs on llama.cpp, not the engine you named.", "drop --engine")
    ]


def test_a_setup_gives_every_reason_against_it():
    ranking = ranked(one(status="not ready"), boxes=1, vendor=True, context=2_000_000)

    assert len(left_out(ranking)) == 4


def test_those_that_one_change_would_bring_in_come_first():
    hopeless = recipe("a", setup(measured(60), boxes=3), status="not ready")
    near = recipe("b", setup(measured(60), boxes=3))

    assert [out.id for out in ranked(hopeless, near, boxes=2).excluded] == ["b@3", "a@3"]
