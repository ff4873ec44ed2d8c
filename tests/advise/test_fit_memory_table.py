"""Fit reproduces every yes and no of the article's table "Memory: what fits", typed by hand."""

import pytest

from spark_tui.advise.sheet import sheet

YES, NO = {"fits", "tight"}, {"no"}

TABLE = [
    # weights, two boxes, three boxes
    ("zai-glm-5.3-flash-fp8", NO, YES),
    ("nvidia-glm-5.3-flash-nvfp4", YES, YES),
    ("nvidia-glm-5.3-flash-fp4-local", YES, YES),
    ("mia-glm-5.3-flash-exl3-4bpw", YES, YES),
    ("zai-glm-5.3-fp8", NO, NO),
    ("mia-glm-5.3-exl3-2.75bpw", NO, YES),
    ("vcruz305-glm-5.3-exl3-3.38bpw", NO, NO),
    ("deepseek-v4.1-flash-1017-official", NO, YES),
    ("mia-deepseek-v4.1-flash-1017-exl3-2.9bpw", YES, YES),
    ("sudoingx-deepseek-v4.1-flash-1017-2.70bit", YES, YES),
    ("vcruz305-deepseek-v4.1-flash-gguf-q2_k", NO, YES),
]
CELLS = [(f"{name}@{boxes}", said) for name, two, three in TABLE for boxes, said in ((2, two), (3, three))]

RAN = [
    "nvidia-glm-5.3-flash-nvfp4@2",
    "nvidia-glm-5.3-flash-nvfp4@3",
    "nvidia-glm-5.3-flash-fp4-local@2",
    "mia-glm-5.3-flash-exl3-4bpw@2",
    "mia-glm-5.3-flash-exl3-4bpw@3",
    "mia-glm-5.3-exl3-2.75bpw@3",
    "deepseek-v4.1-flash-1017-official@3",
    "mia-deepseek-v4.1-flash-1017-exl3-2.9bpw@2",
    "sudoingx-deepseek-v4.1-flash-1017-2.70bit@2",
]
NOBODY_RAN = [target for target, _ in CELLS if target not in RAN]


@pytest.mark.parametrize(("target", "said"), CELLS)
def test_the_verdict_is_that_of_the_article(catalog, target, said):
    assert sheet(catalog, target).fit.verdict in said


@pytest.mark.parametrize("target", RAN)
def test_what_somebody_ran_rests_on_the_run(catalog, target):
    shown = sheet(catalog, target)

    assert (shown.fit.basis, shown.published) == ("ran", True)


@pytest.mark.parametrize("target", NOBODY_RAN)
def test_what_nobody_ran_is_estimated(catalog, target):
    assert sheet(catalog, target).fit.basis == "estimated"


def test_official_fp8_on_three_boxes_fits_on_paper_only(catalog):
    shown = sheet(catalog, "zai-glm-5.3-flash-fp8@3")

    assert shown.fit.verdict in YES
    assert (shown.fit.basis, shown.published) == ("estimated", False)
    assert shown.fit.stated.fits == "on paper"


@pytest.mark.parametrize(
    ("target", "low", "high"),
    [
        # 305.8 GiB over two; over three padded from 64 to 66 heads.
        ("zai-glm-5.3-flash-fp8@2", 152.9, 165),
        ("zai-glm-5.3-flash-fp8@3", 105.1, 117),
        # "145 GiB a box" with the Engram tables on NVMe; 305 over two is 152.5.
        ("deepseek-v4.1-flash-1017-official@2", 145, 165),
        # 273 GiB over two, and a window of 499,712 tokens.
        ("mia-glm-5.3-exl3-2.75bpw@2", 136.5, 175),
    ],
)
def test_the_estimate_is_near_the_arithmetic_by_hand(catalog, target, low, high):
    assert low <= sheet(catalog, target).fit.estimate_gib <= high


def test_a_published_setup_that_nobody_ran_is_published_and_estimated(catalog):
    shown = sheet(catalog, "vcruz305-deepseek-v4.1-flash-gguf-q2_k@3")

    assert (shown.published, shown.fit.basis) == (True, "estimated")


def test_a_part_that_is_too_large_alone_says_no_whatever_else_is_unknown(catalog):
    fit = sheet(catalog, "vcruz305-glm-5.3-exl3-3.38bpw@2").fit

    assert (fit.verdict, fit.missing) == ("no", ("the drafter's size is not known",))


@pytest.mark.parametrize("boxes", range(1, 9))
@pytest.mark.parametrize("name", [name for name, *_ in TABLE])
def test_weights_are_answered_for_on_one_to_eight_boxes(catalog, name, boxes):
    shown = sheet(catalog, f"{name}@{boxes}")

    assert shown.boxes == shown.fit.boxes == boxes
    assert shown.published or shown.fit.basis != "ran"


@pytest.mark.parametrize("name", [name for name, *_ in TABLE])
def test_more_boxes_never_need_more_of_each(catalog, name):
    needs = [sheet(catalog, f"{name}@{boxes}").fit.estimate_gib for boxes in (1, 2, 4, 8)]
    known = [need for need in needs if need is not None]

    assert known == sorted(known, reverse=True)


@pytest.mark.parametrize("stated", ["yes", "no", "on paper"])
def test_every_stated_verdict_is_reproduced(catalog, stated):
    """The formula against what any source says, for all weights of the catalog."""
    wanted = NO if stated == "no" else YES
    for weights in catalog.weights.values():
        for said in weights.stated_fit:
            if said.fits == stated:
                shown = sheet(catalog, f"{weights.id}@{said.boxes}")
                assert shown.fit.verdict in wanted, shown.id
