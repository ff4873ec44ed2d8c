"""What all tests share. No test reads or writes the developer's own files."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from spark_tui import paths
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.loading import load
from spark_tui.catalog.recipe import Setup
from tests.hub.server import Hub, serving


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test a home of its own, and a terminal without preferences."""
    monkeypatch.setenv("SPARK_TUI_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")  # Nothing but a server of the tests is asked for sizes.
    monkeypatch.setenv("HF_HOME", str(tmp_path_factory.mktemp("hf")))
    for name in ("HF_TOKEN", "NO_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def catalog() -> Iterator[Catalog]:
    """The catalog that ships with the program."""
    os.environ.pop("SPARK_TUI_HOME", None)
    yield load(paths.bundled_catalog())


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """Serve an empty Hugging Face Hub, and point the unmodified `huggingface_hub` at it."""
    with serving(Hub(tmp_path / "hub")) as served:
        served.folder.mkdir(exist_ok=True)
        monkeypatch.setenv("HF_ENDPOINT", served.url)
        monkeypatch.delenv("HF_HUB_OFFLINE")
        yield served


ARTICLES = frozenset(("state-of-the-sparks", "sparks-update-two-against-four", "sparkring-recipe-page"))


@pytest.fixture(scope="session")
def articles(catalog: Catalog) -> Catalog:
    """What the articles alone know: their setups with their figures, without what repositories add to them."""
    recipes = []
    for recipe in catalog.content.recipes:
        setups = tuple(_of_articles(setup) for setup in recipe.setups if _is_of_articles(setup))
        if setups:
            recipes.append(recipe.model_copy(update={"setups": setups}))
    return Catalog(catalog.content.model_copy(update={"recipes": tuple(recipes)}))


def _is_of_articles(setup: Setup) -> bool:
    return any(one.source in ARTICLES for one in (*setup.measurements, *setup.cite))


def _of_articles(setup: Setup) -> Setup:
    kept = tuple(one for one in setup.measurements if one.source in ARTICLES)
    return setup.model_copy(update={"measurements": kept})
