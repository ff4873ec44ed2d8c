"""Written entries are read back as they were, and stand in a file as people write one."""

import json
import tomllib

import pytest

from spark_tui import paths
from spark_tui.catalog import reading
from spark_tui.catalog.catalog import Fragment
from spark_tui.catalog.evidence import Measurement, Source
from spark_tui.catalog.writing import as_toml

FILES = reading.files_in(paths.bundled_catalog())


def read(text: str) -> Fragment:
    """Read a file without making the ids longer, as loading does."""
    return Fragment.model_validate_json(json.dumps(tomllib.loads(text)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_of_the_catalog_survives_being_written(path):
    there = read(path.read_text(encoding="utf-8"))

    assert read(as_toml(there)) == there


@pytest.mark.parametrize(
    "text", ['say "so"', "a\\b", "# none", "'''", "{x = 1}", "[a]", "naïve 漢字 👩‍💻", "=", "a\tb"]
)
def test_whatever_people_write_is_quoted(text):
    there = Fragment(sources=(Source(id="page", title=text, publisher=text, kind="page"),))

    assert read(as_toml(there)) == there


def test_what_is_unknown_is_left_out_and_the_source_comes_last():
    written = as_toml(read(MINIMAL)).split("[[recipes.setups.measurements]]\n")[1]

    assert written.splitlines() == [
        'id = "prose"', 'metric = "decode"', "value = 60", 'unit = "tok/s"', 'source = "page"', 'locator = "row"',
        'note = "Mine."',
    ]  # fmt: skip


@pytest.mark.parametrize("value", [0.0, 60.0, 60.4, 1e-7, 123456789.125, 1e300])
def test_a_number_is_never_changed(value):
    there = read(MINIMAL.replace("60", "61"))
    one = there.recipes[0].setups[0].measurements[0].model_copy(update={"value": value})
    setup = there.recipes[0].setups[0].model_copy(update={"measurements": (one,)})
    changed = there.model_copy(update={"recipes": (there.recipes[0].model_copy(update={"setups": (setup,)}),)})
    back: Measurement = read(as_toml(changed)).recipes[0].setups[0].measurements[0]

    assert back.value == value


MINIMAL = """
[[recipes]]
id = "r"
name = "R"
author = "me"
model = "m"
status = "ready"

[[recipes.setups]]
boxes = 1

[[recipes.setups.measurements]]
note = "Mine."
source = "page"
locator = "row"
id = "prose"
metric = "decode"
value = 60.0
unit = "tok/s"
"""
