"""Does it fit? A run answers for itself; everything else is computed; what is not known is said to be so."""

import pytest

from spark_tui.advise.fit import Fit, estimate, fit_of
from spark_tui.advise.memory import question_of
from spark_tui.advise.sheet import NotInCatalogError, sheet
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.recipe import Parallelism, Part
from spark_tui.catalog.repository import Today
from spark_tui.catalog.things import KvSize, StatedFit
from spark_tui.catalog.weighing import weighed

from .factory import WHERE, catalog_of, measured, memory, model, recipe, setup, weights

GIB = 2**30


def kv_size(gib_for_the_window: float, kv_type: str | None = "fp8", engine: str | None = "engine", **more) -> KvSize:
    """A cache of that many GiB for the window of 1,000,000 tokens that the factory's setups have."""
    fields = {"replicated": True, **WHERE, **more}
    return KvSize(kv_type=kv_type, engine=engine, bytes_per_token=gib_for_the_window * GIB / 1_000_000, **fields)


TWO_GIB = (kv_size(2.0),)


def fit(*measurements, gib=150.0, kv=TWO_GIB, heads=64, boxes=2, streams=None, **more) -> Fit:
    fields = {"kv_type": "fp8", **more}
    stated = fields.pop("stated", ())
    engine = fields.pop("engine", "engine")
    files = weights("files", gib=gib, stated_fit=stated)
    catalog = catalog_of(
        recipe("glm", setup(*measurements, boxes=boxes, **fields), weights="files", engine=engine),
        models=(model(kv=kv, attention_heads=heads),), weights=(files,),
    )  # fmt: skip
    return fit_of(catalog, catalog.offers[0], streams=streams)


def term(found: Fit, name: str) -> float | None:
    return next(part.gib for part in found.parts if part.name == name)


def test_what_somebody_ran_fits_there():
    found = fit(measured(60.4), gib=400)

    assert (found.verdict, found.basis, found.boxes) == ("fits", "ran", 2)


def test_what_somebody_vouches_for_fits_there():
    assert fit(gib=400, validated_by="NVIDIA").basis == "ran"


def test_a_run_holds_for_its_own_window_and_slots():
    found = fit(measured(60.4), slots=4, window=524_288)

    assert (found.window, found.streams) == (524_288, 4)


def test_a_run_with_four_slots_does_not_vouch_for_eight_requests():
    assert fit(measured(60.4), slots=4, streams=8).streams == 4


def test_what_nobody_ran_is_estimated():
    found = fit()

    assert (found.verdict, found.basis) == ("fits", "estimated")


def test_the_need_is_the_share_of_the_weights_the_cache_and_the_engine():
    found = fit(gib=150)

    assert [(part.name, part.gib) for part in found.parts] == [
        ("weights", 75.0),
        ("KV cache", pytest.approx(2.0)),
        ("engine", 6.0),
    ]
    assert found.estimate_gib == pytest.approx(83.0)


@pytest.mark.parametrize(
    ("gib", "verdict"),
    [(186.0, "fits"), (186.1, "tight"), (218.0, "tight"), (218.1, "no")],
)
def test_up_to_101_fits_up_to_117_is_tight_and_beyond_is_no(gib, verdict):
    """The weights' half, 2 GiB of cache and 6 of engine make 101.0, 101.05, 117.0 and 117.05."""
    assert fit(gib=gib).verdict == verdict


def test_an_estimate_leaves_what_a_typical_box_has_free():
    assert fit(gib=150).spare_gib == pytest.approx(110 - 83)


@pytest.mark.parametrize(
    ("boxes", "heads_held"), [(1, 64), (2, 64), (3, 66), (4, 64), (5, 65), (6, 66), (7, 70), (8, 64)]
)
def test_64_heads_are_padded_where_the_boxes_do_not_divide_them(boxes, heads_held):
    assert term(fit(gib=640, boxes=boxes), "weights") == pytest.approx(640 * heads_held / 64 / boxes)


def test_llama_cpp_spreads_layers_and_pads_nothing():
    assert term(fit(gib=300, boxes=3, engine="llama-cpp"), "weights") == pytest.approx(100)


def test_heads_that_are_not_known_do_not_matter_where_they_surely_divide():
    assert term(fit(heads=None, boxes=2), "weights") == 75


def test_heads_that_are_not_known_leave_three_boxes_unknown():
    found = fit(heads=None, boxes=3)

    assert (found.verdict, found.missing) == ("unknown", ("how the model divides over 3 boxes is not known",))


