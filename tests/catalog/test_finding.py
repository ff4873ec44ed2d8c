"""Finding anything by the words people use: slips are forgiven, numbers are not, and nothing typed breaks it."""

import time

import pytest

from spark_tui import paths
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.finding import KINDS, Found, find
from spark_tui.catalog.loading import load
from spark_tui.catalog.search import words

SUDOINGX, MIA_VLLM = "sudoingx-vllm-deepseek-v4.1-flash-1017@2", "miaai-lab-vllm-deepseek-v4.1-flash-1017@2"
STOP_WORDS = {"a", "an", "and", "for", "in", "of", "on", "or", "the", "to", "with", "dgx"}
BUNDLED = load(paths.bundled_catalog())


def ids(found: list[Found], kind: str | None = None) -> list[str]:
    return [one.document.id for one in found if kind in (None, one.document.kind)]


def entries(catalog: Catalog) -> list[tuple[str, str, str]]:
    """Kind, id and own words of everything that can be found."""
    content = catalog.content
    named = [("model", content.models), ("engine", content.engines), ("weights", content.weights),
             ("platform", content.platforms)]  # fmt: skip
    found = [(kind, one.id, one.name) for kind, some in named for one in some]
    found += [("setup", offer.setup.id, offer.recipe.name) for offer in (*catalog.offers, *catalog.elsewhere)]
    found += [("quote", one.id, one.text) for one in content.quotes]
    found += [("advice", one.id, one.text) for one in content.advice]
    found += [("note", one.id, one.text) for one in content.notes]
    return found + [("source", one.id, one.title) for one in content.sources]


ENTRIES = entries(BUNDLED)


@pytest.mark.parametrize(
    "asked",
    ["deepsek 2 sparks vllm", "vllm deepseek 2 boxes", "DeepSeek vLLM 2 sparks",
     "deepseek vllm 2 dgx sparks", "2sparks deepseek vllm"],
)  # fmt: skip
def test_the_two_box_vllm_setups_of_deepseek_come_first(catalog, asked):
    found = find(catalog, asked)
    setups = [one for one in found if one.document.kind == "setup"]

    assert {SUDOINGX, MIA_VLLM} <= set(ids(found))
    assert found[: len(setups)] == setups
    assert all(one.document.id.endswith("@2") or "@2:" in one.document.id for one in setups)
    assert all("deepseek" in one.document.id for one in setups)


@pytest.mark.parametrize(
    ("slip", "kind", "meant"),
    [
        ("tensrofold", "engine", "tensorfold"),
        ("tensorfld", "engine", "tensorfold"),
        ("kindlng", "setup", "kindlingai-vllm-glm-5.3-flash@2"),
        ("kidnling", "setup", "kindlingai-vllm-glm-5.3-flash@2"),
        ("deepseak", "model", "deepseek-v4.1-flash-1017"),
        ("depseek", "model", "deepseek-v4.1-flash-1017"),
        ("olama", "engine", "ollama"),
        ("handwerkialab", "quote", "handwerkailab-daily-use"),
    ],
)
def test_a_slip_of_the_finger_finds_what_was_meant(catalog, slip, kind, meant):
    assert meant in ids(find(catalog, slip), kind)[:10]


@pytest.mark.parametrize("asked", ["glm5.3 flash", "GLM-5.3-Flash", "glm 5.3 flash", "flash glm-5.3", "glm-5.3-flash"])
def test_the_flash_model_is_found_however_it_is_written(catalog, asked):
    assert ids(find(catalog, asked))[0] == "glm-5.3-flash"


@pytest.mark.parametrize("asked", ["v4.1", "4.1", "DeepSeek-V4.1"])
def test_a_version_is_found_with_and_without_its_v(catalog, asked):
    assert "deepseek-v4.1-flash" in ids(find(catalog, asked), "model")


def test_a_price_is_found_with_and_without_its_comma(catalog):
    assert "price-of-two-and-three" in ids(find(catalog, "$6,950"))
    assert "price-of-two-and-three" in ids(find(catalog, "6950"))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("form", ["{} sparks", "{} box", "{}-box", "{}boxes", "{}x sparks", "{} x DGX Sparks", "{}x"])
def test_boxes_are_counted_however_they_are_written(catalog, form, count):
    asked = form.format(count)

    assert ids(find(catalog, f"{asked} glm flash"), "setup") == ids(find(catalog, f"{count} boxes glm flash"), "setup")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_number_of_boxes_finds_only_setups_on_that_many(catalog, count):
    on_boxes = {offer.setup.id: offer.setup.boxes for offer in catalog.offers}
    found = [one for one in ids(find(catalog, f"{count} boxes"), "setup") if one in on_boxes]

    assert set(found) == {name for name, boxes in on_boxes.items() if boxes == count}


@pytest.mark.parametrize("version", ["5.2", "5.4", "53", "1018", "101", "9.9", "2.71", "4.2"])
def test_a_number_is_never_matched_loosely(catalog, version):
    for one in find(catalog, version):
        text = words(f"{one.document.id} {one.document.name} {one.document.text}")
        assert any(word.startswith(version) for word in text), one.document.id


