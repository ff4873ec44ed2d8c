"""How do we know? Every figure for the same thing, how far they are apart, and what disputes them."""

import re

import pytest

from spark_tui.advise.evidence import evidence
from spark_tui.catalog.catalog import Catalog, Fragment, Offer
from spark_tui.catalog.evidence import Measurement, Note
from spark_tui.catalog.recipe import Caveat
from tests.advise.factory import AUTHOR, WHERE, catalog_of, measured, memory, recipe, setup

KINDLING, MIA = "kindlingai-vllm-glm-5.3-flash@2", "miaai-lab-tensorfold-glm-5.3-flash@2"
DISPUTE, OTHER, ELSEWHERE = "In dispute", "Under other conditions, same setup", "On other setups of this recipe"
LONE = "One figure was published for this; nobody has repeated it."


def offer_of(catalog: Catalog, setup_id: str) -> Offer:
    return next(offer for offer in (*catalog.offers, *catalog.elsewhere) if offer.setup.id == setup_id)


def figure(catalog: Catalog, setup_id: str, value: float) -> Measurement:
    return next(m for m in offer_of(catalog, setup_id).setup.measurements if m.value == value)


def known(catalog: Catalog, measurement: Measurement) -> dict[str, list[str]]:
    """Sentences by the title of their section; the first section is `same`."""
    first, *rest = evidence(catalog, measurement)
    sections = (first._replace(title="same"), *rest)
    return {one.title: [sentence.text for sentence in one.sentences] for one in sections}


def of_made(*figures: Measurement, **more) -> dict[str, list[str]]:
    return known(catalog_of(recipe("r", setup(*figures), **more)), figures[0])


@pytest.mark.parametrize("value", [116.0, 110.0])
def test_kindlings_two_totals_stand_side_by_side_with_how_far_they_are_apart(catalog, value):
    measurement = figure(catalog, KINDLING, value)
    said = known(catalog, measurement)
    (section, *_) = evidence(catalog, measurement)
    sources = {source for sentence in section.sentences for source in sentence.sources}

    assert "5% above" in said["same"][0]
    assert any("116.0 tok/s" in text for text in said["same"][1:])
    assert any("110.0 tok/s" in text for text in said["same"][1:])
    assert {"state-of-the-sparks", "repo-kindlingai-glm-5.3-flash-gx10"} <= sources


def test_what_disputes_kindlings_totals_is_listed(catalog):
    disputes = known(catalog, figure(catalog, KINDLING, 116.0))[DISPUTE]

    assert any("116" in text and "110" in text for text in disputes)


def test_who_repeated_a_figure_is_told_from_who_wrote_the_recipe(catalog):
    same = known(catalog, figure(catalog, MIA, 60.4))["same"]

    assert "60.4 tok/s" in same[1]
    assert "MiaAI-Lab, the recipe's author" in same[1]
    assert any("48.6 tok/s" in text and "niklaslenz_ai, not its author" in text for text in same)
    assert re.search(r"[2-9] people; the highest is \d+% above the lowest", same[0])


def test_figures_on_three_boxes_are_told_apart_from_those_on_two(catalog):
    said = known(catalog, figure(catalog, MIA, 60.4))

    assert not any("77.6" in text for text in said["same"])
    assert any("77.6" in text and text.startswith("miaai-lab-tensorfold-glm-5.3-flash@3: ") for text in said[ELSEWHERE])


def test_one_lone_figure_says_that_nobody_repeated_it():
    assert of_made(measured(60))["same"][0] == LONE


def test_figures_that_agree_say_so():
    first = of_made(measured(60), measured(60, id="again", who="somebody"))["same"][0]

    assert "2 figures by 2 people" in first
    assert "agree" in first


@pytest.mark.parametrize(
    ("values", "apart"), [((60.0, 50.0), "20%"), ((50.0, 60.0), "20%"), ((100.0, 50.0, 75.0), "100%")]
)
def test_how_far_figures_are_apart_is_the_highest_above_the_lowest(values, apart):
    figures = [measured(value, id=f"n{number}", who=f"p{number}") for number, value in enumerate(values)]
    same = of_made(*figures)["same"]

    assert f"{len(values)} figures by {len(values)} people" in same[0]
    assert apart in same[0]
    assert len(same) == len(values) + 1


@pytest.mark.parametrize("other", [{"thinking": True}, {"context_tokens": 16_000}, {"sampling": "greedy"}])
def test_figures_under_conditions_that_differ_are_not_said_to_be_apart(other):
    said = of_made(measured(60), measured(30, id="other", who="somebody", **other))

    assert not any("%" in text for text in said["same"])
    assert not any("agree" in text for text in said["same"])


