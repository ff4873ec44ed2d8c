"""The command line: exit codes, one-sentence errors, JSON, and plain text that fits 80 columns and pipes well."""

import json
import os
import pty
import subprocess
import sys

import pytest

from tests.verbs import run

GLM_TF = "miaai-lab-tensorfold-glm-5.3-flash"
SOURCE = '[[sources]]\nid = "my-page"\ntitle = "A page"\npublisher = "me"\nkind = "page"\n'
BOX = '[[platforms]]\nid = "my-box"\nname = "Box"\nis_box = true\n'


def program(*argv: str, **options) -> subprocess.CompletedProcess:
    fields = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, "timeout": 60, **options}
    return subprocess.run([sys.executable, "-m", "spark_tui", *argv], check=False, **fields)


def one_sentence(text: str) -> str:
    assert text.endswith("\n")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    return text.strip()


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        (["pick", "--use", "juggling"], "--use"),
        (["pick"], "--use"),
        (["pick", "--use", "chat", "--boxes", "0"], "--boxes"),
        (["pick", "--use", "chat", "--boxes", "9"], "--boxes"),
        (["pick", "--use", "chat", "--boxes", "two"], "--boxes"),
        (["pick", "--use", "chat", "--boxes", "2.5"], "--boxes"),
        (["pick", "--use", "chat", "--budget", "-1"], "--budget"),
        (["pick", "--use", "chat", "--budget=-5000"], "--budget"),
        (["pick", "--use", "chat", "--budget", "nan"], "--budget"),
        (["pick", "--use", "chat", "--budget", "inf"], "--budget"),
        (["pick", "--use", "chat", "--budget", "lots"], "--budget"),
        (["pick", "--use", "chat", "--own=-1"], "--own"),
        (["pick", "--use", "chat", "--context", "0"], "--context"),
        (["pick", "--use", "chat", "--streams", "0"], "--streams"),
        (["pick", "--use", "chat", "--topology", "star"], "--topology"),
        (["pick", "--use", "chat", "--model", "gpt-9"], "--model"),
        (["pick", "--use", "chat", "--model", ""], "--model"),
        (["pick", "--use", "chat", "--engine", "zzz"], "--engine"),
        (["pick", "--use", "chat", "--order", "best"], "--order"),
        (["show", "nobody-knows-it"], "nobody-knows-it"),
        (["show", f"{GLM_TF}@0"], f"{GLM_TF}@0"),
        (["show", f"{GLM_TF}@9"], f"{GLM_TF}@9"),
        (["show", f"{GLM_TF}@2:night"], "night"),
        (["sources", "nobody-knows-it"], "nobody-knows-it"),
        (["catalog", "check", "/no/such/file.toml"], "/no/such/file.toml"),
        (["catalog"], "VERB"),
        (["dance"], "dance"),
        (["pick", "--use", "chat", "--colour"], "--colour"),
    ],
)
def test_wrong_usage_is_one_sentence_that_names_it_and_exit_code_2(capsys, argv, named):
    code, out, err = run(capsys, *argv)

    assert (code, out) == (2, "")
    assert named in one_sentence(err)


@pytest.mark.parametrize(
    ("argv", "meant"),
    [
        (["show", "miaai-lab-tensorfold-glm-5.3-flsh"], GLM_TF),
        (["sources", "state-of-the-spark"], "state-of-the-sparks"),
        (["pick", "--use", "chat", "--model", "glm-5.3-flsh"], "glm-5.3-flash"),
        (["pick", "--use", "chat", "--engine", "tensorfld"], "tensorfold"),
    ],
)
def test_a_slip_is_answered_with_what_was_probably_meant(capsys, argv, meant):
    assert f"did you mean {meant}?" in run(capsys, *argv)[2]


@pytest.mark.parametrize("argv", [["show", "\x1b[31mred\x1b]0;title\x07"], ["sources", "\x1b[2J\u202e"],
                                  ["pick", "--use", "chat", "--model", "\x1b[31m"], ["\x1b[31m"]])  # fmt: skip
