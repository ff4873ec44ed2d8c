"""Other people's recipes from a git repository, a folder or a file: added, listed, ranked, updated and removed."""

import json
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from spark_tui import clone, paths
from tests import verbs

GOOD = """
recipe_version: "2"
model: example/Model-{name}
runtime: vllm
container: image:1
defaults: {{port: 8000, tensor_parallel: {boxes}, max_model_len: 65536}}
command: vllm serve {{model}} --port {{port}} -tp {{tensor_parallel}}
"""
BROKEN = {
    "recipes/tabs.yaml": "a: 1\n\tb: 2\n",
    "bench/speed.yaml": "framework: bench\n",
    "recipes/bomb.yaml": "a: &a [*a]\n",
}


@pytest.fixture
def run(capsys):
    return partial(verbs.run, capsys)


def git(folder: Path, *words: str) -> str:
    about = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@example.com", "GIT_COMMITTER_NAME": "x",
             "GIT_COMMITTER_EMAIL": "x@example.com", "GIT_CONFIG_GLOBAL": "/dev/null"}  # fmt: skip
    done = subprocess.run(
        ["git", *words], cwd=folder, env=os.environ | about, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.fixture
def repository(tmp_path) -> Path:
    folder = tmp_path / "their-recipes"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    write(
        folder, {"recipes/one.yaml": GOOD.format(name="A", boxes=1), "recipes/two.yml": GOOD.format(name="B", boxes=2)}
    )
    write(folder, BROKEN | {".github/workflows/ci.yaml": "on: push", "README.md": "read me", "run.sh": "exit 1"})
    (folder / "recipes" / "link.yaml").symlink_to("/etc/passwd")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "first")
    return folder


def picks(run) -> dict[str, dict]:
    code, out, err = run("pick", "--use", "chat", "--boxes", "2", "--json")
    assert (code, err) == (0, "")
    return {pick["setup"]: pick for pick in json.loads(out)["picks"]}


def test_a_repository_is_added_listed_ranked_shown_updated_and_removed(run, repository):
    before = picks(run)
    code, out, err = run("catalog", "add", f"file://{repository}")
    commit = git(repository, "rev-parse", "HEAD")

    assert (code, err) == (0, "")
    assert out.startswith(f"added their-recipes: read 2 of 6 files at commit {commit[:12]}")
    assert "not read: recipes/tabs.yaml: is not valid YAML in line 2" in out
    assert "not read: recipes/link.yaml: is a link, which is not followed" in out
    assert "ci.yaml" not in out

    new = {setup: pick for setup, pick in picks(run).items() if setup not in before}
    assert new.keys() == {"their-recipes.one@1", "their-recipes.two@2"}
    for pick in new.values():
        assert (pick["origin"], pick["speed"]["published"]) == ("their-recipes", None)
        assert (pick["fit"]["verdict"], pick["fit"]["basis"]) == ("unknown", "estimated")
        assert any("not checked and not measured here" in caveat["text"] for caveat in pick["caveats"])

    shown = run("show", "their-recipes.two")[1].replace("\n    ", " ")
    assert "two (from their-recipes)" in shown
    assert commit[:12] in shown
    assert "not measured here" in shown

    write(repository, {"recipes/three.yaml": GOOD.format(name="C", boxes=2), "recipes/one.yaml": "["})
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "second")
    code, out, _ = run("catalog", "update")
    assert code == 0
    assert f"was {commit[:12]}" in out.replace("\n    ", " ")
    assert picks(run).keys() - before.keys() == {"their-recipes.two@2", "their-recipes.three@2"}

    assert run("catalog", "remove", "their-recipes") == (0, "removed their-recipes\n", "")
    assert picks(run) == before


def test_the_list_tells_origin_commit_and_what_was_not_read(run, repository):
    run("catalog", "add", f"file://{repository}", "--name", "them")
    commit = git(repository, "rev-parse", "HEAD")
    line = run("catalog", "list")[1].replace("\n    ", " ")

    assert line.startswith(f"them: 2 of 6 files read from file://{repository} at {commit[:12]} of 20")
    assert "1 no recipe" in line
    found = json.loads(run("catalog", "list", "--json")[1])["collections"][0]
    assert (found["name"], found["commit"], found["files"], found["read"]) == ("them", commit, 6, 2)
    assert {missed["path"]: missed["kind"] for missed in found["not_read"]} == {
        "recipes/tabs.yaml": "not YAML", "bench/speed.yaml": "no recipe", "recipes/bomb.yaml": "unsafe",
        "recipes/link.yaml": "not readable",
    }  # fmt: skip


def test_add_tells_scripts_the_same(run, repository):
    found = json.loads(run("catalog", "add", f"file://{repository}", "--json")[1])

    assert (found["added"], found["files"], found["read"], len(found["not_read"])) == ("their-recipes", 6, 2, 4)
    assert found["recipes"] == ["their-recipes.one", "their-recipes.two"]


def test_a_folder_is_added_without_what_its_links_lead_to(run, repository, tmp_path):
    (tmp_path / "secret.yaml").write_text(GOOD.format(name="S", boxes=1))
    (repository / "out").symlink_to(tmp_path, target_is_directory=True)
    (repository / "recipes" / "secret.yaml").symlink_to(tmp_path / "secret.yaml")
    os.mkfifo(repository / "recipes" / "fifo.yaml")
    with (repository / "recipes" / "large.yaml").open("wb") as sparse:
        sparse.truncate(2_000_001)
    out = run("catalog", "add", repository)[1].replace("\n    ", " ")

    assert out.startswith("added their-recipes: read 2 of 9 files\n")
    assert "recipes/secret.yaml: is a link, which is not followed" in out
    assert "recipes/fifo.yaml: is no regular file" in out
    assert "recipes/large.yaml: is over 2 MB" in out


