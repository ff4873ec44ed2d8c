"""`catalog check` counts what wants a look, tells it in full of the files that are given, and ends with 0."""

import json
from functools import partial
from pathlib import Path

import pytest

from spark_tui import paths
from tests import verbs
from tests.test_catalog_add import MINE, RECIPE

KINDS = {"no conditions", "no measurer", "memory", "old", "no date"}
BARE = (
    '[[recipes.setups.measurements]]\nid = "bare"\nmetric = "decode"\nstreams = 1\nvalue = 50\nunit = "tok/s"\n'
    'date = "2026-09-01"\nsource = "my-page"\nlocator = "row"\n'
)
LONG_QUOTE = (
    f'[[quotes]]\nid = "long"\ntext = "{"word " * 41}"\nwho = "@me"\nsource = "my-page"\nlocator = "row"\n'
    'topics = ["2-boxes"]\n'
)


@pytest.fixture
def mine(tmp_path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(MINE + BARE)
    return path


@pytest.fixture
def run(capsys):
    return partial(verbs.run, capsys)


def test_without_a_file_they_are_counted_and_said_how_to_see(run):
    code, out, err = run("catalog", "check", "--today", "2026-12-01")

    assert (code, err) == (0, "")
    assert "figures without conditions" in out
    assert "entries older than 90 days" in out
    assert out.endswith("spark-tui catalog check --warnings tells each of them.\n")


def test_each_of_them_can_be_told(run):
    found = json.loads(run("catalog", "check", "--json")[1])["warnings"]
    told = run("catalog", "check", "--warnings")[1]

    assert all(f"- {doubt['at']}" in told for doubts in found.values() for doubt in doubts)


def test_json_keeps_the_counts_and_adds_every_kind(run, mine):
    data = json.loads(run("catalog", "check", "--json")[1])

    assert set(data["warnings"]) == KINDS
    assert all(isinstance(count, int) for name, count in data.items() if name != "warnings")


def test_of_a_file_that_is_given_all_is_told_and_of_others_nothing(run, mine):
    code, out, _ = run("catalog", "check", mine, "--today", "2026-12-01")
    told = " ".join(out.partition("No fault, but this wants a look:")[2].replace(f"- {RECIPE}", "*").split())

    assert code == 0
    assert told == (
        "1 figure without conditions *.2.bare: decode without conditions: add workload, or a note on how it was "
        "measured 1 claim of which nobody is named *.2.bare: nobody is named: add `who`, if its source says who "
        "measured it 1 entry older than 90 days *: newest date 2026-09-01, 91 days ago: look whether it still holds, "
        "and add what is new"
    )


def test_a_file_of_which_nothing_is_to_be_said_is_only_counted(run, tmp_path):
    (tmp_path / "page.toml").write_text('[[sources]]\nid = "p"\ntitle = "P"\npublisher = "me"\nkind = "page"\n')

    assert "wants a look" not in run("catalog", "check", tmp_path)[1]


def test_a_bundled_file_that_is_given_is_told_of_too(run):
    bundled = paths.bundled_catalog()
    every = json.loads(run("catalog", "check", bundled, "--json")[1])
    some = json.loads(run("catalog", "check", bundled / "platforms.toml", "--json", "--today", "2030-01-01")[1])

    assert every["warnings"] == json.loads(run("catalog", "check", "--json")[1])["warnings"]
    assert "dgx-spark" in [one["at"] for one in some["warnings"]["old"]]
    assert some["warnings"]["no conditions"] == []


def test_the_day_moves_what_is_old(run, mine):
    days = ("2026-11-30", "2026-12-01")
    found = [json.loads(run("catalog", "check", mine, "--json", "--today", day)[1])["warnings"]["old"] for day in days]

    assert [len(one) for one in found] == [0, 1]


def test_no_day_is_wrong_usage(run):
    code, out, err = run("catalog", "check", "--today", "yesterday")

    assert (code, out) == (2, "")
    assert "'yesterday' is not a day such as 2026-10-21" in err


def test_a_quote_of_more_than_forty_words_stays_a_fault(run, mine):
    mine.write_text(MINE + BARE + LONG_QUOTE)
    code, out, err = run("catalog", "check", mine)

    assert (code, out) == (1, "")
    assert "quotes[long].text: has 41 words; a quote has at most 40" in err
