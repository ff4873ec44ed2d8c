"""The catalog is compiled once into a cache, and made anew whenever that cannot be trusted."""

import os

import pytest

from spark_tui.catalog import loading
from spark_tui.catalog.faults import CatalogError
from spark_tui.catalog.loading import load

BOX = '[[platforms]]\nid = "box"\nname = "Box"\nis_box = true\n'
SOURCE = '[[sources]]\nid = "page"\ntitle = "First title"\npublisher = "somebody"\nkind = "page"\n'


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "catalog"
    made.mkdir()
    (made / "platforms.toml").write_text(BOX)
    (made / "sources.toml").write_text(SOURCE)
    return made


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache"


def title(folder, cache) -> str:
    return load(folder, cache).sources["page"].title


def forbid_compiling(monkeypatch):
    def compile_folder(folder):
        raise AssertionError("compiled although the cache is fresh")

    monkeypatch.setattr(loading, "compile_folder", compile_folder)


def test_the_second_load_comes_from_the_cache(folder, cache, monkeypatch):
    load(folder, cache)
    forbid_compiling(monkeypatch)

    assert title(folder, cache) == "First title"


def test_without_a_cache_folder_nothing_is_written(folder, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    load(folder)

    assert sorted(tmp_path.rglob("*")) == before


def test_a_changed_file_is_read_again(folder, cache):
    load(folder, cache)
    (folder / "sources.toml").write_text(SOURCE.replace("First title", "Second title, longer"))

    assert title(folder, cache) == "Second title, longer"


def test_a_change_that_keeps_the_size_is_seen_by_its_time(folder, cache):
    load(folder, cache)
    path = folder / "sources.toml"
    path.write_text(SOURCE.replace("First title", "Other title"))
    os.utime(path, ns=(0, 0))

    assert title(folder, cache) == "Other title"


def test_a_new_file_is_seen(folder, cache):
    load(folder, cache)
    (folder / "more.toml").write_text(SOURCE.replace('"page"\nt', '"more"\nt'))

    assert set(load(folder, cache).sources) == {"page", "more"}


def test_a_removed_file_is_seen(folder, cache):
    (folder / "more.toml").write_text(SOURCE.replace('"page"\nt', '"more"\nt'))
    load(folder, cache)
    (folder / "more.toml").unlink()

    assert set(load(folder, cache).sources) == {"page"}


def test_another_version_of_the_program_does_not_trust_the_cache(folder, cache, monkeypatch):
    load(folder, cache)
    forbid_compiling(monkeypatch)
    monkeypatch.setattr("spark_tui.__version__", "99.0")

    with pytest.raises(AssertionError, match="compiled"):
        load(folder, cache)


@pytest.mark.parametrize(
    "damage",
    [
        lambda good: b"",
        lambda good: b"\xff\xfe\x00",
        lambda good: good[: len(good) // 2],
        lambda good: good.partition(b"\n")[0] + b"\nnot json",
        lambda good: good.partition(b"\n")[0] + b'\n{"sources": [{"id": "page"}]}',
        lambda good: good.partition(b"\n")[0] + b'\n{"future": []}',
        lambda good: good.partition(b"\n")[0] + b"\n" + b"[" * 100_000,
    ],
    ids=["empty", "not UTF-8", "cut off", "not JSON", "fields missing", "other shape", "nested"],
)
def test_a_damaged_cache_is_made_again(folder, cache, damage):
    load(folder, cache)
    (compiled,) = cache.iterdir()
    compiled.write_bytes(damage(good := compiled.read_bytes()))

    assert title(folder, cache) == "First title"
    assert compiled.read_bytes() == good


def test_a_cache_folder_that_cannot_be_made_does_no_harm(folder, tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")

    assert title(folder, in_the_way / "cache") == "First title"


def test_a_cache_that_cannot_be_replaced_leaves_nothing_behind(folder, cache):
    (cache / "catalog.json").mkdir(parents=True)

    assert title(folder, cache) == "First title"
    assert [path.name for path in cache.iterdir()] == ["catalog.json"]


def test_a_full_disk_does_no_harm(folder, cache, monkeypatch):
    def fail(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(loading.tempfile, "mkstemp", fail)

    assert title(folder, cache) == "First title"


def test_a_catalog_with_a_fault_is_never_cached(folder, cache):
    (folder / "sources.toml").write_text(SOURCE + 'via = "nowhere"\n')

    for _ in range(2):
        with pytest.raises(CatalogError, match="'nowhere' is not among the sources"):
            load(folder, cache)
    assert not cache.exists()


def test_the_cache_holds_all_that_the_files_hold(tmp_path, catalog):
    from spark_tui import paths

    load(paths.bundled_catalog(), tmp_path)

    assert load(paths.bundled_catalog(), tmp_path).content == catalog.content


def test_a_catalog_without_boxes_is_refused_in_one_sentence(folder, cache):
    (folder / "platforms.toml").unlink()

    with pytest.raises(CatalogError, match="platforms: none is a box"):
        load(folder, cache)
