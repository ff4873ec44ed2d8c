"""From what was typed to what it names: ids with boxes and profiles, and what is near where there is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spark_tui.advise.sheet import sheet
from spark_tui.advise.target import NotInCatalogError, Target, published_setup, split_target
from tests.advise.factory import catalog_of, measured, recipe, setup

MIA, KINDLING = "miaai-lab-tensorfold-glm-5.3-flash", "kindlingai-vllm-glm-5.3-flash"


@pytest.mark.parametrize(
    ("typed", "target"),
    [
        ("GLM-5.3-Flash@3", Target("glm-5.3-flash", 3, None)),
        ("glm-5.3-flash", Target("glm-5.3-flash", None, None)),
        ("  glm-5.3-flash@8  ", Target("glm-5.3-flash", 8, None)),
        (f"{MIA}@2:zig-branch", Target(MIA, 2, "zig-branch")),
        ("a@1:b:c@d", Target("a", 1, "b:c@d")),
        ("a b@1", Target("a b", 1, None)),
        ("a@08", Target("a", 8, None)),
    ],
)
def test_a_target_is_taken_apart(typed, target):
    assert split_target(typed) == target


@pytest.mark.parametrize("typed", ["x@0", "x@9", "x@9999", "x@00"])
def test_boxes_go_from_one_to_eight(typed):
    with pytest.raises(NotInCatalogError, match="boxes go from 1 to 8") as error:
        split_target(typed)

    assert repr(typed) in str(error.value)


@pytest.mark.parametrize("typed", ["", "@", "@2", "x@", "x@two", "x@2:", "x@-1", "x@2.5", "x@:p", "x@99999", "x@1@2"])
def test_another_form_is_refused_with_the_right_one(typed):
    with pytest.raises(NotInCatalogError, match=r"not of the form ID\[@BOXES\[:PROFILE\]\]"):
        split_target(typed)


@given(st.text(max_size=60))
def test_whatever_is_typed_is_a_target_or_one_sentence(typed):
    try:
        found = split_target(typed)
    except NotInCatalogError as error:
        assert str(error).count("\n") == 0
    else:
        assert found.id
        assert found.boxes is None or 1 <= found.boxes <= 8


def test_every_setup_is_found_by_its_id(catalog):
    for offer in (*catalog.offers, *catalog.elsewhere):
        assert published_setup(catalog, offer.setup.id).setup.id == offer.setup.id
        assert published_setup(catalog, f" {offer.setup.id} ").setup.id == offer.setup.id


def test_a_recipe_alone_is_its_first_setup_on_boxes(catalog):
    for recipe_id in catalog.recipes:
        found = published_setup(catalog, recipe_id)
        offers = catalog.offers_of_recipe(recipe_id)
        assert found.recipe.id == recipe_id
        assert found.setup.platform == catalog.box.id or all(o.setup.platform != catalog.box.id for o in offers)


def test_boxes_alone_are_the_setup_without_a_profile(catalog):
    assert published_setup(catalog, f"{MIA}@2").setup.profile is None
    assert published_setup(catalog, f"{MIA}@3").setup.boxes == 3


@pytest.mark.parametrize("first", [None, "night"])
def test_a_setup_without_a_profile_is_found_by_its_boxes_wherever_it_stands(first):
    second = "night" if first is None else None
    made = catalog_of(recipe("r", setup(measured(60), profile=first), setup(measured(50), profile=second)))

    assert published_setup(made, "r@2").setup.id == "r@2"
    assert published_setup(made, "r@2:night").setup.id == "r@2:night"
    assert sheet(made, "r@2:night").offer.setup.id == "r@2:night"
    assert sheet(made, "r@2").offer.setup.id == "r@2"


def test_a_setup_elsewhere_is_found_by_its_own_id_before_one_on_boxes():
    made = catalog_of(recipe("r", setup(measured(60), platform="mac"), setup(measured(50), profile="night")))

    assert published_setup(made, "r@2").setup.id == "r@2"
    assert published_setup(made, "r").setup.id == "r@2:night"


def test_a_setup_on_more_than_eight_machines_is_found_by_its_id():
    """A file may hold up to 64 machines; what `find` and `pick` name must be found again."""
    made = catalog_of(recipe("r", setup(measured(60), boxes=12, platform="mac")))

    assert published_setup(made, "r@12").setup.boxes == 12


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("kindlingai-vllm-glm-5.3-flsh@2", f"{KINDLING}@2"), ("miaai-lab-tensorfld-glm-5.3-flash@3", f"{MIA}@3")],
)
def test_an_unknown_setup_is_answered_with_the_nearest(catalog, typed, meant):
    with pytest.raises(NotInCatalogError, match="did you mean") as error:
        published_setup(catalog, typed)

    assert meant in str(error.value)


@pytest.mark.parametrize("typed", ["qqqq", "🚀", "x" * 5_000])
def test_where_nothing_is_near_the_way_on_is_said(catalog, typed):
    for look in (published_setup, sheet):
        with pytest.raises(NotInCatalogError, match="spark-tui find WORDS"):
            look(catalog, typed)


def test_a_number_of_boxes_that_nobody_published_names_those_that_are(catalog):
    with pytest.raises(NotInCatalogError, match="Nobody published") as error:
        published_setup(catalog, f"{KINDLING}@7")

    assert f"{KINDLING}@2" in str(error.value)
    assert f"{KINDLING}@3" in str(error.value)


@pytest.mark.parametrize(("typed", "meant"), [("glm-5.3-flsh", "glm-5.3-flash"), ("tensorfld", "tensorfold"),
                                              ("dgx-sprak", "dgx-spark")])  # fmt: skip
def test_an_unknown_thing_is_answered_with_the_nearest_of_any_kind(catalog, typed, meant):
    with pytest.raises(NotInCatalogError) as error:
        sheet(catalog, typed)

    assert f"did you mean {meant}?" in str(error.value)
