"""YAML from strangers: hostile files are refused in one sentence, at once, and nothing is expanded or built."""

import time

import pytest

from spark_tui.catalog.imported.problem import NotUnderstoodError
from spark_tui.catalog.imported.yamltext import read_mapping

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
MERGE = "a: &a {x: 1}\nb: {<<: [*a, *a]}\n"


@pytest.mark.parametrize(
    ("data", "kind", "says"),
    [
        (b"a: [1", "not YAML", "is not valid YAML in line"),
        (b"a: 1\n\tb: 2\n", "not YAML", "is not valid YAML in line 2"),
        (b"{% if x %}\n", "not YAML", "is not valid YAML in line 1"),
        (b"a: !!python/object/apply:os.system [ls]\n", "not YAML", "could not determine a constructor"),
        (b"a: !!python/name:os.system\n", "not YAML", "could not determine a constructor"),
        (b"a: \x00\n", "not YAML", "not valid YAML"),
        (b"a: \x1b[31m\n", "not YAML", "not valid YAML"),
        (b"a: " + b"9" * 5000, "not YAML", "cannot be read"),
        (b"? [a]\n: 1\n", "not YAML", "unhashable key"),
        (b"\xff\xfea\x00", "not readable", "is not UTF-8 at byte 0"),
        (b"a: \xe4\n", "not readable", "is not UTF-8 at byte 3"),
        (b"x" * 2_000_001, "not readable", "is over 2 MB"),
        (b"", "no recipe", "holds no settings"),
        (b"- a\n", "no recipe", "holds no settings"),
        (b"just text", "no recipe", "holds no settings"),
        (b"a: 1\n---\nb: 1\n", "no recipe", "several YAML documents"),
        (BOMB.encode(), "unsafe", "aliases"),
        (MERGE.encode(), "unsafe", "aliases"),
        (b"[" * 100, "unsafe", "nested deeper"),
        (b"[" * 100_000, "not YAML", "nesting depth"),
        (b"- " * 100, "unsafe", "nested deeper"),
        (b"{a: " * 50_000, "unsafe", "nested deeper"),
        (b"a: [" + b"1," * 30_000 + b"]", "unsafe", "more values"),
    ],
    ids=range(23),
)
def test_what_is_hostile_or_broken_is_one_sentence_at_once(data, kind, says):
    started = time.monotonic()
    with pytest.raises(NotUnderstoodError, match=says) as caught:
        read_mapping(data)

    assert caught.value.kind == kind
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 250
    assert time.monotonic() - started < 3


def test_what_json_cannot_hold_becomes_text():
    found = read_mapping(
        b"day: 2026-10-01\nnan: .nan\ninf: -.inf\nbig: 99999999999999999999\non: 1\n3: x\nset: !!set {a}\n"
    )

    assert found.data["day"] == "2026-10-01"
    assert (found.data["nan"], found.data["inf"], found.data["big"]) == ("nan", "-inf", "99999999999999999999")
    assert (found.data["true"], found.data["3"], found.data["set"]) == (1, "x", "{'a'}")


def test_of_a_key_that_stands_twice_the_last_counts_and_it_is_said():
    found = read_mapping(b"container: a\nenv: {X: 1, X: 2}\ncontainer: b\n")

    assert found.data == {"container": "b", "env": {"X": 2}}
    assert set(found.twice) == {"container", "X"}