@pytest.mark.parametrize(
    ("changed", "missing"),
    [
        ({"gib": None}, "the size of the weights is not known"),
        ({"kv": ()}, "KV cache bytes per token are not known"),
    ],
)
def test_a_term_that_no_source_gives_makes_the_answer_unknown_and_is_named(changed, missing):
    found = fit(**changed)

    assert (found.verdict, found.basis, found.missing) == ("unknown", "estimated", (missing,))
    assert found.estimate_gib is None


@pytest.mark.parametrize(("said", "verdict"), [("yes", "fits"), ("on paper", "fits"), ("no", "no")])
def test_only_then_what_a_source_says_stands_in(said, verdict):
    stated = (StatedFit(boxes=2, fits=said, **WHERE),)

    assert (fit(kv=(), stated=stated).verdict, fit(kv=(), stated=stated).basis) == (verdict, "stated")
    assert fit(stated=stated).basis == "estimated"


def test_what_a_source_says_of_other_boxes_does_not_stand_in():
    assert fit(kv=(), stated=(StatedFit(boxes=3, fits="yes", **WHERE),)).verdict == "unknown"


def test_weights_too_large_alone_are_no_though_the_cache_is_unknown():
    assert fit(gib=300, kv=(), stated=(StatedFit(boxes=2, fits="yes", **WHERE),)).verdict == "no"


@pytest.mark.parametrize(("left", "verdict"), [(1.5, "tight"), (4.99, "tight"), (5.0, "fits"), (40, "fits")])
def test_a_run_that_left_less_than_5_gib_is_tight(left, verdict):
    found = fit(measured(60.4), memory(left, "lowest free"))

    assert (found.verdict, found.spare_gib) == (verdict, pytest.approx(left))


def test_free_memory_in_gb_is_converted():
    assert fit(measured(60.4), memory(5.2, "lowest free", "GB")).verdict == "tight"


@pytest.mark.parametrize("kind", ["weights share", "allocations", "used", "needed at start"])
def test_only_memory_left_free_makes_a_run_tight(kind):
    assert fit(measured(60.4), memory(4, kind)).verdict == "fits"


def test_the_share_of_the_weights_is_no_need_of_a_box():
    found = fit(measured(60.4), memory(80, "weights share"))

    assert found.per_box_gib == found.estimate_gib


@pytest.mark.parametrize("kind", ["allocations", "used", "needed at start"])
def test_memory_seen_in_use_is_the_need_of_a_box(kind):
    assert fit(measured(60.4), memory(91.9, kind)).per_box_gib == 91.9


def test_nothing_is_said_of_what_a_run_leaves_where_nobody_published_memory():
    assert fit(measured(60.4)).spare_gib is None


def test_the_cache_grows_with_requests_and_window():
    assert term(fit(streams=4), "KV cache") == pytest.approx(8.0)
    assert term(fit(window=500_000), "KV cache") == pytest.approx(1.0)


def test_a_window_that_is_not_known_is_taken_as_32_thousand():
    assert term(fit(window=None), "KV cache") == pytest.approx(2.0 * 32_000 / 1_000_000)


def test_a_cache_that_every_rank_repeats_is_not_divided():
    assert term(fit(boxes=4), "KV cache") == pytest.approx(2.0)


def test_a_cache_that_is_split_is_divided_by_the_boxes():
    assert term(fit(kv=(kv_size(2.0, replicated=False),), boxes=4), "KV cache") == pytest.approx(0.5)


def test_context_parallelism_spreads_the_cache_over_its_boxes():
    assert term(fit(parallelism=Parallelism(tensor=2, context=2)), "KV cache") == pytest.approx(1.0)


def test_context_parallelism_never_spreads_over_more_boxes_than_there_are(catalog):
    """The 2.75 bpw recipe of GLM-5.3 spreads its cache over three boxes; asked on two, it can do so over two."""
    three, two = (sheet(catalog, f"miaai-lab-tensorfold-glm-5.3@{boxes}").fit for boxes in (3, 2))

    assert term(two, "KV cache") == pytest.approx(term(three, "KV cache") * 3 / 2)


def test_the_size_for_engine_and_type_comes_before_any_other():
    sizes = (kv_size(9.0, "bf16"), kv_size(5.0, "fp8", "other"), kv_size(2.0, "fp8"))

    assert term(fit(kv=sizes), "KV cache") == pytest.approx(2.0)


