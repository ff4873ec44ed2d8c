"""Other machines for about the same memory or money: shown beside the boxes, never ranked among them."""

import pytest

from spark_tui.advise.compare import compare
from spark_tui.advise.elsewhere import Machine, machines, price_of, told
from spark_tui.advise.money import plan
from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import rank
from spark_tui.advise.uses import USES
from spark_tui.catalog.base import FieldCitation
from spark_tui.catalog.catalog import Catalog, Fragment
from spark_tui.catalog.evidence import Note
from spark_tui.catalog.things import Platform
from tests.advise.factory import WHERE, catalog_of, measured, recipe, setup

MAC, PAIR, STATION = "mac-studio-m5-ultra", "rtx-pro-6000-pair", "dgx-station-gb300"


def beside(catalog: Catalog, **needs) -> dict[str, Machine]:
    return {one.platform.id: one for one in machines(catalog, plan(catalog, Needs(**needs)))}


def made(*platforms: Platform, notes: tuple[Note, ...] = (), recipes=()) -> Catalog:
    box = Platform(id="dgx-spark", name="Spark", is_box=True, memory_gb=128.0, price_usd=6950.0)
    content = catalog_of(*recipes).content
    return Catalog(Fragment(**{**dict(content), "platforms": (box, *platforms), "notes": notes}))


def other(name: str = "other", **more) -> Platform:
    return Platform(id=name, name=name, is_box=False, **more)


def words(catalog: Catalog, platform: str, **needs) -> str:
    planned = plan(catalog, Needs(**needs))
    (machine,) = [one for one in machines(catalog, planned) if one.platform.id == platform]
    return " ".join(sentence.text for sentence in told(catalog, machine, planned))


@pytest.mark.parametrize("platform", [MAC, PAIR])
def test_two_boxes_are_256_gb_and_so_is_about_what_these_have(catalog, platform):
    machine = beside(catalog, boxes=2)[platform]

    assert machine.same_memory is True
    assert machine.why.startswith("about the same memory")


@pytest.mark.parametrize("boxes", [1, 5, 8])
def test_what_has_the_memory_of_two_boxes_has_not_that_of_far_fewer_or_more(catalog, boxes):
    assert beside(catalog, boxes=boxes)[MAC].same_memory is False


def test_where_memory_and_price_are_not_stated_neither_is_said_to_be_the_same():
    machine = beside(made(other()), boxes=2)["other"]

    assert (machine.same_memory, machine.same_money) == (None, None)
    assert "same" not in machine.why
    assert "memory and price" in machine.why


@pytest.mark.parametrize(
    ("platform", "figures"),
    [
        (MAC, ["2,331 tok/s", "164.3 tok/s", "84.2 tok/s", "181.8 GB", "70.7 tok/s", "104.9 tok/s", "256 GB"]),
        (PAIR, ["192 GB", "FP4-Local"]),
        (STATION, ["2,276.6 tok/s", "32 streams"]),
    ],
)
def test_the_articles_figures_of_other_machines_are_told(catalog, platform, figures):
    said = words(catalog, platform, boxes=2)

    assert [figure for figure in figures if figure not in said] == []


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("boxes", [1, 2, 3, 8])
def test_other_machines_never_enter_a_ranking(catalog, use, boxes):
    elsewhere = {offer.setup.id for offer in catalog.elsewhere}
    ranking = rank(catalog, Needs(use=use, boxes=boxes))

    assert elsewhere
    assert not elsewhere & {one.id for one in (*ranking.picks, *ranking.excluded)}


def test_every_other_machine_is_there_once_whatever_the_boxes(catalog):
    wanted = {one.id for one in catalog.content.platforms if not one.is_box}
    for boxes in range(1, 9):
        found = machines(catalog, plan(catalog, Needs(boxes=boxes)))
        assert sorted(one.platform.id for one in found) == sorted(wanted)
        near = [bool(one.same_memory or one.same_money) for one in found]
        assert near == sorted(near, reverse=True)


def test_every_setup_elsewhere_is_with_its_machine(catalog):
    found = machines(catalog, plan(catalog, Needs(boxes=2)))

    assert sorted(offer.setup.id for one in found for offer in one.offers) == sorted(
        offer.setup.id for offer in catalog.elsewhere
    )


