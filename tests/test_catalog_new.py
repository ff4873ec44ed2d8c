"""`catalog new`: whatever is typed is asked again, or ends in a file that `check` and `add` accept."""

import io
import json
from datetime import date
from functools import cache, partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spark_tui import paths
from spark_tui.catalog import loading, reading
from spark_tui.catalog.drafting import entries, recipe_id
from spark_tui.catalog.text import clean
from spark_tui.verbs.asking import Asker
from spark_tui.verbs.interview import interview
from spark_tui.verbs.new import in_order, taken_in
from tests import verbs

FILE = "me-tensorfold-glm-5.3-flash.toml"
ANSWERS = {
    "Name of the recipe": "GLM on my boxes",
    "Who published it": "me",
    "Model": "glm-5.3-flash",
    "Engine": "tensorfold",
    "Is it ready": "",
    "Address of its repository": "https://example.org/me/glm",
    "Weights": "me/GLM-4bpw",
    "Their precision": "EXL3 4 bpw",
    "On how many boxes": "2",
    "Profile": "",
    "Window": "128K",
    "A figure": "99.5",
    "What is it of": "",
    "What was written": "",
    "Requests at once": "",
    "Who measured it": "",
    "When": "2026-11",
    "Address of the page": "",
    "Title": "GLM on two boxes",
    "Who published the page": "",
    "What is it [": "",
    "Where in it": "README, speed",
}


READ_ONCE = cache(loading.read_folder)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(loading, "read_folder", READ_ONCE)
    return tmp_path


@pytest.fixture
def run(capsys):
    return partial(verbs.run, capsys)


@pytest.fixture
def new(run, monkeypatch):
    """Run the verb with lines to read; a changed answer stands for the usual one, in as many lines as it has."""

    def answer(*argv: str, lines: int | None = None, **changed: str) -> tuple[int, str, str]:
        said = {**ANSWERS, **{key.replace("_", " "): value for key, value in changed.items()}}
        typed = "\n".join(said.values()).split("\n")[:lines]
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return run("catalog", "new", *argv)

    return answer


def only(path: Path) -> dict:
    (recipe,) = reading.read_file(path, path.name).model_dump(mode="json")["recipes"]
    return recipe


def one_sentence(text: str) -> str:
    assert text.count("\n") == 1
    return text.strip()


def test_what_was_answered_stands_in_the_file(new, folder):
    code, out, err = new()
    recipe = only(folder / FILE)
    (setup,) = recipe["setups"]
    (figure,) = setup["measurements"]

    assert (code, err) == (0, "")
    assert f"spark-tui catalog check {FILE}" in out
    assert f"spark-tui catalog add {FILE}" in out
    assert (recipe["name"], recipe["author"], recipe["model"], recipe["engine"], recipe["status"]) == (
        "GLM on my boxes", "me", "glm-5.3-flash", "tensorfold", "ready",
    )  # fmt: skip
    assert (setup["boxes"], setup["context_tokens"], setup["cite"][0]["note"]) == (
        2,
        128_000,
        "Window printed as 128K.",
    )
    assert {key: value for key, value in figure.items() if value is not None} == {
        "id": f"{recipe['id']}.2.prose", "metric": "decode", "workload": "prose", "streams": 1, "value": 99.5,
        "unit": "tok/s", "qualifier": "exact", "who": "me", "date": "2026-11", "locator": "README, speed",
        "source": "repository-me-glm-on-two-boxes",
    }  # fmt: skip


def test_the_file_is_checked_added_and_ranked(new, run):
    new()

    assert run("catalog", "check", FILE)[0] == 0
    assert run("catalog", "add", FILE)[0] == 0
    picks = json.loads(run("pick", "--use", "chat", "--boxes", "2", "--json")[1])["picks"]
    assert [one["speed"]["published"] for one in picks if one["recipe"] == FILE.removesuffix(".toml")] == [99.5]


