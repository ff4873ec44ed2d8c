"""A catalog file is read, or refused with one sentence a fault that names file and key or line."""

import pytest

from spark_tui.catalog.faults import CatalogError
from spark_tui.catalog.reading import MAX_BYTES, files_in, parse, read_file, read_files

SOURCE = '[[sources]]\nid = "page"\ntitle = "A page"\npublisher = "somebody"\nkind = "page"\n'
BOX = '[[platforms]]\nid = "box"\nname = "A box"\nis_box = true\n'
RECIPE = """
[[recipes]]
id = "somebody-glm"
name = "GLM"
author = "somebody"
model = "glm"
status = "ready"
[[recipes.setups]]
boxes = 2
"""
MEASURED = """
[[recipes.setups.measurements]]
id = "prose"
metric = "decode"
unit = "tok/s"
source = "page"
locator = "table, row"
"""


def faults(text: str) -> list[str]:
    with pytest.raises(CatalogError) as caught:
        parse(text, "recipe.toml")
    return [str(fault) for fault in caught.value.faults]


def test_a_file_may_hold_any_of_the_lists():
    read = parse(SOURCE + BOX + RECIPE, "recipe.toml")

    assert (len(read.sources), len(read.platforms), len(read.recipes)) == (1, 1, 1)


def test_an_empty_file_holds_nothing():
    assert parse("", "recipe.toml").recipes == ()


def test_a_setup_gets_its_id_from_recipe_and_boxes():
    (recipe,) = parse(RECIPE, "recipe.toml").recipes

    assert [setup.id for setup in recipe.setups] == ["somebody-glm@2"]


def test_a_profile_is_part_of_the_ids_of_setup_and_measurement():
    (recipe,) = parse(RECIPE + 'profile = "four"\n' + MEASURED + "value = 60.4\n", "recipe.toml").recipes
    (setup,) = recipe.setups

    assert setup.id == "somebody-glm@2:four"
    assert [one.id for one in setup.measurements] == ["somebody-glm.2.four.prose"]


def test_a_condition_that_is_left_out_is_unknown():
    (recipe,) = parse(RECIPE + MEASURED + "value = 60.4\n", "recipe.toml").recipes
    (one,) = recipe.setups[0].measurements

    assert {one.streams, one.workload, one.sampling, one.thinking, one.date, one.scope, one.prompt_tokens} == {None}
    assert one.qualifier == "exact"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (SOURCE + 'titel = "x"\n', "recipe.toml: sources[page].titel: unknown key; did you mean 'title'?"),
        (SOURCE + 'publishr = "x"\n', "recipe.toml: sources[page].publishr: unknown key; did you mean 'publisher'?"),
        ("reciepes = []\n", "recipe.toml: reciepes: unknown key; did you mean 'recipes'?"),
        (BOX + 'memory_gb = "128"\n',
         "recipe.toml: platforms[box].memory_gb: is the text '128', but a number is needed; write it without quotes"),
        (BOX.replace('"A box"', "5"), "recipe.toml: platforms[box].name: is 5, but text is needed; write it in quotes"),
        (SOURCE.replace('title = "A page"\n', ""), "recipe.toml: sources[page].title: is missing"),
    ],
)  # fmt: skip
def test_a_fault_names_file_and_key_and_says_what_to_do(text, sentence):
    assert faults(text) == [sentence]


def test_a_text_that_is_empty_is_called_empty():
    (fault,) = faults(SOURCE.replace("A page", ""))

    assert fault.startswith("recipe.toml: sources[page].title: ")
    assert "empty" in fault


def test_an_unknown_key_that_is_near_none_lists_the_known_ones():
    (fault,) = faults(SOURCE + 'zzz = "x"\n')

    assert fault.startswith("recipe.toml: sources[page].zzz: unknown key; known here: id, title, publisher, kind")


def test_an_unknown_key_deep_inside_is_named_with_its_path():
    found = faults(RECIPE + MEASURED + "value = 60.4\nstream = 1\n")

    assert (
        "recipe.toml: recipes[somebody-glm].setups[0].measurements[prose].stream: unknown key; did you mean 'streams'?"
        in found
    )


