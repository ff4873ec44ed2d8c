"""What holds for every answer that an owner can give, over the bundled catalog."""

from itertools import groupby, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spark_tui import paths
from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import rank
from spark_tui.advise.uses import USES
from spark_tui.catalog.loading import load

CATALOG = load(paths.bundled_catalog())
ON_BOXES = sorted(offer.setup.id for offer in CATALOG.offers)
ELSEWHERE = {offer.setup.id for offer in CATALOG.elsewhere}
FLAGS = [{"commercial": True}, {"vendor": True}, {"no_custom_kernel": True}, {"topology": "switch"},
         {"models": frozenset({"glm-5.3-flash"})}, {"engines": frozenset({"vllm"})}]  # fmt: skip

every_use = pytest.mark.parametrize("use", USES)
every_count = pytest.mark.parametrize("boxes", range(1, 9))

needs = st.builds(
    Needs,
    use=st.sampled_from(list(USES)),
    boxes=st.integers(1, 8),
    budget=st.none() | st.floats(0, 1e6),
    own=st.integers(0, 64),
    context=st.none() | st.integers(1, 2_000_000),
    streams=st.none() | st.integers(1, 40),
    commercial=st.booleans(),
    vendor=st.booleans(),
    no_custom_kernel=st.booleans(),
    topology=st.none() | st.sampled_from(["cable", "triangle", "ring", "switch"]),
    models=st.none() | st.frozensets(st.sampled_from(list(CATALOG.models)), min_size=1),
    engines=st.none() | st.frozensets(st.sampled_from(list(CATALOG.engines)), min_size=1),
    price=st.none() | st.floats(1, 1e5),
)
any_needs = given(needs)
thoroughly = settings(max_examples=150, deadline=None)


def ids(listed):
    return [one.id for one in listed]


@every_use
@every_count
def test_every_setup_is_picked_or_excluded_exactly_once(use, boxes):
    ranking = rank(CATALOG, Needs(use, boxes))

    assert sorted(ids(ranking.picks) + ids(ranking.excluded)) == ON_BOXES


@every_use
@every_count
def test_every_setup_on_enough_boxes_is_listed_those_on_fewer_too(use, boxes):
    ranking = rank(CATALOG, Needs(use, boxes))

    assert all(pick.offer.setup.boxes <= boxes for pick in ranking.picks)
    for one in ranking.excluded:
        only_boxes = len(one.obstacles) == 1 and "you plan for" in one.obstacles[0].sentence.text
        assert only_boxes == (only_boxes and one.offer.setup.boxes > boxes)


@thoroughly
@any_needs
def test_whatever_is_asked_every_setup_is_picked_or_excluded_exactly_once(asked):
    ranking = rank(CATALOG, asked)

    assert sorted(ids(ranking.picks) + ids(ranking.excluded)) == ON_BOXES


@thoroughly
@any_needs
def test_other_platforms_are_never_ranked(asked):
    ranking = rank(CATALOG, asked)

    assert ELSEWHERE.isdisjoint(ids(ranking.picks) + ids(ranking.excluded))


@thoroughly
@any_needs
def test_every_exclusion_carries_a_reason(asked):
    for one in rank(CATALOG, asked).excluded:
        assert one.obstacles
        assert all(obstacle.sentence.text.endswith(".") for obstacle in one.obstacles)
        assert all(obstacle.lift for obstacle in one.obstacles)


@thoroughly
@any_needs
def test_what_does_not_fit_is_never_picked(asked):
    assert all(pick.fit.verdict != "no" for pick in rank(CATALOG, asked).picks)


@thoroughly
@any_needs
def test_what_is_in_doubt_stands_behind_everything_else(asked):
    doubted = [bool(pick.doubts) for pick in rank(CATALOG, asked).picks]

    assert doubted == sorted(doubted)


@thoroughly
@any_needs
def test_advice_orders_the_models_unless_the_owner_named_them(asked):
    for _, group in groupby(rank(CATALOG, asked).picks, key=lambda pick: bool(pick.doubts)):
        standings = [pick.standing for pick in group]
        assert asked.models is not None or standings == sorted(standings)


@thoroughly
@any_needs
def test_no_published_speed_comes_after_those_that_have_one(asked):
    if asked.use == "quality" or asked.vendor:
        return

    def group(pick):
        return bool(pick.doubts), asked.models is None and pick.standing

    for _, picks in groupby(rank(CATALOG, asked).picks, key=group):
        unmeasured = [pick.speed.measurement is None for pick in picks]
        assert unmeasured == sorted(unmeasured)


@thoroughly
@any_needs
def test_a_decode_figure_never_has_more_requests_than_are_asked(asked):
    for pick in rank(CATALOG, asked).picks:
        chosen = pick.speed.measurement
        assert chosen is None or (chosen.streams or 1) <= asked.at_once
        if chosen is not None and chosen.metric == "decode" and (chosen.streams or 1) < asked.at_once:
            assert pick.speed.at_least


@thoroughly
@any_needs
def test_the_same_question_has_the_same_answer(asked):
    assert ids(rank(CATALOG, asked).picks) == ids(rank(CATALOG, asked).picks)


@thoroughly
@given(needs, st.sampled_from(FLAGS))
def test_a_further_wish_never_brings_a_setup_in(asked, wish):
    plain = asked.but(**dict.fromkeys(wish, False if True in wish.values() else None))

    assert set(ids(rank(CATALOG, plain.but(**wish)).picks)) <= set(ids(rank(CATALOG, plain).picks))


@thoroughly
@given(needs, st.integers(1, 2_000_000))
def test_a_longer_context_never_brings_a_setup_in(asked, context):
    shorter, longer = sorted((asked.window, context))
    more, fewer = (rank(CATALOG, asked.but(context=tokens)) for tokens in (shorter, longer))

    assert set(ids(fewer.picks)) <= set(ids(more.picks))


@every_use
def test_one_box_more_never_takes_a_setup_away(use):
    listed = [set(ids(rank(CATALOG, Needs(use, boxes)).picks)) for boxes in range(1, 9)]

    assert all(fewer <= more for fewer, more in pairwise(listed))


def test_saying_the_default_number_of_requests_aloud_changes_nothing():
    silent, aloud = (rank(CATALOG, Needs("team", 3, streams=asked)) for asked in (None, 4))

    assert [(pick.id, pick.fit.verdict, pick.fit.streams) for pick in silent.picks] == [
        (pick.id, pick.fit.verdict, pick.fit.streams) for pick in aloud.picks
    ]