def test_1017_finds_only_what_says_1017(catalog):
    found = find(catalog, "1017")

    assert found
    assert [one for one in found if "1017" not in f"{one.document}"] == []
    assert ids(found)[0] == "deepseek-v4.1-flash-1017"


@pytest.mark.parametrize("asked", ["5.2 glm", "glm-5.2", "glm5.2"])
def test_a_version_that_nobody_has_is_not_taken_for_another(catalog, asked):
    """The model is found by its name, and nothing claims to be of the version that was asked for."""
    without = {one.document.id: one.score for one in find(catalog, "glm")}
    found = find(catalog, asked)

    assert all(one.score <= without.get(one.document.id, 0) for one in found if "5.2" not in f"{one.document}")


@pytest.mark.parametrize("asked", ["kindling vllm 3 boxes", "mia tensorfold deepseek", "nvidia nim glm", "1017 2.70"])
def test_the_order_of_words_does_not_matter(catalog, asked):
    turned = " ".join(reversed(asked.replace("3 boxes", "3-boxes").split())).replace("3-boxes", "3 boxes")

    assert ids(find(catalog, asked)) == ids(find(catalog, turned))


@pytest.mark.parametrize(("kind", "name", "text"), ENTRIES, ids=[f"{kind}-{name}" for kind, name, _ in ENTRIES])
def test_everything_is_found_by_its_id_and_by_its_own_words(kind, name, text):
    alike = 40  # So many setups of one recipe, or sources on one engine, can share every word.
    assert name in ids(find(BUNDLED, name), kind)[:10]
    assert name in ids(find(BUNDLED, text), kind)[:alike]


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind, name, _ in ENTRIES if kind in ("model", "engine", "platform")],
    ids=[name for kind, name, _ in ENTRIES if kind in ("model", "engine", "platform")],
)
def test_a_thing_comes_first_for_its_own_id(kind, name):
    first, *_ = find(BUNDLED, name)

    assert (first.document.kind, first.document.id) == (kind, name)


@pytest.mark.parametrize("asked", ["zzzzqqqq", "xylophone-orchestra", "qqq 99999", "Ω≈ç√"])
def test_words_that_nobody_has_find_nothing(catalog, asked):
    assert find(catalog, asked) == []


@pytest.mark.parametrize("asked", ["", "   ", "the of and", "a", "\n\t", " ".join(sorted(STOP_WORDS))])
def test_nothing_and_words_without_meaning_find_nothing(catalog, asked):
    assert find(catalog, asked) == []


@pytest.mark.parametrize(
    "asked",
    [
        "\x00\x1b[31m\x07", "\u202eevil", "🚀🔥", ".*+?^${}()|[]\\", "(((((", "a" * 10_000, "5." * 5_000, "1" * 10_000,
        "deepsek " * 1_250, "2 sparks " * 1_000, "x1" * 5_000, "-" * 10_000, "٣ boxes", "0 boxes", "99999999 boxes",
        "%s %d {0}", "İıſK", "deepseek\x00vllm", "glm" * 3_000, " ".join(f"w{n}" for n in range(2_000)),
        "2 " * 5_000, "2-" * 5_000 + "x", "\ud800", " ".join(f"q{chr(97 + n % 26) * 5}" for n in range(1_600)),
    ],
    ids=range(24),
)  # fmt: skip
def test_nothing_that_is_typed_breaks_it_or_takes_long(catalog, asked):
    find(catalog, "warm")
    started = time.perf_counter()
    found = find(catalog, asked)
    took = time.perf_counter() - started

    assert took < 0.5
    assert all(one.score == one.score and one.document.kind in KINDS for one in found)


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_kinds_that_are_asked_for_are_found(catalog, kind):
    found = find(catalog, "deepseek", kinds=(kind,))

    assert {one.document.kind for one in found} <= {kind}


@pytest.mark.parametrize(
    "asked", ["deepseek", "glm flash vllm", "2 sparks", "tensrofold", "GLM-5.3-Flash", "vllm vllm"]
)
def test_the_best_comes_first_and_no_score_is_above_a_hundred(catalog, asked):
    found = find(catalog, asked)
    scores = [one.score for one in found]

    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 100 for score in scores)
    assert len({(one.document.kind, one.document.id) for one in found}) == len(found)


def test_saying_a_word_twice_changes_nothing(catalog):
    assert ids(find(catalog, "deepseek deepseek vllm")) == ids(find(catalog, "deepseek vllm"))


def test_another_catalog_is_not_answered_from_the_last_one(catalog):
    empty = Catalog(catalog.content.model_copy(update={"models": (), "recipes": ()}))

    assert find(catalog, "GLM-5.3-Flash")[0].document.kind == "model"
    assert ids(find(empty, "GLM-5.3-Flash"), "model") == []
    assert find(catalog, "GLM-5.3-Flash")[0].document.kind == "model"
