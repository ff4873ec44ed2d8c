"""`catalog add`, `remove`, `list` and `check`: own recipes take part in the ranking, all of a file or nothing of it."""

import json
import os
from functools import partial
from pathlib import Path

import pytest

from spark_tui import paths
from tests import verbs

RECIPE = "me-tensorfold-glm-5.3-flash"
SOURCE = '[[sources]]\nid = "my-page"\ntitle = "My two boxes"\npublisher = "me"\nkind = "page"\n'
MINE = f"""
{SOURCE}
[[recipes]]
id = "{RECIPE}"
name = "GLM on my boxes"
author = "me"
model = "glm-5.3-flash"
engine = "tensorfold"
status = "ready"

[[recipes.setups]]
boxes = 1

[[recipes.setups]]
boxes = 2
context_tokens = 1000000
cite = [{{ fields = ["context_tokens"], source = "my-page", locator = "settings" }}]
"""
FIGURES = "".join(
    f'[[recipes.setups.measurements]]\nid = "{name}"\nmetric = "decode"\nworkload = "{name}"\nstreams = 1\n'
    f'value = {value}\nunit = "tok/s"\nwho = "me"\nsource = "my-page"\nlocator = "first table"\n'
    for name, value in (("prose", 99.5), ("code", 88), ("json", 77))
)
MODEL = '[[models]]\nid = "my-model"\nname = "Mine"\nmaker = "me"\n'


@pytest.fixture
def mine(tmp_path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(MINE + FIGURES)
    return path


@pytest.fixture
def run(capsys):
    return partial(verbs.run, capsys)


def one_sentence(text: str) -> str:
    assert text.count("\n") == 1
    assert text.removesuffix("\n").isprintable()
    return text.strip()


def kept() -> list[str]:
    folder = paths.own_catalogs()
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def picks(run) -> dict[str, dict]:
    code, out, _ = run("pick", "--use", "chat", "--boxes", "2", "--json")
    assert code == 0
    return {pick["setup"]: pick for pick in json.loads(out)["picks"]}


def test_own_files_live_in_the_home_or_else_in_the_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("SPARK_TUI_HOME", str(tmp_path))
    assert paths.own_catalogs() == tmp_path / "catalogs"

    monkeypatch.delenv("SPARK_TUI_HOME")
    assert paths.own_catalogs().parent.name == "spark-tui"


def test_an_added_file_is_told_with_what_it_holds(run, mine):
    told = "added mine.toml: 1 recipe, 2 setups, 3 measurements, 1 source\nspark-tui pick now ranks it.\n"
    assert run("catalog", "add", mine) == (0, told, "")

    run("catalog", "remove", "mine.toml")
    assert json.loads(run("catalog", "add", mine, "--json")[1]) == {
        "added": "mine.toml",
        "path": str(paths.own_catalogs() / "mine.toml"),
        "counts": {"recipes": 1, "setups": 2, "measurements": 3, "sources": 1},
        "recipes": [RECIPE],
    }


def test_pick_ranks_an_added_recipe_by_its_figures_until_it_is_removed(run, mine):
    before = picks(run)
    run("catalog", "add", mine)
    with_mine = picks(run)

    assert with_mine.keys() - before.keys() == {f"{RECIPE}@1", f"{RECIPE}@2"}
    assert next(iter(with_mine)) == f"{RECIPE}@2"
    assert with_mine[f"{RECIPE}@2"]["speed"]["published"] == 99.5
    assert "first table" in run("sources", RECIPE)[1]
    assert run("catalog", "remove", "mine.toml") == (0, "removed mine.toml\n", "")
    assert picks(run) == before


def test_a_file_without_a_recipe_ranks_nothing_and_says_so(run, tmp_path):
    (tmp_path / "pages.toml").write_text(SOURCE)
    _, out, _ = run("catalog", "add", tmp_path / "pages.toml")

    assert out.startswith("added pages.toml: 1 source\nIt has no setup on boxes")


def test_a_file_is_kept_under_the_last_part_of_its_path(run, mine, monkeypatch):
    (mine.parent / "inside").mkdir()
    monkeypatch.chdir(mine.parent / "inside")
    run("catalog", "add", "../mine.toml")

    assert kept() == ["mine.toml"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "{path}: holds no entry"),
        ("x = [\n", "{path}:2: not valid TOML"),
        (SOURCE + 'titel = "x"\n', "{path}: sources[my-page].titel: unknown key; did you mean 'title'?"),
        (SOURCE + 'via = "nowhere"\n', "{path}: sources[my-page].via: 'nowhere' is not among the sources; add it"),
        (MODEL + "parameters_b = 5\n", "{path}: models[my-model].parameters_b: is a figure without a citation"),
        (SOURCE.replace("my-page", "repo-vllm"), "{path}: sources[repo-vllm].id: is taken already, in the bundled so"),
        ("a." * 60_000 + "a = 1", "{path}: is nested too deeply"),
        (SOURCE.replace("my-page", "\\u001b[31m\\u202e"), "{path}: sources"),
    ],
    ids=["empty", "broken", "unknown key", "dangling", "no citation", "id taken", "deep", "control characters"],
)  # fmt: skip
def test_a_fault_is_one_sentence_and_nothing_is_written(run, tmp_path, text, says):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    code, out, err = run("catalog", "add", path)

    assert (code, out, kept()) == (1, "", [])
    assert one_sentence(err).startswith(says.format(path=path))


