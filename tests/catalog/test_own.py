"""The user's own catalog files: read without risk, checked with all others, added whole or not at all."""

import os
import time

import pytest

from spark_tui.catalog import own, reading
from spark_tui.catalog.faults import CatalogError
from spark_tui.catalog.reading import ReadFile, parse

BUNDLED = """
[[platforms]]
id = "dgx-spark"
name = "Spark"
is_box = true

[[models]]
id = "glm"
name = "GLM"
maker = "Z.ai"

[[sources]]
id = "page"
title = "A page"
publisher = "somebody"
kind = "page"
"""
MODEL = '[[models]]\nid = "my-model"\nname = "Mine"\nmaker = "me"\n'
BOX = '[[platforms]]\nid = "gx10"\nname = "GX10"\nis_box = true\n'


def recipe(name: str, model: str = "glm") -> str:
    return (
        f'[[recipes]]\nid = "{name}"\nname = "Mine"\nauthor = "me"\nmodel = "{model}"\nstatus = "ready"\n'
        "[[recipes.setups]]\nboxes = 2\n"
    )


@pytest.fixture
def bundled() -> list[ReadFile]:
    return [ReadFile("all.toml", parse(BUNDLED, "all.toml"))]


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "catalogs"
    made.mkdir()
    return made


@pytest.fixture
def joined(bundled, folder):
    return lambda: own.join(bundled, own.files(folder))


def faults_of_adding(path, bundled, folder) -> list[str]:
    before = {file: file.read_bytes() for file in folder.iterdir()}
    with pytest.raises(CatalogError) as caught:
        own.add(path, bundled, folder)
    assert {file: file.read_bytes() for file in folder.iterdir()} == before
    return [str(fault) for fault in caught.value.faults]


# Joining


def test_what_is_no_toml_file_or_still_being_written_is_no_own_file(folder, tmp_path):
    for name in (".new-x", ".hidden.toml", "readme.md", "mine.toml~"):
        (folder / name).write_text("")

    assert own.files(folder) == own.files(tmp_path / "nowhere") == own.files(folder / "readme.md") == []


def test_own_files_may_refer_to_bundled_ones_and_to_each_other(joined, folder):
    (folder / "a.toml").write_text(recipe("on-bundled") + recipe("on-own", "my-model"))
    (folder / "b.toml").write_text(MODEL)

    assert list(joined().usable) == ["a.toml", "b.toml"]
    assert joined().recipes == {"on-bundled", "on-own"}
    assert joined().sentences == ()


def test_a_faulty_file_is_left_out_as_a_whole_with_its_first_fault(joined, folder):
    (folder / "bad.toml").write_text(recipe("fine") + recipe("wrong", "nothing") + recipe("worse", "nothing"))
    (folder / "good.toml").write_text(recipe("good"))

    assert joined().recipes == {"good"}
    assert joined().sentences == (
        "your own bad.toml: recipes[wrong].model: 'nothing' is not among the models; add it; "
        "the file is left out; fix it or: spark-tui catalog remove bad.toml",
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [(MODEL.replace("my-model", "glm"), "models[glm].id: is taken already, in all.toml; the file is left out"),
     (BOX, "platforms[gx10].is_box: is true for 'dgx-spark' already, in all.toml; one platform is ranked; the file")],
)  # fmt: skip
def test_what_the_bundled_catalog_has_by_now_leaves_the_own_file_out(joined, folder, text, says):
    (folder / "mine.toml").write_text(text)

    assert joined().sentences[0].startswith(f"your own mine.toml: {says}")


def test_what_refers_to_a_file_that_is_left_out_is_left_out_with_it(joined, folder):
    (folder / "a.toml").write_text(recipe("mine", "my-model"))
    (folder / "b.toml").write_text(MODEL + 'colour = "red"\n')

    assert list(joined().left_out) == ["a.toml", "b.toml"]

    (folder / "b.toml").write_text(MODEL)

    assert list(joined().usable) == ["a.toml", "b.toml"]