def test_one_yaml_file_is_added_and_a_broken_one_is_not(run, tmp_path):
    write(tmp_path, {"mine.yaml": GOOD.format(name="A", boxes=2), "bad.yaml": "x: ["})

    assert run("catalog", "add", tmp_path / "mine.yaml")[1].startswith("added mine: read 1 of 1 files\n")
    assert "mine.mine@2" in picks(run)
    code, out, err = run("catalog", "add", tmp_path / "bad.yaml")
    assert (code, out) == (1, "")
    assert "none of 1 files could be read" in err
    assert "not read: bad.yaml: is not valid YAML" in err


def test_what_cannot_be_read_again_stays_as_it_was(run, repository, tmp_path):
    write(tmp_path, {"mine.yaml": GOOD.format(name="A", boxes=2)})
    run("catalog", "add", f"file://{repository}")
    run("catalog", "add", tmp_path / "mine.yaml")
    before = picks(run)
    shutil.rmtree(repository)
    code, out, err = run("catalog", "update")

    assert code == 1
    assert out.startswith("mine: read 1 of 1 files")
    assert err.count("\n") == 1
    assert "cannot be read" in err
    assert err.endswith("their-recipes stays as it was\n")
    assert picks(run) == before


def test_the_same_origin_is_added_once_and_a_taken_name_gives_way(run, repository, tmp_path):
    run("catalog", "add", repository)
    code, _, err = run("catalog", "add", repository)

    assert (code, "spark-tui catalog update their-recipes reads it again" in err) == (1, True)
    assert run("catalog", "add", f"file://{repository}")[1].startswith("added their-recipes-2:")
    assert run("catalog", "add", f"file://{repository}/.git", "--name", "their-recipes")[0] == 2


def test_a_damaged_collection_is_said_and_spoils_nothing(run, repository):
    before = picks(run)
    run("catalog", "add", repository)
    (paths.collections() / "their-recipes.json").write_text("{")
    code, out, err = run("pick", "--use", "chat", "--boxes", "2", "--json")

    assert code == 0
    assert {pick["setup"] for pick in json.loads(out)["picks"]} == before.keys()
    assert err.startswith("the collection their-recipes is damaged; it is left out")
    assert run("catalog", "list")[1] == "their-recipes cannot be used: it is damaged\n"
    assert run("catalog", "update")[0] == 1
    assert run("catalog", "remove", "their-recipes")[0] == 0
    assert picks(run) == before


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("--upload-pack=touch /tmp/x", "--upload-pack"),
        ("ext::sh -c touch% /tmp/x", "does not exist"),
        ("http://example.com/x", "is not an https, ssh or file address"),
        ("git://example.com/x", "is not an https, ssh or file address"),
        ("https://me:pw@example.com/x", "leave name and password out"),
        ("https://github.com/o/r/tree/main/recipes", "its own address is https://github.com/o/r"),
        ("me@-oProxyCommand=x:y", "does not exist"),
    ],
)
def test_what_is_no_safe_address_is_wrong_usage(run, typed, says):
    code, out, err = run("catalog", "add", typed)

    assert (code, out) == (2, "")
    assert says in err
    assert "pw" not in err


def test_a_repository_that_is_not_there_is_one_sentence(run, tmp_path):
    code, out, err = run("catalog", "add", f"file://{tmp_path}/nowhere")

    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "cannot be read" in err


def test_nothing_to_update_is_said(run):
    assert run("catalog", "update") == (0, "No collection yet; spark-tui catalog add URL adds one.\n", "")
    code, _, err = run("catalog", "update", "them")
    assert (code, "there is none yet" in err) == (2, True)


def test_a_repository_runs_nothing_of_its_own(run, repository, tmp_path):
    witness = tmp_path / "ran"
    hook = f"#!/bin/sh\ntouch {witness}\n"
    for name in ("post-checkout", "post-merge", "reference-transaction"):
        (repository / ".git" / "hooks" / name).write_text(hook)
        (repository / ".git" / "hooks" / name).chmod(0o755)
    write(repository, {".gitattributes": "*.yaml filter=evil\n"})
    git(repository, "-c", "filter.evil.clean=cat", "add", ".gitattributes")
    git(repository, "-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "attributes")
    run("catalog", "add", f"file://{repository}")

    assert not witness.exists()
    assert "their-recipes.one@1" in picks(run)


def test_git_that_is_missing_or_hangs_is_one_sentence(run, repository, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "needs git" in run("catalog", "add", f"file://{repository}")[2]

    (tmp_path / "git").write_text(f"#!{sys.executable}\nimport time; time.sleep(60)")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setattr(clone, "TIMEOUT_S", 0.5)
    assert "did not arrive within" in run("catalog", "add", f"file://{repository}")[2]


def test_a_start_with_collections_never_loads_yaml(run, repository):
    run("catalog", "add", repository)
    code = (
        "import sys; from spark_tui.cli import main; main(['pick', '--use', 'chat', '--boxes', '2']);"
        "sys.exit('yaml' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