def test_a_size_of_the_same_type_in_another_engine_comes_next_and_is_called_a_bound():
    found = fit(kv=(kv_size(9.0, "bf16"), kv_size(5.0, "fp8", "other"), kv_size(4.0, "fp8", "third")))

    assert term(found, "KV cache") == pytest.approx(5.0)
    assert "the most known for this model" in found.parts[1].because


def test_the_most_known_for_the_model_bounds_a_type_that_nobody_measured():
    assert term(fit(kv=(kv_size(9.0, "bf16"), kv_size(5.0, "fp8")), kv_type="q4"), "KV cache") == pytest.approx(9.0)


def test_a_type_that_is_not_known_is_bounded_by_the_most_known_for_the_model():
    sizes = (kv_size(9.0, "bf16"), kv_size(1.0, None))

    assert term(fit(kv=sizes, kv_type=None), "KV cache") == pytest.approx(9.0)


def test_a_separate_drafter_is_whole_on_every_box():
    parts = (Part(weights="files", role="main"), Part(weights="draft", role="draft"))
    catalog = catalog_of(
        recipe("glm", setup(parts=parts, kv_type="fp8"), weights="files"),
        models=(model(kv=(kv_size(2.0),)),), weights=(weights("files"), weights("draft", gib=3.0)),
    )  # fmt: skip

    assert term(fit_of(catalog, catalog.offers[0]), "drafter") == 3.0


def test_tables_that_stay_on_disk_need_no_memory(catalog):
    found = sheet(catalog, "miaai-lab-tensorfold-deepseek-v4.1-flash-1017@2").fit

    assert [part.name for part in found.parts] == ["weights", "KV cache", "engine"]
    assert term(found, "weights") == 98.0


@pytest.mark.parametrize("boxes", [1, 2, 3, 8])
def test_a_setup_on_other_machines_is_no_run_on_boxes(catalog, boxes):
    """NVIDIA ran FP4-Local on one pair of RTX cards, and on two boxes. On one box nobody did: 166 GiB are too many."""
    shown = sheet(catalog, f"nvidia-fp4-local-vllm-glm-5.3-flash@{boxes}")

    assert shown.published == (boxes == 2)
    assert shown.fit.basis == ("ran" if boxes == 2 else "estimated")
    assert shown.fit.verdict == ("no" if boxes == 1 else "fits")


def test_a_verdict_of_no_is_not_told_as_unknown(catalog):
    """319 GB over two boxes are too many, though the drafter's size is not known."""
    shown = sheet(catalog, "vcruz305-glm-5.3-exl3-3.38bpw@2")
    said = next(section.sentences for section in shown.sections if section.title == "Fit")

    assert shown.fit.verdict == "no"
    assert not any("is unknown" in sentence.text for sentence in said)


@pytest.mark.parametrize("target", ["glm-5.3-flash-exl3", "sudoingx-vllm-x@0", "x@9", "@2", "", "a@b"])
def test_what_is_not_there_is_said_in_one_sentence(catalog, target):
    with pytest.raises(NotInCatalogError) as caught:
        sheet(catalog, target)
    assert "\n" not in str(caught.value)


def test_what_a_source_says_on_paper_is_told_beside_the_estimate(catalog):
    told, *_ = sheet(catalog, "zai-glm-5.3-flash-fp8@3").sections

    assert any("fits, on paper" in sentence.text and sentence.sources for sentence in told.sentences)


def with_free(catalog: Catalog, gib: float | None) -> Catalog:
    return weighed(catalog, Today(free_gib=gib))


@pytest.mark.parametrize(("free", "verdict"), [(None, "fits"), (120.0, "fits"), (60.0, "no"), (90.0, "tight")])
def test_what_the_owners_boxes_have_free_replaces_what_a_typical_box_has(
    catalog: Catalog, free: float | None, verdict: str
) -> None:
    # 164 GiB over two boxes, 2.2 for the drafter and 6 for the engine: about 90 with a cache.
    mine = with_free(catalog, free)
    offer = mine.offer("miaai-lab-tensorfold-glm-5.3-flash@2")
    assert offer is not None
    found = estimate(question_of(mine, offer, 2, context=32_000))
    if free == 90.0:
        need = found.estimate_gib
        assert need is not None
        found = estimate(question_of(with_free(catalog, need + 1), offer, 2, context=32_000))
    assert found.verdict == verdict