def test_a_second_one_gets_names_of_its_own(new, run, folder):
    new()
    first = (folder / FILE).read_bytes()
    run("catalog", "add", FILE)

    assert new()[0] == 0
    assert (folder / FILE).read_bytes() == first
    second = next(path for path in folder.glob("*.toml") if path.name != FILE)
    assert run("catalog", "add", second.name)[0] == 0


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"Name_of_the_recipe": "\nA name"}, "this needs an answer"),
        ({"Name_of_the_recipe": f"{'x' * 601}\nA name"}, "is not a line of at most 600 letters"),
        ({"Name_of_the_recipe": "\ufffd\nA name"}, "that is not all text; type it again"),
        ({"Model": "flash\nglm-5.3-flash"}, "may be glm-5.3-flash"),
        ({"Model": "glm-5.3-flsh\nno\nglm-5.3-flash"}, "near it is glm-5.3-flash"),
        ({"Engine": "tensorfild\ntensorfold"}, "did you mean tensorfold?"),
        ({"Is_it_ready": "superseded\nready"}, "is not one of: ready, experimental, not ready"),
        ({"Address_of_its_repository": "http://x\n-"}, "is not an address that begins with https://"),
        ({"Weights": "nvidia/\nme/GLM-4bpw"}, "is not owner/name on Hugging Face"),
        ({"Weights": "deepseek-ai/DeepSeek-V4.1-Flash\nme/GLM-4bpw"}, "these are weights of deepseek-v4.1-flash"),
        ({"On_how_many_boxes": "9\ntwo\n2"}, "is not a whole number from 1 to 8"),
        ({"Profile": "Two Slots\nslots"}, "is not a word of at most 30 small letters"),
        ({"Window": "0K\n128K"}, "is no token at all"),
        ({"A_figure": "60,4\n-1\nnan\n1e400\n60.4"}, "is not a number such as 50.5"),
        ({"What_is_it_of": "speed\ndecode"}, "is not one of: decode, prefill"),
        ({"What_is_it_of": "memory_per_box", "What_was_written": "used", "Requests_at_once": "GiB\nas told"}, "[GB]"),
        ({"When": "2026-02-30\n2026-11"}, "is not a date such as"),
        ({"When": "2999\n2026-11"}, "2999 is still to come"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)  # fmt: skip
def test_what_cannot_be_is_asked_again(new, folder, changed, says):
    code, out, _ = new(**changed)

    assert code == 0
    assert says in " ".join(out.split())
    assert len(list(folder.glob("*.toml"))) == 1


def test_a_model_and_weights_that_are_not_known_are_added(new, run, folder):
    code, _, _ = new(Model="My Model 9\nyes\nmy lab")
    fragment = reading.read_file(next(folder.glob("*.toml")), "mine")

    assert code == 0
    assert [(one.id, one.name, one.maker) for one in fragment.models] == [("my-model-9", "My Model 9", "my lab")]
    assert [(one.repo, one.precision, one.model) for one in fragment.weights] == [
        ("me/GLM-4bpw", "EXL3 4 bpw", "my-model-9")
    ]


