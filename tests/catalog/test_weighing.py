"""The sizes of today join those that sources print, for exactly the files that the weights name."""

from datetime import UTC, datetime

import pytest

from spark_tui.advise.memory import resident_gib
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.repository import File, Known, Repository, Today
from spark_tui.catalog.things import LIVE, Size, Weights
from spark_tui.catalog.weighing import Moved, chosen, download, every_wanted, moved, wanted, weighed

GB = 10**9


def of(**files: int) -> tuple[File, ...]:
    return tuple(File(path=path.replace("__", "/").replace("_", "."), bytes=size) for path, size in files.items())


def repository(files: tuple[File, ...], commit: str = "0123abcd") -> Repository:
    return Repository(name="acme/big", commit=commit, files=files, seen=datetime(2026, 12, 1, tzinfo=UTC))


def weights(**more: object) -> Weights:
    return Weights.model_validate(
        {"id": "big", "name": "Big", "model": "m", "repo": "acme/big", "precision": "FP8", **more}
    )


def printed(value: float, unit: str = "GB", what: str = "disk") -> Size:
    return Size.model_validate({"value": value, "unit": unit, "what": what, "source": "s", "locator": "here"})


@pytest.mark.parametrize(
    ("patterns", "paths"),
    [
        ((), ["config.json", "a.safetensors", "Q2/a.gguf", "Q4/a.gguf"]),
        (("*.safetensors", "*.json"), ["config.json", "a.safetensors"]),
        (("Q2/",), ["Q2/a.gguf"]),
        (("*Q4*",), ["Q4/a.gguf"]),
        (("q4/*",), []),
    ],
    ids=str,
)
def test_patterns_name_files_as_the_hub_s_library_does(patterns: tuple[str, ...], paths: list[str]) -> None:
    files = of(config_json=1, a_safetensors=2, Q2__a_gguf=3, Q4__a_gguf=4)

    assert [file.path for file in chosen(files, patterns)] == paths

    from huggingface_hub.utils import filter_repo_objects  # The right answer.

    everything = [file.path for file in files]
    assert list(filter_repo_objects(everything, allow_patterns=list(patterns) or None)) == paths


@pytest.mark.parametrize(
    ("revision", "asked"),
    [(None, None), ("main", "main"), ("fb2764a", None), ("f" * 40, "f" * 40), ("2.0bpw-mcg", "2.0bpw-mcg")],
)  # fmt: skip
def test_what_is_pinned_is_asked_for_but_not_a_hash_cut_short(revision: str | None, asked: str | None) -> None:
    assert wanted(weights(revision=revision)) == ("acme/big", asked)


def test_of_several_gguf_files_none_is_the_model_unless_a_pattern_says_so() -> None:
    files = of(big_Q2_gguf=2, big_Q4_gguf=4)
    assert download(weights(), repository(files)) is None
    assert download(weights(files=("*Q4*",)), repository(files)) == files[1:]


def test_the_shards_of_one_gguf_file_are_one_model() -> None:
    shards = tuple(File(path=f"big-{number:05}-of-00002.gguf", bytes=5) for number in (1, 2))
    assert download(weights(), repository(shards)) == shards


def test_a_pattern_that_matches_nothing_any_more_says_no_size() -> None:
    assert download(weights(files=("*.pth",)), repository(of(a_safetensors=5))) is None


def live_of(catalog: Catalog, files: tuple[File, ...], one: str) -> Weights:
    asked = wanted(catalog.weights[one])
    assert asked is not None
    return weighed(catalog, Today({asked: Known(now=repository(files))})).weights[one]


def test_todays_size_wins_over_a_printed_one_and_says_where_it_is_from(catalog: Catalog) -> None:
    name = "local-inference-lab-qwen3.8-flash-next-nvfp4"  # 106 GB printed, no resident size
    found = live_of(catalog, of(a_safetensors=99 * GB, b_safetensors=11 * GB), name)

    (live,) = [size for size in found.sizes if size.source == LIVE]
    assert (live.value, live.unit, live.what) == (110, "GB", "disk")
    assert live.locator == "acme/big at 0123abc, 2 files"
    assert resident_gib(found) == pytest.approx(110e9 / 2**30)
    assert catalog.weights[name].sizes == found.sizes[:-1]


def test_a_resident_size_that_a_source_prints_wins_over_the_files(catalog: Catalog) -> None:
    name = "mia-glm-5.3-flash-exl3-4bpw"
    found = live_of(catalog, of(a_safetensors=500 * GB), name)
    assert resident_gib(found) == resident_gib(catalog.weights[name])


def test_tables_that_stay_on_disk_are_weighed_apart(catalog: Catalog) -> None:
    one = weights(table_files=("tables*",))
    alone = Catalog(catalog.content.model_copy(update={"weights": (one,), "recipes": ()}))

    found = live_of(alone, of(a_safetensors=50 * GB, tables_bin=90 * GB), "big")

    assert [(size.what, size.value) for size in found.sizes] == [("disk", 140), ("tables", 90)]
    assert resident_gib(found) == pytest.approx(50e9 / 2**30)


def test_every_repository_of_the_catalog_is_asked_for_once(catalog: Catalog) -> None:
    asked = every_wanted(catalog)
    assert len(set(asked)) == len(asked) >= 90
    assert {one.repo for one in asked} == {one.repo for one in catalog.content.weights if one.repo}


@pytest.mark.parametrize(
    ("sizes", "now", "gb"),
    [
        ((printed(106),), 106 * GB, None),
        ((printed(106),), int(106.9 * GB), None),
        ((printed(106),), 112 * GB, 6),
        ((printed(106),), 100 * GB, -6),
        ((printed(476, "GiB"), printed(510.3)), int(510.3 * GB), None),
        ((printed(3.6),), int(3.64 * GB), None),
        ((printed(50, what="resident"),), 112 * GB, None),
        ((), 112 * GB, None),
    ],
    ids=["same", "rounded", "grown", "shrunk", "one of two that differ", "small", "no disk size", "never printed"],
)
def test_a_size_moved_where_it_is_not_what_was_printed(sizes: tuple[Size, ...], now: int, gb: float | None) -> None:
    found = moved(weights(sizes=sizes), Known(now=repository(of(a_safetensors=now))))
    assert (found and found.gb and round(found.gb, 6)) == gb


def test_which_files_moved_is_known_from_an_earlier_look() -> None:
    before = repository(of(a=5, b=6, c=7), "c1")
    now = repository(of(a=5, b=9, d=1), "c2")
    assert moved(weights(), Known(now=now, before=before)) == Moved(None, ("d",), ("c",), ("b",))


def test_files_outside_the_patterns_do_not_move_a_size() -> None:
    before, now = repository(of(a_gguf=5, README=1), "c1"), repository(of(a_gguf=5, README=900), "c2")
    assert moved(weights(files=("*.gguf",)), Known(now=now, before=before)) is None