def test_control_sequences_are_never_echoed(capsys, argv):
    code, _, err = run(capsys, *argv)

    assert code == 2
    assert one_sentence(err).isprintable()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = [\n", "mine.toml:2: not valid TOML"),
        (SOURCE + 'titel = "x"\n', "mine.toml: sources[my-page].titel: unknown key; did you mean 'title'?"),
        (SOURCE + 'via = "nowhere"\n', "mine.toml: sources[my-page].via: 'nowhere' is not among the sources; add it"),
        (BOX + 'memory_gb = "128"\n',
         "mine.toml: platforms[my-box].memory_gb: is the text '128', but a number is needed; write it without quotes"),
        (BOX + "memory_gb = 128\n", "mine.toml: platforms[my-box].memory_gb: is a figure without a citation"),
        (SOURCE.replace("my-page", "state-of-the-sparks"), "mine.toml: sources[state-of-the-sparks].id: is taken"),
        (BOX + "memory_gb = 1" + "0" * 5000, "mine.toml"),
        ("[" * 3000, "mine.toml"),
    ],
    ids=["broken", "unknown key", "dangling", "number as text", "no citation", "id taken", "huge number", "nested"],
)  # fmt: skip
def test_a_fault_in_a_catalog_file_is_one_sentence_and_exit_code_1(capsys, tmp_path, text, says):
    (tmp_path / "mine.toml").write_text(text)
    code, out, err = run(capsys, "catalog", "check", str(tmp_path / "mine.toml"))

    assert (code, out) == (1, "")
    assert says in one_sentence(err)


def test_a_folder_of_files_is_checked_too(capsys, tmp_path):
    (tmp_path / "mine.toml").write_text(SOURCE)

    assert run(capsys, "catalog", "check", str(tmp_path))[0] == 0


def test_the_bundled_catalog_is_in_order(capsys):
    code, out, err = run(capsys, "catalog", "check", "--json")

    assert (code, err) == (0, "")
    assert json.loads(out)["recipes"] >= 26


@pytest.mark.parametrize(
    ("argv", "keys"),
    [
        (["pick", "--use", "chat", "--boxes", "2"], {"needs", "picks", "excluded"}),
        (["show", f"{GLM_TF}@2"], {"id", "boxes", "published", "fit"}),
        (["show", "zai-glm-5.3-flash-fp8@3"], {"id", "boxes", "published", "fit"}),
        (["sources", GLM_TF], {"recipe", "setups"}),
        (["sources", "state-of-the-sparks"], {"id", "title", "publisher", "kind", "url", "date", "via", "excerpt"}),
        (["catalog", "export"], {"platforms", "models", "engines", "weights", "recipes", "quotes", "sources"}),
    ],
)
def test_json_is_one_document_with_its_keys(capsys, argv, keys):
    code, out, err = run(capsys, *argv, "--json")

    assert (code, err) == (0, "")
    assert json.loads(out).keys() >= keys


@pytest.mark.parametrize("target", ["glm-5.3-flash", "deepseek-v4.1-flash-1017", "tensorfold", "dgx-spark"])
def test_models_engines_and_platforms_are_shown_too(capsys, target):
    code, out, _ = run(capsys, "show", target, "--json")

    assert code == 0
    assert json.loads(out)["id"] == target


@pytest.mark.parametrize(
    ("target", "published", "basis"),
    [(f"{GLM_TF}@2", True, "ran"), (f"{GLM_TF}@6", False, "estimated"),
     ("zai-glm-5.3-flash-fp8@3", False, "estimated")],
)  # fmt: skip
def test_show_says_whether_somebody_published_the_setup(capsys, target, published, basis):
    shown = json.loads(run(capsys, "show", target, "--json")[1])

    assert (shown["published"], shown["fit"]["basis"]) == (published, basis)


