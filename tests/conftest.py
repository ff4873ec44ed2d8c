"""What all tests share. No test reads or writes the developer's own files."""

import os
from collections.abc import Iterator

import pytest

from spark_tui import paths
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.loading import load


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test a home of its own, and a terminal without preferences."""
    monkeypatch.setenv("SPARK_TUI_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    for name in ("NO_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def catalog() -> Iterator[Catalog]:
    """The catalog that ships with the program."""
    os.environ.pop("SPARK_TUI_HOME", None)
    yield load(paths.bundled_catalog())