@pytest.mark.parametrize(("boxes", "same"), [(2, True), (1, False), (3, False), (5, False)])
def test_a_machine_that_costs_as_much_as_boxes_is_the_same_money_for_about_that_many(boxes, same):
    cite = FieldCitation(fields=("price_in_boxes",), **WHERE)
    catalog = made(other(price_in_boxes=2.0, cite=(cite,)))

    assert beside(catalog, boxes=boxes)["other"].same_money is same
    said = words(catalog, "other", boxes=boxes)
    assert "cost as much as 2 DGX Spark boxes" in said
    assert "about $13,900" in said


def test_a_price_of_the_owners_own_changes_what_a_machine_priced_in_boxes_costs():
    catalog = made(other(price_in_boxes=2.0))

    assert "about $10,000" in words(catalog, "other", boxes=2, price=5000.0)
    assert beside(catalog, boxes=2, price=5000.0)["other"].same_money is True


def test_a_price_in_dollars_comes_before_one_in_boxes():
    assert price_of(other(price_usd=9000.0, price_in_boxes=2.0), 6950.0) == 9000.0
    assert price_of(other(price_in_boxes=2.0), 6950.0) == 13_900.0
    assert price_of(other(price_in_boxes=2.0), None) is None
    assert price_of(other(), 6950.0) is None


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"memory_gb": 256.0, "price_usd": 14_000.0}, "about the same memory and money"),
        ({"memory_gb": 24.0, "price_usd": 14_000.0}, "about the same money"),
        ({"memory_gb": 256.0, "price_usd": 900.0}, "about the same memory"),
    ],
)
def test_why_a_machine_is_shown_is_said(fields, why):
    assert beside(made(other(**fields)), boxes=2)["other"].why == why


@pytest.mark.parametrize(
    ("fields", "unknown"),
    [({"memory_gb": 24.0}, "price"), ({"price_usd": 900.0}, "memory"), ({"memory_gb": 24.0, "price_usd": 900.0}, "")],
)
def test_a_machine_that_has_nothing_in_common_does_not_say_so(fields, unknown):
    why = beside(made(other(**fields)), boxes=2)["other"].why

    assert "same" not in why
    assert unknown in why


def test_several_machines_count_with_their_memory_together():
    ran = recipe("r", setup(measured(60), boxes=4, platform="other"))
    catalog = made(other(memory_gb=64.0), recipes=(ran,))

    assert beside(catalog, boxes=2)["other"].same_memory is True
    assert "4 machines: r" in words(catalog, "other", boxes=2)


def test_a_machine_tells_the_notes_about_it_and_no_others():
    about, aside = (Note(id=name, kind="hardware", text=f"{name} said.", topics=(topic,), **WHERE)
                    for name, topic in (("about", "other"), ("aside", "glm")))  # fmt: skip
    catalog = made(other(note="Loud."), notes=(about, aside))

    assert words(catalog, "other", boxes=2) == "Loud. about said."


def test_without_a_price_of_a_box_no_money_is_compared():
    box = Platform(id="dgx-spark", name="Spark", is_box=True)
    catalog = Catalog(Fragment(platforms=(box, other(memory_gb=256.0, price_usd=9000.0))))
    machine = beside(catalog, boxes=2)["other"]

    assert (machine.same_memory, machine.same_money) == (None, None)


def test_what_is_told_of_a_figure_carries_its_source(catalog):
    planned = plan(catalog, Needs(boxes=2))
    for machine in machines(catalog, planned):
        figures = [one for one in told(catalog, machine, planned) if "tok/s" in one.text]
        assert all(one.sources for one in figures)


def test_a_cluster_of_a_machine_does_not_hide_one_of_it():
    """One Mac has the memory of two boxes, whoever ran twelve of them."""
    ran = recipe("r", setup(measured(60), boxes=1, platform="other"), setup(measured(90), boxes=12, platform="other"))
    catalog = made(other(memory_gb=256.0), recipes=(ran,))

    assert beside(catalog, boxes=2)["other"].same_memory is True


def test_in_a_comparison_machines_are_named_and_no_price_of_boxes_is_said():
    found = catalog_of(recipe("box", setup(measured(60))), recipe("mac", setup(measured(70), boxes=1, platform="mac")))
    both = compare(found, (*found.offers, *found.elsewhere), Needs())

    assert [cell.text for cell in both.tables[0].rows[0].cells] == ["2 boxes, $13,900", "Mac"]
    assert not any("fewer" in sentence.text for sentence in both.verdict)
