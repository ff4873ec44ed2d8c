"""From a collection's files to catalog entries: under its own name, checked, with nothing made up."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spark_tui.catalog import checking
from spark_tui.catalog.imported import shelf
from spark_tui.catalog.imported.collection import Collection, contents, keep, without_taken
from spark_tui.catalog.imported.entries import Known, slug
from spark_tui.catalog.reading import ReadFile

ONE = """
model: example/Model-A
container: image:1
runtime: vllm
metadata: {maintainer: Jo <jo@example.com>, description: "one \\e[31mbox"}
defaults: {port: 8000, max_model_len: 4096, max_num_seqs: 2, kv_cache_dtype: fp8}
command: vllm serve {model} --port {port}
"""


@pytest.fixture(scope="session")
def known(catalog):
    return Known.of([catalog.content])


def collection(files: dict[str, str], **changes) -> Collection:
    about = {"name": "them", "label": "them/recipes", "owner": "them", "origin": "https://example.com/them/recipes",
             "what": "git", "address": "https://example.com/them/recipes", "commit": "a" * 40,
             "read_on": "2026-12-01"} | changes  # fmt: skip
    return Collection(files=tuple(keep(path, text.encode()) for path, text in files.items()), **about)


def test_an_entry_says_what_the_file_states_and_where(known):
    found = contents(collection({"recipes/one.yaml": ONE}), known)
    (recipe,), (model,), (weights,), (source,) = (
        getattr(found.fragment, section) for section in ("recipes", "models", "weights", "sources")
    )
    setup = recipe.setups[0]

    assert (recipe.id, recipe.name, recipe.author, recipe.engine) == ("them.one", "one", "Jo", "vllm")
    assert (recipe.repository, recipe.commit, recipe.known_from) == (source.url, "a" * 40, "repository")
    assert (setup.id, setup.boxes, setup.context_tokens, setup.slots) == ("them.one@1", 1, 4096, 2)
    assert (setup.port, setup.kv_type, setup.image, setup.was_run) == (8000, "fp8", "image:1", False)
    assert (model.name, weights.repo, weights.model) == ("Model-A", "example/Model-A", model.id)
    assert setup.cite[0].locator == "recipes/one.yaml"
    assert setup.steps[0].argv == ("vllm", "serve", "example/Model-A", "--port", "8000")


def test_what_no_file_states_is_unknown(known):
    found = contents(collection({"one.yaml": ONE}), known)
    recipe = found.fragment.recipes[0]

    assert recipe.licences == ()
    assert recipe.custom_kernels is None
    assert recipe.setups[0].measurements == ()
    assert found.fragment.weights[0].licence is None
    assert found.fragment.weights[0].sizes == ()


def test_it_is_said_that_nothing_was_checked(known):
    text = ONE + "mods: [mods/x]\npost_commands: [rm -rf /]\nport: 1\nport: 2\n"
    said = [caveat.text for caveat in contents(collection({"one.yaml": text}), known).fragment.recipes[0].caveats]

    assert said[0] == f"Imported from them/recipes at commit {'a' * 12}: not checked and not measured here."
    assert said[1].startswith("Its file gives port twice")
    assert said[2] == "Patches its container before it serves: mods/x."
    assert said[3] == "Tells its launcher to run shell commands of its own: post_commands."


def test_curated_weights_are_used_where_the_repository_is_theirs(catalog, known):
    curated = next(one for one in catalog.content.weights if one.repo and len(known.weights[one.repo.lower()]) == 1)
    found = contents(collection({"one.yaml": ONE.replace("example/Model-A", curated.repo.upper())}), known).fragment

    assert (found.recipes[0].main_weights, found.recipes[0].model) == (curated.id, curated.model)
    assert (found.models, found.weights) == ((), ())


def test_files_of_one_name_are_told_apart_and_the_topmost_keeps_it(known):
    files = {f"recipes/{folder}x.yaml": ONE for folder in ("", "3x/", "4x/", "4x/3x/")}
    ids = contents(collection(files), known).recipes

    assert ids == ("them.x", "them.3x.x", "them.4x.x", "them.3x.x-2")


def test_a_broken_file_never_hides_the_others(known):
    found = contents(collection({"a.yaml": "x: [", "b.yaml": ONE, "c.yaml": "- 1", "d.yaml": "a: *b"}), known)

    assert found.recipes == ("them.b",)
    assert [(missed.path, missed.kind) for missed in found.not_read] == [
        ("a.yaml", "not YAML"), ("c.yaml", "no recipe"), ("d.yaml", "unsafe"),
    ]  # fmt: skip


def test_collections_share_models_and_never_an_id(catalog, known):
    first = contents(collection({"one.yaml": ONE}), known)
    second = contents(collection({"one.yaml": ONE}, name="others"), known)
    left = without_taken([first, first, second], catalog.content)

    assert [one.recipes for one in left] == [("them.one",), (), ("others.one",)]
    assert len(left[2].fragment.models) == 0
    assert left[1].not_read[0].what == "has an id that is taken already: them.one"
    assert left[1].not_read[0].path == "one.yaml"


def test_secrets_are_not_kept(known):
    text = ONE + "env: {HF_TOKEN: abc, X: hf_abcdefghijklmnopqrstuvw}\n"

    assert "hf_abc" not in json.dumps(collection({"one.yaml": text}).model_dump())
    assert "abc" not in json.dumps(collection({"one.yaml": text}).model_dump()["files"][0]["data"]["env"])


def test_a_kept_collection_is_read_back_as_it_was(tmp_path):
    before = collection({"one.yaml": ONE, "bad.yaml": "["})

    assert shelf.read(shelf.write(before, tmp_path)) == before
    assert shelf.files(tmp_path) == [tmp_path / "them.json"]


@pytest.mark.parametrize("text", ["", "{}", "[]", "x", '{"name": "them"}', "\0", "[" * 10_000])
def test_a_damaged_collection_is_said_and_hides_nothing(tmp_path, known, text):
    shelf.write(collection({"one.yaml": ONE}, name="good"), tmp_path)
    (tmp_path / "bad.json").write_text(text)
    good, bad = shelf.read_all(shelf.files(tmp_path), known)

    assert ([one.recipes for one in good], bad) == ([("good.one",)], {"bad": "is damaged"})


@pytest.mark.parametrize(
    ("typed", "name"),
    [("../../etc/passwd", "etc-passwd"), ("Spark.Arena", "spark-arena"), ("\x1b[31mred", "31mred"), ("..", "recipes"),
     ("ä", "recipes"), ("x" * 500, "x" * 36), ("hf", "hf-2")],
)  # fmt: skip
def test_a_collections_name_is_harmless(tmp_path, typed, name):
    assert shelf.free_name([typed], tmp_path) == name
    assert slug(typed) == "" or slug(typed)[0].isalnum()


_texts = st.one_of(st.text(max_size=20), st.sampled_from([
    "vllm serve a/b -tp {tensor_parallel}", "{model}", "a/b:Q4", "fp8", '{"method": 1, "model": [2]}', "--api-key x",
    "\x1b[31m", "9" * 30,
]))  # fmt: skip
_values = st.recursive(
    st.one_of(_texts, st.integers(), st.floats(), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_texts, inner, max_size=3)),
    max_leaves=6,
)
_KEYS = ("recipe_version", "name", "model", "runtime", "container", "command", "defaults", "metadata", "env", "mods",
         "min_nodes", "max_nodes", "solo_only", "cluster_only", "pre_exec", "draft_model", "description")  # fmt: skip
_DEFAULTS = ("port", "tensor_parallel", "max_model_len", "max_num_seqs", "kv_cache_dtype", "speculative_config",
             "served_model_name", "quantization", "draft_model", "ctx_size", "parallel")  # fmt: skip
_recipes = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(_KEYS, _values)
    | {"defaults": st.one_of(_values, st.dictionaries(st.sampled_from(_DEFAULTS), _values, max_size=6))},
)


@settings(max_examples=80, deadline=None)
@given(data=st.lists(_recipes, max_size=3), paths=st.lists(st.text(max_size=30), min_size=3, max_size=3))
def test_no_file_whatever_it_holds_breaks_anything(catalog, known, data, paths):
    files = zip(paths, data, strict=False)
    them = Collection(name="them", label="them", owner="them", origin="x", what="folder", read_on="2026-12-01",
                      files=tuple(keep(path, json.dumps(one).encode()) for path, one in files))  # fmt: skip
    found = contents(them, known)
    fresh = without_taken([found], catalog.content)[0].fragment

    assert len(found.recipes) + len(found.not_read) == len(them.files)
    assert checking.check([ReadFile("bundled", catalog.content), ReadFile("them", fresh)]) == []