@pytest.mark.parametrize(
    "other",
    [measured(30, "code"), measured(30, streams=4), measured(30, sampling="sampled"),
     measured(30, prompt_tokens=64_000)],
)  # fmt: skip
def test_figures_of_another_kind_are_apart_from_the_same(other):
    said = of_made(measured(60), other)

    assert said["same"][0] == LONE
    assert [text for text in said[OTHER] if "30.0 tok/s" in text] == said[OTHER]


def test_a_figure_of_another_metric_is_no_evidence():
    said = of_made(measured(60), measured(30, None, None, metric="ttft", unit="s", scope=None))

    assert list(said) == ["same"]


def test_the_authors_newest_figure_stands_first():
    figures = (measured(55, id="others", who="somebody", date="2026-10-20"), measured(60, id="old", date="2026-09"),
               measured(61, id="new", date="2026-10"))  # fmt: skip

    assert "61.0 tok/s" in of_made(*figures)["same"][1]


def test_a_person_not_named_is_not_counted_as_a_second_person():
    """Somebody who is not named may be the author."""
    first = of_made(measured(60), measured(50, id="unnamed", who=None))["same"][0]

    assert "2 people" not in first


def test_disputes_of_the_recipe_of_the_setup_and_of_notes_are_all_listed():
    disputes = [Caveat(kind="dispute", text=f"Doubt {name}.", **WHERE) for name in ("one", "two")]
    about = Note(id="n1", kind="dispute", text="Doubt three.", topics=("r",), **WHERE)
    other = Note(id="n2", kind="dispute", text="Of another recipe.", topics=("else",), **WHERE)
    made = catalog_of(recipe("r", setup(measured(60), caveats=(disputes[1],)), caveats=(disputes[0],)),
                      notes=(about, other))  # fmt: skip

    assert known(made, made.offers[0].setup.measurements[0])[DISPUTE] == ["Doubt one.", "Doubt two.", "Doubt three."]


def test_a_warning_is_no_dispute():
    warning = Caveat(kind="memory", text="Thin.", **WHERE)

    assert DISPUTE not in of_made(measured(60), caveats=(warning,))


def test_a_figure_that_is_in_no_setup_has_no_evidence():
    made = catalog_of(recipe("r", setup(measured(60))))

    assert evidence(made, measured(61)) == ()


def test_gib_and_gb_of_the_same_memory_are_not_said_to_be_apart():
    """100 GiB are 107.4 GB."""
    first = of_made(memory(100, "used"), memory(107.4, "used", unit="GB", who="somebody"))["same"][0]

    assert "7%" not in first


def test_a_figure_of_zero_breaks_nothing():
    said = of_made(measured(0), measured(60, id="more", who="somebody"))["same"]

    assert len(said) == 3


def test_the_same_figure_in_two_setups_is_told_of_its_own_setup():
    one = measured(60, id="r.2.prose")
    made = catalog_of(recipe("r", setup(one), setup(one.model_copy(update={"id": "r.3.prose"}), boxes=3)))
    larger = made.offers[1].setup.measurements[0]
    (section, *_) = evidence(made, larger)

    assert "r@3" in section.title


def test_for_every_figure_of_the_catalog_each_figure_is_told_once_and_cited(catalog):
    for offer in (*catalog.offers, *catalog.elsewhere):
        for measurement in offer.setup.measurements:
            sections = evidence(catalog, measurement)
            cited = [cite.measurement.id for one in sections for sentence in one.sentences for cite in sentence.cites
                     if cite.measurement]  # fmt: skip
            here = {m.id for m in offer.setup.measurements if m.metric == measurement.metric}

            assert offer.setup.id in sections[0].title
            assert cited.count(measurement.id) == 1
            assert here <= set(cited)
            assert len(cited) == len(set(cited))
            assert all(sentence.text for one in sections for sentence in one.sentences)


def test_the_authors_name_is_the_only_thing_that_makes_a_claim():
    same = of_made(measured(60, who=AUTHOR), measured(59, id="b", who="somebody"), measured(58, id="c", who=None))[
        "same"
    ]

    assert "the recipe's author" in same[1]
    assert "not its author" in same[2]
    assert "author" not in same[3].replace("who measured it is not stated", "")


def test_a_catalog_without_anything_has_no_evidence():
    box = catalog_of().content.platforms

    assert evidence(Catalog(Fragment(platforms=box)), measured(60)) == ()
