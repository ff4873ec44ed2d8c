"""The verbs that read: show, compare, find and quotes, for people, as JSON and as Markdown."""

import json
import os
import re
import subprocess
import sys
import time

import pytest

from tests.verbs import run

MIA, KINDLING = "miaai-lab-tensorfold-glm-5.3-flash", "kindlingai-vllm-glm-5.3-flash"
DEEPSEEK, SUDOINGX = "miaai-lab-tensorfold-deepseek-v4.1-flash-1017", "sudoingx-vllm-deepseek-v4.1-flash-1017"
METAL = "bobclawblaw-tensorfold-metal-deepseek-v4.1-flash-1017"
SHOWN = [
    ["compare", f"{MIA}@2", f"{KINDLING}@2"],
    ["compare", f"{MIA}@2", f"{MIA}@3", f"{KINDLING}@2"],
    ["compare", MIA, KINDLING, DEEPSEEK, SUDOINGX],
    ["compare", METAL, f"{DEEPSEEK}@2"],
    ["find", "deepsek", "2", "sparks", "vllm"],
    ["find", "deepsek 2 sparks vllm"],
    ["find", "nvidia"],
    ["find", "zzzzqqqq"],
    ["find", "https://" + "x" * 100],
    ["quotes"],
    ["quotes", "awkward"],
    ["quotes", "MiaAI_lab"],
    ["quotes", "zzzzqqqq"],
    ["show", "glm-5.3-flash"],
    ["show", "glm-5.3-flash@3"],
    ["show", "deepseek-v4.1-flash-1017"],
    ["show", "tensorfold"],
    ["show", "exo"],
    ["show", "dgx-spark"],
    ["show", "mac-studio-m5-ultra"],
    ["show", f"{MIA}@2:zig-branch"],
    ["show", METAL],
]
DOCUMENTS = [argv for argv in SHOWN if argv[0] in ("show", "compare")]


def data(capsys, *argv: str):
    code, out, err = run(capsys, *argv, "--json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    return json.loads(out)


def program(*argv: str, **more) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "spark_tui", *argv], check=False, capture_output=True, timeout=60,
                          stdin=subprocess.DEVNULL, **more)  # fmt: skip


@pytest.mark.parametrize("argv", SHOWN, ids=" ".join)
def test_what_people_read_fits_80_columns(capsys, argv):
    code, out, err = run(capsys, *argv)
    wide = [line for line in out.splitlines() if len(line) > 80 and " " in line.strip()]

    assert (code, err, wide) == (0, "", [])
    assert out.endswith("\n")
    assert all(character.isprintable() or character == "\n" for character in out)
    assert [line for line in out.splitlines() if line != line.rstrip()] == []


@pytest.mark.parametrize("argv", SHOWN, ids=" ".join)
def test_as_json_it_is_one_document(capsys, argv):
    assert data(capsys, *argv) is not None


@pytest.mark.parametrize("argv", DOCUMENTS, ids=" ".join)
def test_as_markdown_it_is_one_document_with_its_sources(capsys, argv):
    code, out, err = run(capsys, *argv, "--markdown")

    assert (code, err) == (0, "")
    assert out.startswith("# ")
    assert out.count("\n# ") == 0
    assert set(re.findall(r"\\\[(\d+)\\\]", out)) == set(re.findall(r"^(\d+)\. ", out, re.MULTILINE))


@pytest.mark.parametrize("argv", [SHOWN[0], SHOWN[4], SHOWN[9], SHOWN[13], [*SHOWN[0], "--markdown"],
                                  [*SHOWN[4], "--json"]], ids=" ".join)  # fmt: skip