def test_weights_and_sources_that_are_known_are_used(new, folder, catalog):
    weights = next(one for one in catalog.content.weights if one.model == "glm-5.3-flash" and one.repo)
    source = next(one for one in catalog.content.sources if one.url)
    fields = dict.fromkeys(("Their_precision", "Title", "Who_published_the_page", "What_is_it_["))
    changed = {"Weights": weights.id, "Address_of_the_page": source.url}
    skipped = {key.replace("_", " ") for key in fields}
    lines = {key: value for key, value in ANSWERS.items() if key not in skipped} | {
        key.replace("_", " "): value for key, value in changed.items()
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(globals(), "ANSWERS", lines)
        assert new()[0] == 0
    fragment = reading.read_file(folder / FILE, FILE)

    assert (fragment.weights, fragment.sources) == ((), ())
    assert fragment.recipes[0].main_weights == weights.id
    assert fragment.recipes[0].setups[0].cite[0].source == source.id


@pytest.mark.parametrize("lines", [0, 1, 5, len(ANSWERS) - 1])
def test_an_input_that_ends_early_leaves_nothing_behind(new, folder, lines):
    code, _, err = new(lines=lines)

    assert code == 1
    assert one_sentence(err).endswith("nothing is written")
    assert list(folder.iterdir()) == []


def test_control_c_leaves_nothing_behind(run, folder, monkeypatch):
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, _, err = run("catalog", "new")

    assert code == 130
    assert err.strip() == "spark-tui catalog new: left; nothing is written"
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "says"),
    [("there.toml", "is there already"), ("link.toml", "is there already"), ("mine.txt", "end it in .toml"),
     ("", "end it in .toml"), ("no/such/mine.toml", "no such folder"),
     (f"{'x' * 300}.toml", "cannot be written"), (".toml", "end it in .toml")],
)  # fmt: skip
def test_a_file_that_cannot_be_is_told_before_anything_is_asked(new, folder, name, says):
    (folder / "there.toml").write_text("x")
    (folder / "link.toml").symlink_to("nowhere")
    code, out, err = new(name)

    assert (code, out) == (2, "")
    assert says in one_sentence(err)
    assert (folder / "there.toml").read_text() == "x"


def test_a_folder_that_cannot_be_written_to_is_one_sentence(new):
    code, _, err = new("/proc/mine.toml")  # Not even root may write there.

    assert code == 1
    assert "mine.toml cannot be written" in one_sentence(err)


CATALOG = loading.load(paths.bundled_catalog())
TAKEN = taken_in(CATALOG.content)
USEFUL = sorted({line for value in ANSWERS.values() for line in value.split("\n")} | {
    "-", "yes", "no", "8", "4", "prefill", "ttft", "memory_per_box", "boot", "needle", "per_stream", "1.38M", "used",
    "GB", "deepseek-ai/DeepSeek-V4.1-Flash", "experimental", "https://github.com/FujitsuPolycom/sparkring", "json",
})  # fmt: skip
FURTHER = (("Who made the model", "a lab"),)
TYPED = st.one_of(
    st.sampled_from(USEFUL),
    st.text(max_size=12),
    st.sampled_from(['"', "\\", "'''", "#", "]]", "\x1b[31m", "\u202e", "👩‍💻", "=", "\n", "x" * 600, "漢" * 601]),
)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_typed_the_file_is_in_order_and_says_what_was_answered(data):
    answered: dict[str, str] = {}
    asked: list[str] = []

    def line(prompt: str) -> str:
        asked.append(prompt)
        assert asked.count(prompt) < 4, prompt
        # A second try is a right one, so that every run comes to its end.
        usual = next((value for start, value in (*ANSWERS.items(), *FURTHER) if prompt.startswith(start)), "")
        typed = usual if prompt in answered else data.draw(TYPED, label=prompt)
        answered[prompt] = typed
        return typed

    draft = interview(Asker(line, lambda sentence: None), CATALOG, TAKEN, date(2026, 12, 1))
    recipe = recipe_id(draft, TAKEN)
    (back,) = reading.parse(in_order(entries(draft, recipe, TAKEN), CATALOG), "mine").recipes
    (setup,) = back.setups

    assert back.name == clean(answered["Name of the recipe: "])
    assert (back.author, back.id) == (clean(answered["Who published it: "]), recipe)
    assert (back.model, back.engine, back.status, back.repository, setup.boxes, setup.profile) == (
        draft.model.id, draft.engine, draft.status, draft.repository, draft.boxes, draft.profile
    )  # fmt: skip
    assert back.main_weights == (draft.weights and draft.weights.id)
    assert setup.context_tokens == (draft.window and draft.window.tokens)
    assert (setup.cite[0].source, setup.cite[0].locator) == (draft.source.id, draft.locator)
    assert [{key: getattr(one, key) for key in draft.figure._fields} for one in setup.measurements if draft.figure] == (
        [draft.figure._asdict()] if draft.figure else []
    )
    assert all(len(one.id) <= 120 for one in setup.measurements)
