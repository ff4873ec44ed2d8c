"""From TOML text to checked entries."""

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from spark_tui.catalog.catalog import SECTIONS, Fragment
from spark_tui.catalog.faults import CatalogError, Fault, faults_of
from spark_tui.catalog.recipe import Recipe, Setup

MAX_BYTES = 2_000_000
"""A catalog file larger than this is refused: it was not written by a person."""


class ReadFile(NamedTuple):
    """A file's name and what it holds."""

    file: str
    fragment: Fragment


def files_in(folder: Path) -> list[Path]:
    """Return the catalog files below `folder`, in a stable order."""
    return sorted(path for path in folder.rglob("*.toml") if path.is_file())


def read_files(paths: Iterable[Path], root: Path | None = None) -> list[ReadFile]:
    """Read every file; raise CatalogError with the faults of all of them. Names are shown relative to `root`."""
    read: list[ReadFile] = []
    faults: list[Fault] = []
    for path in paths:
        name = str(path.relative_to(root)) if root and path.is_relative_to(root) else str(path)
        try:
            read.append(ReadFile(name, read_file(path, name)))
        except CatalogError as error:
            faults += error.faults
    if faults:
        raise CatalogError(faults)
    return read


def read_file(path: Path, name: str) -> Fragment:
    """Read one file. Raise CatalogError that names it `name`."""
    try:
        if path.exists() and not path.is_file():
            raise CatalogError([Fault(name, "", "is no regular file")])
        if path.stat().st_size > MAX_BYTES:
            raise CatalogError([Fault(name, "", "is over 2 MB; split it")])
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CatalogError([Fault(name, "", f"cannot be read: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        raise CatalogError([Fault(name, "", f"is not UTF-8 at byte {error.start}; save it as UTF-8")]) from error
    return parse(text, name)


def parse(text: str, name: str) -> Fragment:
    """Read the TOML text of one file. Raise CatalogError that names it `name`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogError([_syntax_fault(name, text, error)]) from error
    except RecursionError as error:
        raise CatalogError([_too_deep(name)]) from error
    except ValueError as error:
        raise CatalogError([Fault(name, "", "holds a number of more digits than any number needs")]) from error
    try:
        # By way of JSON, because strict validation takes lists for tuples only there.
        fragment = Fragment.model_validate_json(json.dumps(data, default=str))
    except RecursionError as error:
        raise CatalogError([_too_deep(name)]) from error
    except ValidationError as error:
        raise CatalogError(list(faults_of(name, error, Fragment, data))) from error
    return fragment.model_copy(update={"recipes": tuple(_with_ids(recipe) for recipe in fragment.recipes)})


def merged(read: Iterable[ReadFile]) -> Fragment:
    """Return all entries of the files in one fragment."""
    fragments = [fragment for _, fragment in read]
    whole: dict[str, Any] = {
        section: tuple(entry for fragment in fragments for entry in getattr(fragment, section)) for section in SECTIONS
    }
    return Fragment.model_construct(**whole)


def _too_deep(name: str) -> Fault:
    return Fault(name, "", "is nested too deeply")


def _syntax_fault(name: str, text: str, error: Exception) -> Fault:
    message = str(error)
    what, _, position = message.partition(" (at line ")
    line = position.partition(",")[0] if position else str(text.count("\n") + 1)
    return Fault(name, f"line {line}", f"not valid TOML: {what[:1].lower()}{what[1:]}")


def _with_ids(recipe: Recipe) -> Recipe:
    return recipe.model_copy(update={"setups": tuple(_setup_with_ids(recipe.id, setup) for setup in recipe.setups)})


def _setup_with_ids(recipe: str, setup: Setup) -> Setup:
    profile = setup.profile
    prefix = f"{recipe}.{setup.boxes}{f'.{profile}' if profile else ''}"
    return setup.model_copy(
        update={
            "id": f"{recipe}@{setup.boxes}{f':{profile}' if profile else ''}",
            "measurements": tuple(
                measurement.model_copy(update={"id": f"{prefix}.{measurement.id}"})
                for measurement in setup.measurements
            ),
        }
    )