def test_into_a_pipe_it_is_the_same(capsys, argv):
    _, out, _ = run(capsys, *argv)
    done = program(*argv)
    narrow = program(*argv, env={**os.environ, "COLUMNS": "40", "NO_COLOR": "1", "TERM": "dumb"})

    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, out, b"")
    assert narrow.stdout == done.stdout


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        (["compare"], "RECIPE"),
        (["compare", MIA], "1 given"),
        (["compare", MIA, KINDLING, DEEPSEEK, SUDOINGX, METAL], "5 given"),
        (["compare", MIA, MIA], "twice"),
        (["compare", MIA, f"{MIA}@2"], "twice"),
        (["compare", MIA, "nobody-knows-it"], "nobody-knows-it"),
        (["compare", MIA, f"{KINDLING}@0"], f"{KINDLING}@0"),
        (["compare", MIA, f"{KINDLING}@9"], f"{KINDLING}@9"),
        (["compare", MIA, f"{KINDLING}@7"], f"{KINDLING}@2"),
        (["compare", MIA, f"{KINDLING}@2:night"], "night"),
        (["compare", MIA, "glm-5.3-flash"], "glm-5.3-flash"),
        (["compare", MIA, ""], "ID[@BOXES[:PROFILE]]"),
        (["compare", MIA, KINDLING, "--colour"], "--colour"),
        (["compare", MIA, "\x1b[31mred\x07"], "red"),
        (["find"], "WORDS"),
        (["find", "x", "--markdown"], "--markdown"),
        (["quotes", "--markdown"], "--markdown"),
        (["show"], "ID"),
        (["show", "glm-5.3-flash@0"], "boxes go from 1 to 8"),
        (["show", "dgx-spark@9"], "boxes go from 1 to 8"),
        (["show", "GLM-5.3-Flsh"], "did you mean glm-5.3-flash?"),
        (["show", "tensorfld"], "did you mean tensorfold?"),
        (["show", "a" * 10_000], "a"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else None,
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(capsys, argv, named):
    code, out, err = run(capsys, *argv)

    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("spark-tui")
    assert named in err
    assert err.strip().isprintable()


def test_a_comparison_as_json_has_every_setup_row_and_sentence(capsys):
    found = data(capsys, "compare", f"{MIA}@2", f"{KINDLING}@2")
    speed = {row["name"]: row for table in found["tables"] if table["title"] == "Speed" for row in table["rows"]}
    prose = speed["prose, one stream"]

    assert set(found) == {"setups", "tables", "verdict"}
    assert found["setups"] == [f"{MIA}@2", f"{KINDLING}@2"]
    assert [cell["best"] for cell in prose["cells"]] == [True, False]
    assert [cell["text"].split(" (")[0] for cell in prose["cells"]] == ["60.4 tok/s", "42.6 tok/s"]
    assert all("state-of-the-sparks" in cell["sources"] and cell["measurements"] for cell in prose["cells"])
    assert any("60.4 against 42.6 tok/s" in one["text"] and one["sources"] for one in found["verdict"])
    assert all(len(row["cells"]) == 2 for table in found["tables"] for row in table["rows"])


def test_a_comparison_for_people_marks_what_differs_and_the_best(capsys):
    lines = run(capsys, "compare", f"{MIA}@2", f"{KINDLING}@2")[1].splitlines()
    (prose,) = [line for line in lines if "prose, one stream" in line and line.startswith("≠")]

    assert re.search(r"\* 60\.4 tok/s.*(?<!\* )42\.6 tok/s", prose)
    assert any(line.startswith("  Model ") for line in lines)
    assert "In short" in lines


def test_a_recipe_on_two_and_on_three_boxes(capsys):
    _, out, _ = run(capsys, "compare", f"{MIA}@2", f"{MIA}@3")
    flat = " ".join(out.split())

    assert "77.6" in flat and "60.4" in flat
    assert "146.2" in flat and "108.8" in flat
    assert "on 3 boxes" in flat


def test_a_comparison_across_platforms_names_the_machines(capsys):
    flat = " ".join(run(capsys, "compare", METAL, f"{DEEPSEEK}@2")[1].split())

    assert "Mac Studio M5 Ultra" in flat
    assert "70.7" in flat
    assert "65.0" in flat


@pytest.mark.parametrize("form", [[], ["--markdown"]], ids=["lines", "markdown"])
def test_a_machine_that_is_no_box_is_not_called_one(capsys, form):
    """A box is a DGX Spark or its equal; this recipe runs on a Mac alone."""
    flat = " ".join(run(capsys, "show", METAL, *form)[1].split())

    assert not re.search(r"\b1 box: ", flat)


def test_find_as_json_gives_kind_id_and_score_best_first(capsys):
    found = data(capsys, "find", "deepsek", "2", "sparks", "vllm")
    setups = {one["id"] for one in found if one["kind"] == "setup"}

    assert {f"{SUDOINGX}@2", "miaai-lab-vllm-deepseek-v4.1-flash-1017@2"} <= setups
    assert found[0]["kind"] == "setup"
    assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)


def test_everything_that_find_names_can_be_shown(capsys):
    """`spark-tui show ID tells more; for a source: spark-tui sources ID.`"""
    refused = []
    for word in ("deepseek", "glm", "vllm", "nvidia", "mac", "sudoingx"):
        for one in data(capsys, "find", word)[::3]:
            verb = "sources" if one["kind"] == "source" else "show"
            if run(capsys, verb, one["id"])[0] != 0:
                refused.append(f"{verb} {one['kind']} {one['id']}")
    assert sorted(set(refused)) == []


@pytest.mark.parametrize("words", [["handwerkailab"], ["daily", "throughput"], ["3 boxes", "easier"]])
def test_quotes_are_verbatim_with_who_and_where(capsys, words):
    said = data(capsys, "quotes", *words)
    flat = " ".join(run(capsys, "quotes", *words)[1].split())

    assert said[0]["id"] == "handwerkailab-daily-use"
    assert "But for daily use throughput and stability count more, and GLM is easier to run." in flat
    assert "@HandwerkAiLab" in flat
    assert "section 'What owners say'" in flat


def test_without_words_all_quotes_are_printed(capsys):
    said, exported = data(capsys, "quotes"), data(capsys, "catalog", "export")

    assert [one["id"] for one in said] == [one["id"] for one in exported["quotes"]]
    assert run(capsys, "quotes")[1].splitlines()[-1] == f"{len(said)} quotes."


def test_a_model_as_json_has_its_fields_and_its_story(capsys):
    found = data(capsys, "show", "glm-5.3-flash")

    assert (found["parameters_b"], found["active_b"], found["context_tokens"]) == (320, 18, 1_000_000)
    assert found["kind"] == "model"
    assert any(part["title"] == "Facts" for part in found["story"])


def test_the_price_of_a_box_is_shown_with_who_quoted_it_and_when(capsys):
    flat = " ".join(run(capsys, "show", "dgx-spark")[1].split())

    assert re.search(r"\$6,950 \(@sudoingX, 2026-10-19\)", flat)


@pytest.mark.parametrize("words", [["x1" * 5_000], [f"q{n}" for n in range(2_000)], ["2-" * 5_000]])
def test_a_very_long_search_is_answered_at_once(capsys, words):
    run(capsys, "find", "warm")
    started = time.perf_counter()
    code, _, _ = run(capsys, "find", *words)

    assert code == 0
    assert time.perf_counter() - started < 1.0
