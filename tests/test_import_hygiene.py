"""The core stays pure and the command line quick: what is loaded by importing, in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

import spark_tui

PACKAGE = Path(spark_tui.__file__).parent
HEAVY = ("textual", "rich", "httpx", "huggingface_hub", "sqlite3")
CORE = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for part in ("catalog", "advise")
    for path in (PACKAGE / part).glob("*.py")
    if path.name != "__init__.py"
)


def loaded_by(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint('loaded:', *sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("loaded:")[2].split())


def without_exit(verb: str) -> str:
    return f"from spark_tui.cli import main\ntry:\n    main({verb.split()!r})\nexcept SystemExit:\n    pass"


def test_there_is_a_core_to_import():
    assert {"spark_tui.catalog.catalog", "spark_tui.advise.rank"} <= set(CORE)


@pytest.mark.parametrize("module", CORE)
def test_a_module_of_the_core_loads_neither_screens_nor_network_nor_database(module):
    assert loaded_by(f"import {module}").isdisjoint(HEAVY)


def test_using_the_core_loads_none_of_them_either():
    code = """
from spark_tui import paths
from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import rank
from spark_tui.advise.explain import story
from spark_tui.catalog.export import export
from spark_tui.catalog.loading import load
catalog = load(paths.bundled_catalog())
ranking = rank(catalog, Needs(boxes=3))
for pick in ranking.picks:
    story(catalog, ranking, pick)
export(catalog)
"""
    assert loaded_by(code).isdisjoint({*HEAVY, "asyncio"})


@pytest.mark.parametrize("verb", ["--help", "pick --help", "--version", "pick --use nothing"])
def test_help_and_wrong_usage_load_neither_pydantic_nor_textual(verb):
    assert loaded_by(without_exit(verb)).isdisjoint({"pydantic", *HEAVY})


@pytest.mark.parametrize(
    "verb", ["pick --use chat --boxes 2 --json", "show zai-glm-5.3-flash-fp8@3", "sources state-of-the-sparks"]
)
def test_verbs_load_neither_textual_nor_a_client(verb):
    assert loaded_by(without_exit(verb)).isdisjoint(HEAVY)


def test_a_ranking_without_a_slip_does_not_load_the_fuzzy_matcher():
    assert "rapidfuzz" not in loaded_by(without_exit("pick --use chat --boxes 2 --json"))