@pytest.mark.parametrize(
    "argv",
    [
        *(["pick", "--use", use, "--boxes", "3"] for use in ("chat", "code", "structured", "long", "team", "quality")),
        ["pick", "--use", "long", "--boxes", "1"],
        ["pick", "--use", "chat", "--budget", "5000"],
        ["pick", "--use", "chat", "--boxes", "2", "--commercial"],
        ["show", GLM_TF],
        ["show", f"{GLM_TF}@5"],
        ["show", "zai-glm-5.3-flash-fp8@3"],
        ["sources", GLM_TF],
        ["sources", "miaai-lab-sglang-deepseek-v4.1-flash-1017"],
        ["sources", "repo-christopherowen-spark-ds41f"],
        ["catalog", "check"],
    ],
    ids=" ".join,
)
def test_what_people_read_fits_80_columns(capsys, argv):
    code, out, _ = run(capsys, *argv)
    wide = [line for line in out.splitlines() if len(line) > 80 and "https://" not in line]

    assert code == 0
    assert out
    assert [line for line in wide if " " in line.strip()] == []
    assert all(character.isprintable() or character == "\n" for character in out)


def test_a_budget_of_5000_shows_one_box_and_the_gap(capsys):
    code, out, _ = run(capsys, "pick", "--use", "chat", "--budget", "5000")

    assert code == 0
    assert out.startswith("1 box, chat")
    assert "$5,000 buys 0 boxes" in out
    assert "$1,950 more than you have" in out


@pytest.mark.parametrize("amount", ["13900", "$13,900", "13900.00"])
def test_a_budget_is_read_as_people_write_it(capsys, amount):
    data = json.loads(run(capsys, "pick", "--use", "chat", "--budget", amount, "--json")[1])

    assert (data["needs"]["boxes"], data["needs"]["budget"]) == (2, 13_900)


def test_the_sources_of_a_recipe_name_title_and_locator_of_every_figure(capsys):
    _, out, _ = run(capsys, "sources", GLM_TF)
    flat = " ".join(out.split())

    assert "decode: 60.4 tok/s, prose, 1 stream; MiaAI-Lab" in flat
    assert "The State of the Sparks: GLM-5.3 and DeepSeek V4.1 Flash on Two and Three DGX Sparks" in flat
    assert "row 'GLM-5.3-Flash, EXL3 4 bpw' with engine 'TensorFold', column 'Prose, one stream'" in flat


def test_without_a_terminal_the_app_is_refused_with_a_way_on():
    done = program()

    assert (done.returncode, done.stdout) == (2, "")
    assert "spark-tui pick" in one_sentence(done.stderr)


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_terminal_that_cannot_show_the_app_is_refused(term):
    ours, theirs = pty.openpty()
    try:
        done = program(stdin=theirs, stdout=theirs, capture_output=False, stderr=subprocess.PIPE,
                       env={**os.environ, "TERM": term})  # fmt: skip
    finally:
        os.close(ours)
        os.close(theirs)

    assert done.returncode == 2
    assert f"TERM={term}" in one_sentence(done.stderr)


@pytest.mark.parametrize(
    "argv", [["pick", "--use", "chat", "--boxes", "3"], ["catalog", "export"], ["sources", "repo-vllm"], ["--version"]],
    ids=" ".join,
)  # fmt: skip
def test_a_reader_that_has_gone_is_no_reason_to_complain(argv):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = program(*argv, stdout=writing, capture_output=False, stderr=subprocess.PIPE)
    finally:
        os.close(writing)

    assert done.stderr == ""


def test_the_first_line_of_a_long_answer_can_be_taken():
    command = f"{sys.executable} -m spark_tui pick --use chat --boxes 3 | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, timeout=60)

    assert (done.stdout.count("\n"), done.stderr) == (1, "")
    assert done.stdout.startswith("3 boxes, chat")


def test_the_program_runs_as_a_module_and_tells_its_exit_code():
    assert program("pick", "--use", "chat", "--boxes", "2").returncode == 0
    assert program("pick", "--use", "juggling").returncode == 2


@pytest.mark.parametrize("argv", [["--help"], ["pick", "--help"], ["catalog", "check", "--help"], ["--version"]])
def test_help_and_version_are_no_failure(capsys, argv):
    assert run(capsys, *argv)[0] == 0