def test_of_very_many_faults_a_hundred_are_told(run, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("".join(f"x{number} = 1\n" for number in range(500)))
    _, _, err = run("catalog", "add", path)

    assert len(err.splitlines()) == 101
    assert err.endswith("There may be more; mend these and check again.\n")


def test_a_file_of_the_same_name_must_be_removed_first(run, mine):
    run("catalog", "add", mine)
    code, out, err = run("catalog", "add", mine)

    assert (code, out) == (1, "")
    assert one_sentence(err).endswith("was added already; first: spark-tui catalog remove mine.toml")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("/no/such/file.toml", "spark-tui catalog add: /no/such/file.toml does not exist"),
        ("", "spark-tui catalog add: '' does not exist"),
        ("  ", "spark-tui catalog add: ' ' does not exist"),
        ("nul\0byte.toml", "spark-tui catalog add: nulbyte.toml does not exist"),
        ("two\nlines.toml", "spark-tui catalog add: two lines.toml does not exist"),
        ("\x1b[31m\u202ered.toml", "spark-tui catalog add: red.toml does not exist"),
        ("x" * 5000 + ".toml", "spark-tui catalog add: xxx"),
        (
            "ftp://example.com/x.toml",
            "spark-tui catalog add: ftp://example.com/x.toml is not an https, ssh or file addr",
        ),
        ("/dev/zero", "spark-tui catalog add: /dev/zero is neither TOML nor YAML, no folder, and not an https, ssh or"),
    ],
)
def test_what_is_no_file_to_add_is_wrong_usage(run, typed, says):
    code, out, err = run("catalog", "add", typed)

    assert (code, out, kept()) == (2, "", [])
    assert one_sentence(err).startswith(says)
    assert len(err) < 300


@pytest.mark.parametrize("name", ["my own.toml", ".x.toml", "-x.toml", "ä.toml", "a\x1b.toml"])
def test_a_file_with_a_name_that_cannot_be_kept_is_wrong_usage(run, mine, name):
    path = mine.rename(mine.with_name(name))
    code, out, err = run("catalog", "add", path)

    assert (code, out, kept()) == (2, "", [])
    assert "is no name for it" in one_sentence(err)


def test_what_is_no_regular_file_is_refused_at_once(run, tmp_path):
    os.mkfifo(tmp_path / "fifo.toml")
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    with (tmp_path / "sparse.toml").open("wb") as sparse:
        sparse.truncate(2_000_000_000)

    for name, says in (("fifo", "is no regular file"), ("zero", "is no regular file"), ("sparse", "is over 2 MB")):
        code, _, err = run("catalog", "add", tmp_path / f"{name}.toml")
        assert (code, kept(), says in one_sentence(err)) == (1, [], True)


def test_a_home_that_cannot_be_written_to_is_one_sentence(run, mine, tmp_path, monkeypatch):
    (tmp_path / "home").write_text("not a folder")
    monkeypatch.setenv("SPARK_TUI_HOME", str(tmp_path / "home"))
    code, out, err = run("catalog", "add", mine)

    assert (code, out) == (1, "")
    assert "mine.toml cannot be written: Not a directory" in one_sentence(err)


