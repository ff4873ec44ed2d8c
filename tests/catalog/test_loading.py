"""The catalog is compiled once into a cache, and made anew whenever that cannot be trusted. Own files join it."""

import os

import pytest

from spark_tui import files
from spark_tui.catalog import loading
from spark_tui.catalog import own as own_files
from spark_tui.catalog.catalog import Catalog
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
    def compile_folder(folder, own, collections):
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
        lambda good: good.rpartition(b"\n")[0] + b'\n{"sources": [{"id": "page"}]}',
        lambda good: good.rpartition(b"\n")[0] + b'\n{"future": []}',
        lambda good: good.rpartition(b"\n")[0] + b"\n" + b"[" * 100_000,
        lambda good: good.replace(b'"left_out"', b'"left_over"'),
        lambda good: good.replace(b'"own": []', b'"own": 5'),
        lambda good: b"\n".join((good.split(b"\n")[0], b"[" * 100_000, good.split(b"\n")[2])),
    ],
    ids=[
        "empty",
        "not UTF-8",
        "cut off",
        "not JSON",
        "fields missing",
        "other shape",
        "nested",
        "nothing of left-out",
        "no list of own ones",
        "nested in the middle",
    ],
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

    monkeypatch.setattr(files.tempfile, "mkstemp", fail)

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


@pytest.fixture
def own(tmp_path):
    made = tmp_path / "own"
    made.mkdir()
    (made / "mine.toml").write_text(SOURCE.replace('"page"\nt', '"my-page"\nt'))
    return made


def test_own_files_join_the_bundled_ones(folder, cache, own):
    for _ in range(2):
        catalog = load(folder, cache, own)

        assert set(catalog.sources) == {"page", "my-page"}
        assert catalog.left_out == ()


def test_own_files_come_from_the_cache_as_well(folder, cache, own, monkeypatch):
    load(folder, cache, own)
    forbid_compiling(monkeypatch)

    assert "my-page" in load(folder, cache, own).sources


def test_an_own_file_that_is_added_changed_or_removed_is_seen(folder, cache, own):
    load(folder, cache, own)
    (own / "more.toml").write_text(SOURCE.replace('"page"\nt', '"more"\nt'))
    assert set(load(folder, cache, own).sources) == {"page", "my-page", "more"}

    (own / "more.toml").write_text(SOURCE.replace('"page"\nt', '"other"\nt'))
    assert set(load(folder, cache, own).sources) == {"page", "my-page", "other"}

    (own / "more.toml").unlink()
    assert set(load(folder, cache, own).sources) == {"page", "my-page"}


def test_without_own_files_the_catalog_is_the_bundled_one(folder, cache, tmp_path, monkeypatch):
    load(folder, cache)
    forbid_compiling(monkeypatch)

    assert set(load(folder, cache, tmp_path / "nowhere").sources) == {"page"}


@pytest.mark.parametrize(
    "text",
    ["x = [\n", SOURCE, SOURCE.replace('"page"\nt', '"mine"\nt') + 'via = "nowhere"\n', BOX],
    ids=["broken", "id taken", "dangling", "id of a platform taken"],
)
def test_a_faulty_own_file_is_left_out_and_the_catalog_says_so_every_time(folder, cache, own, text):
    (own / "faulty.toml").write_text(text)

    for _ in range(2):
        catalog = load(folder, cache, own)
        (sentence,) = catalog.left_out

        assert set(catalog.sources) == {"page", "my-page"}
        assert sentence.startswith("your own faulty.toml:")
        assert sentence.endswith("fix it or: spark-tui catalog remove faulty.toml")


def test_a_bundled_catalog_with_a_fault_is_refused_with_own_files_too(folder, cache, own):
    (folder / "sources.toml").write_text(SOURCE + 'via = "my-page"\n')

    with pytest.raises(CatalogError, match="'my-page' is not among the sources"):
        load(folder, cache, own)


def test_a_folder_of_own_files_that_cannot_be_listed_is_said(folder, cache, own, monkeypatch):
    def refuse(folder):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(own_files, "files", refuse)
    catalog = load(folder, cache, own)

    assert catalog.left_out == (f"{own}: cannot be read: Permission denied; your own recipes are left out",)
    assert set(catalog.sources) == {"page"}


def test_a_catalog_made_of_content_only_knows_of_no_own_files(folder):
    catalog = Catalog(load(folder).content)

    assert (catalog.own, catalog.left_out) == (frozenset(), ())