def test_a_number_as_text_in_a_setup_is_the_only_fault():
    assert faults(RECIPE + MEASURED + 'value = "60.4"\n') == [
        "recipe.toml: recipes[somebody-glm].setups[0].measurements[prose].value: "
        "is the text '60.4', but a number is needed; write it without quotes"
    ]


def test_a_recipe_without_setups_needs_one():
    assert faults(RECIPE.partition("[[recipes.setups]]")[0] + "setups = []\n") == [
        "recipe.toml: recipes[somebody-glm].setups: needs at least one item"
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [("x = [\n", 2), ("a = 1\na = 2\n", 2), ('a = "never closed\n', 1), ("[[sources]\nid = 1\n", 1), ("id: 5\n", 1)],
)
def test_broken_toml_is_named_with_its_line(text, line):
    (fault,) = faults(text)

    assert fault.startswith(f"recipe.toml:{line}: not valid TOML: ")


@pytest.mark.parametrize("depth", [300, 5000, 50_000])
def test_deep_nesting_is_refused_in_one_sentence(depth):
    (fault,) = faults("a = " + "[" * depth + "]" * depth)

    assert fault == "recipe.toml: is nested too deeply"


def test_deeply_dotted_tables_are_refused_in_one_sentence():
    assert faults("[" + "a." * 3000 + "b]\n") == ["recipe.toml: is nested too deeply"]


def test_a_number_of_five_thousand_digits_is_refused_in_one_sentence():
    (fault,) = faults(BOX + "memory_gb = 1" + "0" * 5000 + "\n")

    assert fault.startswith("recipe.toml")


@pytest.mark.parametrize("number", ["inf", "nan", "-1", "1e400"])
def test_an_amount_must_be_a_finite_number_of_at_least_zero(number):
    (fault,) = faults(BOX + f"memory_gb = {number}\n")

    assert fault.startswith("recipe.toml: platforms[box].memory_gb: input should be")


@pytest.mark.parametrize("wrong", ["A Page", "-page", ".page", "pa/ge", "", "päge", "pa ge", "a" * 121])
def test_an_id_has_a_strict_form(wrong):
    (fault,) = faults(SOURCE.replace('"page"\nt', f'"{wrong}"\nt'))

    assert ".id: " in fault


@pytest.mark.parametrize("url", ["http://example.com", "javascript:alert(1)", "https://a b", "example.com"])
def test_an_address_must_be_https(url):
    (fault,) = faults(SOURCE + f'url = "{url}"\n')

    assert ".url: " in fault


def test_text_is_made_safe_while_it_is_read():
    read = parse(SOURCE.replace("A page", "A \\u001b[31mred\\u202e page"), "recipe.toml")

    assert read.sources[0].title == "A red page"


def test_a_file_that_is_not_utf_8_says_where(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes(b'title = "Gr\xfc\xdfe"\n')

    with pytest.raises(CatalogError, match=r"latin\.toml: is not UTF-8 at byte 11; save it as UTF-8"):
        read_file(path, "latin.toml")


def test_a_file_over_two_megabytes_is_refused(tmp_path):
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))

    with pytest.raises(CatalogError, match=r"large\.toml: is over 2 MB; split it"):
        read_file(path, "large.toml")


def test_two_megabytes_is_two_million_bytes():
    assert MAX_BYTES == 2_000_000


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CatalogError, match=r"gone\.toml: cannot be read: No such file or directory"):
        read_file(tmp_path / "gone.toml", "gone.toml")


def test_the_faults_of_all_files_are_told_together(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text("x = [\n")

    with pytest.raises(CatalogError) as caught:
        read_files(files_in(tmp_path), root=tmp_path)
    assert [fault.file for fault in caught.value.faults] == ["one.toml", "two.toml"]


def test_a_folder_named_like_a_file_is_named(tmp_path):
    (tmp_path / "folder.toml").mkdir()

    with pytest.raises(CatalogError, match=r"folder\.toml: is no regular file"):
        read_file(tmp_path / "folder.toml", "folder.toml")