def test_an_own_file_that_became_faulty_is_said_on_the_error_output_only(run, mine):
    run("catalog", "add", mine)
    (paths.own_catalogs() / "mine.toml").write_text(MINE.replace('"glm-5.3-flash"', '"glm-5.3-flsh"'))

    for _ in range(2):
        code, out, err = run("pick", "--use", "chat", "--boxes", "2", "--json")

        assert code == 0
        assert RECIPE not in out
        assert one_sentence(err) == (
            f"your own mine.toml: recipes[{RECIPE}].model: 'glm-5.3-flsh' is not among the models; did you mean "
            "'glm-5.3-flash'?; the file is left out; fix it or: spark-tui catalog remove mine.toml"
        )

    assert run("catalog", "remove", "mine.toml")[0] == 0
    assert run("pick", "--use", "chat", "--boxes", "2", "--json")[2] == ""


def test_the_list_tells_what_own_files_hold_and_which_cannot_be_used(run, mine):
    assert one_sentence(run("catalog", "list")[1]) == (
        "Nothing of your own yet; spark-tui catalog add FILE|FOLDER|URL adds something."
    )

    run("catalog", "add", mine)
    (paths.own_catalogs() / "broken\x1b[31m.toml").write_text("x = [\n")
    code, out, err = run("catalog", "list")

    assert (code, err) == (0, "")
    assert all(len(line) <= 80 for line in out.splitlines())
    broken, good = out.replace("\n    ", " ").splitlines()
    assert broken.startswith("broken.toml cannot be used: your own broken.toml:2: not valid TOML: invalid value")
    assert good == "mine.toml: 1 recipe, 2 setups, 3 measurements, 1 source"

    broken, good = json.loads(run("catalog", "list", "--json")[1])["files"]
    assert (broken["name"], broken["usable"], good["name"], good["usable"]) == ("broken.toml", False, "mine.toml", True)


def test_removing_what_is_not_there_names_what_is(run, mine):
    assert one_sentence(run("catalog", "remove", "x.toml")[2]).endswith("'x.toml'; there is none yet")

    run("catalog", "add", mine)
    code, _, err = run("catalog", "remove", "../catalogs/mine.toml")

    assert (code, kept()) == (2, ["mine.toml"])
    assert one_sentence(err).endswith("known are mine.toml")


def test_a_file_that_another_one_needs_is_not_removed(run, mine, tmp_path):
    (tmp_path / "model.toml").write_text(MODEL)
    mine.write_text(MINE.replace('"glm-5.3-flash"', '"my-model"'))
    run("catalog", "add", tmp_path / "model.toml")
    run("catalog", "add", mine)
    code, out, err = run("catalog", "remove", "model.toml")

    assert (code, out) == (1, "")
    assert f"your own mine.toml: recipes[{RECIPE}].model" in one_sentence(err)
    assert kept() == ["mine.toml", "model.toml"]


def test_checking_without_a_file_checks_own_files_with_the_bundled_ones(run, mine):
    bundled = json.loads(run("catalog", "check", "--json")[1])["recipes"]
    run("catalog", "add", mine)

    assert json.loads(run("catalog", "check", "--json")[1])["recipes"] == bundled + 1

    (paths.own_catalogs() / "broken.toml").write_text("x = [\n")
    code, _, err = run("catalog", "check")

    assert code == 1
    assert one_sentence(err).startswith("your own broken.toml:2: not valid TOML")


def test_a_file_that_was_added_already_may_be_checked_again(run, mine):
    run("catalog", "add", mine)

    assert run("catalog", "check", mine)[0] == 0
    assert run("catalog", "check", paths.own_catalogs() / "mine.toml")[0] == 0
    assert run("catalog", "check", mine, mine, mine.parent, paths.bundled_catalog() / "models.toml")[0] == 0


@pytest.mark.parametrize("typed", ["", " ", "x" * 5000])
def test_checking_nothing_is_wrong_usage(run, typed):
    code, out, err = run("catalog", "check", typed)

    assert (code, out) == (2, "")
    assert one_sentence(err).startswith("spark-tui catalog check: ")