def test_of_two_files_with_one_id_the_first_by_name_is_used(joined, folder):
    for name in ("a.toml", "b.toml"):
        (folder / name).write_text(MODEL)

    assert (list(joined().usable), list(joined().left_out)) == (["a.toml"], ["b.toml"])


def test_whatever_lies_in_the_folder_is_left_out_in_one_sentence_and_never_hangs(joined, folder):
    os.mkfifo(folder / "fifo.toml")
    (folder / "folder.toml").mkdir()
    (folder / "loop.toml").symlink_to("loop.toml")
    (folder / "nowhere.toml").symlink_to("nothing")
    (folder / "zero.toml").symlink_to("/dev/zero")
    (folder / "nul.toml").write_bytes(b"\0" * 100)
    (folder / "latin.toml").write_bytes(b'a = "\xfc"')
    with (folder / "sparse.toml").open("wb") as sparse:
        sparse.truncate(2_000_000_000)

    assert {name: fault.what for name, fault in joined().left_out.items()} == {
        "fifo.toml": "is no regular file",
        "folder.toml": "is no regular file",
        "loop.toml": "cannot be read: Too many levels of symbolic links",
        "nowhere.toml": "cannot be read: No such file or directory",
        "zero.toml": "is no regular file",
        "nul.toml": "not valid TOML: invalid statement",
        "latin.toml": "is not UTF-8 at byte 5; save it as UTF-8",
        "sparse.toml": "is over 2 MB; split it",
    }


@pytest.mark.parametrize("wrong", ["\\u001b[31mred", "\\u202ereversed", "two\\nlines", "\\u009b", "x" * 500])
def test_an_id_with_control_characters_or_without_end_is_shown_safe_and_short(wrong):
    with pytest.raises(CatalogError) as caught:
        parse(f'[[models]]\nid = "{wrong}"\nname = 5\nmaker = "me"\n"{wrong}" = 1\n', "mine.toml")
    sentences = [str(fault) for fault in caught.value.faults]

    assert all(sentence.isprintable() and len(sentence) < 400 for sentence in sentences), sentences


# Reading


@pytest.mark.parametrize(
    "text",
    ["a." * 60_000 + "a = 1", "a . " * 30_000 + "a = 1", '"a".' * 30_000 + "a = 1", "'a'." * 30_000 + "a = 1",
     "[" + "a." * 60_000 + "a]", "[[" + "a." * 60_000 + "a]]", "x = {" + "a." * 60_000 + "a = 1}",
     'x = """\n""" # "\n' + "a." * 60_000 + "a = 1", "x = " + "{a = " * 30_000, "x = " + "[" * 60_000],
    ids=["key", "spaces", "quoted", "literal", "table", "list of tables", "inline", "after a text", "tables in tables",
         "lists in lists"],
)  # fmt: skip
def test_a_key_that_is_absurdly_deep_is_refused_at_once(text):
    started = time.perf_counter()
    with pytest.raises(CatalogError) as caught:
        parse(text, "mine.toml")

    assert [str(fault) for fault in caught.value.faults] == ["mine.toml: is nested too deeply"]
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    "value",
    ["a." * 280, "1.2.3." * 90, "... " * 140, '\\"a\\".' * 90],
    ids=["words", "numbers", "dots", "escaped quotes"],
)
def test_a_long_text_with_many_dots_is_no_deep_key(value):
    assert parse(f'[[models]]\nid = "m"\nname = "{value}"\nmaker = "me"\n', "mine.toml").models[0].name
    assert parse(f"# {value}\n{MODEL}", "mine.toml").models
    assert parse(f'[[models]]\nid = "m"\nname = """{value}"""\nmaker = "me"\n', "mine.toml").models[0].name
    assert parse(MODEL + "words = [" + f'"{value}", "v1.5", ' * 40 + "]\n", "mine.toml").models[0].words


# Adding


def test_a_file_that_is_in_order_is_copied_byte_by_byte(bundled, folder, tmp_path):
    written = b"\xef\xbb\xbf# Mine\r\n" + recipe("mine").encode()
    (tmp_path / "mine.toml").write_bytes(written)
    added = own.add(tmp_path / "mine.toml", bundled, folder)

    assert added.path == folder / "mine.toml"
    assert added.ranked
    assert [path.name for path in folder.iterdir()] == ["mine.toml"]
    assert added.path.read_bytes() == written


def test_what_was_checked_is_what_is_written_even_if_the_file_changes_meanwhile(bundled, folder, tmp_path, monkeypatch):
    (tmp_path / "mine.toml").write_text(MODEL)
    real = reading.read_bytes

    def read_and_change(path, name):
        data = real(path, name)
        path.write_text("x = [")
        return data

    monkeypatch.setattr(reading, "read_bytes", read_and_change)
    own.add(tmp_path / "mine.toml", bundled, folder)

    assert (folder / "mine.toml").read_text() == MODEL


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "holds no entry"),
        ("# Only a comment\n", "holds no entry"),
        ("recipes = []\n", "holds no entry"),
        (recipe("mine", "nothing"), "recipes[mine].model: 'nothing' is not among the models"),
        (MODEL + MODEL, "models[my-model].id: is taken already, in "),
        (recipe("mine").replace("boxes = 2", "boxes = 9"), "recipes[mine].setups[9].boxes: is 9"),
        (MODEL.replace("my-model", "a" * 120) * 2, f"models[{'a' * 59}…].id: is taken already"),
    ],
)
def test_a_file_with_a_fault_is_not_added(bundled, folder, tmp_path, text, fault):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    (said,) = faults_of_adding(path, bundled, folder)

    assert said.startswith(f"{path}: {fault}")


@pytest.mark.parametrize("model", ["glm", "nothing"], ids=["in order", "left out for now"])
def test_an_id_of_another_own_file_is_taken(bundled, folder, tmp_path, model):
    (folder / "first.toml").write_text(recipe("mine", model))
    (tmp_path / "second.toml").write_text(recipe("mine"))
    (said,) = faults_of_adding(tmp_path / "second.toml", bundled, folder)

    assert said.endswith("recipes[mine].id: is taken already, in your own first.toml")


def test_an_own_file_that_is_left_out_does_not_keep_others_from_being_added(bundled, folder, tmp_path):
    (folder / "broken.toml").write_text("x = [")
    (folder / "dangling.toml").write_text(recipe("mine", "my-model"))
    (tmp_path / "more.toml").write_text(MODEL)
    own.add(tmp_path / "more.toml", bundled, folder)

    assert list(own.join(bundled, own.files(folder)).left_out) == ["broken.toml"]


def test_a_file_must_not_refer_to_one_that_is_left_out(bundled, folder, tmp_path):
    (folder / "first.toml").write_text(MODEL + recipe("x", "nothing"))
    (tmp_path / "second.toml").write_text(recipe("mine", "my-model"))
    (said,) = faults_of_adding(tmp_path / "second.toml", bundled, folder)

    assert "'my-model' is not among the models" in said


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_nothing_half_written(bundled, folder, tmp_path, monkeypatch, step):
    def fail(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(own.os, "fsync", fail) if step == "fsync" else monkeypatch.setattr(own.Path, "replace", fail)
    (tmp_path / "mine.toml").write_text(MODEL)

    with pytest.raises(OSError, match="No space left"):
        own.add(tmp_path / "mine.toml", bundled, folder)
    assert list(folder.iterdir()) == []


# Removing


def test_a_link_is_removed_and_what_it_points_to_stays(bundled, folder, tmp_path):
    (tmp_path / "elsewhere.toml").write_text(MODEL)
    (folder / "link.toml").symlink_to(tmp_path / "elsewhere.toml")
    own.remove("link.toml", bundled, folder)

    assert (tmp_path / "elsewhere.toml").exists()


@pytest.mark.parametrize("name", ["other.toml", "", "../elsewhere.toml", "/etc/passwd"])
def test_only_files_in_the_folder_are_removed(bundled, folder, tmp_path, name):
    (tmp_path / "elsewhere.toml").write_text(MODEL)

    with pytest.raises(own.UnknownNameError):
        own.remove(name, bundled, folder)
    assert (tmp_path / "elsewhere.toml").exists()
